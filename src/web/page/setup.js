// The dialog for a new game.

import { Board } from "./board.js";
import { GAMES } from "./games.js";
import { readFen } from "./notation.js";

const byId = id => document.getElementById(id);
const LEVELS = 20;
const OPTION_TITLES = {
  halt: "Capturing kings halt", "vanguard-scope": "The vanguard is safe from", "draw-rule": "Draws",
  "king-against-man": "A king against a man",
};
const VALUE_TITLES = {
  none: "where they like", killer: "behind a king (killer)", damme: "after two or more (damme)",
  "killer-light": "after two or more, the last a king", winther: "if the last two are kings (winther)",
  first: "the first jump", whole: "all jumps of a move", fmjd: "federation's limits", repetition: "repetition only",
  win: "wins", draw: "is a draw", play: "is played on",
};
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
  // `parameters` are those that the engine has declared, by name; `begin(game, rules, players)` begins a game.
  constructor(parameters, begin) {
    this.parameters = parameters;
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
    byId("options").replaceChildren(...game.options.map(name => {
      const label = document.createElement("label");
      const select = Object.assign(document.createElement("select"), { name });
      const { values, value } = this.parameters[name];
      for (const each of values.split(" ")) select.append(new Option(VALUE_TITLES[each] ?? each, each, each === value, each === value));
      label.append(OPTION_TITLES[name] ?? name, select);
      return label;
    }));
  }
}
