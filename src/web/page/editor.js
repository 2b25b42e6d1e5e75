// The page on which a position is set up by hand.

import { Board } from "./board.js";
import { Field } from "./field.js";
import { Game, addressOf, gameNamed } from "./game.js";
import { GAMES } from "./games.js";
import { Refusal, readFen, writeFen } from "./notation.js";
import { chosenRules, ruleSelects } from "./setup.js";

const byId = id => document.getElementById(id);
const TOOLS = {
  w: ["white-man", "White man"], W: ["white-king", "White king"], b: ["black-man", "Black man"], B: ["black-king", "Black king"],
  erase: [null, "Eraser"], mark: ["mark", "Vanguard: the man that has just moved"],
};

// A cell that the engine complains of.
const cellIn = message => message.match(/\b(?:on|cell) ([a-z]?\d+)\b/)?.[1];

// What a FEN says of the pieces if it can be read at all, legal or not: as `readFen`, and `rest`, its other fields.
const readRoughly = (text, data) => {
  const names = new Map(data.cells.flatMap(({ name, other: second }) => [[name, name], [second ?? name, name]]));
  const [side, ...parts] = text.replace(/\s/g, "").replace(/\.$/, "").split(":");
  if (!/^[WB]$/i.test(side) || !parts.length) return null;
  const found = { side: side.toUpperCase(), pieces: new Map(), mark: null };
  for (const part of parts) {
    const color = part[0]?.toUpperCase();
    if (color === "V") found.mark = names.get(part.slice(1).toLowerCase()) ?? null;
    if (color !== "W" && color !== "B") continue;
    for (const piece of part.slice(1).split(",").filter(Boolean)) {
      const [, king, cell] = piece.match(/^(k?)(.*)$/i);
      const name = names.get(cell.toLowerCase());
      if (!name) return null;
      found.pieces.set(name, king ? color : color.toLowerCase());
    }
  }
  return found;
};

// Fields of a FEN that no click changes: counts for draws, and how often kings have moved.
const restOf = fen => fen.split(":").slice(1).filter(part => !/^[WBV]/.test(part)).map(part => `:${part}`).join("");

export class Editor {
  // `play({ data, rules, start })` asks for a game from a position.
  constructor(table, play) {
    Object.assign(this, { table, play });
    // Cells that the engine complains of, and the FEN as it writes it if it takes the position.
    Object.assign(this, { bad: [], written: null });
    this.field = new Field("edit-fen", () => this.#showFen());
    this.field.input.addEventListener("input", () => this.#type());
    byId("edit-game").append(...GAMES.map(({ name, title }) => new Option(title, name)));
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

  // ---- Beginning and ending ----

  // The position that was looked at last is where one begins, also after the page was loaded again.
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

  // Goes to the page. What was begun there is gone on with, unless something else was looked at meanwhile; `wishes` has a game and
  // rules of one's own.
  start({ data, rules } = {}) {
    const looked = this.#lookedAt;
    const game = data?.name ?? looked.game;
    const from = game === looked.game ? { ...looked, rules: rules ?? looked.rules } : { game, rules: rules ?? {}, fen: gameNamed(game).start };
    const kept = this.#kept();
    if (kept?.from !== from.fen || kept.game !== game) this.#begin(from);
    location.hash = `#${game}/setup`;
  }

  // Shows the page, with what was begun there.
  show(data, start) {
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

  // What was set up is somewhere else now, or not wanted.
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
      this.play({ data, rules: state.rules, start: found.fen });
    }, text => this.#complain(text));
  }

  // A game from the position has begun.
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

  // The pieces stay where both boards have the same cells.
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

  // A piece that is dropped beside the board is gone.
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

  // ---- What the engine says ----

  // The position of a FEN in the engine's words, as { fen, status }.
  async #ask(fen) {
    const [said, status] = await this.table.ask([`pos fen="${fen.replace(/"/g, "")}"`, "fen", "status"], this.#game(fen));
    return { fen: said.fen, status };
  }

  // Has the engine look at the position as it is, and marks all that it refuses.
  #check() {
    const { fen, state } = this;
    const isCurrent = () => this.state && this.state.game === state.game && this.fen === fen;
    return this.table.run(async () => {
      if (!isCurrent()) return;
      const found = await this.#examine(fen);
      if (isCurrent()) this.#tell(found);
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

  // What is wrong is taken from the board until the rest is a position: { found, message, bad, shape }, where `shape` is what was
  // typed, as far as it can be read.
  async #examine(fen) {
    const found = await this.#tried(fen);
    const { typed, side, pieces, mark } = this.state;
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

  #tell({ found, message, bad, shape }) {
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
    if (message) this.#complain(message);
    else this.#say(found.status.result === "none" ? "" : `The game is over here: ${this.#endText(found)}.`);
  }

  #endText({ fen, status }) {
    const game = this.#game(fen);
    Object.assign(game.root, status);
    return game.endText;
  }

  // Beside what has caused it: the field if somebody has typed there, which needs not be told again, else the board.
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
    byId("edit-game").value = data.name;
    byId("edit-options").replaceChildren(...ruleSelects(data, state.rules));
    const tool = document.querySelector("#palette [value=mark]");
    tool.closest("label").hidden = data.name !== "vanguard";
    if (tool.checked && data.name !== "vanguard") document.querySelector("#palette [value=w]").checked = true;
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
