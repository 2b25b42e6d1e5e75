// What an analysis says about moves, in words.

import { KINDS, nagOf } from "./marks.js";
import { CERTAIN, readMove } from "./notation.js";
import { lineMove } from "./pvs.js";
import { onwards } from "./tree.js";

// What a move that was played has cost its side, by its score and that of the best move; with `isNow`, what one that can be played costs.
export const costText = ({ score, bestScore }, side, isNow = false) => {
  const [played, best] = [score, bestScore].map(value => side === "W" ? value : -value);
  if (best > CERTAIN && played > -CERTAIN) return isNow ? "misses a win" : "missed a win";
  return `${isNow ? "loses" : "lost"} ${played < -CERTAIN ? "the game" : `${(best - played).toFixed(1)} men`}`;
};

// A line from a node as numbered moves.
export const lineText = (node, texts) => texts.map((text, ply) => lineMove(node, readMove(text), ply)).join(" ");

const PLURALS = [["4", "blunders"], ["2", "mistakes"], ["6", "inaccuracies"]];

// How many bad moves of each kind each side has played in the main line of a game.
export const countText = game => {
  const moves = onwards(game.root).filter(({ move }) => move);
  const sides = ["W", "B"].map(side => {
    const own = moves.filter(node => node.parent.side === side);
    const counts = PLURALS.map(([nag, plural]) => {
      const count = own.filter(node => nagOf(node) === nag).length;
      return count ? `${count} ${count === 1 ? KINDS[nag] : plural}` : "";
    });
    return `${game.playerName(side)}: ${counts.filter(Boolean).join(", ") || "no mistakes"}.`;
  });
  return sides.join(" ");
};
