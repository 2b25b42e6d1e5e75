// The table: a game, move by move, the players, their clocks, and the engine that judges what is legal and plays.

import { Board } from "./board.js";
import { GAMES, OPTIONS } from "./games.js";
import { MoveList, showAbout } from "./moves.js";
import { Refusal, moveLabel, readFen, readMove, whiteScore } from "./notation.js";
import { commandOf, newNode, onwards, planted, upTo } from "./tree.js";

const byId = id => document.getElementById(id);
const other = side => side === "W" ? "B" : "W";
const COLORS = { W: "White", B: "Black" };
const REASONS = {
  "no-pieces": "has no piece left", "no-moves": "cannot move", repetition: "the position has come up three times",
  "25-moves": "25 moves with kings only", "16-moves": "16 moves in this ending", "5-moves": "5 moves in this ending",
  "15-moves": "15 moves with kings only", "30-moves": "30 moves with these pieces", "60-moves": "60 moves with these pieces",
  "7-moves": "7 moves in this ending", "2-moves": "2 moves in this ending",
  "king-against-king": "one king each", "king-against-man": "a king against a man",
};
// How long the engine thinks where there is no clock.
const TIME_WITHOUT_CLOCK = 3;

export class Table {
  constructor(hub, say) {
    Object.assign(this, { hub, say });
    this.queue = Promise.resolve();
    this.wanted = 0;
    this.mode = "play";
    this.listeners = [];
    // What else wants the engine while nobody plays; gives nothing or begins a search.
    this.whenIdle = async () => {};
    this.settings = { side: "W", level: 5, time: "" };
    this.moveList = new MoveList(byId("moves"), node => this.goTo(node));
    this.#take(GAMES[0], {}, null);
    setInterval(() => this.#tick(), 200);
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  // ---- Orders to the engine, one after the other ----

  // Does `task` when nothing else is being done; a search that runs is ended before. What the task gives is told; `refuse` is
  // told why it cannot be done. Then the engine goes on with what is its turn now.
  run(task, refuse = text => this.trouble(text)) {
    this.wanted += 1;
    if (this.isPatient) this.hub.halt();
    this.queue = this.queue.then(async () => {
      await this.hub.halt();
      let told = null;
      try {
        this.trouble("");
        told = await task();
      } catch (error) {
        await refuse(error.message);
        if (!(error instanceof Refusal)) console.error(error);
      }
      this.changed();
      if (told) this.notice(told);
      await this.#goOn().catch(error => this.trouble(error.message));
    });
    return this.queue;
  }

  // Does a task of many steps that ends when something else is wanted: then `step` is given true.
  runLong(task) {
    return this.run(async () => {
      const mine = this.wanted;
      this.isPatient = true;
      await task(() => this.wanted !== mine).finally(() => { this.isPatient = false; });
    });
  }

  async #goOn() {
    if (this.mode === "play" && !this.over && !this.isHuman(this.last.side)) return this.#think();
    if (this.mode === "puzzle") return;
    await this.whenIdle();
  }

  trouble(text) {
    byId("trouble").textContent = text;
    byId("trouble").hidden = text === "";
  }

  changed() {
    this.#render();
    for (const listener of this.listeners) listener();
  }

  // ---- The game ----

  // The game is a tree; `nodes` is the line in it that is looked at, from its root on, and `ply` the place in that line. `record`
  // is what the engine has read, if the game comes from a file: its tags and its result count.
  #take(data, rules, root, record = null) {
    Object.assign(this, { data, rules, root, record, nodes: root ? onwards(root) : [], ply: 0, over: null, played: false });
    if (this.board?.game !== data) {
      this.board?.retire();
      this.board = new Board(byId("board"), data, { enter: move => this.enter(move), say: this.say });
      byId("table").style.setProperty("--ratio", (data.width / data.height).toFixed(4));
      this.board.onStuck = (cell, why) => this.notice(`${cell}: ${why.toLowerCase()}`);
    }
  }

  get node() { return this.nodes[this.ply]; }
  get last() { return this.nodes.at(-1); }

  // The result as PDN has it. That of a file holds until the game has been played on to its end.
  get result() {
    if (this.record && !this.over) return this.record.result;
    const end = onwards(this.root).at(-1);
    return this.data.results[end.result !== "none" ? end.result : this.over?.result ?? "none"];
  }

  // Notes what the engine says of the positions of nodes, parents first, after some orders.
  async #look(nodes, orders = []) {
    const asked = nodes.flatMap((node, at) => {
      const isNext = node.move && node.parent === nodes[at - 1];
      return [isNext ? `play move=${node.move.text}` : commandOf(node), "fen", "status", "legal-moves"];
    });
    const answers = await this.hub.ask(...orders, ...asked);
    for (const node of nodes) {
      const [{ fen }, { result, reason }, { moves }] = answers.splice(0, 3);
      Object.assign(node, { fen, ...readFen(fen), result, reason, legal: moves.split(" ").filter(Boolean).map(readMove) });
      const { place, legal } = node.parent ?? { place: -1 };
      // White's moves have even places.
      node.place = place + (node.move || (place % 2 === 0) === (node.side === "W") ? 1 : 0);
      node.label = node.move ? moveLabel(node.move, legal) : "Position set up";
    }
  }

  // Sets up a game; `rules` are parameters of the engine, `record` a game that the engine has read.
  async open(data, rules = {}, start = data.start, record = null) {
    const usual = Object.fromEntries(OPTIONS.map(({ name, values: [first] }) => [name, first.name]));
    const orders = (game, chosen) => Object.entries({ variant: game.name, ...usual, ...chosen })
      .map(([name, value]) => `set-param name=${name} value=${value}`);
    const root = newNode(null, { start: start.replace(/[\s"]/g, ""), comment: record?.comment });
    const nodes = [root, ...planted(root, record?.nodes ?? [])];
    try {
      await this.#look(nodes, orders(data, rules));
    } catch (error) {
      // The engine may have another game on its board now than we.
      await this.hub.ask(...orders(this.data, this.rules)).catch(() => {});
      throw error;
    }
    this.#take(data, rules, root, record);
  }

  // Plays a move at the position that is shown. Where that has other moves already, it begins a variation.
  async play(text) {
    const before = this.node;
    let after = before.children.find(({ move }) => move?.text === text);
    if (!after) {
      after = newNode(before, { move: readMove(text) });
      await this.#look([after]);
      before.children.push(after);
    }
    this.#stand(after);
    if (this.mode === "play") {
      // The game goes on here, whatever was tried before.
      before.children.sort((one, two) => (two === after) - (one === after));
      this.nodes.length = this.ply + 1;
    }
    this.#stopClock(before.side);
    if (this.mode !== "analysis") this.#judge();
    this.animate = true;
    const check = after.legal.length && after.legal[0].taken.length && !this.ending ? ", must capture" : "";
    this.say(`${COLORS[before.side]}: ${after.label}${after.move.taken.length ? `, takes ${after.move.taken.length}` : ""}. ${this.#stateText()}${check}`);
  }

  // Whether the game is over by what is on the board at its end.
  #judge() {
    const { result, reason } = this.last;
    this.over = result === "none" ? null : { result, reason };
  }

  // How the game has ended where it is looked at.
  get ending() {
    if (this.mode === "play") return this.over;
    if (this.node.result !== "none") return this.node;
    return this.node.children.length ? null : this.over;
  }

  enter(move) {
    if (this.onPuzzleMove && this.mode === "puzzle") return this.onPuzzleMove(move);
    this.run(() => this.play(move.text));
  }

  go(ply) {
    this.goTo(this.nodes[Math.max(0, Math.min(ply, this.nodes.length - 1))]);
  }

  goTo(node) {
    if (node === this.node) return;
    this.animate = node.parent === this.node;
    const step = () => this.#stand(node);
    // Who only looks back does not disturb the engine while it thinks about its move.
    if (this.mode === "play") {
      step();
      this.changed();
    } else {
      this.run(async () => step());
    }
  }

  // Looks at a node; if it is not in the line that was looked at, its own line is from now on.
  #stand(node) {
    if (!this.nodes.includes(node)) this.nodes = [...upTo(node), ...onwards(node).slice(1)];
    this.ply = this.nodes.indexOf(node);
  }

  // Back from analysis to the game that is played.
  returnToGame() {
    this.#stand(onwards(this.root).at(-1));
    if (!this.over) this.#judge();
  }

  // What is on the board is analysed from now on.
  analyse() {
    Object.assign(this, { played: false, mode: "analysis", clocks: null });
    history.replaceState(null, "", "#analysis");
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }

  // Takes a move and all that comes after it out of the game.
  #cut(node) {
    const { parent } = node;
    parent.children = parent.children.filter(child => child !== node);
    this.nodes = upTo(parent);
    this.ply = this.nodes.length - 1;
  }

  remove() {
    this.run(async () => this.#cut(this.node));
  }

  flip() {
    this.board.flip(!this.board.flipped);
    this.changed();
  }

  isHuman(side) {
    return this.settings.side === "2" || this.settings.side === side;
  }

  // Who may move the pieces at the position that is shown.
  #mayMove() {
    if (this.mode === "analysis") return true;
    if (this.over || this.ply !== this.nodes.length - 1) return false;
    return this.mode === "puzzle" || this.isHuman(this.node.side);
  }

  // ---- Playing against the engine ----

  async newGame(data, rules, { side, level, time }) {
    this.settings = { side: side === "R" ? "WB"[Math.floor(Math.random() * 2)] : side, level, time };
    await this.open(data, rules);
    const [base, increment] = time ? time.split("+").map(Number) : [];
    this.control = time ? { base: base * 1000, increment: increment * 1000 } : null;
    this.clocks = time ? { W: this.control.base, B: this.control.base } : null;
    this.since = performance.now();
    this.played = true;
    this.board.flip(this.settings.side === "B");
  }

  async #think() {
    const { level } = this.settings;
    const { last } = this;
    const { side } = last;
    await this.hub.ask("set-param name=multi-pv value=1", `set-param name=level value=${level}`, commandOf(last));
    const seconds = ms => (ms / 1000).toFixed(2);
    const limit = this.clocks
      ? `time=${seconds(this.#left(side))} inc=${seconds(this.control.increment)}` : `move-time=${TIME_WITHOUT_CLOCK}`;
    this.thinking = true;
    this.#render();
    let score = null;
    this.hub.search("think", [limit], info => { score = whiteScore(info.score, side); }).then(done => {
      this.thinking = false;
      if (done.halted || !done.move) return;
      if (score !== null) last.score ??= score;
      this.run(() => {
        this.ply = this.nodes.length - 1;
        return this.play(done.move);
      });
    });
  }

  undo() {
    this.run(async () => {
      const { settings, nodes } = this;
      const against = settings.side === "2" ? null : other(settings.side);
      let left = Math.max(1, nodes.length - 1);
      while (left > 1 && nodes[left - 1].side === against) left -= 1;
      if (left < nodes.length) this.#cut(nodes[left]);
      this.over = null;
      this.since = performance.now();
    });
  }

  resign() {
    this.run(async () => {
      const loser = this.settings.side === "2" ? this.last.side : this.settings.side;
      this.over = { result: loser === "W" ? "black-win" : "white-win", reason: "resignation" };
    });
  }

  // The engine takes a draw where it does not think that it stands better.
  offerDraw() {
    this.run(async () => {
      const { side } = this.last;
      if (this.settings.side !== "2") {
        let score = 0;
        this.ply = this.nodes.length - 1;
        await this.hub.ask("set-param name=multi-pv value=1", commandOf(this.node));
        await this.hub.search("analyze", ["move-time=0.5"], info => { score = whiteScore(info.score, side); });
        const ofEngine = this.settings.side === "W" ? -score : score;
        if (ofEngine > 0.05) return "The engine declines: it thinks that it stands better.";
      }
      this.over = { result: "draw", reason: "agreement" };
      return null;
    });
  }

  // A draw by rule is there to be claimed, not obeyed.
  goOnPlaying() {
    this.run(async () => { this.over = null; });
  }

  hint() {
    this.run(async () => {
      await this.hub.ask("set-param name=multi-pv value=1", commandOf(this.node));
      const done = await this.hub.search("analyze", ["move-time=1"]);
      this.hinted = done.move ? readMove(done.move) : null;
      return this.hinted && `Hint: ${moveLabel(this.hinted, this.node.legal)}`;
    });
  }

  // Tells something in place of the state, until the board is shown anew.
  notice(text) {
    byId("state").textContent = text;
    this.say(text);
  }

  // ---- Clocks ----

  get isTicking() {
    return this.mode === "play" && this.clocks && !this.over && this.nodes.length > 0;
  }

  #left(side) {
    const running = this.isTicking && this.last.side === side;
    return Math.max(0, this.clocks[side] - (running ? performance.now() - this.since : 0));
  }

  #stopClock(side) {
    if (!this.clocks || this.mode !== "play") return;
    this.clocks[side] -= performance.now() - this.since;
    this.clocks[side] += this.control.increment;
    this.since = performance.now();
  }

  #tick() {
    if (!this.isTicking) return;
    const { side } = this.last;
    if (this.#left(side) === 0) {
      this.run(async () => {
        this.clocks[side] = 0;
        this.over ??= { result: side === "W" ? "black-win" : "white-win", reason: "time" };
      });
    }
    this.#renderClocks();
  }

  // ---- Showing ----

  #stateText() {
    if (this.ending) return this.endText();
    const { side } = this.node ?? { side: "W" };
    if (this.thinking && this.mode === "play") return `${COLORS[side]} to move: the engine thinks`;
    return `${COLORS[side]} to move`;
  }

  endText() {
    const { result, reason } = this.ending;
    if (result === "draw") return `Draw: ${reason === "agreement" ? "agreed" : REASONS[reason] ?? reason}`;
    const winner = result === "white-win" ? "W" : "B";
    const loser = COLORS[other(winner)];
    // Who has no move has won in one game.
    const stuck = this.data.name === "losing" ? COLORS[winner] : loser;
    const why = reason === "resignation" ? `${loser} resigns` : reason === "time" ? `${loser} is out of time`
      : reason === "king-against-man" ? `${loser} has one man against a king`
      : reason === "promotion" ? `${COLORS[winner]} has the first king` : `${stuck} ${REASONS[reason] ?? reason}`;
    return `${COLORS[winner]} wins: ${why}`;
  }

  #render() {
    const { node } = this;
    if (!node) return;
    byId("title").textContent = this.data.title;
    byId("state").textContent = this.#stateText();
    this.#renderRules();
    const legal = this.#mayMove() ? node.legal : [];
    const { pieces, side, mark, resting, move } = node;
    this.board.show({ pieces, side, mark, resting, last: move, legal }, { animated: this.animate });
    this.animate = false;
    this.board.arrows(this.hinted ? [{ move: this.hinted, kind: "hint" }] : []);
    this.hinted = null;
    this.board.texts(new Map());
    byId("legal").replaceChildren(...legal.map(({ text }) => new Option(text)));
    byId("typed").disabled = !legal.length;
    this.#renderPlayers();
    this.moveList.show(this.mode === "analysis" ? onwards(this.root) : this.nodes, node, this.mode === "analysis");
    showAbout(byId("about"), this.record && { tags: this.record.tags, result: this.result });
    this.#renderButtons();
  }

  // The rules that differ from the usual ones of the game.
  #renderRules() {
    const chosen = OPTIONS.filter(({ name, values: [usual] }) => this.data.options.includes(name) && (this.rules[name] ?? usual.name) !== usual.name);
    const sentences = chosen.map(({ name, title, values }) => `${title} ${values.find(value => value.name === this.rules[name]).title}.`);
    byId("special").textContent = sentences.join(" ");
    byId("special").hidden = !sentences.length;
  }

  playerName(side) {
    const named = this.record?.tags.find(([name]) => name === COLORS[side])?.[1];
    if (this.mode === "analysis" && !this.played) return named || COLORS[side];
    if (this.mode === "puzzle") return COLORS[side];
    return this.isHuman(side) ? (this.settings.side === "2" ? COLORS[side] : "You") : `coupturc, level ${this.settings.level}`;
  }

  #renderPlayers() {
    const near = this.board.flipped ? "B" : "W";
    const count = (node, side) => [...node.pieces.values()].filter(piece => piece.toUpperCase() === side).length;
    for (const [place, side] of [["near", near], ["far", other(near)]]) {
      const strip = byId(place);
      strip.classList.toggle("turn", !this.ending && this.node.side === side);
      strip.querySelector(".disc").classList.toggle("black", side === "B");
      strip.querySelector(".name").textContent = this.playerName(side);
      const gone = count(this.nodes[0], other(side)) - count(this.node, other(side));
      strip.querySelector(".taken-count").textContent = gone > 0 ? `captured ${gone}` : "";
      strip.querySelector(".clock").hidden = !this.clocks || this.mode !== "play";
      strip.dataset.side = side;
    }
    this.#renderClocks();
  }

  #renderClocks() {
    if (!this.clocks) return;
    for (const place of ["near", "far"]) {
      const clock = byId(place).querySelector(".clock");
      const left = this.#left(byId(place).dataset.side);
      const seconds = Math.ceil(left / 1000);
      clock.textContent = left < 10000 ? (left / 1000).toFixed(1)
        : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("low", left < 10000);
    }
  }

  #renderButtons() {
    const { ply, nodes, over, mode } = this;
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("forward").disabled = byId("last").disabled = ply === nodes.length - 1;
    byId("remove").hidden = mode !== "analysis";
    byId("remove").disabled = ply === 0;
    byId("game-actions").hidden = mode !== "play" || Boolean(over);
    byId("undo").disabled = nodes.length < 2;
    byId("hint").disabled = !this.#mayMove();
    byId("over").hidden = mode !== "play" || !over;
    byId("go-on").hidden = !(over?.result === "draw" && nodes.at(-1).legal.length);
  }
}
