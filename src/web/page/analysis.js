// Analysis: lines, arrows, the evaluation bar, piece values, and the evaluation of every move.

import { Curve } from "./curve.js";
import { chance } from "./marks.js";
import { moveLabel, pathsOf, readMove, scoreText, whiteScore, writeFen } from "./notation.js";
import { Pvs } from "./pvs.js";
import { Review } from "./review.js";
import { commandOf } from "./tree.js";

const byId = id => document.getElementById(id);
// The engine has tables of up to this many pieces without files; then every score is exact.
const TABLE_PIECES = 3;

// White's share of the bar when the game is over, and its text.
const SHARES = { "white-win": 1, draw: 0.5, "black-win": 0 };
const RESULTS = { "white-win": "1", draw: "½", "black-win": "0" };

export class Analysis {
  constructor(table) {
    Object.assign(this, { table, lines: [], paths: new WeakMap(), pvs: new Pvs(table), curve: new Curve(table) });
    table.onChange(() => this.show());
    new Review(table, () => {
      this.#drawBar();
      this.curve.show();
    });
    table.idle.analysis = table.idle.example = () => this.begin();
    this.#restore();
    for (const id of ["engine", "lines"]) {
      byId(id).addEventListener("change", () => {
        table.store.write("analysis", { engine: byId("engine").checked, lines: byId("lines").value });
        byId("pvs").style.setProperty("--lines", byId("lines").value);
        table.run(async () => {});
      });
    }
    byId("explain").addEventListener("click", () => this.explain());
    byId("verdicts").addEventListener("click", () => this.everyMove());
  }

  #restore() {
    const { engine = false, lines = "3" } = this.table.store.read("analysis", {});
    byId("engine").checked = engine;
    byId("lines").value = lines;
    byId("pvs").style.setProperty("--lines", lines);
  }

  get isOn() {
    return this.table.game.isFree && byId("engine").checked;
  }

  // Analyses the shown position until another task starts.
  async begin() {
    const { table } = this;
    if (!this.isOn || !table.node.legal.length) return;
    const count = +byId("lines").value;
    await table.stand(table.node, `set-param name=multi-pv value=${count}`);
    const { node } = table;
    this.lines = [];
    table.hub.search("analyze", ["infinite"], info => {
      this.lines[(info.multipv ?? 1) - 1] = { ...info, score: whiteScore(info.score, node.side), moves: info.pv.split(" ").map(readMove) };
      node.score = this.lines[0]?.score ?? node.score;
      this.#drawSoon(node);
    });
  }

  #drawSoon(node) {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = null;
      if (this.isOn && this.table.node === node) this.#draw(node);
    });
  }

  #draw(node) {
    const lines = this.lines.filter(Boolean);
    const [best] = lines;
    this.pvs.show(node, lines.map(line => ({ ...line, path: this.#path(node, line.moves.slice(0, 1)) })));
    byId("depth").textContent = best ? `depth ${best.depth}, ${(+best.nps).toFixed(2)} Mn/s${+best.tbhits ? ", tables" : ""}` : "";
    const arrows = lines.map(({ moves }, rank) => ({ moves: moves.slice(0, 1), kind: rank ? "other" : "best" }));
    if (best?.moves[1]) arrows.push({ moves: best.moves.slice(0, 2), kind: "reply" });
    this.table.board.arrows(arrows.map(({ moves, kind }) => ({ move: moves.at(-1), path: this.#path(node, moves), kind })));
    this.#drawBar();
    this.curve.show();
  }

  // The path of the last of these moves, as a list of cells. The engine is asked once for each; until it answers, the path is null.
  #path(node, moves) {
    if (!moves.at(-1).taken.length) return null;
    const known = this.paths.get(node) ?? this.paths.set(node, new Map()).get(node);
    const key = moves.map(({ text }) => text).join(" ");
    if (!known.has(key)) {
      known.set(key, null);
      this.table.hub.ask(`paths moves="${key}"`).then(answers => {
        known.set(key, pathsOf(answers).at(-1));
        this.#drawSoon(node);
      }, () => {});
    }
    return known.get(key);
  }

  show() {
    const { table } = this;
    const isHere = table.game.isFree;
    byId("analysis").hidden = !isHere;
    byId("bar").hidden = !isHere;
    this.pvs.show(null, []);
    byId("depth").textContent = "";
    byId("explain").setAttribute("aria-pressed", "false");
    byId("eval-text").hidden = byId("verdict-list").hidden = true;
    byId("bar").classList.toggle("flipped", table.board.flipped);
    this.#drawBar();
    this.curve.show();
  }

  // The bar is empty without a score, and shows the result of a finished game.
  #drawBar() {
    const { data, ending, node: { score } } = this.table.game;
    const share = ending ? SHARES[ending.result] : score === undefined ? null : chance(score, data.scale);
    const text = ending ? RESULTS[ending.result] : score === undefined ? "" : scoreText(score);
    byId("bar").classList.toggle("unknown", share === null);
    byId("bar").classList.toggle("behind", share < 0.5);
    byId("bar").firstElementChild.style.height = `${((share ?? 0) * 100).toFixed(1)}%`;
    byId("score").textContent = text;
    byId("bar").setAttribute("aria-label", text ? `Evaluation: ${text} for White` : "No evaluation");
  }

  // Shows the drop in White's score when each piece is removed.
  explain() {
    const { table } = this;
    if (byId("explain").getAttribute("aria-pressed") === "true") {
      table.run(async () => {});
      return;
    }
    const texts = new Map();
    let summary = "";
    table.runLong(async isOver => {
      const { node } = table;
      const ask = async command => (await table.ask([command, "eval"])).find(answer => answer.word === "eval");
      const all = await ask(commandOf(node));
      const score = whiteScore(all.score, node.side);
      summary = `Without search: ${scoreText(score)} men for White, by ${all.by === "net" ? "the net of the game" : "the hand-made evaluation"}` +
        `${all.quiet === "true" ? "" : "; but a capture is possible"}. Each number is the drop in this score without the piece.`;
      for (const cell of node.pieces.keys()) {
        if (isOver()) return;
        const pieces = new Map(node.pieces);
        pieces.delete(cell);
        const fen = writeFen({ side: node.side, pieces, mark: node.mark === cell ? null : node.mark });
        // A position without the last piece of a side cannot be evaluated.
        const without = await ask(`pos fen="${fen}"`).catch(() => null);
        texts.set(cell, without ? scoreText(score - whiteScore(without.score, node.side)) : "?");
      }
    }).then(() => {
      table.board.texts(texts);
      table.board.arrows([]);
      byId("explain").setAttribute("aria-pressed", "true");
      byId("eval-text").textContent = summary;
      byId("eval-text").hidden = false;
    });
    // Arrows of the engine would cover the numbers.
    byId("engine").checked = false;
  }

  // Shows the score of each legal move, which is exact if endgame tables have it.
  everyMove() {
    const { table } = this;
    byId("engine").checked = false;
    byId("verdict-list").hidden = true;
    const found = new Map();
    let [deepest, hits] = [0, 0];
    table.runLong(async () => {
      const { node } = table;
      await table.stand(node, "set-param name=multi-pv value=100");
      await table.hub.search("analyze", ["depth=14", "move-time=2"], info => {
        found.set(info.pv.split(" ")[0], +info.score);
        [deepest, hits] = [Math.max(deepest, info.depth), +info.tbhits];
      });
      await table.hub.ask("set-param name=multi-pv value=1");
      this.verdictsOf = node;
    }).then(() => {
      if (table.node !== this.verdictsOf) return;
      const isKnown = hits > 0 && table.node.pieces.size <= TABLE_PIECES;
      const sorted = [...found].sort((one, two) => two[1] - one[1]);
      const items = sorted.map(([text, score]) => this.#verdict(text, score, isKnown));
      const summary = isKnown ? "Results of all moves, from endgame tables." : `Searched to depth ${deepest}${hits ? ", with endgame tables" : ""}.`;
      byId("verdict-list").replaceChildren(...items);
      byId("verdict-list").hidden = !items.length;
      byId("eval-text").textContent = items.length ? summary : "The game is over.";
      byId("eval-text").hidden = false;
    });
  }

  #verdict(text, score, isKnown) {
    const button = document.createElement("button");
    button.type = "button";
    const plies = Math.round(((Math.abs(score) > 95 ? 100 : 95) - Math.abs(score)) * 100);
    const words = isKnown && score === 0 ? "draws" : Math.abs(score) < 90 ? scoreText(whiteScore(score, this.table.node.side)) : `${score > 0 ? "wins" : "loses"} in ${Math.ceil(plies / 2)}`;
    const kind = Math.abs(score) < 90 ? "" : words.split(" ")[0];
    button.append(moveLabel(readMove(text), this.table.node.legal), Object.assign(document.createElement("span"), { textContent: words, className: kind }));
    button.addEventListener("click", () => this.table.run(() => this.table.play(text)));
    return button;
  }
}
