// A text field that follows the board until the user types in it, with a place for messages.

const byId = id => document.getElementById(id);

export class Field {
  // `follow()` calls `shows` with the text of the board.
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

  // Shows the text of the board, unless the field has the focus or a typed text that is not accepted yet. Removes a message about
  // another game than `game`.
  shows(text, game = null) {
    if (!this.isTyped && document.activeElement !== this.input) this.input.value = text;
    if (this.saidOf && this.saidOf !== game) this.say("");
  }

  // Sets the text as if the user had typed it.
  type(text) {
    this.input.value = text;
    this.isTyped = true;
  }

  // Accepts the typed text, so that the field follows the board again.
  accept() {
    this.isTyped = false;
    this.say("");
  }

  // Shows a message at the field, with a button for each choice, [title, act]. With `game`, it disappears when another game is on
  // the board.
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
