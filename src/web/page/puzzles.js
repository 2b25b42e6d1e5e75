// Puzzles: the list, and the board for solving one.

import { Game, colorName } from "./game.js";
import { GAMES } from "./games.js";
import { moveLabel } from "./notation.js";
import { drawPicture } from "./picture.js";

const byId = id => document.getElementById(id);
const PAUSE = 650; // Milliseconds before a reply, and between the moves of a solution.

// The aims of puzzles, and those of special games.
const AIMS = { game: "win the game", king: "get a king", material: "win material", save: "avoid the loss" };
const DIFFICULTIES = { easy: "Easy", medium: "Medium", hard: "Hard" };
const SPECIAL_AIMS = { losing: "lose all pieces or get blocked", bt: "get the first king, which wins" };

const made = (name, fields = {}, ...content) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...content);
  return element;
};

// "Dameo, puzzle 3 of 60 (easy)".
const titleOf = ({ data, number, count, difficulty }) => `${data.title}, puzzle ${number} of ${count} (${difficulty})`;

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
    this.loading ??= fetch("puzzles.tsv").then(answer => answer.text()).then(text => this.#read(text));
    await this.loading;
  }

  // Reads a table with tabs; its first line names the columns.
  #read(text) {
    const rows = text.trimEnd().split("\n").slice(1).map(row => row.split("\t"));
    for (const data of GAMES) {
      const own = rows.filter(([name]) => name === data.name);
      this.all.push(...own.map(([, difficulty, aim, fen, line], index) => ({
        data, difficulty, aim, fen, line: line.split(" "), number: index + 1, count: own.length, id: `${data.name} ${fen}`,
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
    for (const [count, title, puzzles] of this.counts) count.textContent = this.#count(title, puzzles);
    for (const [puzzle, button] of this.buttons) this.#mark(puzzle, button);
    this.#openGroup(byId(location.hash.slice(1))?.closest("section") ?? page.querySelector("section"));
  }

  #mark(puzzle, button) {
    const isSolved = this.#isSolved(puzzle);
    button.classList.toggle("solved", isSolved);
    button.setAttribute("aria-label", `${puzzle.data.title}, puzzle ${puzzle.number}${isSolved ? ", solved" : ""}`);
  }

  #build(page) {
    this.buttons = new Map();
    this.counts = [];
    const games = GAMES.filter(data => this.#of(data).length);
    const links = games.map(data => made("li", {}, made("a", { href: `#puzzles-${data.name}` }, data.title)));
    page.append(
      made("h1", {}, "Puzzles"),
      made("p", { id: "puzzles-count" }),
      made("ul", { className: "contents" }, ...links),
      ...games.map(data => this.#section(data)),
    );
  }

  #section(data) {
    const rules = made("a", { href: `#rules-${data.name}` }, "Rules");
    const count = made("p", { className: "soft" }, this.#counter("span", data.title, this.#of(data)), " · ", rules);
    const groups = Object.keys(DIFFICULTIES).map(difficulty => this.#group(data, difficulty)).filter(Boolean);
    return made("section", {}, made("h2", { id: `puzzles-${data.name}` }, data.title), count, ...groups);
  }

  // An element with the number of solved puzzles.
  #counter(name, title, puzzles) {
    const element = made(name);
    this.counts.push([element, title, puzzles]);
    return element;
  }

  // The puzzles of one difficulty, whose tiles are made when they are shown first; null if there are none.
  #group(data, difficulty) {
    const puzzles = this.#of(data).filter(puzzle => puzzle.difficulty === difficulty);
    if (!puzzles.length) return null;
    const grid = made("div", { className: "tiles" });
    const group = made("details", {}, this.#counter("summary", DIFFICULTIES[difficulty], puzzles), grid);
    group.dataset.difficulty = difficulty;
    group.addEventListener("toggle", () => {
      if (group.open && !grid.firstChild) grid.append(...puzzles.map(puzzle => this.#tile(puzzle)));
    });
    return group;
  }

  // Opens the first group of a game with an unsolved puzzle, unless one is open.
  #openGroup(section) {
    const groups = [...section.querySelectorAll("details")];
    if (groups.some(group => group.open)) return;
    const puzzles = this.#of(GAMES.find(({ name }) => section.firstChild.id === `puzzles-${name}`));
    const next = puzzles.find(puzzle => !this.#isSolved(puzzle)) ?? puzzles[0];
    groups.find(group => group.dataset.difficulty === next.difficulty).open = true;
  }

  #tile(puzzle) {
    const picture = made("span", { ariaHidden: "true" });
    picture.style.aspectRatio = `${puzzle.data.width} / ${puzzle.data.height}`;
    const button = made("button", { type: "button", className: "tile" }, picture, `${puzzle.number}`);
    button.addEventListener("click", () => this.#start(puzzle));
    this.buttons.set(puzzle, button);
    this.#mark(puzzle, button);
    this.#drawSoon(picture, puzzle);
    return button;
  }

  // Drawing many boards takes a while, so each is drawn only when it is about to become visible.
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
    return this.#game(wanted ?? this.#next(data, null));
  }

  // The next unsolved puzzle after `puzzle`, or after none: of the same difficulty first, then of the same game, then of the next
  // games; undefined if all are solved.
  #unsolved(data, puzzle) {
    const own = this.#of(data);
    const difficulty = (puzzle ?? own[0])?.difficulty;
    const same = own.filter(one => one.difficulty === difficulty);
    const at = same.indexOf(puzzle) + 1;
    const from = GAMES.indexOf(data);
    const others = [...GAMES.slice(from + 1), ...GAMES.slice(0, from)].flatMap(game => this.#of(game));
    const order = [...same.slice(at), ...same.slice(0, at), ...own, ...others];
    return order.find(one => one !== puzzle && !this.#isSolved(one)) ?? order.find(one => !this.#isSolved(one));
  }

  #next(data, puzzle) {
    const found = this.#unsolved(data, puzzle);
    if (found) return found;
    const place = puzzle ? this.all.indexOf(puzzle) + 1 : Math.max(this.all.indexOf(this.#of(data)[0]), 0);
    return this.all[place % this.all.length];
  }

  #goOn() {
    this.#start(this.#next(this.table.game.data, this.#current));
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
    byId("puzzle-title").textContent = puzzle ? titleOf(puzzle) : game.data.title;
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
    const what = aim === "save" ? AIMS.save : SPECIAL_AIMS[data.name] ?? AIMS[aim];
    const moves = (line.length + 1) / 2;
    return `${colorName(fen[0])} to move: ${what}${moves > 1 ? ` (${moves} moves)` : ""}.`;
  }
}
