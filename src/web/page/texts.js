// Positions as text, in and out, and positions that are set up by hand.

import { Field } from "./field.js";
import { Game, gameNamed } from "./game.js";
import { copy } from "./library.js";
import { writeFen } from "./notation.js";

const byId = id => document.getElementById(id);
const PIECES = { w: ["white-man", "White man"], W: ["white-king", "White king"], b: ["black-man", "Black man"], B: ["black-king", "Black king"], e: ["", "Nothing"] };

export class Texts {
  // `pdn` tells which games a position fits.
  constructor(table, pdn) {
    Object.assign(this, { table, pdn });
    this.field = new Field("fen", () => this.show());
    table.onChange(() => this.show());
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("fen-form", "submit", event => { event.preventDefault(); this.setUp(this.field.text); });
    on("copy-fen", "click", async () => {
      await copy(table.node.fen);
      table.notice("Copied");
    });
    on("edit", "click", () => this.#edit());
    on("edit-clear", "click", () => { this.edited.pieces.clear(); this.#showEdited(); });
    on("edit-cancel", "click", () => { this.field.accept(); this.table.run(async () => {}); });
    on("edit-done", "click", () => this.setUp(this.#editedFen()));
    byId("editor").firstElementChild.append(...Object.entries(PIECES).map(([piece, names]) => this.#paint(piece, names)));
  }

  show() {
    if (this.edited) this.#endEdit();
    this.field.shows(this.table.node.fen, this.table.game.root);
  }

  // A position to analyse, of the game on the board unless it is to be another one.
  setUp(fen, data = this.table.game.data) {
    const { table, edited } = this;
    return table.run(async () => {
      const { game } = table;
      const isOther = data !== game.data;
      await table.open(new Game("analysis", data, { rules: isOther ? {} : game.rules, start: fen }));
      this.field.accept();
      if (isOther) this.field.say(`The board has changed to ${data.title}.`, { game: table.game.root });
    }, text => this.#refuse(fen, text, edited));
  }

  async #refuse(fen, text, edited) {
    const { table } = this;
    const names = await this.pdn.gamesOf(fen).catch(() => []);
    if (!names.length || names.includes(table.game.data.name)) {
      this.field.say(text, { isBad: true });
    } else {
      const choices = names.map(gameNamed).map(game => [`Set up in ${game.title}`, () => this.setUp(fen, game)]);
      this.field.say(`This is not a position of ${table.game.data.title}.`, { isBad: true, choices });
    }
    // What was set up by hand is there to be mended.
    if (edited) this.#edit(edited);
  }

  // ---- By hand ----

  #paint(piece, [symbol, title]) {
    const label = Object.assign(document.createElement("label"), { title });
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "paint", value: piece, checked: piece === "w" });
    input.setAttribute("aria-label", title);
    label.append(input);
    if (symbol) label.insertAdjacentHTML("beforeend", `<svg viewBox="-24 -24 48 48" aria-hidden="true"><use href="#${symbol}"></use></svg>`);
    else label.append("✕");
    return label;
  }

  // Begins with the position on the board, or goes on with one that was begun.
  #edit(begun = null) {
    // Its arrows would be of another position.
    byId("engine").checked = false;
    this.table.run(async () => {}).then(() => {
      const { board, node } = this.table;
      this.edited = begun ?? { pieces: new Map(node.pieces), mark: null };
      if (!begun) {
        byId("edit-side").value = node.side;
        this.field.accept();
      }
      byId("editor").hidden = false;
      board.edit = cell => {
        const piece = byId("editor").querySelector("[name=paint]:checked").value;
        if (piece === "e" || this.edited.pieces.get(cell) === piece) this.edited.pieces.delete(cell);
        else this.edited.pieces.set(cell, piece);
        this.#showEdited();
      };
      this.#showEdited();
    });
  }

  #showEdited() {
    const { board } = this.table;
    board.show({ pieces: this.edited.pieces, mark: null, resting: [], last: null, legal: [] });
    board.arrows([]);
    this.field.shows(this.#editedFen(), this.table.game.root);
  }

  #editedFen() {
    return writeFen({ ...this.edited, side: byId("edit-side").value });
  }

  #endEdit() {
    this.edited = null;
    byId("editor").hidden = true;
    this.table.board.edit = null;
    this.table.board.draw();
  }
}
