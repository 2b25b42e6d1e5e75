// Learning from the mistakes of a game: each position before one is a puzzle.

import { Analyst } from "./analyst.js";
import { moveName } from "./curve.js";
import { colorName } from "./game.js";
import { INACCURACY, lossOf } from "./marks.js";
import { moveLabel, readMove } from "./notation.js";
import { costText, lineText } from "./words.js";

const byId = id => document.getElementById(id);
// The least search time for an answer, in seconds.
const LEAST_TIME = 0.5;

export class Lesson {
  constructor(table) {
    Object.assign(this, { table, mistakes: [], at: 0, isOpen: false });
    table.onChange(() => this.#show());
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("lesson-solution", () => this.#solve());
    on("lesson-next", () => this.#open(this.at + 1));
    on("lesson-stop", () => this.#stop());
  }

  get #mistake() { return this.mistakes[this.at]; }
  get #before() { return this.#mistake.parent; }

  // Starts with the first of these nodes of the shown game.
  begin(mistakes) {
    Object.assign(this, { mistakes, right: 0, game: this.table.game });
    byId("engine").checked = false;
    this.#open(0);
  }

  #open(at) {
    const { table } = this;
    table.run(async () => {
      Object.assign(this, { at, isOpen: true, isFirst: true, said: "", shown: null });
      this.game.stand(this.#before);
      table.lesson = this;
      table.say(this.#question);
    }).then(() => byId("board").focus());
  }

  get #question() {
    const { found, parent } = this.#mistake;
    return `${moveName(this.#mistake)} ${costText(found, parent.side)}. Find a better move for ${colorName(parent.side)}.`;
  }

  // A move on the board: right if it loses hardly more than the best one.
  enter(move) {
    const { table, game } = this;
    const mistake = this.#mistake;
    const { found, parent: before } = mistake;
    if (!this.isOpen) return;
    const label = moveLabel(move, before.legal);
    table.runLong(async isOver => {
      let score = move.text === found.best ? found.bestScore : move.text === mistake.move.text ? found.score : null;
      if (score === null) {
        byId("lesson-text").textContent = `Looking at ${label} …`;
        const analyst = new Analyst(table, game.data, Math.max(LEAST_TIME, found.effort), isOver);
        score = (await analyst.tried(before, move.text).catch(() => null))?.score;
        if (score === undefined || this.#mistake !== mistake) return;
      }
      if (lossOf(found.bestScore, score, before.side, game.data.scale) < INACCURACY) {
        if (this.isFirst) this.right += 1;
        this.#close(move.text === found.best ? `Right: ${label} is the best move.` : `Right: ${label} is as good as the best move, ${this.#best}.`, move);
      } else {
        this.isFirst = false;
        this.#say(`${label} ${costText({ bestScore: found.bestScore, score }, before.side, true)}. Try another move.`);
      }
    });
  }

  get #best() {
    return lineText(this.#before, this.#mistake.found.line);
  }

  #solve() {
    this.table.run(async () => {
      this.isFirst = false;
      this.#close(`The best move: ${this.#best}.`, readMove(this.#mistake.found.best));
    });
  }

  // Ends this mistake, with a move to show.
  #close(text, move) {
    Object.assign(this, { isOpen: false, shown: move });
    const isLast = this.at === this.mistakes.length - 1;
    this.#say(isLast ? `${text} That was the last mistake: ${this.right} of ${this.mistakes.length} solved at once.` : text);
  }

  #say(text) {
    this.said = text;
    this.table.say(text);
  }

  #stop() {
    this.table.run(async () => { this.table.lesson = null; }).then(() => byId("learn").focus());
  }

  #show() {
    const { table } = this;
    // Another game, or another position of this one, ends the lesson.
    if (table.lesson && (table.game !== this.game || table.node !== this.#before)) table.lesson = null;
    byId("lesson").hidden = !table.lesson;
    if (!table.lesson) return;
    byId("lesson-title").textContent = `Mistake ${this.at + 1} of ${this.mistakes.length}`;
    byId("lesson-question").textContent = this.#question;
    byId("lesson-text").textContent = this.said;
    byId("lesson-solution").disabled = !this.isOpen;
    byId("lesson-next").disabled = this.at === this.mistakes.length - 1;
    const { move, path } = this.#mistake;
    const arrows = [{ move, path, kind: "reply" }];
    if (this.shown) arrows.unshift({ move: this.shown, path: null, kind: "best" });
    table.board.arrows(arrows);
  }
}
