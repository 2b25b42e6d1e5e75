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
    this.table = table;
    table.onChange(() => this.#show());
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("lesson-solution", () => this.#solve());
    on("lesson-next", () => this.#open(this.#state.at + 1));
    on("lesson-stop", () => this.#stop());
  }

  // The state of the lesson, which the game keeps: its mistakes as nodes, how far it is, and what was said last.
  get #state() { return this.table.game.lesson; }
  get #mistake() { return this.#state.mistakes[this.#state.at]; }
  get #before() { return this.#mistake.parent; }

  // Starts with the first of these nodes of the shown game.
  begin(mistakes) {
    this.#open(0, { mistakes, right: 0 });
  }

  #open(at, lesson = this.#state) {
    const { table } = this;
    table.run(async () => {
      table.game.lesson = Object.assign(lesson, { at, isOpen: true, isFirst: true, said: "", shown: null });
      table.game.stand(this.#before);
      table.say(this.#question);
    }).then(() => byId("board").focus());
  }

  get #question() {
    const { found, parent } = this.#mistake;
    return `${moveName(this.#mistake)} ${costText(found, parent.side)}. Find a better move for ${colorName(parent.side)}.`;
  }

  // A move on the board: right if it loses hardly more than the best one.
  enter(move) {
    const { table } = this;
    const { game } = table;
    const mistake = this.#mistake;
    const { found, parent: before } = mistake;
    if (!this.#state.isOpen) return;
    const label = moveLabel(move, before.legal);
    table.runLong(async isOver => {
      let score = move.text === found.best ? found.bestScore : move.text === mistake.move.text ? found.score : null;
      if (score === null) {
        byId("lesson-text").textContent = `Looking at ${label} …`;
        const analyst = new Analyst(table, game.data, Math.max(LEAST_TIME, found.effort), isOver);
        score = (await analyst.tried(before, move.text).catch(() => null))?.score;
        if (score === undefined || game !== table.game || !this.#state || this.#mistake !== mistake) return;
      }
      if (lossOf(found.bestScore, score, before.side, game.data.scale) < INACCURACY) {
        if (this.#state.isFirst) this.#state.right += 1;
        this.#close(move.text === found.best ? `Right: ${label} is the best move.` : `Right: ${label} is as good as the best move, ${this.#best}.`, move);
      } else {
        this.#state.isFirst = false;
        this.#say(`${label} ${costText({ bestScore: found.bestScore, score }, before.side, true)}. Try another move.`);
      }
    });
  }

  get #best() {
    return lineText(this.#before, this.#mistake.found.line);
  }

  #solve() {
    this.table.run(async () => {
      this.#state.isFirst = false;
      this.#close(`The best move: ${this.#best}.`, readMove(this.#mistake.found.best));
    });
  }

  // Ends this mistake, with a move to show.
  #close(text, move) {
    Object.assign(this.#state, { isOpen: false, shown: move });
    const { at, mistakes, right } = this.#state;
    const isLast = at === mistakes.length - 1;
    this.#say(isLast ? `${text} That was the last mistake: ${right} of ${mistakes.length} solved at once.` : text);
  }

  #say(text) {
    this.#state.said = text;
    this.table.say(text);
  }

  #stop() {
    this.table.run(async () => { this.table.game.lesson = null; }).then(() => byId("learn").focus());
  }

  #show() {
    const { table } = this;
    // Another position ends the lesson.
    if (this.#state && table.node !== this.#before) table.game.lesson = null;
    table.lesson = this.#state ? this : null;
    byId("lesson").hidden = !table.lesson;
    if (!table.lesson) return;
    // The engine would give the answer away.
    byId("engine").checked = false;
    const { at, mistakes, said, isOpen, shown } = this.#state;
    byId("lesson-title").textContent = `Mistake ${at + 1} of ${mistakes.length}`;
    byId("lesson-question").textContent = this.#question;
    byId("lesson-text").textContent = said;
    byId("lesson-solution").disabled = !isOpen;
    byId("lesson-next").disabled = at === mistakes.length - 1;
    const { move, path } = this.#mistake;
    const arrows = [{ move, path, kind: "reply" }];
    if (shown) arrows.unshift({ move: shown, path: null, kind: "best" });
    table.board.arrows(arrows);
  }
}
