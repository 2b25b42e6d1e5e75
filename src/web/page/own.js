// Games whose rules visitors have written: kept in the browser as texts, and part of the list of games.

import { choiceOf, gameNamed } from "./game.js";
import { GAMES } from "./games.js";
import { Refusal, escaped, readable } from "./notation.js";

// The longest text that the engine reads, in characters.
export const LONGEST_TEXT = 65_536;
const LONGEST_NAME = 40;

// What the page knows about a game, from the engine's answer to `rules-board`. A game without a text is embedded in the engine.
const dataOf = (text, answers) => {
  const [board, ...cells] = answers.filter(({ word }) => word.startsWith("rules-")).map(readable);
  const { name, title, start, extra, lettering, drawing } = board;
  return {
    name, title, text, start, extra, lettering, drawing, isListed: false, hasBook: false, stuckWins: board["stuck-wins"] === "true",
    width: +board.width, height: +board.height, scale: +board.scale, options: [], results: gameNamed("dameo").results,
    cells: cells.map(({ name: cell, other, x, y, outline }) => ({ name: cell, other, x: +x, y: +y, outline })),
  };
};

export class OwnGames {
  // `isTaken(name)` is whether an address needs the name.
  constructor(hub, store, isTaken) {
    // The names of the games that the engine has.
    this.embedded = [];
    Object.assign(this, { hub, store, isTaken, onChange: () => {} });
    this.#kept.forEach(game => this.#put(game));
  }

  get all() { return GAMES.filter(({ isOwn }) => isOwn); }
  // What the browser keeps, to which other windows may have added games.
  get #kept() { return this.store.read("own", []); }

  // Takes a game into the list, in place of one with its name.
  #put(game) {
    const at = GAMES.findIndex(({ name }) => name === game.name);
    GAMES.splice(at < 0 ? GAMES.length : at, at < 0 ? 0 : 1, { ...game, isOwn: true });
  }

  // Keeps these games in place of what is kept of the game with this name.
  #keep(name, ...games) {
    this.onChange();
    return this.store.write("own", [...this.#kept.filter(game => game.name !== name), ...games]);
  }

  // Whether a game of this name is not the visitor's.
  #isOthers(name) {
    const game = gameNamed(name);
    return game !== undefined && !game.isOwn;
  }

  // Tells the engine all games that have texts, so that it knows them in PDN. One that it no longer accepts is refused when it is opened.
  async introduce() {
    for (const game of this.all.filter(({ text }) => text !== undefined)) await this.hub.ask(choiceOf(game)).catch(() => {});
  }

  // Asks the engine about a text: { faults: [{ line, column, message, help }], title, says: [what the rules say] }.
  async check(name, text) {
    if (text.length > LONGEST_TEXT) return { faults: [{ message: "The file is too long.", help: "A game needs a few hundred characters." }], says: [] };
    const answers = (await this.hub.ask(`rules-check name="${escaped(name)}" text="${escaped(text)}"`)).map(readable);
    const of = word => answers.filter(answer => answer.word === word);
    const [end] = of("rules-end");
    // The browser may have kept the engine from an earlier visit.
    if (!end) throw new Refusal("This engine is too old. Reload the page.");
    return { faults: of("rules-fault"), title: end.title, says: of("rules-say").map(({ text: said }) => said) };
  }

  // Takes the game of a text, or an embedded game, and returns its data. Afterwards the engine plays it.
  async take(name, text) {
    if (this.#isOthers(name)) throw new Refusal(`There is another game '${name}'. Choose another name.`);
    const answers = await this.hub.ask(choiceOf({ name, text }), "rules-board");
    this.#put(dataOf(text, answers));
    this.isKept = this.#keep(name, gameNamed(name));
    return gameNamed(name);
  }

  remove(name) {
    GAMES.splice(GAMES.findIndex(game => game.name === name), 1);
    this.#keep(name);
  }

  // A name for a game with this title, which no other game has and no address needs.
  nameOf(title) {
    const letters = title.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, " ").trim().replaceAll(" ", "-").slice(0, LONGEST_NAME - 3);
    const isFree = name => /^[a-z]/.test(name) && !this.isTaken(name) && !this.embedded.includes(name) && !this.#isOthers(name);
    return isFree(letters) ? letters : `my-${letters || "game"}`;
  }
}
