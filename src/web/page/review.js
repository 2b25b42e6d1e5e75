// The analysis of a whole game: its marks, its turning points and its better lines.

import { Analyst, movesToJudge } from "./analyst.js";
import { moveName } from "./curve.js";
import { Lesson } from "./lesson.js";
import { isMistake, kindOf, signOf } from "./marks.js";
import { onwards } from "./tree.js";
import { costText, countText, lineText } from "./words.js";

const byId = id => document.getElementById(id);
// The search time for each position, in seconds.
const EFFORTS = { quick: 0.2, normal: 1, thorough: 4 };
// Checks of suspicious moves take some more time.
const CHECKS = 1.3;
// How many moves of a better line are shown.
const SHOWN = 6;

const made = (name, fields, ...content) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...content);
  return element;
};

const timeText = seconds => {
  if (seconds >= 90) return `${Math.round(seconds / 60)} min`;
  return `${seconds > 10 ? Math.round(seconds / 5) * 5 : Math.max(1, Math.ceil(seconds))} s`;
};

export class Review {
  // `redraw` draws the curve.
  constructor(table, redraw) {
    Object.assign(this, { table, redraw, items: new WeakMap(), lesson: new Lesson(table) });
    table.onChange(() => this.#show());
    table.toMistake = by => this.#toMistake(by);
    byId("effort").value = table.store.read("effort", "normal");
    byId("effort").addEventListener("change", () => table.store.write("effort", byId("effort").value));
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("whole", () => this.#analyse());
    on("stop", () => table.run(async () => {}));
    on("mistake-back", () => this.#toMistake(-1));
    on("mistake-on", () => this.#toMistake(1));
    on("learn", () => this.lesson.begin(this.#learnable));
    byId("learner").addEventListener("change", () => this.#show());
  }

  #analyse() {
    const { table } = this;
    const { game } = table;
    table.runLong(async isOver => {
      const analyst = new Analyst(table, game.data, EFFORTS[byId("effort").value], isOver);
      table.isReviewing = true;
      this.progress = "Stop";
      this.#showRunning();
      byId("stop").focus();
      const isWhole = await analyst.analyse(game, (number, of) => this.#report(number, of)).finally(() => {
        table.isReviewing = false;
        const hadFocus = document.activeElement === byId("stop");
        this.#showRunning();
        if (hadFocus) byId("whole").focus({ preventScroll: true });
      });
      return isWhole ? `Analysed. ${countText(game)}` : null;
    });
  }

  // Shows what has been found so far, without replacing buttons that the user may be pressing.
  #report(number, of) {
    const { table } = this;
    this.progress = `Stop: position ${number} of ${of}`;
    this.#showRunning();
    table.keep();
    table.moveList.update();
    this.redraw();
    this.#showPoints();
  }

  get #line() {
    return onwards(this.table.game.root);
  }

  // The mistakes with a better move that were found in the main line.
  get #points() {
    return this.#line.filter(node => node.found?.line && ["2", "4"].includes(node.found.nag));
  }

  get #learnable() {
    const side = byId("learner").value;
    return this.#points.filter(({ parent }) => !side || parent.side === side);
  }

  // The next or the previous marked mistake of the main line. A variation counts as the move from which it starts.
  #mistake(by) {
    const { nodes, ply } = this.table.game;
    const line = this.#line;
    const shown = nodes.slice(0, ply + 1);
    const here = line.findLastIndex(node => shown.includes(node));
    return by > 0 ? line.slice(here + 1).find(isMistake) : line.slice(0, here).findLast(isMistake);
  }

  #toMistake(by) {
    const node = this.#mistake(by);
    if (node) this.table.goTo(node);
  }

  // ---- Showing ----

  #show() {
    if (!this.table.game.isFree) return;
    this.#chooseLearner();
    this.#showRunning();
    this.#showEfforts();
    this.#showPoints();
  }

  // After a game against the engine, people learn from their own mistakes.
  #chooseLearner() {
    const { game } = this.table;
    if (this.game === game) return;
    this.game = game;
    byId("learner").value = ["W", "B"].find(side => game.names?.[side] === "You") ?? "";
  }

  #showRunning() {
    const isRunning = Boolean(this.table.isReviewing);
    byId("whole").disabled = isRunning || this.#line.length < 2;
    byId("effort").hidden = isRunning;
    byId("stop").hidden = !isRunning;
    byId("stop").textContent = this.progress;
  }

  // How long the analysis will take with each effort.
  #showEfforts() {
    const { options } = byId("effort");
    for (const option of options) {
      const seconds = EFFORTS[option.value];
      const searched = movesToJudge(this.#line, seconds).filter(({ parent }) => parent.legal.length > 1).length + 1;
      const text = `${option.value}, about ${timeText(searched * seconds * CHECKS)}`;
      if (option.textContent !== text) option.textContent = text;
    }
  }

  #showPoints() {
    const { game } = this.table;
    const line = this.#line;
    const isAnalysed = line.some(({ found }) => found);
    byId("review").hidden = !isAnalysed && !line.some(isMistake);
    const last = line.findLastIndex(node => node.move && !node.found);
    const part = line[last + 1]?.found ? `Analysed from ${moveName(line[last + 1])} on. ` : "";
    byId("review-text").textContent = isAnalysed ? (last > 0 ? part : "") + countText(game) : "";
    byId("mistake-back").disabled = !this.#mistake(-1);
    byId("mistake-on").disabled = !this.#mistake(1);
    byId("learn").disabled = this.table.isReviewing || !this.#learnable.length;
    byId("learner").disabled = this.table.isReviewing || !this.#points.length;
    const items = this.#points.map(node => this.items.get(node.found) ?? this.#item(node));
    const host = byId("points");
    if (items.length !== host.children.length || items.some((item, at) => host.children[at] !== item)) host.replaceChildren(...items);
    host.hidden = !items.length;
  }

  #item(node) {
    const { found, parent } = node;
    const sign = made("span", { className: kindOf(node) }, signOf(node));
    const name = moveName(node).slice(0, -signOf(node).length);
    const cost = made("button", { type: "button", title: "Go to the position before it" }, name, sign, ` ${costText(found, parent.side)}`);
    cost.addEventListener("click", () => {
      this.table.goTo(parent);
      byId("board").scrollIntoView({ block: "nearest" });
    });
    const better = made("button", { type: "button", title: "Add this line to the game" }, `better ${lineText(parent, found.line.slice(0, SHOWN))}`);
    better.addEventListener("click", () => this.#addLine(node));
    const item = made("li", {}, cost, better);
    this.items.set(found, item);
    return item;
  }

  // Makes the better line a variation, and goes to its first move.
  #addLine({ parent, found }) {
    const { table } = this;
    table.run(async () => {
      const { game } = table;
      game.stand(parent);
      for (const text of found.line) await table.play(text);
      const first = parent.children.find(({ move }) => move?.text === found.line[0]);
      first.found ??= { score: found.bestScore };
      first.score ??= found.bestScore;
      game.stand(first);
    });
  }
}
