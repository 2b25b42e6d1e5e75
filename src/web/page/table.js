// The open games, one for each part of the page with a board, with the board and the engine that they share.

import { Board } from "./board.js";
import { Game, addressOf, colorName, gameNamed, newId, other } from "./game.js";
import { GAMES } from "./games.js";
import { MoveList, showAbout } from "./moves.js";
import { Refusal, moveLabel, pathsOf, readFen, readMove } from "./notation.js";
import { commandOf, newNode, onwards } from "./tree.js";

const byId = id => document.getElementById(id);
const PART_TITLES = { play: "play", analysis: "analysis", puzzle: "puzzle", example: "example" };

// Shows what is wrong above the page, as text and elements; nothing if the text is empty.
export const showTrouble = (text, ...more) => {
  byId("trouble").replaceChildren(text, ...more);
  byId("trouble").hidden = text === "";
};

export class Table {
  constructor(hub, store, say) {
    Object.assign(this, { hub, store, say });
    this.queue = Promise.resolve();
    this.wanted = 0;
    this.place = "play";
    // The open game of each place.
    this.games = {};
    this.listeners = [];
    // Whether another page is shown instead of the board. Then clocks and engine are paused.
    this.isAway = false;
    // For each place, the default work of the engine when no task is queued, such as a search.
    this.idle = {};
    // Creates a game for a place without an open game.
    this.freshGame = place => new Game(place, GAMES[0]);
    this.moveList = new MoveList(byId("moves"), node => this.goTo(node));
    store.onForeign = id => this.#separate(id);
    window.addEventListener("pagehide", () => this.keep());
  }

  get game() { return this.games[this.place]; }
  get node() { return this.game.node; }

  onChange(listener) {
    this.listeners.push(listener);
  }

  // ---- Tasks for the engine, one after the other ----

  // Queues `task`, first stopping any running search. A string returned by the task is shown; if it fails, `refuse` is
  // called with the reason. Afterwards the engine continues with its default work.
  run(task, refuse = text => this.trouble(text)) {
    this.wanted += 1;
    if (this.isPatient) this.hub.halt();
    this.queue = this.queue.then(async () => {
      await this.hub.halt();
      let message = null;
      try {
        this.trouble("");
        message = await task();
      } catch (error) {
        await refuse(error.message);
        if (!(error instanceof Refusal)) console.error(error);
      }
      this.changed();
      if (message) this.notice(message);
      await this.#goOn().catch(error => this.trouble(error.message));
    });
    return this.queue;
  }

  // Runs a long task, which gets a function that returns true when another task is waiting.
  runLong(task) {
    return this.run(async () => {
      const mine = this.wanted;
      this.isPatient = true;
      return task(() => this.wanted !== mine).finally(() => { this.isPatient = false; });
    });
  }

  async #goOn() {
    if (this.game?.node.fen && !this.isAway) await this.idle[this.place]?.();
  }

  // Sends commands to the engine, with the rules of `game`.
  async ask(commands, game = this.game) {
    const key = JSON.stringify(game.orders);
    if (key === this.sentOrders) return this.hub.ask(...commands);
    this.sentOrders = null;
    const answers = await this.hub.ask(...game.orders, ...commands);
    this.sentOrders = key;
    return answers;
  }

  // Sets the engine's position to a node.
  stand(node = this.node, ...orders) {
    return this.ask([...orders, commandOf(node)]);
  }

  trouble(text) {
    showTrouble(text);
  }

  changed() {
    if (!this.game?.node.fen) return;
    this.keep();
    this.#render();
    for (const listener of this.listeners) listener();
  }

  // ---- Open games ----

  // Adds position, status and legal moves from the engine to nodes; parents come first.
  async #look(game, nodes) {
    const commands = nodes.flatMap((node, at) => {
      const isNext = node.parent && node.parent === nodes[at - 1];
      const played = node.move ? [...(isNext ? [] : [commandOf(node.parent)]), `paths moves="${node.move.text}"`, `play move=${node.move.text}`] : [commandOf(node)];
      return [...played, "fen", "status", "legal-moves"];
    });
    const answers = await this.ask(commands, game);
    for (const node of nodes) {
      if (node.move) [node.path] = pathsOf(answers.splice(0, 1));
      const [{ fen }, { result, reason }, { moves }] = answers.splice(0, 3);
      Object.assign(node, { fen, ...readFen(fen), result, reason, legal: moves.split(" ").filter(Boolean).map(readMove) });
      const { place, legal } = node.parent ?? { place: -1 };
      // Moves of White have even places.
      node.place = place + (node.move || (place % 2 === 0) === (node.side === "W") ? 1 : 0);
      node.label = node.move ? moveLabel(node.move, legal, node.path) : "Position set up";
    }
  }

  // Opens a game in its place, and shows that place.
  // Adds a history entry, so that Back leaves the game, unless it comes from an address, which is in the history already.
  async open(game, { isAddress = false } = {}) {
    const { place } = game;
    if (!game.node.fen) await this.#look(game, [game.root, ...game.planted]);
    if (this.store.game(game.id)) game.kept ??= this.#asKept(game);
    this.keep();
    this.isAway = false;
    const before = this.games[place];
    if (before && before !== game && this.#isReplaced(before, game)) this.store.forget(before.id);
    this.place = place;
    this.games[place] = game;
    // The board must be visible before it is drawn: turning the lettering needs its size.
    this.onOpen?.();
    this.#showBoard(game.data, game.flipped);
    this.store.setOpen(place, game.id);
    this.isNewEntry = !isAddress;
  }

  // Opens a game of the list; null if it could not be restored.
  reopen(game) {
    if (!game) throw new Refusal("This game cannot be opened: it was stored by another version of this page.");
    return this.open(game);
  }

  // Whether a game can be deleted when another takes its place: an empty one, a puzzle, or an unchanged game from the same file.
  #isReplaced(before, game) {
    return before.isBlank || before.place === "puzzle" || (!before.isOwn && before.source && before.source === game.source);
  }

  // Shows a place with its open game, or with a game of `data` from the position `start` if these are given.
  async visit(place, data = null, start = null) {
    const matches = game => game && (!data || game.data === data) && (!start || game.root.start === start);
    this.isAway = false;
    if (matches(this.game) && place === this.place) return;
    const kept = [this.games[place], this.keptIn(place), this.#latest(place, data)].find(matches);
    // A game that the engine rejects stays in the list of games.
    if (kept && await this.open(kept, { isAddress: true }).then(() => true, () => false)) return;
    await this.open(this.freshGame(place, data, start), { isAddress: true });
  }

  // Leaves the board for another page.
  leave() {
    this.keep();
    this.isAway = true;
  }

  #latest(place, data) {
    const kept = data && this.store.games().find(game => game.place === place && game.game === data.name);
    return kept ? Game.from(kept) : null;
  }

  // Opens the game of an address, unless it is already open. Returns whether it was opened.
  async openAddress(address, place, data, fields, at) {
    const kept = this.games[place] ?? this.keptIn(place);
    const fits = game => game?.data === data && addressOf(game) === address;
    if (fits(kept)) return false;
    // The browser's history knows the game, with its variations and tags.
    const earlier = Game.from(this.store.game(history.state?.game ?? ""));
    if (earlier?.place === place && fits(earlier)) {
      await this.open(earlier, { isAddress: true });
      return true;
    }
    const game = new Game("analysis", data, { ...fields, source: "address" });
    game.stand(game.nodes[Math.min(at, game.nodes.length - 1)] ?? game.root);
    await this.open(game, { isAddress: true }).catch(async error => {
      // Asked for the whole line, the engine says which of the moves is not legal.
      await this.ask([commandOf(game.planted.at(-1) ?? game.root)], game);
      throw error;
    });
    return true;
  }

  // The stored game that was last open in a place.
  keptIn(place) {
    const kept = this.store.game(this.store.openIn(place) ?? "");
    return kept?.place === place ? Game.from(kept) : null;
  }

  // Deletes a stored game that is not shown.
  forget({ id, place }) {
    this.store.forget(id);
    if (this.games[place]?.id === id) delete this.games[place];
  }

  #asKept(game) {
    return JSON.stringify({ ...game.toJSON(), changed: 0 });
  }

  // Stores the game for a reload of the page.
  keep() {
    const { game } = this;
    if (!game?.node.fen) return;
    this.beforeKeeping?.();
    const now = this.#asKept(game);
    if (now === game.kept) return;
    game.kept = now;
    game.changed = Date.now();
    if (!this.store.keep(game) && !this.hasWarned) {
      this.hasWarned = true;
      this.trouble("This browser cannot store games: download them as PDN before you close the page.");
    }
  }

  // Another window has changed a game that is also open here: it becomes a separate game.
  #separate(id) {
    for (const game of Object.values(this.games)) {
      if (game.id !== id) continue;
      Object.assign(game, { id: newId(), kept: null });
      this.store.setOpen(game.place, game.id);
    }
  }

  // Draws a position until the engine is ready: that of the game that was open in a place, or the start of the one that the address names.
  sketch(place, wanted) {
    const open = this.store.game(this.store.openIn(place) ?? "");
    const kept = !wanted || open?.game === wanted.name ? open : null;
    // The puzzles are not loaded yet.
    const data = gameNamed(kept?.game) ?? wanted ?? this.freshGame(place === "puzzle" ? "analysis" : place).data;
    this.#showBoard(data, kept?.flipped === true);
    const seen = readFen(String(kept?.fen ?? data.start));
    const isKnown = [...seen.pieces.keys()].every(cell => this.board.cells.has(cell));
    this.board.show({ ...(isKnown ? seen : readFen(data.start)), last: null, legal: [] });
    byId("title").textContent = data.title;
    byId("state").textContent = "Loading the engine …";
  }

  #showBoard(data, flipped) {
    if (this.board?.game !== data) {
      this.board?.retire();
      this.board = new Board(byId("board"), data, { enter: move => this.enter(move), say: this.say });
      byId("table").style.setProperty("--ratio", (data.width / data.height).toFixed(4));
      this.board.onStuck = (cell, why) => this.notice(`${cell}: ${why.toLowerCase()}`);
    }
    this.board.flip(flipped);
  }

  // ---- Moves ----

  // Plays a move at the current node. If the game already has this move, goes to it; otherwise the move starts a variation.
  async play(text) {
    const { game } = this;
    const before = game.node;
    let after = before.children.find(({ move }) => move?.text === text);
    if (!after) {
      after = newNode(before, { move: readMove(text) });
      await this.#look(game, [after]);
      before.children.push(after);
      game.isOwn = true;
    }
    game.stand(after);
    if (!game.isFree) game.judge();
    this.animate = true;
    const mustCapture = after.legal.length && after.legal[0].taken.length && !game.ending ? ", must capture" : "";
    this.say(`${colorName(before.side)}: ${after.label}${after.move.taken.length ? `, takes ${after.move.taken.length}` : ""}. ${this.#stateText()}${mustCapture}`);
  }

  // The legal move from cell `from` that the typed text stands for: the one that leads to the same position.
  async moveOf(text, from) {
    const { node } = this;
    const candidates = node.legal.filter(move => move.from === from);
    const played = [text.replace(/[\s"]/g, ""), ...candidates.map(move => move.text)];
    const answers = await this.ask(played.flatMap(move => [commandOf(node), `play move=${move}`, "fen"]));
    const [wanted, ...fens] = answers.map(({ fen }) => fen);
    return candidates[fens.indexOf(wanted)];
  }

  enter(move) {
    if (this.place === "puzzle") return this.onPuzzleMove(move);
    if (this.lesson) return this.lesson.enter(move);
    this.run(() => this.place === "play" ? this.onMove(move) : this.play(move.text));
  }

  go(ply) {
    const { nodes } = this.game;
    this.goTo(nodes[Math.max(0, Math.min(ply, nodes.length - 1))]);
  }

  step(plies) {
    this.go(this.game.ply + plies);
  }

  goTo(node) {
    const { game } = this;
    if (node === game.node || this.lesson) return;
    this.animate = node.parent === game.node;
    // Looking at other moves stops neither the engine's search for its move nor the analysis of the game.
    if (this.place === "play" || this.isReviewing) {
      game.stand(node);
      this.changed();
    } else {
      this.run(async () => game.stand(node));
    }
  }

  remove() {
    this.run(async () => {
      this.game.cut(this.node);
      this.game.isOwn = true;
    });
  }

  flip() {
    this.game.flipped = !this.game.flipped;
    this.board.flip(this.game.flipped);
    this.changed();
  }

  // Whether moves can be entered at the current node.
  get mayMove() {
    const { game } = this;
    if (game.isFree) return true;
    if (game.over || game.ply !== game.nodes.length - 1) return false;
    if (this.place === "puzzle") return game.puzzle?.isOpen ?? false;
    return game.settings.side === "2" || game.settings.side === game.node.side;
  }

  // ---- Showing ----

  // Shows a message in place of the state until the next update.
  notice(text) {
    byId("state").textContent = text;
    this.say(text);
  }

  #stateText() {
    const { game } = this;
    if (game.ending) return game.endText;
    const isThinking = this.thinking && this.place === "play";
    return `${colorName(game.node.side)} to move${isThinking ? ": the engine is thinking" : ""}`;
  }

  // Shows whether the engine is thinking.
  showThinking(thinking) {
    this.thinking = thinking;
    if (thinking) this.#render();
  }

  #render() {
    const { game } = this;
    const { node } = game;
    byId("title").textContent = game.data.title;
    byId("state").textContent = this.#stateText();
    byId("special").textContent = game.specialRules;
    byId("special").hidden = !game.specialRules;
    const legal = this.mayMove ? node.legal : [];
    const { pieces, side, mark, resting, move } = node;
    this.board.show({ pieces, side, mark, resting, last: move, legal, marked: [] }, { animated: this.animate });
    this.animate = false;
    this.board.arrows(this.hinted ? [this.hinted] : []);
    this.hinted = null;
    this.board.texts(new Map());
    byId("legal").replaceChildren(...legal.map(({ text }) => new Option(text)));
    byId("typed").disabled = byId("type").querySelector("button").disabled = !legal.length;
    this.#renderPlayers();
    this.moveList.show(game.isFree ? onwards(game.root) : game.nodes, node, game.isFree);
    showAbout(byId("about"), game.record && { tags: game.record.tags, result: game.result });
    this.#renderSteps();
    this.#renderAddress();
  }

  #renderPlayers() {
    const { game } = this;
    const near = game.flipped ? "B" : "W";
    const count = (node, side) => [...node.pieces.values()].filter(piece => piece.toUpperCase() === side).length;
    for (const [place, side] of [["near", near], ["far", other(near)]]) {
      const strip = byId(place);
      strip.classList.toggle("turn", !game.ending && game.node.side === side);
      strip.querySelector(".disc").classList.toggle("black", side === "B");
      strip.querySelector(".name").textContent = game.playerName(side);
      const gone = count(game.root, other(side)) - count(game.node, other(side));
      strip.querySelector(".taken-count").textContent = gone > 0 ? `captured ${gone}` : "";
      strip.dataset.side = side;
    }
  }

  #renderSteps() {
    const { ply, nodes, isFree } = this.game;
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("forward").disabled = byId("last").disabled = ply === nodes.length - 1;
    byId("remove").hidden = !isFree;
    byId("remove").disabled = ply === 0;
  }

  // Updates the window title and the address: a newly opened game gets an entry in the history, a step in a game does not.
  #renderAddress() {
    if (byId("table").hidden) return;
    const { game } = this;
    const { node } = game;
    const number = Math.floor(node.place / 2) + 1;
    const at = node.move ? `${number}${node.place % 2 ? "…" : "."} ${node.label}` : this.#stateText();
    document.title = [at, game.title, `${game.data.title}, ${PART_TITLES[this.place]}`, "coupturc"].filter(Boolean).join(" · ");
    const address = addressOf(game);
    const state = { game: game.id };
    if (address !== location.hash && this.isNewEntry) history.pushState(state, "", address);
    else if (address !== location.hash || history.state?.game !== game.id) history.replaceState(state, "", address);
    this.isNewEntry = false;
  }
}
