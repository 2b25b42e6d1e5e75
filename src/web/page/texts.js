// Positions and games as text, in and out, and positions that are set up by hand.

import { GAMES } from "./games.js";
import { Refusal, readPdn, renameCells, renameFen, writeFen, writePdn } from "./notation.js";

const byId = id => document.getElementById(id);
const PIECES = { w: ["white-man", "White man"], W: ["white-king", "White king"], b: ["black-man", "Black man"], B: ["black-king", "Black king"], e: ["", "Nothing"] };
// PDN has a name of its own for this game with this option.
const KILLER = "killer";

export class Texts {
  constructor(table) {
    this.table = table;
    table.onChange(() => this.show());
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("fen-form", "submit", event => { event.preventDefault(); this.setUp(byId("fen").value); });
    on("copy-fen", "click", () => this.#copy("fen"));
    on("copy-pdn", "click", () => this.#copy("pdn"));
    on("load-pdn", "click", () => this.load(byId("pdn").value));
    on("save-pdn", "click", () => this.#save());
    on("open-pdn", "change", async event => {
      const [file] = event.target.files;
      if (!file) return;
      byId("pdn").value = await file.text();
      event.target.value = "";
      this.load(byId("pdn").value);
    });
    on("edit", "click", () => this.#edit());
    on("edit-clear", "click", () => { this.edited.pieces.clear(); this.#showEdited(); });
    on("edit-cancel", "click", () => this.table.run(async () => {}));
    on("edit-done", "click", () => this.setUp(writeFen({ ...this.edited, side: byId("edit-side").value, mark: null })));
    byId("editor").firstElementChild.append(...Object.entries(PIECES).map(([piece, names]) => this.#paint(piece, names)));
  }

  // Both texts follow the game, unless somebody is writing.
  show() {
    if (this.edited) this.#endEdit();
    if (document.activeElement !== byId("fen")) byId("fen").value = this.table.node.fen;
    if (document.activeElement !== byId("pdn")) byId("pdn").value = this.pdn();
  }

  pdn() {
    const { table } = this;
    const { data, start, nodes, rules } = table;
    const result = (nodes.at(-1).result !== "none" ? nodes.at(-1).result : table.over?.result) ?? "none";
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const tags = [["Event", "coupturc"], ["Date", today], ["White", table.playerName("W")], ["Black", table.playerName("B")]];
    const names = new Map(data.cells.map(({ name, pdn }) => [name, pdn]));
    if (start !== data.start) tags.push(["SetUp", "1"], ["FEN", renameFen(start, names)]);
    const gameType = data.options.includes("halt") && data.name === "normal" && rules.halt === KILLER ? KILLER : data.game_type;
    const moves = nodes.slice(1).map(({ label }) => renameCells(label, names).replaceAll("x", data.capture_sign));
    return writePdn({ tags, gameType, whiteBegins: nodes[0].side === "W", moves, result });
  }

  // A position to analyse.
  setUp(fen) {
    this.table.run(async () => {
      const { data, rules } = this.table;
      await this.table.open(data, rules, fen);
      this.#analyse();
    });
  }

  // A game to analyse.
  load(text) {
    this.table.run(async () => {
      const { tags, moves } = readPdn(text);
      const type = tags.GameType?.split(",")[0];
      const isKiller = type === KILLER;
      const data = isKiller ? GAMES.find(({ name }) => name === "normal")
        : type ? GAMES.find(game => game.game_type === type) : this.table.data;
      if (!data) throw new Refusal(`PDN: the game ${type} is not played here`);
      await this.table.open(data, isKiller ? { halt: KILLER } : {}, tags.FEN ?? data.start);
      this.#analyse();
      try {
        for (const move of moves) await this.table.play(move);
      } finally {
        this.table.ply = 0;
        this.table.over = null;
      }
    });
  }

  #analyse() {
    this.table.played = false;
    this.table.mode = "analysis";
    history.replaceState(null, "", "#analysis");
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }

  async #copy(id) {
    const field = byId(id);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    this.table.notice("Copied");
  }

  #save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([byId("pdn").value], { type: "text/plain" }));
    link.download = `${this.table.data.name}.pdn`;
    link.click();
    // The browser may be busy, and read it a while after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
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

  #edit() {
    // Its arrows would be of another position.
    byId("engine").checked = false;
    this.table.run(async () => {}).then(() => {
      const { board, node } = this.table;
      this.edited = { pieces: new Map(node.pieces), mark: null };
      byId("edit-side").value = node.side;
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
    byId("fen").value = writeFen({ ...this.edited, side: byId("edit-side").value });
  }

  #endEdit() {
    this.edited = null;
    byId("editor").hidden = true;
    this.table.board.edit = null;
    this.table.board.draw();
  }
}
