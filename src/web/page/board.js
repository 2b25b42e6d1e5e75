// A board: draws a position, and lets people enter moves. It knows the legal moves from the engine, but no rules.

import { SYMBOLS } from "./games.js";
import { colorOf } from "./notation.js";

const SYMBOL_OF = { w: "white-man", W: "white-king", b: "black-man", B: "black-king" };
const NAME_OF = { w: "white man", W: "white king", b: "black man", B: "black king" };
const SVG = "http://www.w3.org/2000/svg";
// The maximum distance from the centre of a cell at which a click selects it.
const REACH = 34;

const drawn = (name, attributes = {}) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// The markup comes from games.js or the engine, so it is safe.
const drawing = markup => {
  const group = drawn("g");
  group.innerHTML = markup;
  return group;
};

// Adds the symbols of the pieces, once for all boards of the page.
export const addSymbols = () => {
  const sheet = drawn("svg", { class: "symbols", width: 0, height: 0, "aria-hidden": "true" });
  sheet.innerHTML = SYMBOLS;
  document.body.prepend(sheet);
};

export class Board {
  // `enter(move)` is called with a legal move, `say(text)` with text for screen readers. Without `enter`, the board is
  // only a picture.
  constructor(host, game, { enter = null, say = () => {} } = {}) {
    Object.assign(this, { host, game, enter, say });
    this.cells = new Map(game.cells.map(cell => [cell.name, cell]));
    this.flipped = false;
    this.state = { pieces: new Map(), side: "W", mark: null, resting: [], last: null, legal: [], marked: [] };
    this.uses = new Map();
    this.cursor = null;
    // Handlers for setting up a position instead of moving: { click(cell), move(from, to) }, where `to` is null off the board.
    this.edit = null;
    this.listening = new AbortController();
    this.#forget();
    this.#build();
  }

  #forget() {
    this.picked = { from: null, to: null, taken: new Set() };
  }

  #build() {
    const { width, height, drawing: markup } = this.game;
    this.svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    this.ground = drawing(markup);
    const lettering = drawing(`<g ${this.game.lettering}></g>`).firstChild;
    lettering.append(this.ground);
    this.layers = {};
    this.svg.append(lettering);
    for (const name of ["marks", "pieces", "ring", "arrows", "texts", "hints"]) {
      this.layers[name] = drawn("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    this.host.replaceChildren(this.svg);
    if (this.enter) this.#listen();
  }

  // ---- Showing ----

  // Updates the state: { pieces, side, mark, resting, last: the last move, legal: the moves that can be entered,
  // marked: highlighted cells, as [cell, kind] }.
  show(state, { animated = false } = {}) {
    this.state = { ...this.state, ...state };
    this.#forget();
    this.#drawPieces(animated ? this.state.last : null);
    this.draw();
  }

  flip(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    const { width, height } = this.game;
    const turn = flipped ? `rotate(180 ${width / 2} ${height / 2})` : "";
    this.ground.setAttribute("transform", turn);
    for (const text of this.ground.querySelectorAll("text")) {
      const box = text.getBBox();
      const upright = `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`;
      text.setAttribute("transform", flipped ? upright : "");
    }
    for (const [cell, use] of this.uses) this.#place(use, cell);
    this.draw();
  }

  at(cell) {
    const { x, y } = this.cells.get(cell);
    return this.flipped ? [this.game.width - x, this.game.height - y] : [x, y];
  }

  #place(use, cell) {
    const [x, y] = this.at(cell);
    use.style.transform = `translate(${x}px, ${y}px)`;
  }

  #drawPieces(move) {
    const { pieces } = this.state;
    const moving = move && this.uses.get(move.from);
    if (moving && move.from !== move.to) {
      this.uses.delete(move.from);
      this.uses.get(move.to)?.remove();
      this.uses.set(move.to, moving);
      this.#place(moving, move.to);
      this.layers.pieces.append(moving);
    }
    for (const [cell, use] of this.uses) {
      if (pieces.has(cell)) continue;
      use.remove();
      this.uses.delete(cell);
    }
    for (const [cell, piece] of pieces) {
      let use = this.uses.get(cell);
      if (!use) {
        use = drawn("use");
        this.uses.set(cell, use);
        this.layers.pieces.append(use);
        this.#place(use, cell);
      }
      use.setAttribute("href", `#${SYMBOL_OF[piece]}`);
    }
  }

  #outline(cell, kind) {
    const { width, height } = this.game;
    const turn = this.flipped ? `rotate(180 ${width / 2} ${height / 2})` : "";
    return drawn("path", { d: this.cells.get(cell).outline, class: kind, transform: turn });
  }

  // Draws everything except the pieces: marks of moves, targets, the cursor.
  draw() {
    const { last, mark, resting, pieces, marked } = this.state;
    const { from, to } = this.picked;
    const marks = marked.map(([cell, kind]) => this.#outline(cell, kind));
    if (last) {
      marks.push(this.#outline(last.from, "last"), this.#outline(last.to, "last"));
      for (const cell of last.taken) marks.push(this.#outline(cell, "taken"));
    }
    if (from) marks.push(this.#outline(from, "picked"));
    if (to) marks.push(this.#outline(to, "picked"));
    if (this.enter && !this.edit && !from) {
      for (const cell of this.#obliged()) marks.push(this.#outline(cell, "must"));
    }
    this.layers.marks.replaceChildren(...marks);
    const ring = cell => drawn("use", { href: "#mark", x: this.at(cell)[0], y: this.at(cell)[1] });
    this.layers.ring.replaceChildren(...(mark ? [mark] : resting).map(ring));
    const hints = [];
    if (from && !to) {
      for (const cell of new Set(this.#candidates().map(move => move.to))) {
        const [cx, cy] = this.at(cell);
        hints.push(drawn("circle", { cx, cy, r: pieces.has(cell) ? 20 : 8, class: pieces.has(cell) ? "goal ringed" : "goal" }));
      }
    }
    if (from) {
      for (const cell of this.#distinguishing()) {
        const [cx, cy] = this.at(cell);
        hints.push(drawn("circle", { cx, cy, r: 20, class: this.picked.taken.has(cell) ? "prey chosen" : "prey" }));
      }
    }
    if (this.cursor) hints.push(this.#outline(this.cursor, "cursor"));
    this.layers.hints.replaceChildren(...hints);
  }

  // Draws arrows: [{ move, path, kind }], the most important first. `path` lists the cells on which the piece lands, if known.
  arrows(list) {
    const made = list.map(({ move, path, kind }) => this.#arrow(path ?? [move.from, move.to], kind));
    this.layers.arrows.replaceChildren(...made.reverse());
  }

  // An arrow through these cells, with its head at the last one.
  #arrow(cells, kind) {
    const points = cells.map(cell => this.at(cell));
    const towards = ([x1, y1], [x2, y2]) => {
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      return [(x2 - x1) / length, (y2 - y1) / length];
    };
    const [ux, uy] = towards(points.at(-2), points.at(-1));
    const [sx, sy] = towards(points[0], points[1]);
    const [tx, ty] = [points.at(-1)[0] - ux * 4, points.at(-1)[1] - uy * 4];
    const [bx, by] = [tx - ux * 16, ty - uy * 16];
    const head = [[tx, ty], [bx - uy * 10, by + ux * 10], [bx + uy * 10, by - ux * 10]];
    const shaft = [[points[0][0] + sx * 10, points[0][1] + sy * 10], ...points.slice(1, -1), [bx, by]];
    const group = drawn("g", { class: `arrow ${kind}` });
    group.append(drawn("polyline", { points: shaft.join(" ") }), drawn("polygon", { points: head.join(" ") }));
    return group;
  }

  // Draws short strings on pieces, given as a Map by cell.
  texts(map) {
    const made = [...map].map(([cell, text]) => {
      const [x, y] = this.at(cell);
      const element = drawn("text", { x, y: y + 4, class: colorOf(this.state.pieces.get(cell)) === "B" ? "on-black" : "on-white" });
      element.textContent = text;
      return element;
    });
    this.layers.texts.replaceChildren(...made);
  }

  // ---- Moves ----

  // The legal moves that match the choices so far.
  #candidates() {
    const { from, to, taken } = this.picked;
    return this.state.legal.filter(move =>
      move.from === from && (!to || move.to === to) && [...taken].every(cell => move.taken.includes(cell)));
  }

  // Captured cells that distinguish the candidates.
  #distinguishing() {
    const all = this.#candidates();
    const cells = new Set(all.flatMap(move => move.taken));
    return [...cells].filter(cell => this.picked.taken.has(cell) || !all.every(move => move.taken.includes(cell)));
  }

  // The pieces that must capture.
  #obliged() {
    const { legal } = this.state;
    return legal.length && legal[0].taken.length ? [...new Set(legal.map(move => move.from))] : [];
  }

  #pick(cell) {
    this.#forget();
    if (this.state.legal.some(move => move.from === cell)) {
      this.picked.from = cell;
      const targets = [...new Set(this.#candidates().map(move => move.to))];
      this.say(`${this.describe(cell)} picked up. It can go to ${targets.join(", ")}.`);
    } else if (colorOf(this.state.pieces.get(cell)) === this.state.side && this.state.legal.length) {
      const why = this.#obliged().length ? "Capture is compulsory" : "It has no move";
      this.say(`${this.describe(cell)} cannot move. ${why}.`);
      this.onStuck?.(cell, why);
    }
    this.draw();
  }

  // Handles the choice of a cell: the piece to move, its target, or a piece to capture.
  choose(cell) {
    if (this.edit) return this.edit.click(cell);
    if (!this.picked.from) return this.#pick(cell);
    const all = this.#candidates();
    if (all.length && all.every(move => move.taken.includes(cell) && move.to !== cell)) {
      // All candidates capture this piece, so it does not distinguish them.
      if (all.length === 1) this.#play(all[0]);
      return;
    }
    const narrowed = !this.picked.to && this.#candidates().some(move => move.to === cell) ? { ...this.picked, to: cell }
      : this.#distinguishing().includes(cell) ? { ...this.picked, taken: new Set([...this.picked.taken, cell]) } : null;
    if (!narrowed) return this.#pick(this.picked.from === cell ? null : cell);
    this.picked = narrowed;
    const left = this.#candidates();
    if (left.length === 1 && (this.picked.to || this.picked.taken.size)) return this.#play(left[0]);
    if (this.picked.to) this.say(`Several captures end there. Choose a captured piece: ${this.#distinguishing().join(", ")}.`);
    this.draw();
  }

  #play(move) {
    this.#forget();
    this.draw();
    this.enter(move);
  }

  describe(cell) {
    const piece = this.state.pieces.get(cell);
    return `${cell}, ${piece ? NAME_OF[piece] : "empty"}`;
  }

  // ---- Input ----

  #listen() {
    const { signal } = this.listening;
    const on = (name, handle) => this.host.addEventListener(name, handle, { signal });
    on("pointerdown", event => this.#press(event));
    on("pointermove", event => this.#drag(event));
    on("pointerup", event => this.#drop(event));
    on("pointercancel", () => this.#release());
    on("keydown", event => this.#key(event));
    on("blur", () => { this.cursor = null; this.draw(); });
  }

  // Removes the event listeners, as another board takes its place.
  retire() {
    this.listening.abort();
  }

  #point(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  #cellAt([px, py]) {
    let [best, least] = [null, REACH];
    for (const name of this.cells.keys()) {
      const [x, y] = this.at(name);
      const away = Math.hypot(px - x, py - y);
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  #press(event) {
    if (event.button !== 0 || this.held) return;
    const cell = this.#cellAt(this.#point(event));
    this.cursor = null;
    if (!cell) return this.#pick(null);
    if (this.edit) return this.uses.has(cell) ? this.#hold(event, cell, false) : this.edit.click(cell);
    const again = cell === this.picked.from;
    if (!again || this.#candidates().some(move => move.to === cell)) this.choose(cell);
    if (this.picked.from === cell && !this.picked.to) this.#hold(event, cell, again);
  }

  // Starts dragging a piece.
  #hold(event, cell, again) {
    event.preventDefault();
    this.host.focus({ preventScroll: true });
    this.host.setPointerCapture(event.pointerId);
    this.held = { cell, again, use: this.uses.get(cell), moved: false };
  }

  #drag(event) {
    if (!this.held) return;
    const [x, y] = this.#point(event);
    const [x0, y0] = this.at(this.held.cell);
    if (!this.held.moved && Math.hypot(x - x0, y - y0) < 25) return;
    this.held.moved = true;
    this.held.use.classList.add("held");
    this.layers.pieces.append(this.held.use);
    this.held.use.style.transform = `translate(${x}px, ${y}px)`;
  }

  #drop(event) {
    if (!this.held) return;
    const { cell, again, moved } = this.held;
    const target = this.#cellAt(this.#point(event));
    this.#release();
    if (this.edit) moved ? this.edit.move(cell, target) : this.edit.click(cell);
    else if (moved && target && target !== cell) this.choose(target);
    else if (!moved && again) this.#pick(null);
  }

  #release() {
    if (!this.held) return;
    this.held.use.classList.remove("held");
    this.#place(this.held.use, this.held.cell);
    this.held = null;
  }

  // Handles a key. Without a cursor, left and right step through the game instead.
  #key(event) {
    if (!this.cursor && ["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      this.#walk(step);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.cursor) this.choose(this.cursor);
      else this.#walk([0, 1]);
    } else if (event.key === "Escape") {
      if (!this.picked.from) this.cursor = null;
      this.#pick(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Moves the cursor to the next cell in a direction.
  #walk([dx, dy]) {
    const home = this.state.legal[0]?.from ?? this.game.cells[0].name;
    if (!this.cursor) {
      this.cursor = home;
    } else {
      const [x0, y0] = this.at(this.cursor);
      let [best, least] = [this.cursor, Infinity];
      for (const name of this.cells.keys()) {
        const [x, y] = this.at(name);
        const [along, aside] = dx ? [(x - x0) * dx, Math.abs(y - y0)] : [(y - y0) * dy, Math.abs(x - x0)];
        // Left and right stay in the row; up and down go to the next row.
        const away = dx ? along + 1000 * aside : 1000 * along + aside;
        if (along > 1 && (dy || aside < 1) && away < least) [best, least] = [name, away];
      }
      this.cursor = best;
    }
    const can = this.state.legal.some(move => move.from === this.cursor) ? ", can move" : "";
    this.say(`${this.describe(this.cursor)}${can}`);
    this.draw();
  }
}
