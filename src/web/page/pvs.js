// The best lines of the engine, as numbered moves that can be clicked.

import { moveLabel, scoreText } from "./notation.js";

const byId = id => document.getElementById(id);

// Gives `host` one child per value. Reuses existing children: a button that is replaced between press and release gets no click.
const fill = (host, values, make, write) => {
  while (host.children.length > values.length) host.lastElementChild.remove();
  while (host.children.length < values.length) host.append(make());
  values.forEach((value, at) => write(host.children[at], value));
};

const madeItem = () => {
  const item = document.createElement("li");
  item.append(document.createElement("b"), document.createElement("span"));
  return item;
};

const madeMove = () => Object.assign(document.createElement("button"), { type: "button" });

// The text of a move in a line from `node`, with its number if it needs one; `path` belongs to the first move.
export const lineMove = (node, move, ply, path = null) => {
  const place = node.place + 1 + ply;
  const number = place % 2 === 0 ? `${place / 2 + 1}. ` : ply === 0 ? `${(place + 1) / 2}… ` : "";
  const label = ply === 0 ? moveLabel(move, node.legal, path) : `${move.from}${move.taken.length ? "x" : "-"}${move.to}`;
  return number + label;
};

export class Pvs {
  constructor(table) {
    Object.assign(this, { table, node: null, lines: [] });
    const host = byId("pvs");
    // While a button is pressed, the lines do not change.
    host.addEventListener("pointerdown", () => { this.isHeld = true; });
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => setTimeout(() => { this.isHeld = false; }));
    host.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) this.#play(+button.dataset.line, +button.dataset.ply);
    });
  }

  // Shows lines from `node` as [{ score, moves, path }], where `path` belongs to the first move.
  show(node, lines) {
    if (this.isHeld && node === this.node) return;
    Object.assign(this, { node, lines });
    fill(byId("pvs"), lines, madeItem, (item, line) => {
      const [score, moves] = item.children;
      score.textContent = scoreText(line.score);
      fill(moves, line.moves, madeMove, (button, move) => {
        const ply = line.moves.indexOf(move);
        button.textContent = lineMove(this.node, move, ply, line.path);
        Object.assign(button.dataset, { line: lines.indexOf(line), ply });
      });
    });
  }

  // Plays a line up to one of its moves.
  #play(line, ply) {
    const { table, node } = this;
    const moves = this.lines[line].moves.slice(0, ply + 1);
    table.run(async () => {
      table.game.stand(node);
      for (const { text } of moves) await table.play(text);
    });
  }
}
