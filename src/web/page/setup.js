// The dialog for a new game.

import { Board } from "./board.js";
import { GAMES, OPTIONS } from "./games.js";
import { readFen } from "./notation.js";

const byId = id => document.getElementById(id);
const LEVELS = 20;
const KEY = "coupturc-game";

const levelTitle = level =>
  level === 1 ? "1, for beginners" : level === LEVELS ? `${LEVELS}, all it can do` : String(level);

const remembered = () => {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
};

const remember = chosen => {
  try { localStorage.setItem(KEY, JSON.stringify(chosen)); } catch { /* A browser that keeps nothing is fine too. */ }
};

export class Setup {
  // `begin(game, rules, players)` begins a game.
  constructor(begin) {
    this.dialog = byId("setup");
    this.form = this.dialog.querySelector("form");
    const { elements } = this.form;
    for (let level = 1; level <= LEVELS; level += 1) elements.level.append(new Option(levelTitle(level), level));
    byId("choices").append(...GAMES.map(game => this.#choice(game)));
    this.#restore(remembered());
    byId("choices").addEventListener("change", () => this.#showOptions());
    this.#showOptions();
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue !== "play") return;
      const chosen = this.chosen();
      remember(chosen);
      begin(this.game(chosen), chosen.rules, chosen);
    });
  }

  open() {
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  chosen() {
    const { game, side, level, time } = this.form.elements;
    const options = [...byId("options").querySelectorAll("select")];
    const rules = Object.fromEntries(options.map(({ name, value }) => [name, value]));
    return { game: game.value, side: side.value, level: +level.value, time: time.value, rules };
  }

  game(chosen) {
    return GAMES.find(({ name }) => name === chosen.game);
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
    const game = GAMES.find(({ name }) => name === this.form.elements.game.value);
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
