// Puzzles: the list, and the board for solving one.

import { Game, colorName } from "./game.js";
import { GAMES } from "./games.js";
import { moveLabel } from "./notation.js";
import { drawPicture } from "./picture.js";

const byId = id => document.getElementById(id);
const PAUSE = 650; // Milliseconds before a reply, and between the moves of a solution.

// The aims of puzzles, and those of special games.
const AIMS = { game: "win the game", king: "get a king", material: "win material" };
const SPECIAL_AIMS = { losing: "lose all pieces or get blocked", bt: "get the first king, which wins" };

const made = (name, fields = {}, ...content) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...content);
  return element;
};

// The progress of a new attempt.
const fresh = () => ({ isOpen: true, tries: 1, hinted: null, wasShown: false, said: "" });

export class Puzzles {
  constructor(table) {
    this.table = table;
    this.all = [];
    this.solved = new Set(table.store.read("solved", []));
    table.onPuzzleMove = move => this.#answer(move);
    table.onChange(() => this.#show());
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("puzzle-hint", () => this.#hint());
    on("puzzle-solution", () => this.#showSolution());
    on("puzzle-again", () => this.#start(this.#current, { wasShown: table.game.puzzle.wasShown }));
    on("puzzle-next", () => this.#goOn());
    on("puzzle-look", () => table.run(() => table.open(table.game.copy())));
  }

  // Fetches the puzzles once.
  async load() {
    this.loading ??= fetch("puzzles.html").then(answer => answer.text()).then(text => this.#read(text));
    await this.loading;
  }

  #read(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const data of GAMES) {
      const items = [...page.querySelectorAll(`[data-game="${data.name}"] li`)];
      this.all.push(...items.map(({ dataset: { fen, line, aim } }, index) => ({
        data, fen, aim, line: line.split(" "), number: index + 1, count: items.length, id: `${data.name} ${fen}`,
      })));
    }
  }

  #of(data) {
    return this.all.filter(puzzle => puzzle.data === data);
  }

  #find(game) {
    return this.all.find(({ data, fen }) => data === game.data && fen === game.root.start);
  }

  get #current() {
    const { game } = this.table;
    return game?.place === "puzzle" ? this.#find(game) : null;
  }

  #isSolved(puzzle) {
    return this.solved.has(puzzle.id);
  }

  // "Dameo: 3 of 8 solved".
  #count(title, puzzles) {
    return `${title}: ${puzzles.filter(puzzle => this.#isSolved(puzzle)).length} of ${puzzles.length} solved`;
  }

  // ---- The list ----

  async showList() {
    await this.load();
    const page = byId("puzzles");
    if (!page.firstChild) this.#build(page);
    byId("puzzles-count").textContent = this.#count("All games", this.all);
    for (const data of GAMES) byId(`puzzles-count-${data.name}`).textContent = this.#count(data.title, this.#of(data));
    for (const [puzzle, button] of this.buttons) {
      const isSolved = this.#isSolved(puzzle);
      button.classList.toggle("solved", isSolved);
      button.setAttribute("aria-label", `${puzzle.data.title}, puzzle ${puzzle.number}${isSolved ? ", solved" : ""}`);
    }
  }

  #build(page) {
    this.buttons = new Map();
    const links = GAMES.map(data => made("li", {}, made("a", { href: `#puzzles-${data.name}` }, data.title)));
    page.append(
      made("h1", {}, "Puzzles"),
      made("p", { id: "puzzles-count" }),
      made("ul", { className: "contents" }, ...links),
      ...GAMES.map(data => this.#section(data)),
    );
  }

  #section(data) {
    const grid = made("div", { className: "tiles" }, ...this.#of(data).map(puzzle => this.#tile(puzzle)));
    const rules = made("a", { href: `#rules-${data.name}` }, "Rules");
    const count = made("p", { className: "soft" }, made("span", { id: `puzzles-count-${data.name}` }), " · ", rules);
    return made("section", {}, made("h2", { id: `puzzles-${data.name}` }, data.title), count, grid);
  }

  #tile(puzzle) {
    const picture = made("span", { ariaHidden: "true" });
    picture.style.aspectRatio = `${puzzle.data.width} / ${puzzle.data.height}`;
    const button = made("button", { type: "button", className: "tile" }, picture, `${puzzle.number}`);
    button.addEventListener("click", () => this.#start(puzzle));
    this.buttons.set(puzzle, button);
    this.#drawSoon(picture, puzzle);
    return button;
  }

  // Drawing a hundred boards takes a while, so each is drawn only when it is about to become visible.
  #drawSoon(picture, puzzle) {
    this.watch ??= new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        this.watch.unobserve(target);
        const { data, fen } = this.waiting.get(target);
        drawPicture(target, data, fen).flip(fen[0] === "B");
      }
    }, { rootMargin: "50%" });
    this.waiting ??= new WeakMap();
    this.waiting.set(picture, puzzle);
    this.watch.observe(picture);
  }

  // ---- The next puzzle ----

  // The position of a puzzle with a number; undefined if there is none.
  startOf(data, number) {
    return this.all.find(puzzle => puzzle.data === data && puzzle.number === number)?.fen;
  }

  // A game with the puzzle that starts from `start`, or else with the first unsolved puzzle of `data` and the games after it.
  freshGame(data, start) {
    const wanted = this.#of(data).find(({ fen }) => fen === start);
    return this.#game(wanted ?? this.#next({ data, at: -1 }));
  }

  // The next unsolved puzzle after index `at` of a game: of the same game first, then of the next games; undefined if all are solved.
  #unsolved(data, at) {
    const own = this.#of(data);
    const from = GAMES.indexOf(data);
    const others = [...GAMES.slice(from + 1), ...GAMES.slice(0, from)].flatMap(game => this.#of(game));
    const order = [...own.slice(at + 1), ...own.slice(0, Math.max(at, 0)), ...others, ...own.slice(Math.max(at, 0), at + 1)];
    return order.find(puzzle => !this.#isSolved(puzzle));
  }

  #next({ data, at }) {
    const found = this.#unsolved(data, at);
    if (found) return found;
    const place = at < 0 ? this.all.indexOf(this.#of(data)[0]) : this.all.indexOf(this.#of(data)[at]) + 1;
    return this.all[place % this.all.length];
  }

  #goOn() {
    const { game } = this.table;
    const puzzle = this.#current;
    const next = this.#next({ data: game.data, at: puzzle ? puzzle.number - 1 : -1 });
    this.#start(next);
  }

  // ---- Solving ----

  #game(puzzle) {
    const isRepeated = this.all.every(one => this.#isSolved(one));
    const said = isRepeated ? "All puzzles are solved. You can solve this one again." : "";
    return new Game("puzzle", puzzle.data, { start: puzzle.fen, flipped: puzzle.fen[0] === "B", puzzle: { ...fresh(), number: puzzle.number, said } });
  }

  #start(puzzle, progress = {}) {
    if (!puzzle) return;
    const game = this.#game(puzzle);
    Object.assign(game.puzzle, progress);
    this.table.run(async () => {
      await this.table.open(game);
      this.table.say(`${puzzle.data.title}, puzzle ${puzzle.number}. ${this.#aim(puzzle)} ${game.puzzle.said}`.trim());
    });
  }

  #say(game, text) {
    game.puzzle.said = text;
    this.table.say(text);
  }

  // Checks an entered move: it must be the next move of the line. The reply follows automatically.
  #answer(move) {
    const { table } = this;
    const { game } = table;
    const puzzle = this.#current;
    const { line } = puzzle;
    if (game.node.side !== puzzle.fen[0]) return;
    table.run(async () => {
      if (move.text !== line[game.ply]) {
        const { tries } = game.puzzle;
        const label = moveLabel(move, game.node.legal);
        this.#say(game, `${tries === 1 ? "" : `Attempt ${tries}: `}${label} is not the solution. Try another move.`);
        game.puzzle.tries = tries + 1;
        return;
      }
      await table.play(move.text);
      if (game.ply < line.length) this.#say(game, "Correct! Find the next move.");
      else this.#finish(game, puzzle);
    });
  }

  #finish(game, puzzle) {
    game.puzzle.isOpen = false;
    // Who starts again after the solution repeats it.
    if (game.puzzle.wasShown) {
      this.#say(game, "Correct, but not counted: you have seen the solution.");
      return;
    }
    // The line may end before the game does.
    this.#say(game, puzzle.aim === "game" && game.node.result === "none" ? "Solved! The win is certain now." : "Solved!");
    this.solved = new Set([...this.table.store.read("solved", []), ...this.solved, puzzle.id]);
    this.table.store.write("solved", [...this.solved]);
  }

  // Plays the reply after a pause, if it is the other side's turn.
  #replySoon(game, puzzle) {
    const isDue = () => this.table.game === game && this.table.place === "puzzle" && game.puzzle.isOpen
      && game.ply === game.nodes.length - 1 && game.node.side !== puzzle.fen[0];
    if (this.replying || !isDue()) return;
    this.replying = setTimeout(() => {
      this.replying = null;
      if (isDue()) this.table.run(async () => { if (isDue()) await this.table.play(puzzle.line[game.ply]); });
    }, PAUSE);
  }

  #hint() {
    const { game } = this.table;
    const puzzle = this.#current;
    this.table.run(async () => {
      game.stand(game.last);
      if (!game.puzzle.isOpen || game.node.side !== puzzle.fen[0]) return;
      const [from, to] = puzzle.line[game.ply].split(/[-x]/);
      // A second hint for the same move tells its target too.
      const isSecond = game.puzzle.hinted?.ply === game.ply;
      game.puzzle.hinted = { ply: game.ply, cells: isSecond ? [from, to] : [from] };
      this.#say(game, isSecond ? `Move the piece on ${from} to ${to}.` : `Move the piece on ${from}.`);
    });
  }

  // Adds the rest of the line to the game, and plays through it.
  #showSolution() {
    const { table } = this;
    const { game } = table;
    const { line } = this.#current;
    table.run(async () => {
      const here = game.last;
      game.stand(here);
      for (const move of line.slice(game.ply)) await table.play(move);
      game.stand(here);
      table.animate = false;
      Object.assign(game.puzzle, { isOpen: false, wasShown: true });
      this.#say(game, "This is the solution. Step through it with ◂ and ▸.");
    }).then(() => this.#walk(game, game.node));
  }

  // Continues automatically until the user goes to another move.
  #walk(game, from) {
    const next = game.nodes[game.nodes.indexOf(from) + 1];
    if (!next) return;
    setTimeout(() => {
      if (this.table.game !== game || game.node !== from) return;
      this.table.goTo(next);
      this.#walk(game, next);
    }, PAUSE);
  }

  // ---- Showing ----

  #show() {
    const { table } = this;
    const { game } = table;
    const puzzle = this.#current;
    if (game.place !== "puzzle") return;
    byId("puzzle-hint").disabled = byId("puzzle-solution").disabled = !puzzle || !game.puzzle?.isOpen;
    byId("puzzle-again").disabled = !puzzle || (game.puzzle.isOpen && game.nodes.length === 1);
    byId("puzzle-all").href = `#puzzles-${game.data.name}`;
    byId("puzzle-title").textContent = puzzle ? `${game.data.title}, puzzle ${puzzle.number} of ${puzzle.count}` : game.data.title;
    byId("puzzle-aim").textContent = puzzle ? this.#aim(puzzle) : "This puzzle is no longer in the list.";
    const isEarlier = game.puzzle?.isOpen && game.ply < game.nodes.length - 1;
    byId("puzzle-text").textContent = isEarlier ? "Step to the last move to go on." : game.puzzle?.said ?? "";
    byId("puzzle-count").textContent = `${this.#count(game.data.title, this.#of(game.data))}. ${this.#count("All games", this.all)}.`;
    if (!puzzle) return;
    const { hinted, isOpen } = game.puzzle;
    const isHinted = isOpen && hinted?.cells && game.ply === game.nodes.length - 1 && hinted.ply === game.ply;
    if (isHinted) table.board.show({ marked: hinted.cells.map(cell => [cell, "hinted"]) });
    this.#replySoon(game, puzzle);
  }

  #aim({ data, fen, aim, line }) {
    const what = SPECIAL_AIMS[data.name] ?? AIMS[aim];
    const moves = (line.length + 1) / 2;
    return `${colorName(fen[0])} to move: ${what}${moves > 1 ? ` (${moves} moves)` : ""}.`;
  }
}
