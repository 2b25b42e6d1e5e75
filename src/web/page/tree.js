// The tree of a game: what was played, and what could have been.

import { readMove } from "./notation.js";

// A node of the tree of a game: a position and how it came about, by a move from its parent or, with a `start`, by being set up.
export const newNode = (parent, fields) => ({ parent, children: [], move: null, ...fields });

// Has a tree grow from its root: the nodes of a game that the engine has read, or that was kept; parents come before their children.
export const planted = (root, nodes) => {
  const byNumber = new Map([["0", root]]);
  return nodes.map(({ id, parent, move, fen, ...said }) => {
    const above = byNumber.get(parent);
    const node = newNode(above, { ...said, ...(fen ? { start: fen } : { move: readMove(move) }) });
    above.children.push(node);
    byNumber.set(id, node);
    return node;
  });
};

// The nodes of a tree as `planted` takes them, and the number of each. They are as plain as JSON.
export const numbered = root => {
  const numbers = new Map([[root, "0"]]);
  const moves = [];
  const add = parent => {
    for (const node of parent.children) {
      const { move, start: fen, nags, comment, before, score, clocks } = node;
      const id = String(moves.length + 1);
      numbers.set(node, id);
      moves.push({ id, parent: numbers.get(parent), move: move?.text, fen, nags, comment, before, score, clocks });
      add(node);
    }
  };
  add(root);
  return { moves, numbers };
};

// From a node to the end of its line.
export const onwards = node => {
  const line = [];
  for (let at = node; at; [at] = at.children) line.push(at);
  return line;
};

// From the root to a node.
export const upTo = node => {
  const line = [];
  for (let at = node; at; at = at.parent) line.unshift(at);
  return line;
};

// The command that puts the position of a node on the engine's board.
export const commandOf = node => {
  const line = upTo(node);
  const from = line.findLastIndex(({ start }) => start);
  const moves = line.slice(from + 1).map(({ move }) => move.text).join(" ");
  return `pos fen="${line[from].start}"${moves ? ` moves="${moves}"` : ""}`;
};
