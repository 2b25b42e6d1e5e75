// A field whose text follows the board until somebody types in it, and what is said beside it.

const byId = id => document.getElementById(id);

export class Field {
  // `follow()` writes what the board has into the field again, by `shows`.
  constructor(id, follow = () => {}) {
    this.input = byId(id);
    this.place = byId(`${id}-said`);
    this.isTyped = false;
    this.input.addEventListener("input", () => {
      this.isTyped = this.input.value !== "";
      this.say("");
    });
    this.input.addEventListener("blur", follow);
    this.input.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.accept();
      this.input.blur();
    });
  }

  get text() { return this.input.value; }

  // Shows what the board has, unless somebody is in the field, or has typed something that was not taken yet. What was said of
  // another game than `game` is over.
  shows(text, game = null) {
    if (!this.isTyped && document.activeElement !== this.input) this.input.value = text;
    if (this.saidOf && this.saidOf !== game) this.say("");
  }

  // Puts a text there as if somebody had typed it.
  type(text) {
    this.input.value = text;
    this.isTyped = true;
  }

  // What was typed is done with.
  accept() {
    this.isTyped = false;
    this.say("");
  }

  // Says something beside the field, as long as `game` is on the board if one is given, with a button for each of some choices,
  // [title, act].
  say(text, { isBad = false, choices = [], game = null } = {}) {
    this.saidOf = game;
    const buttons = choices.map(([title, act]) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
      button.addEventListener("click", act);
      return button;
    });
    this.place.replaceChildren(...(text ? [text] : []), ...buttons);
    this.place.hidden = !text;
    this.place.classList.toggle("bad", isBad);
    this.input.setAttribute("aria-invalid", String(isBad));
    if (text) this.place.scrollIntoView({ block: "nearest" });
  }
}
