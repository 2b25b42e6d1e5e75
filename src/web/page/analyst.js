// Searches of the positions of a game, and what they say about its moves, as in the program's `coupturc analyse`.

import { other } from "./game.js";
import { BLUNDER, INACCURACY, ONLY, lossOf, markOf } from "./marks.js";
import { CERTAIN, readMove, whiteScore } from "./notation.js";
import { commandOf, newNode, onwards } from "./tree.js";

const FINAL = { "white-win": 100, draw: 0, "black-win": -100 };
// The shares of the effort for finding out whether other moves would have done as well, and for confirming that they would not.
const DOUBTS = [1 / 8, 1 / 2];
// The effort for confirming a blunder.
const CONFIRMING = 4;
// How many moves of a better line are kept.
const LONGEST_LINE = 10;

class Stopped extends Error {}

// What is known before a move if the position after it has been searched: a win is a ply further away.
const earlier = (text, { score, line }) => {
  const isCertain = Math.abs(score) > CERTAIN;
  return { score: isCertain ? Math.round(100 * score - Math.sign(score)) / 100 : score, line: [text, ...line] };
};

// The moves of a line that an analysis with this effort will judge: those not yet judged with as much, or all if that has been done.
export const movesToJudge = (line, seconds) => {
  const moves = line.filter(({ move }) => move);
  const isAgain = moves.every(({ found }) => found?.effort === seconds);
  return isAgain ? moves : moves.filter(({ found }) => !(found?.effort >= seconds));
};

export class Analyst {
  // Searches each position of games of `data` for this many seconds, until `isOver()`.
  constructor(table, data, seconds, isOver) {
    Object.assign(this, { table, data, seconds, isOver });
  }

  // Judges the moves of the main line from its end to its start, so that what is found later in the game helps with the positions
  // before. `report(number, of)` is called before each position. Returns whether it came to the start.
  async analyse(game, report) {
    const line = onwards(game.root);
    const wanted = movesToJudge(line, this.seconds);
    let after = null;
    try {
      for (let at = line.length - 1; at >= 0; at -= 1) {
        const [node, next] = [line[at], line[at + 1]];
        if (!next?.move) {
          after = null;
        } else if (!wanted.includes(next)) {
          const { best, bestScore, line: better } = next.found;
          after = { score: bestScore, line: better ?? [best].filter(Boolean) };
        } else {
          report(line.length - at, line.length);
          if (!after) {
            after = await this.assess(next);
            next.score = after.score;
          }
          after = await this.#judge(node, next, after);
          node.score = after.score;
        }
      }
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    }
  }

  // The score of a position for White, and its best line, which is empty if the game is over.
  async assess(node, share = 1) {
    if (node.result !== "none") return { score: FINAL[node.result], line: [] };
    const [best] = await this.#search(node, this.seconds * share, 1);
    return best ?? { score: 0, line: [] };
  }

  // The same for a move, as seen before it.
  async tried(before, text, share = 1) {
    let node = before.children.find(({ move }) => move?.text === text);
    if (!node) {
      node = newNode(before, { move: readMove(text), side: other(before.side) });
      node.result = (await this.table.ask([commandOf(node), "status"])).find(({ word }) => word === "status").result;
    }
    return earlier(text, await this.assess(node, share));
  }

  async #search(node, seconds, count) {
    const lines = [];
    await this.table.stand(node, `set-param name=multi-pv value=${count}`);
    if (this.isOver()) throw new Stopped();
    const { halted } = await this.table.hub.search("analyze", [`move-time=${seconds.toFixed(3)}`], info => {
      lines[(info.multipv ?? 1) - 1] = { score: whiteScore(info.score, node.side), line: info.pv.split(" ") };
    });
    if (halted) throw new Stopped();
    return lines;
  }

  // Compares a move with the best one. Returns what is known of the position before it.
  async #judge(before, node, after) {
    const { side, legal } = before;
    const { scale } = this.data;
    const { text } = node.move;
    let played = earlier(text, after);
    const isForced = legal.length === 1;
    const sign = side === "W" ? 1 : -1;
    let best = isForced ? played : await this.assess(before);
    let loss = 0;
    if (best.line[0] === text) {
      // The search after the move has seen one ply more.
      if (sign * (played.score - best.score) > 0) best.score = played.score;
    } else {
      loss = lossOf(best.score, played.score, side, scale);
      // Searched after its first move, the best line is comparable to the move that was played.
      if (loss >= INACCURACY && best.line.length) {
        best = await this.tried(before, best.line[0]);
        loss = lossOf(best.score, played.score, side, scale);
      }
      if (loss >= BLUNDER) {
        played = await this.tried(before, text, CONFIRMING);
        if (best.line.length) best = await this.tried(before, best.line[0], CONFIRMING);
        node.score = played.score;
        loss = lossOf(best.score, played.score, side, scale);
      }
      if (sign * (best.score - played.score) <= 0) best = played;
    }
    const isOnly = !isForced && best.line[0] === text && await this.#isOnly(before, best.score);
    const nag = isOnly ? ONLY : markOf(loss);
    const line = nag && !isOnly && best.line.length ? best.line.slice(0, LONGEST_LINE) : undefined;
    node.found = { score: played.score, best: best.line[0], bestScore: best.score, effort: this.seconds, nag, line };
    return best;
  }

  // Whether all moves but the best one, whose score is `best`, are blunders.
  async #isOnly(node, best) {
    const { scale } = this.data;
    const lost = node.side === "W" ? -100 : 100;
    if (lossOf(best, lost, node.side, scale) < BLUNDER) return false;
    for (const share of DOUBTS) {
      const [, second] = await this.#search(node, this.seconds * share, 2);
      if (!second || lossOf(best, second.score, node.side, scale) < BLUNDER) return false;
    }
    return true;
  }
}
