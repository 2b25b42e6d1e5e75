// The tree of a game, with its moves and variations.

import { evalOf, readMove } from "./notation.js";

// Creates a node: a position after a move from its parent, or with `start`, a position that was set up.
export const newNode = (parent, fields) => ({ parent, children: [], move: null, ...fields });

// Builds a tree from a list of nodes, with parents before children, and returns its nodes.
export const planted = (root, nodes) => {
  const byNumber = new Map([["0", root]]);
  return nodes.map(({ id, parent, move, fen, ...fields }) => {
    const above = byNumber.get(parent);
    const node = newNode(above, { ...fields, score: fields.score ?? evalOf(fields.comment), ...(fen ? { start: fen } : { move: readMove(move) }) });
    above.children.push(node);
    byNumber.set(id, node);
    return node;
  });
};

// The nodes of a tree as a list for `planted`, as plain JSON, and a Map of their numbers.
export const numbered = root => {
  const numbers = new Map([[root, "0"]]);
  const moves = [];
  const add = parent => {
    for (const node of parent.children) {
      const { move, start: fen, nags, comment, before, score, found, clocks } = node;
      const id = String(moves.length + 1);
      numbers.set(node, id);
      moves.push({ id, parent: numbers.get(parent), move: move?.text, fen, nags, comment, before, score, found, clocks });
      add(node);
    }
  };
  add(root);
  return { moves, numbers };
};

// The nodes from a node to the end of its line.
export const onwards = node => {
  const line = [];
  for (let at = node; at; [at] = at.children) line.push(at);
  return line;
};

// The nodes from the root to a node.
export const upTo = node => {
  const line = [];
  for (let at = node; at; at = at.parent) line.unshift(at);
  return line;
};

// The command that sets the engine's position to a node.
export const commandOf = node => {
  const line = upTo(node);
  const from = line.findLastIndex(({ start }) => start);
  const moves = line.slice(from + 1).map(({ move }) => move.text).join(" ");
  return `pos fen="${line[from].start}"${moves ? ` moves="${moves}"` : ""}`;
};
