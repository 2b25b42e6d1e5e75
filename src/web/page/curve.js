// The curve of a game: White's chances after each move, with the marks of its moves.

import { chance, kindOf, signOf } from "./marks.js";
import { scoreText } from "./notation.js";

const byId = id => document.getElementById(id);

// "13. b3-c4 ??"; the start has no move.
export const moveName = node => {
  const number = Math.floor(node.place / 2) + 1;
  return node.move ? `${number}${node.place % 2 ? "…" : "."} ${node.label} ${signOf(node)}`.trim() : "Start";
};

export class Curve {
  constructor(table) {
    Object.assign(this, { table, pointed: null });
    this.host = byId("graph").lastElementChild;
    const on = (name, act) => this.host.addEventListener(name, act);
    on("click", event => table.go(this.#plyAt(event)));
    on("pointermove", event => this.#point(this.#plyAt(event)));
    on("pointerleave", () => this.#point(null));
  }

  get #wide() {
    return Math.max(1, this.table.game.nodes.length - 1);
  }

  #plyAt({ clientX }) {
    const { left, width } = this.host.getBoundingClientRect();
    return Math.max(0, Math.min(this.#wide, Math.round((clientX - left) / width * this.#wide)));
  }

  #point(ply) {
    if (ply === this.pointed) return;
    this.pointed = ply;
    this.show();
  }

  show() {
    const { data, nodes, ply } = this.table.game;
    const known = nodes.map((node, at) => [at, node]).filter(([, { score }]) => score !== undefined);
    byId("graph").hidden = known.length < 2;
    if (known.length < 2) return;
    const y = score => (98 - 96 * chance(score, data.scale)).toFixed(1);
    const points = known.map(([at, { score }]) => `${at},${y(score)}`).join(" ");
    const wide = this.#wide;
    const upright = (at, kind) => at === null || at > wide ? "" : `<line class="${kind}" x1="${at}" x2="${at}" y1="0" y2="100"/>`;
    const level = share => `<line class="zero" x1="0" x2="${wide}" y1="${share}" y2="${share}"/>`;
    // A path without length is a round dot, whatever the proportions of the picture.
    const dots = known.filter(([, node]) => kindOf(node)).map(([at, node]) => `<path class="dot ${kindOf(node)}" d="M${at} ${y(node.score)}h0"/>`);
    this.host.innerHTML = `<svg viewBox="0 0 ${wide} 100" preserveAspectRatio="none" role="img" aria-label="White’s chances by move">` +
      `<polygon class="area" points="${known[0][0]},50 ${points} ${known.at(-1)[0]},50"/>${level(50)}` +
      `${upright(this.pointed, "here")}${upright(ply, "at")}<polyline class="line" points="${points}"/>${dots.join("")}</svg>`;
    byId("pointed").textContent = this.#text(nodes[this.pointed ?? ply] ?? nodes[ply]);
  }

  #text(node) {
    const { score } = node;
    if (score === undefined) return moveName(node);
    return `${moveName(node)} ${scoreText(score)} (${Math.round(100 * chance(score, this.table.game.data.scale))} %)`;
  }
}
