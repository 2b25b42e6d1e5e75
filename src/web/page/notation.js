// Parsing and formatting of Hub lines, moves, FEN and scores. The engine handles rules and PDN.

// A rejected request; the message has the reason.
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

// Quoted texts are percent-encoded, as described in protocol.md.
export const escaped = text => text.replace(/[%"\x00-\x1f\x7f]/g, encodeURIComponent);
export const unescaped = text => text.replace(/%[0-7][0-9A-F]/g, decodeURIComponent);
export const readable = answer => Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, unescaped(value)]));

// The move `28x19x23` as { text, from, to, taken: ["23"] }.
export const readMove = text => {
  const [from, to, ...taken] = text.split(/[-x]/);
  return { text, from, to, taken };
};

// The paths in the engine's answer to `paths`, each as a list of cells.
export const pathsOf = answers => {
  const paths = answers.find(({ word }) => word === "paths")?.paths ?? "";
  return paths.split(" ").filter(Boolean).map(path => path.split("-"));
};

// The label of a move. If several moves connect the same cells, it has the path, or the captured cells if the path is not known yet.
export const moveLabel = (move, legal, path = null) => {
  const sign = move.taken.length ? "x" : "-";
  const alike = legal.filter(other => other.from === move.from && other.to === move.to);
  if (alike.length < 2) return `${move.from}${sign}${move.to}`;
  return path ? path.join(sign) : move.text;
};

// Parses a FEN written by the engine: { side: "W" or "B", pieces: Map of "w", "b", "W", "B" by cell, mark: the vanguard's cell or
// null, resting: the cells of kings that must rest }.
export const readFen = fen => {
  const [side, ...parts] = fen.split(":");
  const pieces = new Map();
  let mark = null;
  let resting = [];
  for (const part of parts) {
    const letter = part[0];
    if (letter === "V") mark = part.slice(1);
    if (letter === "+") resting = [...part.matchAll(/\+3([a-z]?\d+)/g)].map(([, cell]) => cell.replace(/^0/, ""));
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

// Converts a score for the side to move to one for White. Above 90 men, a score is a win in a known number of plies.
export const CERTAIN = 90;
export const whiteScore = (score, side) => side === "W" ? +score : -score;

export const scoreText = score => {
  const size = Math.abs(score);
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  if (size < CERTAIN) return sign + size.toFixed(2);
  const plies = Math.round(((size > 95 ? 100 : 95) - size) * 100);
  return `${sign}#${Math.ceil(plies / 2)}`;
};

// Scores in PDN are comments, as on lidraughts.org and lichess.org: `[%eval 0.25]` in men for White, or `[%eval #-3]` if Black wins in
// three moves.
const EVAL = /\s*\[%eval (#?)([-+]?[\d.]+)[^\]]*\]/;

// The score in a comment, if it has one.
export const evalOf = comment => {
  const [, isWin, value] = comment?.match(EVAL) ?? [];
  if (value === undefined || Number.isNaN(+value)) return undefined;
  return isWin ? (value[0] === "-" ? -1 : 1) * (100 - Math.abs(value) / 50) : +value;
};

export const withoutEval = comment => (comment ?? "").replace(EVAL, "").trim();

// The longest win that is written as one, in plies.
const LONGEST_WIN = 256;

export const evalText = score => {
  const plies = Math.round(10000 - 100 * Math.abs(score));
  return `[%eval ${plies <= LONGEST_WIN ? `#${score < 0 ? "-" : ""}${Math.ceil(plies / 2)}` : score.toFixed(2)}]`;
};
