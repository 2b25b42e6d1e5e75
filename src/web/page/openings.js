// The explorer of openings: what a book, or the games of a file, have on the moves of the shown position.

import { textOf } from "./encoding.js";
import { escaped, moveLabel, readMove, scoreText, unescaped, whiteScore } from "./notation.js";
import { commandOf } from "./tree.js";

const byId = id => document.getElementById(id);
const MARKS = { prefer: ["★", "the engine plays only moves with this mark"], veto: ["✕", "the engine never plays it"] };
const RESULTS = ["wins", "draws", "losses"];

const made = (name, className, ...content) => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...content);
  return element;
};

const percent = (part, of) => `${Math.round(100 * part / of)} %`;
const counted = (number, what) => `${Number(number).toLocaleString("en")} ${what}${+number === 1 ? "" : "s"}`;

// The games won by White, drawn, and won by Black.
const resultsOf = (move, side) => {
  const [wins, draws, losses] = RESULTS.map(name => Number(move[name] ?? 0));
  return side === "W" ? [wins, draws, losses] : [losses, draws, wins];
};

export class Openings {
  // `pdn` reads files of games; `playFrom(request)` opens the dialog for a new game from a position.
  constructor(table, pdn, playFrom) {
    Object.assign(this, { table, pdn, panel: byId("openings"), form: byId("openings-mark"), moves: [] });
    const { isOpen = false } = table.store.read("openings", {});
    this.panel.open = isOpen;
    table.onChange(() => this.show());
    const again = () => table.run(async () => {});
    this.panel.addEventListener("toggle", () => {
      table.store.write("openings", { isOpen: this.panel.open });
      if (this.panel.open && table.game) again();
    });
    byId("openings-from").addEventListener("change", again);
    byId("openings-file").addEventListener("change", ({ target }) => this.#openFile(target));
    byId("openings-play").addEventListener("click", () => {
      const { node, game: { data, rules } } = table;
      playFrom({ data, rules, start: node.fen });
    });
    this.form.addEventListener("submit", event => {
      event.preventDefault();
      this.#mark();
    });
    this.form.elements.move.addEventListener("change", () => this.#showMark());
  }

  // After a reload, the browser may choose games that are no longer there.
  get #isOfGames() { return Boolean(this.text) && byId("openings-from").value === "games"; }

  // Asks the engine about the shown position, before its next search starts.
  show() {
    const { table, panel } = this;
    const { game, node } = table;
    panel.hidden = !game.isFree;
    byId("openings-from").querySelector("[value=games]").disabled = !this.text;
    if (panel.hidden || !panel.open || table.isReviewing) return;
    const rules = JSON.stringify(game.orders);
    if (this.#isOfGames && this.countedBy !== rules) {
      this.#count();
      return;
    }
    if (!this.#isOfGames && this.broughtFor !== game.data) {
      this.#bring(game.data);
      return;
    }
    const key = JSON.stringify([rules, commandOf(node), this.#isOfGames, this.version]);
    if (key === this.key) return;
    this.key = key;
    table.ask([commandOf(node), `book-moves from=${this.#isOfGames ? "games" : "book"}`]).then(answers => {
      if (key === this.key) this.#draw(node, answers);
    }, error => {
      byId("openings-moves").replaceChildren();
      this.#say(error.message);
    });
  }

  // Has the engine get the book, before its next search starts.
  #bring(data) {
    const { table } = this;
    this.broughtFor = data;
    return table.run(async () => { this.problem = await table.hub.bringBook(data); });
  }

  #say(text) {
    byId("openings-said").textContent = text;
  }

  // ---- Games of a file ----

  async #openFile(input) {
    const [file] = input.files;
    if (!file) return;
    this.text = await textOf(file);
    input.value = "";
    byId("openings-from").querySelector("[value=games]").disabled = false;
    byId("openings-from").value = "games";
    await this.#count();
  }

  // Has the engine count the games by the rules of the game on the board.
  #count() {
    const { table } = this;
    this.#say("Counting the games …");
    return table.run(async () => {
      this.countedBy = JSON.stringify(table.game.orders);
      await this.pdn.know(this.text);
      const [{ games, others, "others-line": first }] = await table.ask(["pdn-count"]);
      this.version = (this.version ?? 0) + 1;
      this.counted = `${counted(games, "game")}${+others ? `; left out: ${others} unreadable or by other rules, the first in line ${first}` : ""}.`;
    }, reason => {
      this.text = null;
      byId("openings-from").value = "book";
      table.trouble(reason);
    });
  }

  // ---- The moves ----

  #draw(node, answers) {
    const end = answers.find(({ word }) => word === "book-end");
    const moves = answers.filter(({ word }) => word === "book-move");
    const all = moves.map(move => resultsOf(move, node.side).reduce((sum, count) => sum + count)).reduce((sum, count) => sum + count, 0);
    byId("openings-moves").replaceChildren(...moves.map(move => this.#row(node, move, all)));
    byId("openings-name").textContent = unescaped(end.name ?? "");
    byId("openings-name").hidden = !end.name;
    this.#say(this.#summary(end, moves));
    Object.assign(this, { node, moves });
    this.form.hidden = end.changeable !== "true";
    if (!this.form.hidden) this.#fillForm();
  }

  #summary({ from, positions, effort }, moves) {
    if (from === "games") return `${this.counted} ${moves.length ? "" : "None of them has this position."}`;
    if (from === "none") return `${this.problem || "There is no book of this game."} Open a file of games to count its moves.`;
    const searches = effort ? `, each move searched with ${unescaped(effort).replace(/\d{4,}/g, number => (+number).toLocaleString("en"))}` : "";
    return `${moves.length ? "" : "The book does not have this position. "}${counted(positions, "position")}${searches}. Scores are for White.`;
  }

  #row(node, move, all) {
    const { move: text, score, mark, note, name } = move;
    const button = made("button", "", moveLabel(readMove(text), node.legal));
    button.type = "button";
    button.addEventListener("click", () => this.table.run(() => this.table.play(text)));
    if (mark) button.append(Object.assign(made("span", "mark", ` ${MARKS[mark][0]}`), { title: MARKS[mark][1] }));
    const shown = made("b", "", score === undefined ? "" : scoreText(whiteScore(score, node.side)));
    const row = made("li", "", button, shown, ...this.#results(resultsOf(move, node.side), all));
    const words = [name, note].filter(Boolean).map(unescaped).join(" · ");
    if (words) row.append(made("span", "soft words", words));
    return row;
  }

  // The number of games with their share of all, and a bar with their results.
  #results(results, all) {
    const games = results.reduce((sum, count) => sum + count);
    if (!games) return [];
    const [white, draws, black] = results.map(count => percent(count, games));
    const bar = made("span", "shares", ...results.map((count, at) => {
      const part = made("span", ["white", "draw", "black"][at], count / games > 0.2 ? percent(count, games) : "");
      part.style.flexGrow = String(count);
      part.hidden = !count;
      return part;
    }));
    Object.assign(bar, { title: `White ${white}, draws ${draws}, Black ${black}`, role: "img", ariaLabel: `White wins ${white}, draws ${draws}, Black wins ${black}` });
    return [made("span", "soft count", `${games.toLocaleString("en")} (${percent(games, all)})`), bar];
  }

  // ---- Marks and notes, in a book that is a file ----

  #fillForm() {
    const { move } = this.form.elements;
    const before = move.value;
    const { legal } = this.node;
    move.replaceChildren(...legal.map(one => new Option(moveLabel(one, legal), one.text)));
    move.value = legal.some(({ text }) => text === before) ? before : this.moves[0]?.move ?? legal[0]?.text ?? "";
    this.#showMark();
  }

  #showMark() {
    const { move, mark, note } = this.form.elements;
    const known = this.moves.find(({ move: text }) => text === move.value);
    mark.value = known?.mark ?? "none";
    note.value = unescaped(known?.note ?? "");
  }

  #mark() {
    const { table, node, form: { elements: { move, mark, note } } } = this;
    const order = `book-mark move=${move.value} mark=${mark.value} note="${escaped(note.value)}"`;
    table.run(async () => {
      await table.ask([commandOf(node), order]);
      this.version = (this.version ?? 0) + 1;
    }, text => this.#say(text));
  }
}
