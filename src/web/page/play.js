// Games against the engine, or between two people at one board: turns, clocks, draws, resigning.

import { Game, other } from "./game.js";
import { moveLabel, pathsOf, readMove, whiteScore } from "./notation.js";

const byId = id => document.getElementById(id);
// The engine's time per move without a clock, in seconds.
const TIME_WITHOUT_CLOCK = 3;
// The engine declines a draw if its score is above this, in men.
const DECLINES_DRAW_ABOVE = 0.05;

export class Play {
  constructor(table) {
    this.table = table;
    table.idle.play = () => this.#think();
    table.onMove = move => this.#enter(move.text);
    table.beforeKeeping = () => { if (table.place === "play") this.#settleClocks(); };
    table.onChange(() => this.#show());
    setInterval(() => this.#tick(), 200);
  }

  get game() { return this.table.games.play; }

  // Creates a game from { data, rules, side, level, book, time }; `start` is its first position, if not the default one.
  begin({ data, rules, side, level, book, time, start }) {
    const settings = { side: side === "R" ? "WB"[Math.floor(Math.random() * 2)] : side, level, book, time };
    const [base, increment] = time ? time.split("+").map(Number) : [];
    const control = time ? { base: base * 1000, increment: increment * 1000 } : null;
    const clocks = time ? { W: control.base, B: control.base } : null;
    return new Game("play", data, { rules, settings, control, clocks, flipped: settings.side === "B", ...(start ? { start } : {}) });
  }

  isHuman(side) {
    const { settings } = this.game;
    return settings.side === "2" || settings.side === side;
  }

  async #think() {
    const { game, table } = this;
    const { last } = game;
    const { side } = last;
    if (game.over || this.isHuman(side)) return;
    const problem = game.settings.book && await table.hub.bringBook(game.data);
    if (problem) table.trouble(`The engine plays without an opening book. ${problem}`);
    await table.stand(last, "set-param name=multi-pv value=1", `set-param name=level value=${game.settings.level}`,
      `set-param name=book value=${Boolean(game.settings.book)}`);
    const seconds = ms => (ms / 1000).toFixed(2);
    const limit = game.clocks
      ? `time=${seconds(this.#left(side))} inc=${seconds(game.control.increment)}` : `move-time=${TIME_WITHOUT_CLOCK}`;
    table.showThinking(true);
    this.#show();
    let score = null;
    table.hub.search("think", [limit], info => { score = whiteScore(info.score, side); }).then(done => {
      table.showThinking(false);
      if (done.halted || !done.move) return;
      if (score !== null) last.score ??= score;
      table.run(() => {
        game.stand(last);
        return this.#enter(done.move);
      });
    });
  }

  async #enter(text) {
    const { side } = this.game.node;
    await this.table.play(text);
    this.#stopClock(side);
    if (this.game.clocks) this.game.node.clocks = { ...this.game.clocks };
  }

  // ---- Actions other than moves ----

  undo() {
    const { table } = this;
    table.run(async () => {
      const { game } = this;
      const { settings, nodes } = game;
      const against = settings.side === "2" ? null : other(settings.side);
      let left = Math.max(1, nodes.length - 1);
      while (left > 1 && nodes[left - 1].side === against) left -= 1;
      if (left < nodes.length) game.cut(nodes[left]);
      game.over = null;
      // The clocks go back, too.
      if (game.clocks) game.clocks = { ...(game.last.clocks ?? { W: game.control.base, B: game.control.base }) };
      this.since = performance.now();
    });
  }

  resign() {
    this.table.run(async () => {
      const { game } = this;
      const loser = game.settings.side === "2" ? game.last.side : game.settings.side;
      this.#settleClocks();
      game.over = { result: loser === "W" ? "black-win" : "white-win", reason: "resignation" };
    });
  }

  offerDraw() {
    const { table } = this;
    table.run(async () => {
      const { game } = this;
      const { settings, last } = game;
      if (settings.side !== "2") {
        let score = 0;
        game.stand(last);
        await table.stand(last, "set-param name=multi-pv value=1");
        await table.hub.search("analyze", ["move-time=0.5"], info => { score = whiteScore(info.score, last.side); });
        const ofEngine = settings.side === "W" ? -score : score;
        if (ofEngine > DECLINES_DRAW_ABOVE) return "The engine declines: it thinks it is better.";
      }
      this.#settleClocks();
      game.over = { result: "draw", reason: "agreement" };
      return null;
    });
  }

  // Players need not accept a draw by the rules.
  goOn() {
    this.table.run(async () => { this.game.over = null; });
  }

  hint() {
    const { table } = this;
    table.run(async () => {
      await table.stand(table.node, "set-param name=multi-pv value=1");
      const done = await table.hub.search("analyze", ["move-time=1"]);
      if (!done.move) return null;
      const move = readMove(done.move);
      const [path] = pathsOf(await table.ask([`paths moves="${move.text}"`]));
      table.hinted = { move, path, kind: "hint" };
      return `Hint: ${moveLabel(move, table.node.legal, path)}`;
    });
  }

  // ---- Clocks ----

  // The clocks start after the first move, and stop while another part of the page is shown.
  get #isTicking() {
    const { game, table } = this;
    return Boolean(game?.clocks) && table.place === "play" && !table.isAway && !game.over && game.nodes.length > 1;
  }

  #left(side) {
    const { game } = this;
    const isRunning = this.#isTicking && this.ticking === game && game.last.side === side;
    return Math.max(0, game.clocks[side] - (isRunning ? performance.now() - this.since : 0));
  }

  // Subtracts the elapsed time from the running clock.
  #settleClocks() {
    const { game } = this;
    if (!game?.clocks) return;
    const { side } = game.last;
    game.clocks = { ...game.clocks, [side]: this.#left(side) };
    this.since = performance.now();
    this.ticking = game;
  }

  #stopClock(side) {
    const { game } = this;
    if (!game.clocks) return;
    if (this.ticking === game) game.clocks[side] -= performance.now() - this.since;
    game.clocks[side] += game.control.increment;
    this.since = performance.now();
    this.ticking = game;
  }

  #tick() {
    if (!this.#isTicking) {
      this.ticking = null;
      return;
    }
    const { game } = this;
    const { side } = game.last;
    if (this.ticking !== game) this.#settleClocks();
    if (this.#left(side) === 0) {
      this.table.run(async () => {
        game.clocks[side] = 0;
        game.over ??= { result: side === "W" ? "black-win" : "white-win", reason: "time" };
      });
    }
    this.#showClocks();
  }

  #showClocks() {
    const { game } = this;
    const isShown = this.table.place === "play" && Boolean(game?.clocks);
    for (const place of ["near", "far"]) {
      const clock = byId(place).querySelector(".clock");
      clock.hidden = !isShown;
      if (!isShown) continue;
      const left = this.#left(byId(place).dataset.side);
      const seconds = Math.ceil(left / 1000);
      clock.textContent = left < 10000 ? (left / 1000).toFixed(1)
        : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("low", left < 10000);
    }
  }

  // ---- Buttons ----

  #show() {
    const { game, table } = this;
    this.#showClocks();
    const isHere = table.place === "play";
    byId("game-actions").hidden = !isHere || Boolean(game.over);
    byId("over").hidden = !isHere || !game.over;
    byId("look").hidden = !isHere || game.isBlank;
    if (!isHere) return;
    byId("undo").disabled = game.nodes.length < 2;
    byId("hint").disabled = !table.mayMove;
    byId("go-on").hidden = !(game.over?.result === "draw" && game.last.legal.length);
  }
}
