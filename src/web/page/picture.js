// Pictures of positions: boards that are only looked at.

import { Board } from "./board.js";
import { readFen } from "./notation.js";

// Draws a position in an element, and gives its board; the usual start if there is no FEN.
export const drawPicture = (host, data, fen = data.start) => {
  const board = new Board(host, data);
  board.show(readFen(fen));
  return board;
};

// A picture as an element of its own, which screen readers hear as `label`.
export const picture = (data, fen = data.start, label = `The position ${fen}`) => {
  const host = document.createElement("div");
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", label);
  return { host, board: drawPicture(host, data, fen) };
};
