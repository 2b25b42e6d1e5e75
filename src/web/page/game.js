// A game that is open: its tree, the place in it that is looked at, and all else that must be there when the page is loaded again.

import { GAMES, OPTIONS } from "./games.js";
import { newNode, numbered, onwards, planted, upTo } from "./tree.js";

const COLORS = { W: "White", B: "Black" };
const REASONS = {
  "no-pieces": "has no piece left", "no-moves": "cannot move", repetition: "the position has come up three times",
  "25-moves": "25 moves with kings only", "16-moves": "16 moves in this ending", "5-moves": "5 moves in this ending",
  "15-moves": "15 moves with kings only", "30-moves": "30 moves with these pieces", "60-moves": "60 moves with these pieces",
  "7-moves": "7 moves in this ending", "2-moves": "2 moves in this ending",
  "king-against-king": "one king each", "king-against-man": "a king against a man", agreement: "agreed",
};
// What is kept of a game as it is.
const KEPT = ["id", "place", "rules", "record", "names", "settings", "control", "clocks", "over", "flipped", "isOwn", "source", "puzzle", "note", "changed"];

export const other = side => side === "W" ? "B" : "W";
export const colorName = side => COLORS[side];
export const gameNamed = name => GAMES.find(game => game.name === name);

export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

// Who has won by a result as PDN has it, in the engine's words; null if it does not say so.
const outcomeOf = text => {
  const [white, black] = text.split("-").map(points => points === "1/2" ? 0.5 : points === "" ? NaN : Number(points));
  if (!(white + black > 0)) return null;
  return white === black ? "draw" : white > black ? "white-win" : "black-win";
};

export class Game {
  // In a part of the page, from the position `start`, if not the usual one. `moves` are nodes as `numbered` gives them. Among `fields`:
  // `record`, what the engine has read of a game from a file; `settings`, how it is played; `names`, who plays; `isOwn`,
  // whether somebody has done something in it; `source`, which others come from the same place; `puzzle`, how far it is solved;
  // `note`, what an example shows, as { text, address: where it is told }.
  constructor(place, data, { start = data.start, comment, score, moves = [], ...fields } = {}) {
    const nothing = Object.fromEntries(KEPT.map(name => [name, null]));
    Object.assign(this, nothing, { id: newId(), place, data, rules: {}, flipped: false, isOwn: false, ply: 0 }, fields);
    this.root = newNode(null, { start: start.replace(/[\s"]/g, ""), comment, score });
    this.planted = planted(this.root, moves);
    this.nodes = onwards(this.root);
  }

  get node() { return this.nodes[this.ply]; }
  get last() { return this.nodes.at(-1); }
  // The end of the game itself.
  get end() { return onwards(this.root).at(-1); }
  // Whether there is nothing in it yet that anybody could miss.
  get isBlank() { return !this.root.children.length && this.root.start === this.data.start; }
  // Whether moves may be tried for both sides, anywhere.
  get isFree() { return this.place === "analysis" || this.place === "example"; }

  // Looks at a node; if it is not in the line that was looked at, its own line is from now on.
  stand(node) {
    if (!this.nodes.includes(node)) this.nodes = [...upTo(node), ...onwards(node).slice(1)];
    this.ply = this.nodes.indexOf(node);
  }

  // Takes a move and all that comes after it out of the game.
  cut(node) {
    const { parent } = node;
    parent.children = parent.children.filter(child => child !== node);
    this.nodes = upTo(parent);
    this.ply = this.nodes.length - 1;
  }

  // ---- The result ----

  // Whether the game is over by what is on the board at its end.
  judge() {
    const { result, reason } = this.end;
    this.over = result === "none" ? null : { result, reason };
  }

  // The result as PDN has it. That of a file holds until the game has been played on to its end.
  get result() {
    if (this.record && !this.over) return this.record.result;
    const { result } = this.end;
    return this.data.results[result !== "none" ? result : this.over?.result ?? "none"];
  }

  // How the game has ended where it is looked at, as { result, reason }.
  get ending() {
    if (this.place === "play") return this.over;
    if (this.node.result !== "none") return this.node;
    if (this.node !== this.end) return null;
    const result = this.record && outcomeOf(this.record.result);
    return this.over ?? (result && { result, reason: "record" });
  }

  get endText() {
    const { result, reason } = this.ending;
    if (result === "draw") return reason === "record" ? "Draw, as the game says" : `Draw: ${REASONS[reason] ?? reason}`;
    const winner = result === "white-win" ? "W" : "B";
    const loser = COLORS[other(winner)];
    if (reason === "record") return `${COLORS[winner]} wins, as the game says`;
    // The side that cannot move wins in one game.
    const stuck = this.data.name === "losing" ? COLORS[winner] : loser;
    const why = reason === "resignation" ? `${loser} resigns` : reason === "time" ? `${loser} is out of time`
      : reason === "king-against-man" ? `${loser} has one man against a king`
      : reason === "promotion" ? `${COLORS[winner]} has the first king` : `${stuck} ${REASONS[reason] ?? reason}`;
    return `${COLORS[winner]} wins: ${why}`;
  }

  // ---- Words ----

  playerName(side) {
    if (this.settings) {
      if (this.settings.side === "2") return COLORS[side];
      return this.settings.side === side ? "You" : `coupturc, level ${this.settings.level}`;
    }
    const named = this.record?.tags.find(([name]) => name === COLORS[side])?.[1];
    return named || this.names?.[side] || COLORS[side];
  }

  get title() {
    const names = ["W", "B"].map(side => this.playerName(side));
    const isNamed = names.some((name, at) => name !== COLORS["WB"[at]]);
    return isNamed ? names.join(" – ") : this.root.start === this.data.start ? "" : "Position set up";
  }

  // The rules that differ from the usual ones of the game.
  get specialRules() {
    const chosen = OPTIONS.filter(({ name, values: [usual] }) => this.data.options.includes(name) && (this.rules[name] ?? usual.name) !== usual.name);
    return chosen.map(({ name, title, values }) => `${title} ${values.find(value => value.name === this.rules[name]).title}.`).join(" ");
  }

  // ---- Orders that set the engine's rules ----

  get orders() {
    const usual = Object.fromEntries(OPTIONS.map(({ name, values: [first] }) => [name, first.name]));
    return Object.entries({ variant: this.data.name, ...usual, ...this.rules }).map(([name, value]) => `set-param name=${name} value=${value}`);
  }

  // ---- Keeping ----

  toJSON() {
    const { moves, numbers } = numbered(this.root);
    const kept = Object.fromEntries(KEPT.filter(name => this[name] !== null).map(name => [name, this[name]]));
    const { start, comment, score } = this.root;
    return {
      ...kept, game: this.data.name, start, comment, score, moves,
      at: numbers.get(this.node), line: numbers.get(this.last), fen: this.node.fen, title: this.title, plies: onwards(this.root).length - 1,
      outcome: this.result,
    };
  }

  // A game that was kept; null if nothing can be made of it.
  static from(kept) {
    try {
      return Game.#restored(kept, gameNamed(kept.game));
    } catch {
      return null;
    }
  }

  static #restored(kept, data) {
    const { start, comment, score, moves, at, line } = kept;
    const fields = Object.fromEntries(KEPT.filter(name => name in kept).map(name => [name, kept[name]]));
    const restored = new Game(kept.place, data, { ...fields, start, comment, score, moves });
    const byNumber = number => restored.planted[number - 1] ?? restored.root;
    restored.stand(byNumber(line));
    restored.stand(byNumber(at));
    return restored;
  }

  // The same game to analyse, which leaves this one as it is.
  copy() {
    const { id, settings, control, clocks, puzzle, note, ...kept } = this.toJSON();
    const names = Object.fromEntries(["W", "B"].map(side => [side, this.playerName(side)]));
    return Game.from({ ...kept, place: "analysis", names, isOwn: false, source: `copy of ${id}` });
  }
}

// ---- Addresses ----

const encoded = text => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2B", "+");

// The address of what is looked at: `#dameo/analysis?moves=d2-d4,e7-e6&at=1`. Others who open it see the same game.
export const addressOf = game => {
  const { data, nodes, ply, rules, place } = game;
  const name = `#${data.name}/${place}`;
  if (!game.isFree) return name;
  const from = nodes.findLastIndex((node, at) => at <= ply && node.start);
  const next = nodes.findIndex((node, at) => at > from && node.start);
  const moves = nodes.slice(from + 1, next < 0 ? undefined : next).map(({ move }) => move.text);
  const special = OPTIONS.filter(({ name: option, values: [usual] }) => (rules[option] ?? usual.name) !== usual.name);
  const parts = special.map(({ name: option }) => [option, rules[option]]);
  if (nodes[from].start !== data.start) parts.push(["fen", nodes[from].start]);
  if (moves.length) parts.push(["moves", moves.join(",")]);
  if (ply - from !== moves.length) parts.push(["at", ply - from]);
  return name + (parts.length ? `?${parts.map(([key, value]) => `${key}=${encoded(value)}`).join("&")}` : "");
};

// What an address says: { part, data, fields }, the part of the page, and if it names them, the game and fields for `Game`, with `at`, the
// place in it. Also `#rules`, without a game.
export const readAddress = hash => {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const [first = "", second] = path.split("/");
  const data = gameNamed(first);
  const part = data ? second ?? "play" : first;
  const said = Object.fromEntries(query.split("&").filter(Boolean).map(pair => pair.split(/=(.*)/s).slice(0, 2).map(decoded)));
  if (!data || !query) return { part, data };
  const texts = said.moves ? said.moves.split(",") : [];
  const moves = texts.map((move, at) => ({ id: String(at + 1), parent: String(at), move }));
  const rules = Object.fromEntries(OPTIONS.filter(({ name }) => said[name]).map(({ name }) => [name, said[name]]));
  return { part, data, fields: { rules, moves, ...(said.fen ? { start: said.fen } : {}) }, at: said.at === undefined ? texts.length : Number(said.at) };
};

const decoded = text => {
  try { return decodeURIComponent(text); } catch { return text; }
};
