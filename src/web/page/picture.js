// Pictures of positions: boards without input.

import { Board } from "./board.js";
import { readFen } from "./notation.js";

// Draws a position in an element, and returns its board.
export const drawPicture = (host, data, fen = data.start) => {
  const board = new Board(host, data);
  board.show(readFen(fen));
  return board;
};

// A picture in a new element, with `label` for screen readers.
export const picture = (data, fen = data.start, label = `The position ${fen}`) => {
  const host = document.createElement("div");
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", label);
  return { host, board: drawPicture(host, data, fen) };
};
