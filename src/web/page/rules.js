// The page of rules: pictures of positions that can be tried out, and puzzles.

import { Board } from "./board.js";
import { Game, gameNamed } from "./game.js";
import { readFen, readMove } from "./notation.js";

const byId = id => document.getElementById(id);
const PAUSE = 650; // Milliseconds before the other side answers in a puzzle.

export class Rules {
  constructor(table) {
    this.table = table;
    table.onPuzzleMove = move => this.#answer(move);
    byId("puzzle-solution").addEventListener("click", () => this.#showSolution());
    byId("puzzle-next").addEventListener("click", () => this.#start(this.puzzle.next));
  }

  // Fetches the page once, and draws its pictures.
  async load() {
    if (this.loaded) return;
    this.loaded = true;
    const answer = await fetch("rules.html");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const article = byId("rules");
    article.replaceChildren(...page.body.childNodes);
    article.querySelector("h1").after(this.#contents(article));
    for (const figure of article.querySelectorAll("figure[data-fen]")) this.#draw(figure);
    for (const list of article.querySelectorAll("ol.puzzles")) this.#list(list);
  }

  #contents(article) {
    const list = Object.assign(document.createElement("ul"), { className: "contents" });
    for (const { id, textContent } of article.querySelectorAll("h2[id]")) {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: `#${id}`, textContent }));
      list.append(item);
    }
    return list;
  }

  #game(element) {
    return gameNamed(element.closest("[data-game]").dataset.game);
  }

  #picture(host, game, fen, moves = []) {
    const picture = document.createElement("div");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `The position ${fen || game.start}`);
    host.prepend(picture);
    const board = new Board(picture, game);
    board.show(readFen(fen || game.start));
    board.arrows(moves.map((move, rank) => ({ move: readMove(move), kind: rank ? "reply" : "best" })));
  }

  #draw(figure) {
    const game = this.#game(figure);
    const { fen, arrows, line } = figure.dataset;
    figure.classList.add("picture");
    this.#picture(figure, game, fen, arrows?.split(" "));
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: line ? "Step through it" : "Try it" });
    const texts = line?.split(" ") ?? [];
    const moves = texts.map((move, at) => ({ id: String(at + 1), parent: String(at), move }));
    button.addEventListener("click", () => this.table.run(() => {
      return this.table.open(new Game("example", game, { start: fen || game.start, moves, source: "example" }));
    }));
    figure.append(button);
  }

  // Each item of the list becomes a picture that can be solved.
  #list(list) {
    const game = this.#game(list);
    const puzzles = [...list.children].map(item => ({ game, fen: item.dataset.fen, line: item.dataset.line.split(" ") }));
    puzzles.forEach((puzzle, index) => { puzzle.next = puzzles[(index + 1) % puzzles.length]; });
    const figures = puzzles.map((puzzle, index) => {
      const figure = Object.assign(document.createElement("figure"), { className: "picture" });
      const caption = document.createElement("figcaption");
      caption.textContent = `Puzzle ${index + 1}. ${puzzle.fen[0] === "W" ? "White" : "Black"} to move and win material, or the game.`;
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Solve it" });
      button.addEventListener("click", () => this.#start(puzzle));
      figure.append(caption, button);
      this.#picture(figure, game, puzzle.fen);
      return figure;
    });
    const grid = Object.assign(document.createElement("div"), { className: "pictures" });
    grid.append(...figures);
    list.replaceWith(grid);
  }

  // ---- Solving ----

  #start(puzzle) {
    const { table } = this;
    this.puzzle = puzzle;
    table.run(async () => {
      await table.open(new Game("puzzle", puzzle.game, { start: puzzle.fen, flipped: puzzle.fen[0] === "B" }));
      this.#tell(`${puzzle.fen[0] === "W" ? "White" : "Black"} to move: find the combination.`);
    });
  }

  #tell(text) {
    byId("puzzle-text").textContent = text;
    this.table.say(text);
  }

  // A move is right if it is that of the line; the answer follows by itself.
  #answer(move) {
    const { table, puzzle } = this;
    const wanted = puzzle.line[table.game.ply];
    if (move.text !== wanted) {
      this.#tell(`${move.from}${move.taken.length ? "x" : "-"}${move.to} is not it. Try another move.`);
      table.run(async () => {});
      return;
    }
    table.run(async () => {
      await table.play(move.text);
      this.#tell(table.game.ply < puzzle.line.length ? "Yes! Go on." : "Solved!");
    }).then(() => {
      const reply = puzzle.line[table.game.ply];
      if (reply) setTimeout(() => this.#reply(puzzle, reply), PAUSE);
    });
  }

  #reply(puzzle, move) {
    const { table } = this;
    if (this.puzzle !== puzzle || table.place !== "puzzle") return;
    table.run(async () => {
      await table.play(move);
      if (table.game.ply >= puzzle.line.length) this.#tell("Solved!");
    });
  }

  #showSolution() {
    const { table, puzzle } = this;
    table.run(async () => {
      table.game.stand(table.game.root);
      for (const move of puzzle.line) await table.play(move);
      table.game.stand(table.game.root);
    });
  }
}
