// Texts of the Hub protocol, FEN and PDN, as far as a board needs them. The rules are the engine's business.

// What cannot be done as it was asked for; the message says why.
export class Refusal extends Error {}

// The answer `name a=b c="d e"` as { word: name, a: "b", c: "d e" }.
export const readAnswer = line => {
  const [word] = line.split(" ", 1);
  const fields = { word };
  for (const [, name, quoted, plain] of line.slice(word.length).matchAll(/([\w-]+)=(?:"([^"]*)"|(\S*))/g)) {
    fields[name] = quoted ?? plain;
  }
  return fields;
};

// The move `28x19x23` as { text, from, to, taken: ["23"] }.
export const readMove = text => {
  const [from, to, ...taken] = text.split(/[-x]/);
  return { text, from, to, taken };
};

// How a move is shown: captured cells are told only where several moves go the same way.
export const moveLabel = (move, legal) => {
  const sign = move.taken.length ? "x" : "-";
  const alike = legal.filter(other => other.from === move.from && other.to === move.to);
  return alike.length > 1 ? move.text : `${move.from}${sign}${move.to}`;
};

// What stands where: { side: "W" or "B", pieces: Map of "w", "b", "W", "B" by cell, mark: the vanguard's cell or null,
// resting: the cells of kings that must rest }.
// The FEN is one that the engine has written.
export const readFen = fen => {
  const [side, ...parts] = fen.split(":");
  const pieces = new Map();
  let mark = null;
  let resting = [];
  for (const part of parts) {
    const letter = part[0];
    if (letter === "V") mark = part.slice(1);
    if (letter === "+") resting = [...part.matchAll(/\+3(\d\d)/g)].map(([, cell]) => String(+cell));
    if (letter !== "W" && letter !== "B") continue;
    for (const cell of part.slice(1).split(",").filter(Boolean)) {
      if (cell[0] === "K") pieces.set(cell.slice(1), letter);
      else pieces.set(cell, letter.toLowerCase());
    }
  }
  return { side, pieces, mark, resting };
};

export const writeFen = ({ side, pieces, mark }) => {
  const of = color => [...pieces].filter(([, piece]) => piece.toUpperCase() === color)
    .map(([cell, piece]) => (piece === color ? "K" : "") + cell).join(",");
  return `${side}:W${of("W")}:B${of("B")}${mark ? `:V${mark}` : ""}`;
};

export const colorOf = piece => piece?.toUpperCase();

// Scores are in men for the side to move; wins are counted in plies. Here they are White's.
const CERTAIN = 90;
export const whiteScore = (score, side) => side === "W" ? +score : -score;

export const scoreText = score => {
  const size = Math.abs(score);
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  if (size < CERTAIN) return sign + size.toFixed(2);
  const plies = Math.round(((size > 95 ? 100 : 95) - size) * 100);
  return `${sign}#${Math.ceil(plies / 2)}`;
};

// What White has of the evaluation bar.
export const whiteShare = score => 1 / (1 + Math.exp(-0.9 * score));

// ---- PDN ----

// In these games a win counts two points.
const TWO_POINTS = ["20", "killer"];
const RESULTS = { "white-win": "2-0", "black-win": "0-2", draw: "1-1", none: "*" };
const CHESS_RESULTS = { "white-win": "1-0", "black-win": "0-1", draw: "1/2-1/2", none: "*" };

// A move with other names for its cells: PDN may have other ones than the protocol.
export const renameCells = (text, names) => text.replace(/[a-i]?\d+/g, cell => names.get(cell) ?? cell);

// The same for a FEN; its counts are no cells.
export const renameFen = (fen, names) => fen.split(":").map(part => /^[WB]/.test(part) ? renameCells(part, names) : part).join(":");

// A game as PDN: its tags, whether White begins, and its moves as they are shown.
export const writePdn = ({ tags, gameType, whiteBegins, moves, result }) => {
  const ending = (TWO_POINTS.includes(gameType) ? RESULTS : CHESS_RESULTS)[result];
  const all = [...tags, ["GameType", gameType], ["Result", ending]];
  const words = moves.map((move, index) => {
    const ply = index + (whiteBegins ? 0 : 1);
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
    return index === 0 ? `1... ${move}` : move;
  });
  const lines = [];
  for (const word of [...words, ending]) {
    if (lines.length && lines.at(-1).length + word.length < 78) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  const quoted = all.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, "'")}"]`);
  return `${quoted.join("\n")}\n\n${lines.join("\n")}\n`;
};

// The first game of a PDN text: { tags, moves }, with the moves as they were written.
export const readPdn = text => {
  const tags = {};
  const next = text.search(/\]\s*[^[\s][^[]*\n\s*\[/);
  let body = text.replace(/^\s*\[\s*(\w+)\s+"([^"]*)"\s*\]/gm, (_, name, value, at) => {
    if (next >= 0 && at > next + 1) return "\u0000";
    tags[name] = value;
    return "";
  });
  [body] = body.split("\u0000");
  body = body.replace(/\{[^}]*\}/g, " ").replace(/;.*$/gm, " ").replace(/\$\d+/g, " ");
  while (/\([^()]*\)/.test(body)) body = body.replace(/\([^()]*\)/g, " ");
  const moves = [];
  for (const word of body.split(/\s+/)) {
    const move = word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
    if (/^(\*|[012]-[012]|1\/2-1\/2|0-0)$/.test(move)) break;
    if (/^[a-z]?\d+([-x:][a-z]?\d+)+$/i.test(move)) moves.push(move.toLowerCase());
    else if (move !== "") throw new Refusal(`PDN: “${move}” is no move`);
  }
  return { tags, moves };
};
