// Texts of the Hub protocol and FEN, as far as a board needs them. Rules and PDN are the engine's business.

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

// The paths in the engine's answer to `paths`, as lists of cells.
export const pathsOf = answers => {
  const paths = answers.find(({ word }) => word === "paths")?.paths ?? "";
  return paths.split(" ").filter(Boolean).map(path => path.split("-"));
};

// How a move is shown: with its path where several moves lead between the same cells, or with what it captures until the path is known.
export const moveLabel = (move, legal, path = null) => {
  const sign = move.taken.length ? "x" : "-";
  const alike = legal.filter(other => other.from === move.from && other.to === move.to);
  if (alike.length < 2) return `${move.from}${sign}${move.to}`;
  return path ? path.join(sign) : move.text;
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
