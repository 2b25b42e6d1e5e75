// Plays a game of Dameo, the engine against itself: node example.mjs

import { Engine } from "coupturc";

const engine = new Engine({ variant: "dameo" });
const moves = [];
let state = await engine.state();
while (state.result === "none") {
  const { move } = await engine.search({ moves }, { mode: "think", nodes: 1000 });
  moves.push(move);
  state = await engine.state({ moves });
}
console.log(`${moves.length} moves, ${state.result} by ${state.reason}`);
console.log(await engine.writePdn({ moves, tags: { White: "coupturc", Black: "coupturc" } }));
engine.close();
