// The page for setting up a position.

import { Board } from "./board.js";
import { Field } from "./field.js";
import { Game, addressOf, gameNamed } from "./game.js";
import { GAMES } from "./games.js";
import { Refusal, readFen, writeFen } from "./notation.js";
import { chosenRules, ruleSelects } from "./setup.js";

const byId = id => document.getElementById(id);
const TOOLS = {
  w: ["white-man", "White man"], W: ["white-king", "White king"], b: ["black-man", "Black man"], B: ["black-king", "Black king"],
  erase: [null, "Eraser"], mark: ["mark", "Vanguard: the man that moved last"],
};

// The cell in an error of the engine.
const cellIn = message => message.match(/\b(?:on|cell) ([a-z]?\d+)\b/)?.[1];

// Reads the pieces of a FEN, legal or not, like `readFen`; null if it cannot be read.
const readRoughly = (text, data) => {
  const names = new Map(data.cells.flatMap(({ name, other: second }) => [[name, name], [second ?? name, name]]));
  const [side, ...parts] = text.replace(/\s/g, "").replace(/\.$/, "").split(":");
  if (!/^[WB]$/i.test(side) || !parts.length) return null;
  const read = { side: side.toUpperCase(), pieces: new Map(), mark: null };
  for (const part of parts) {
    const color = part[0]?.toUpperCase();
    if (color === "V") read.mark = names.get(part.slice(1).toLowerCase()) ?? null;
    if (color !== "W" && color !== "B") continue;
    for (const piece of part.slice(1).split(",").filter(Boolean)) {
      const [, king, cell] = piece.match(/^(k?)(.*)$/i);
      const name = names.get(cell.toLowerCase());
      if (!name) return null;
      read.pieces.set(name, king ? color : color.toLowerCase());
    }
  }
  return read;
};

// The fields of a FEN that clicks do not change: counts for draws and king moves.
const restOf = fen => fen.split(":").slice(1).filter(part => !/^[WBV]/.test(part)).map(part => `:${part}`).join("");

export class Editor {
  // `play({ data, rules, start })` opens the dialog for a game from a position.
  constructor(table, play) {
    Object.assign(this, { table, play });
    // The cells with errors, and the FEN as written by the engine if it accepts the position.
    Object.assign(this, { bad: [], written: null });
    this.field = new Field("edit-fen", () => this.#showFen());
    this.field.input.addEventListener("input", () => this.#type());
    byId("palette").append(...Object.entries(TOOLS).map(([name, looks]) => this.#tool(name, looks)));
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("edit-game", "change", () => this.#changeGame(gameNamed(byId("edit-game").value)));
    on("edit-options", "change", () => this.#change({ rules: chosenRules(byId("edit-options")) }));
    on("edit-side", "change", () => this.#change({ side: byId("edit-side").value }));
    on("edit-clear", "click", () => this.#change({ pieces: new Map(), mark: null }));
    on("edit-start", "click", () => this.#change({ ...readFen(this.data.start) }));
    on("edit-done", "click", () => this.#analyse());
    on("edit-play", "click", () => this.#playFromHere());
    on("edit-cancel", "click", () => this.#cancel());
    table.onChange(() => this.#noteLooked());
  }

  get data() { return gameNamed(this.state.game); }
  get fen() { return this.state.typed ?? writeFen(this.state) + this.state.rest; }

  // ---- Start and end ----

  // Remembers the last shown position, from which setting up starts, even after a reload.
  #noteLooked() {
    const { data, rules, node } = this.table.game;
    const looked = { game: data.name, rules, fen: node.fen };
    if (JSON.stringify(looked) === JSON.stringify(this.looked)) return;
    this.looked = looked;
    this.table.store.write("looked", looked);
  }

  get #lookedAt() {
    const looked = this.looked ?? this.table.store.read("looked", null);
    return gameNamed(looked?.game) ? looked : { game: "dameo", rules: {}, fen: gameNamed("dameo").start };
  }

  // Goes to the page. An unfinished position is continued, unless another position was shown in the meantime. `data` and `rules`
  // choose a game.
  start({ data, rules } = {}) {
    const looked = this.#lookedAt;
    const game = data?.name ?? looked.game;
    const from = game === looked.game ? { ...looked, rules: rules ?? looked.rules } : { game, rules: rules ?? {}, fen: gameNamed(game).start };
    const kept = this.#kept();
    if (kept?.from !== from.fen || kept.game !== game) this.#begin(from);
    location.hash = `#${game}/setup`;
  }

  // Shows the page, with the unfinished position if there is one.
  show(data, start) {
    // What the engine said about the position before must not be shown with this one.
    Object.assign(this, { bad: [], written: null });
    const kept = this.#kept();
    const looked = this.#lookedAt;
    const wanted = data?.name ?? kept?.game ?? looked.game;
    if (start) this.#begin({ game: wanted, rules: {}, fen: start });
    else if (kept?.game === wanted) this.state = kept;
    else this.#begin(wanted === looked.game ? looked : { game: wanted, rules: {}, fen: gameNamed(wanted).start });
    this.#showAll();
  }

  #begin({ game, rules, fen }) {
    const read = readFen(fen);
    this.state = { game, rules, side: read.side, pieces: read.pieces, mark: read.mark, rest: restOf(fen), typed: null, from: fen };
    this.#keep();
  }

  #keep() {
    this.table.store.write("setup", this.state && { ...this.state, pieces: [...this.state.pieces] });
  }

  #kept() {
    const kept = this.table.store.read("setup", null);
    return gameNamed(kept?.game) ? { ...kept, pieces: new Map(kept.pieces) } : null;
  }

  // Discards the position, after it was used or cancelled.
  #end() {
    this.state = null;
    this.#keep();
  }

  #cancel() {
    const { table } = this;
    this.#end();
    location.hash = table.game ? addressOf(table.game) : "#analysis";
  }

  #game(fen) {
    return new Game("analysis", this.data, { rules: this.state.rules, start: fen });
  }

  #analyse() {
    const { fen } = this;
    const game = this.#game(fen);
    this.table.run(async () => {
      await this.table.open(game);
      this.#end();
    }, text => this.#complain(text));
  }

  #playFromHere() {
    const { table, data, fen, state } = this;
    table.run(async () => {
      const found = await this.#ask(fen);
      if (found.status.result !== "none") throw new Refusal(this.#endText(found));
      const sides = new Set([...readFen(found.fen).pieces.values()].map(piece => piece.toUpperCase()));
      if (sides.size < 2) throw new Refusal("A game needs pieces of both sides.");
      this.play({ data, rules: state.rules, start: found.fen });
    }, text => this.#complain(text));
  }

  // Called when a game has started from the position.
  played() {
    if (this.state) this.#end();
  }

  // ---- Changes ----

  #change(changes) {
    const isMoved = "pieces" in changes;
    this.field.accept();
    this.written = null;
    this.state = { ...this.state, ...changes, typed: null, ...(isMoved ? { rest: "" } : {}) };
    this.bad = [];
    this.#showAll();
  }

  // Keeps the pieces if the new board has all their cells.
  #changeGame(data) {
    const { pieces, game } = this.state;
    const cells = new Set(data.cells.map(({ name }) => name));
    const isStart = this.fen === gameNamed(game).start;
    const stay = !isStart && [...pieces.keys()].every(cell => cells.has(cell));
    const shape = stay ? { pieces, mark: null } : { ...readFen(data.start) };
    this.#change({ ...shape, game: data.name, rules: {}, from: null });
  }

  #click(cell) {
    const pieces = new Map(this.state.pieces);
    let { mark } = this.state;
    const tool = document.querySelector("#palette :checked").value;
    if (tool === "mark") {
      if (pieces.has(cell)) mark = mark === cell ? null : cell;
    } else {
      if (tool === "erase" || pieces.get(cell) === tool) pieces.delete(cell);
      else pieces.set(cell, tool);
      if (mark === cell) mark = null;
    }
    this.#change({ pieces, mark });
    this.table.say(this.board.describe(cell));
  }

  // Moves a piece. One that is dropped off the board is removed.
  #move(from, to) {
    if (from === to) return;
    const pieces = new Map(this.state.pieces);
    const piece = pieces.get(from);
    pieces.delete(from);
    if (to) pieces.set(to, piece);
    const { mark } = this.state;
    this.#change({ pieces, mark: mark === from ? to : mark === to ? null : mark });
  }

  #type() {
    this.written = null;
    this.state.typed = this.field.text.trim() === "" ? null : this.field.text;
    this.#keep();
    this.#check();
  }

  // ---- Checks by the engine ----

  // Checks a FEN with the engine: { fen, status }, with the FEN as written by the engine.
  async #ask(fen) {
    const [answer, status] = await this.table.ask([`pos fen="${fen.replace(/"/g, "")}"`, "fen", "status"], this.#game(fen));
    return { fen: answer.fen, status };
  }

  // Checks the position, and marks all invalid cells.
  #check() {
    const { fen, state } = this;
    const isCurrent = () => this.state && this.state.game === state.game && this.fen === fen;
    return this.table.run(async () => {
      if (!isCurrent()) return;
      const found = await this.#examine(fen);
      if (isCurrent()) this.#showResult(found);
    });
  }

  async #tried(fen) {
    try {
      return await this.#ask(fen);
    } catch (error) {
      if (error instanceof Refusal) return { message: error.message };
      throw error;
    }
  }

  // Finds invalid cells by removing pieces until the rest is a valid position: { found, message, bad, shape }, where `shape` is the
  // typed position, if it can be read.
  async #examine(fen) {
    // The page may be left before the answer comes.
    const { typed, side, pieces, mark } = this.state;
    const found = await this.#tried(fen);
    if (!found.message) return { found, bad: [], shape: typed && { ...readFen(found.fen), rest: restOf(found.fen) } };
    const shape = typed ? readRoughly(fen, this.data) : { side, pieces, mark };
    const bad = new Set();
    const left = shape && { ...shape, pieces: new Map(shape.pieces) };
    let { message } = found;
    while (left?.pieces.size && message) {
      const cell = cellIn(message);
      if (left.mark !== cell && !left.pieces.has(cell)) break;
      bad.add(cell);
      if (left.mark === cell) left.mark = null;
      else left.pieces.delete(cell);
      ({ message } = await this.#tried(writeFen(left)));
    }
    return { message: found.message, bad: shape ? [...bad] : this.bad, shape: typed && shape && { ...shape, rest: restOf(fen) } };
  }

  #showResult({ found, message, bad, shape }) {
    if (shape) Object.assign(this.state, { side: shape.side, pieces: shape.pieces, mark: shape.mark, rest: shape.rest });
    if (found && shape) {
      this.state.typed = null;
      this.field.accept();
    }
    this.bad = bad.filter(cell => this.state.pieces.has(cell) || this.state.mark === cell);
    this.#keep();
    this.#showBoard();
    this.written = found?.fen;
    this.#showFen();
    const isEmpty = !this.state.pieces.size && this.state.typed === null;
    if (isEmpty) this.#say("The board is empty. Choose a piece, then click the squares where it stands.");
    else if (message) this.#complain(message);
    else this.#say(found.status.result === "none" ? "" : `The game is over here: ${this.#endText(found)}.`);
  }

  #endText({ fen, status }) {
    const game = this.#game(fen);
    Object.assign(game.root, status);
    return game.endText;
  }

  // Shows an error next to its source: at the field if the FEN was typed, without repeating the FEN, or else at the board.
  #complain(text) {
    this.#say("");
    if (this.state.typed !== null) this.field.say(text.replace(/^.* FEN '.*?': /, ""), { isBad: true });
    else this.#say(text, true);
  }

  #say(text, isBad = false) {
    const said = byId("edit-said");
    said.textContent = text;
    said.classList.toggle("bad", isBad);
    if (text) this.table.say(text);
  }

  // ---- Showing ----

  #tool(name, [symbol, title]) {
    const label = Object.assign(document.createElement("label"), { title });
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "paint", value: name, checked: name === "w" });
    input.setAttribute("aria-label", title);
    label.append(input);
    if (symbol) label.insertAdjacentHTML("beforeend", `<svg viewBox="-24 -24 48 48" aria-hidden="true"><use href="#${symbol}"></use></svg>`);
    else label.append("✕");
    return label;
  }

  #showAll() {
    const { data, state } = this;
    const address = `#${data.name}/setup`;
    if (location.hash !== address) history.replaceState(null, "", address);
    document.title = `Set up a position · ${data.title} · coupturc`;
    byId("edit-game").replaceChildren(...GAMES.map(({ name, title }) => new Option(title, name)));
    byId("edit-game").value = data.name;
    byId("edit-options").replaceChildren(...ruleSelects(data, state.rules));
    const tool = document.querySelector("#palette [value=mark]");
    tool.closest("label").hidden = data.extra !== "vanguard";
    if (tool.checked && data.extra !== "vanguard") document.querySelector("#palette [value=w]").checked = true;
    this.#keep();
    this.#showBoard();
    if (state.typed !== null) this.field.type(state.typed);
    else this.#showFen();
    this.#check();
  }

  #showBoard() {
    const { data, state } = this;
    if (this.board?.game !== data) {
      this.board?.retire();
      this.board = new Board(byId("edit-board"), data, { enter: () => {}, say: this.table.say });
      this.board.edit = { click: cell => this.#click(cell), move: (from, to) => this.#move(from, to) };
      byId("editing").style.setProperty("--ratio", (data.width / data.height).toFixed(4));
    }
    const { resting } = readFen(`${state.side}${state.rest}`);
    byId("edit-side").value = state.side;
    this.board.show({ pieces: state.pieces, mark: state.mark, resting, last: null, legal: [], marked: this.bad.map(cell => [cell, "bad"]) });
  }

  #showFen() {
    if (this.state) this.field.shows(this.written ?? this.fen);
  }
}
