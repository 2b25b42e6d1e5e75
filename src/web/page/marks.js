// Marks of moves, by the winning chances that they cost: the same as in the program's `coupturc analyse`.

import { CERTAIN, evalOf, evalText } from "./notation.js";

// The signs of the marks, by their numeric annotation glyphs (NAGs), and how the page names the ones it gives.
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
export const KINDS = { 1: "good move", 2: "mistake", 4: "blunder", 6: "inaccuracy" };
// The mark of a move without a good alternative.
export const ONLY = "1";
// The least loss for each mark, worst first.
const LEAST = [[0.25, "4"], [0.1, "2"], [0.05, "6"]];
export const BLUNDER = LEAST[0][0];
export const INACCURACY = LEAST[2][0];

// The points that White can expect with a score, from 0 to 1. `scale` depends on the game.
export const chance = (score, scale) => Math.abs(score) > CERTAIN ? Number(score > 0) : 1 / (1 + Math.exp(-score / scale));

// How many of these points a side loses with one score instead of another, both for White.
export const lossOf = (best, score, side, scale) => (side === "W" ? 1 : -1) * (chance(best, scale) - chance(score, scale));

export const markOf = loss => LEAST.find(([least]) => loss >= least)?.[1];

// The mark of a node: that of its file, or else what the analysis has found.
export const nagOf = node => node.nags?.find(nag => nag in SIGNS) ?? node.found?.nag;
export const signOf = node => SIGNS[nagOf(node)] ?? "";
// All signs of a node, including those of its file that are no marks of moves.
export const signsOf = node => signOf(node) + (node.nags ?? []).filter(nag => nag !== nagOf(node)).map(nag => SIGNS[nag] ?? ` $${nag}`).join("");
export const kindOf = node => (KINDS[nagOf(node)] ?? "").replace(" ", "-");

export const isMistake = node => ["2", "4"].includes(nagOf(node));

// The score after a move, as the analysis or its file has it.
export const foundScore = node => node.found?.score ?? evalOf(node.comment);

// The nodes of a game, as in `numbered`, with what the analysis has found as PDN has it: marks, scores and better lines, each unless
// the game has it already.
export const annotated = nodes => {
  const lines = [];
  const all = nodes.map(({ found, ...node }) => {
    if (!found) return node;
    const { parent, comment, nags = [] } = node;
    const texts = found.line ?? [];
    if (texts.length && !nodes.some(one => one.parent === parent && one.move === texts[0])) {
      let above = parent;
      for (const move of texts) {
        const id = String(nodes.length + lines.length + 1);
        lines.push({ id, parent: above, move, comment: move === texts[0] && above === parent ? evalText(found.bestScore) : undefined });
        above = id;
      }
    }
    return {
      ...node,
      nags: found.nag && !nags.some(nag => nag in SIGNS) ? [found.nag, ...nags] : node.nags,
      comment: evalOf(comment) === undefined ? [comment, evalText(found.score)].filter(Boolean).join(" ") : comment,
    };
  });
  return [...all, ...lines];
};
