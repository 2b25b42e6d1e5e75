// The dialog for a new game.

import { Board } from "./board.js";
import { gameNamed } from "./game.js";
import { GAMES, OPTIONS } from "./games.js";
import { readFen } from "./notation.js";

const byId = id => document.getElementById(id);
const LEVELS = 20;

const levelTitle = level =>
  level === 1 ? "1, for beginners" : level === LEVELS ? `${LEVELS}, all it can do` : String(level);

export class Setup {
  // `begin(wishes)` begins a game.
  constructor(store, begin) {
    this.dialog = byId("setup");
    this.form = this.dialog.querySelector("form");
    const { elements } = this.form;
    for (let level = 1; level <= LEVELS; level += 1) elements.level.append(new Option(levelTitle(level), level));
    byId("choices").append(...GAMES.map(game => this.#choice(game)));
    this.#restore(store.read("game", {}));
    byId("choices").addEventListener("change", () => this.#showOptions());
    this.#showOptions();
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue !== "play") return;
      store.write("game", this.#chosen());
      begin(this.wishes());
    });
  }

  open() {
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  // What is chosen, as { data, rules, side, level, time }.
  wishes() {
    const { game, ...wishes } = this.#chosen();
    return { ...wishes, data: gameNamed(game) };
  }

  #chosen() {
    const { game, side, level, time } = this.form.elements;
    const options = [...byId("options").querySelectorAll("select")];
    const rules = Object.fromEntries(options.map(({ name, value }) => [name, value]));
    return { game: game.value, side: side.value, level: +level.value, time: time.value, rules };
  }

  #choice(game) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "game", value: game.name });
    const picture = document.createElement("span");
    picture.setAttribute("aria-hidden", "true");
    label.append(input, picture, game.title);
    new Board(picture, game).show(readFen(game.start));
    return label;
  }

  #restore({ game = "dameo", side = "W", level = 5, time = "" }) {
    const { elements } = this.form;
    elements.game.value = game;
    if (!elements.game.value) elements.game.value = GAMES[0].name;
    Object.assign(elements.side, { value: side });
    elements.level.value = level;
    elements.time.value = time;
  }

  #showOptions() {
    const game = gameNamed(this.form.elements.game.value);
    const options = OPTIONS.filter(({ name }) => game.options.includes(name));
    byId("options").replaceChildren(...options.map(({ name, title, values }) => {
      const label = document.createElement("label");
      const select = Object.assign(document.createElement("select"), { name });
      select.append(...values.map(value => new Option(value.title, value.name)));
      label.append(title, select);
      return label;
    }));
  }
}
