// An open game: its tree, the shown node, and everything else that must survive a reload of the page.

import { GAMES, OPTIONS } from "./games.js";
import { escaped } from "./notation.js";
import { newNode, numbered, onwards, planted, upTo } from "./tree.js";

const COLORS = { W: "White", B: "Black" };
const REASONS = {
  "no-pieces": "has no pieces left", "no-moves": "cannot move", repetition: "threefold repetition",
  "25-moves": "25 moves with kings only", "16-moves": "16 moves in this ending", "5-moves": "5 moves in this ending",
  "15-moves": "15 moves with kings only", "30-moves": "30 moves with these pieces", "60-moves": "60 moves with these pieces",
  "7-moves": "7 moves in this ending", "2-moves": "2 moves in this ending",
  "king-against-king": "one king each", "king-against-man": "a king against a man", agreement: "agreed",
};
const reasonText = reason => REASONS[reason] ?? reason.replace(/^(\d+)-moves$/, "$1 moves by each side");
// The fields that are stored unchanged.
const KEPT = ["id", "place", "rules", "record", "names", "settings", "control", "clocks", "over", "flipped", "isOwn", "source", "puzzle", "note", "changed"];

export const other = side => side === "W" ? "B" : "W";
export const colorName = side => COLORS[side];
export const gameNamed = name => GAMES.find(game => game.name === name);

// The command by which the engine plays a game: one that it knows by name, or one of the visitor by the text of its rules.
export const choiceOf = ({ name, text }) =>
  text === undefined ? `set-param name=variant value=${name}` : `rules-play name="${escaped(name)}" text="${escaped(text)}"`;

export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

// The outcome of a PDN result, in the engine's terms; null if there is none.
const outcomeOf = text => {
  const [white, black] = text.split("-").map(points => points === "1/2" ? 0.5 : points === "" ? NaN : Number(points));
  if (!(white + black > 0)) return null;
  return white === black ? "draw" : white > black ? "white-win" : "black-win";
};

export class Game {
  // A game in a part of the page, from the position `start`. `moves` are nodes as in `numbered`. Fields: `record`, the tags and result
  // of a game from a file; `settings`, the side, level and time of play; `names`, the players; `isOwn`, whether the user has changed
  // it; `source`, an id of its origin; `puzzle`, the progress of a puzzle; `note`, the text of an example, as { text, address }.
  constructor(place, data, { start = data.start, comment, score, moves = [], ...fields } = {}) {
    const nothing = Object.fromEntries(KEPT.map(name => [name, null]));
    // `lesson` is the lesson from the mistakes of the game, if there is one.
    Object.assign(this, nothing, { lesson: null, id: newId(), place, data, rules: {}, flipped: false, isOwn: false, ply: 0 }, fields);
    this.root = newNode(null, { start: start.replace(/[\s"]/g, ""), comment, score });
    this.planted = planted(this.root, moves);
    this.nodes = onwards(this.root);
  }

  get node() { return this.nodes[this.ply]; }
  get last() { return this.nodes.at(-1); }
  // The last node of the main line.
  get end() { return onwards(this.root).at(-1); }
  // Whether the game has no moves and no position that was set up.
  get isBlank() { return !this.root.children.length && this.root.start === this.data.start; }
  // Whether moves can be entered for both sides, at any node.
  get isFree() { return this.place === "analysis" || this.place === "example"; }

  // Goes to a node. If it is not in the current line, its line becomes the current one.
  stand(node) {
    if (!this.nodes.includes(node)) this.nodes = [...upTo(node), ...onwards(node).slice(1)];
    this.ply = this.nodes.indexOf(node);
  }

  // Deletes a move and all moves after it.
  cut(node) {
    const { parent } = node;
    parent.children = parent.children.filter(child => child !== node);
    this.nodes = upTo(parent);
    this.ply = this.nodes.length - 1;
  }

  // ---- The result ----

  // Ends the game if its last position is final.
  judge() {
    const { result, reason } = this.end;
    this.over = result === "none" ? null : { result, reason };
  }

  // The result in PDN. The result of a file holds until the game is played on to an end.
  get result() {
    if (this.record && !this.over) return this.record.result;
    const { result } = this.end;
    return this.data.results[result !== "none" ? result : this.over?.result ?? "none"];
  }

  // How the game ended at the current node, as { result, reason }; null if it did not.
  get ending() {
    if (this.place === "play") return this.over;
    if (this.node.result !== "none") return this.node;
    if (this.node !== this.end) return null;
    const result = this.record && outcomeOf(this.record.result);
    return this.over ?? (result && { result, reason: "record" });
  }

  get endText() {
    const { result, reason } = this.ending;
    if (result === "draw") return reason === "record" ? "Draw, as recorded" : `Draw: ${reasonText(reason)}`;
    const winner = result === "white-win" ? "W" : "B";
    const loser = COLORS[other(winner)];
    if (reason === "record") return `${COLORS[winner]} wins, as recorded`;
    // In some games the side that cannot move wins.
    const stuck = this.data.stuckWins ? COLORS[winner] : loser;
    const why = reason === "resignation" ? `${loser} resigns` : reason === "time" ? `${loser} is out of time`
      : reason === "king-against-man" ? `${loser} has one man against a king`
      : reason === "promotion" ? `${COLORS[winner]} has the first king` : `${stuck} ${reasonText(reason)}`;
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

  // The rules that differ from the default rules of the game.
  get specialRules() {
    const chosen = OPTIONS.filter(({ name, values: [usual] }) => this.data.options.includes(name) && (this.rules[name] ?? usual.name) !== usual.name);
    return chosen.map(({ name, title, values }) => `${title} ${values.find(value => value.name === this.rules[name]).title}.`).join(" ");
  }

  // ---- Commands that set the engine's rules ----

  get orders() {
    const usual = Object.fromEntries(OPTIONS.map(({ name, values: [first] }) => [name, first.name]));
    const options = Object.entries({ ...usual, ...this.rules }).map(([name, value]) => `set-param name=${name} value=${value}`);
    return [choiceOf(this.data), ...options];
  }

  // ---- Storage ----

  toJSON() {
    const { moves, numbers } = numbered(this.root);
    const kept = Object.fromEntries(KEPT.filter(name => this[name] !== null).map(name => [name, this[name]]));
    const { start, comment, score } = this.root;
    return {
      ...kept, lesson: this.lesson && { ...this.lesson, mistakes: this.lesson.mistakes.map(node => numbers.get(node)) }, game: this.data.name, start, comment, score, moves,
      at: numbers.get(this.node), line: numbers.get(this.last), fen: this.node.fen, title: this.title, plies: onwards(this.root).length - 1,
      outcome: this.result,
    };
  }

  // Restores a stored game; null if that is not possible.
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
    if (kept.lesson) restored.lesson = { ...kept.lesson, mistakes: kept.lesson.mistakes.map(byNumber) };
    return restored;
  }

  // A copy of the game for analysis.
  copy() {
    const { id, settings, control, clocks, puzzle, note, lesson, ...kept } = this.toJSON();
    const names = Object.fromEntries(["W", "B"].map(side => [side, this.playerName(side)]));
    return Game.from({ ...kept, place: "analysis", names, isOwn: false, source: `copy of ${id}` });
  }
}

// ---- Addresses ----

const encoded = text => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2B", "+");

// The address of the current line: `#dameo/analysis?moves=d2-d4,e7-e6&at=1`, or of a puzzle: `#dameo/puzzle/2`. Anyone who opens it
// sees the same line or puzzle.
export const addressOf = game => {
  const { data, nodes, ply, rules, place } = game;
  const name = `#${data.name}/${place}`;
  if (!game.isFree) return game.puzzle?.number ? `${name}/${game.puzzle.number}` : name;
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

// Parses an address: { part, data, number, fields, at }, the part of the page, and if given, the game, the number of the puzzle, fields
// for `Game`, and the ply to show.
// `#rules` has only a part.
export const readAddress = hash => {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const [first = "", second, third] = path.split("/");
  const data = gameNamed(first);
  const part = data ? second ?? "play" : first;
  const values = Object.fromEntries(query.split("&").filter(Boolean).map(pair => pair.split(/=(.*)/s).slice(0, 2).map(decoded)));
  if (!data || !query) return { part, data, number: Number(third) };
  const texts = values.moves ? values.moves.split(",") : [];
  const moves = texts.map((move, at) => ({ id: String(at + 1), parent: String(at), move }));
  const rules = Object.fromEntries(OPTIONS.filter(({ name }) => values[name]).map(({ name }) => [name, values[name]]));
  return { part, data, fields: { rules, moves, ...(values.fen ? { start: values.fen } : {}) }, at: values.at === undefined ? texts.length : Number(values.at) };
};

const decoded = text => {
  try { return decodeURIComponent(text); } catch { return text; }
};
