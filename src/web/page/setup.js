// The dialog for a new game, and the selects for the options of a game's rules.

import { gameNamed } from "./game.js";
import { GAMES, OPTIONS } from "./games.js";
import { drawPicture } from "./picture.js";

const byId = id => document.getElementById(id);
const LEVELS = 20;

// The average Elo difference of a level, over all games, from level 3 to level 20 at 0.02 seconds per move (docs/log/experiments.md,
// "Levels"). The two lowest steps are meant to be the same.
const ELO_PER_LEVEL = 94;
const eloOf = level => Math.round((level - 1) * ELO_PER_LEVEL / 100) * 100;

const levelTitle = level =>
  level === 1 ? "1, beginner" : level === LEVELS ? `${LEVELS}, full strength` : String(level);

const levelText = (level, isListed) => {
  if (level === 1) return "For players who have just learned the rules.";
  if (!isListed) return "How much stronger each level is has not been measured in this game.";
  return `About ${eloOf(level)} Elo above level 1${level === LEVELS ? ", even with very little time" : ""}.`;
};

// A labelled select for each rule option of a game, with the values of `rules` chosen.
export const ruleSelects = (data, rules = {}) => OPTIONS.filter(({ name }) => data.options.includes(name)).map(({ name, title, values }) => {
  const label = document.createElement("label");
  const select = Object.assign(document.createElement("select"), { name });
  select.append(...values.map(value => new Option(value.title, value.name)));
  if (values.some(value => value.name === rules[name])) select.value = rules[name];
  label.append(title, select);
  return label;
});

// The chosen values of all selects in an element.
export const chosenRules = host => Object.fromEntries([...host.querySelectorAll("select")].map(({ name, value }) => [name, value]));

export class Setup {
  // `begin(request)` starts a game; `setUp(request)` goes to the page for setting up its first position.
  // `write(data)` goes to the page for writing games, with the chosen game.
  constructor(store, { begin, setUp, write }) {
    this.dialog = byId("setup");
    this.form = this.dialog.querySelector("form");
    const { elements } = this.form;
    for (let level = 1; level <= LEVELS; level += 1) elements.level.append(new Option(levelTitle(level), level));
    this.store = store;
    byId("choices").append(...GAMES.map(game => this.#choice(game)));
    this.#restore(store.read("game", {}));
    byId("choices").addEventListener("change", () => this.#showGame());
    byId("options").addEventListener("change", () => this.#noteRules());
    elements.level.addEventListener("change", () => this.#showLevel());
    elements.book.addEventListener("change", () => { this.book = elements.book.checked; });
    elements.time.addEventListener("change", () => this.#showTime());
    for (const field of [elements.minutes, elements.increment]) field.addEventListener("input", () => this.#checkTime());
    byId("from-position").addEventListener("click", () => {
      this.dialog.close("cancel");
      setUp(this.request());
    });
    byId("own-game").addEventListener("click", () => {
      this.dialog.close("cancel");
      const { data } = this.request();
      write(data);
    });
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue !== "play") return;
      store.write("game", this.#chosen());
      begin(this.request());
    });
    this.#show();
  }

  // Offers to play from books in these games.
  offerBooks(names) {
    this.books = names;
    this.#showGame();
  }

  // Lists the games again, which have changed, and chooses one if it is given.
  listGames(data) {
    const { elements } = this.form;
    const chosen = data?.name ?? elements.game.value;
    byId("choices").replaceChildren(...GAMES.map(game => this.#choice(game)));
    elements.game.value = chosen;
    if (!elements.game.value) elements.game.value = GAMES[0].name;
    if (data) this.store.write("game", this.#chosen());
  }

  // Opens the dialog for a new game, from a position if { data, rules, start } has one.
  open({ data, rules, start } = {}) {
    this.dialog.returnValue = "";
    this.start = start;
    if (start) {
      this.form.elements.game.value = data.name;
      this.rules[data.name] = rules;
    }
    this.#show();
    this.dialog.showModal();
  }

  // The requested game: { data, rules, side, level, book, time, start }.
  request() {
    const { game, side, level, rules } = this.#chosen();
    const book = this.form.elements.book.checked;
    return { data: gameNamed(game), rules: rules[game] ?? {}, side, level, book, time: this.#time(), start: this.start };
  }

  #chosen() {
    const { game, side, level, time, minutes, increment } = this.form.elements;
    return {
      game: game.value, side: side.value, level: +level.value, time: time.value, minutes: minutes.value, increment: increment.value, rules: this.rules, book: this.book,
    };
  }

  // The time in seconds plus the increment, such as `180+2`; empty without a clock.
  #time() {
    const { time, minutes, increment } = this.form.elements;
    // Without minutes, the first move has one increment.
    return time.value === "own" ? `${+minutes.value * 60 || +increment.value}+${+increment.value}` : time.value;
  }

  #choice(game) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "game", value: game.name });
    label.append(input, game.title);
    return label;
  }

  #restore({ game = "dameo", side = "W", level = 5, time = "", minutes = "10", increment = "5", rules = {}, book }) {
    const { elements } = this.form;
    elements.game.value = game;
    if (!elements.game.value) elements.game.value = GAMES[0].name;
    for (const [name, value] of Object.entries({ side, level, time, minutes, increment })) elements[name].value = value;
    // The chosen rules of each game, and whether to play from a book; undefined until it is chosen.
    Object.assign(this, { rules, book, books: [] });
  }

  #show() {
    const isPlaced = Boolean(this.start);
    byId("setup-title").textContent = isPlaced ? "New game from this position" : "New game";
    byId("game-choice").hidden = byId("from-position").hidden = byId("own-game").hidden = isPlaced;
    this.#showGame();
    this.#showLevel();
    this.#showTime();
  }

  #showGame() {
    const data = gameNamed(this.form.elements.game.value);
    drawPicture(byId("chosen"), data, this.start);
    byId("chosen-title").textContent = data.title;
    byId("book-choice").hidden = !this.books.includes(data.name);
    byId("options").replaceChildren(...ruleSelects(data, this.rules[data.name]));
    this.#tellLevel();
  }

  #noteRules() {
    this.rules[this.form.elements.game.value] = chosenRules(byId("options"));
  }

  #showLevel() {
    const { level, book } = this.form.elements;
    this.#tellLevel();
    book.checked = this.book ?? +level.value === LEVELS;
  }

  #tellLevel() {
    const { level, game } = this.form.elements;
    byId("level-said").textContent = levelText(+level.value, gameNamed(game.value).isListed);
  }

  #showTime() {
    const isOwn = this.form.elements.time.value === "own";
    for (const name of ["minutes", "increment"]) {
      this.form.elements[name].disabled = !isOwn;
      this.form.elements[name].closest("label").hidden = !isOwn;
    }
    this.#checkTime();
  }

  // Rejects a clock without any time.
  #checkTime() {
    const { minutes, increment } = this.form.elements;
    const [base, more] = [+minutes.value * 60, +increment.value];
    const isNone = !minutes.disabled && base + more <= 0;
    minutes.setCustomValidity(isNone ? "Set some time: minutes at the start, or seconds per move." : "");
  }
}
