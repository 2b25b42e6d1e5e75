// Tests of the npm package, for Node's test runner, in a folder in which the package is installed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, EngineError } from "coupturc";

const using = async (parameters, use) => {
  const engine = new Engine(parameters);
  try {
    return await use(engine);
  } finally {
    engine.close();
  }
};

test("legal moves and results", () => using({ variant: "dameo" }, async engine => {
  assert.ok((await engine.variants()).includes(engine.variant));
  const start = await engine.state();
  assert.equal(start.result, "none");
  assert.ok(start.fen.startsWith("W:W") && start.legalMoves.includes("a1-d4"));
  const next = await engine.state({ moves: ["a1-d4"] });
  assert.ok(next.fen.startsWith("B:W"));
  const lost = await engine.state({ fen: "B:WKa1:B" });
  assert.deepEqual([lost.result, lost.legalMoves], ["white-win", []]);
  await assert.rejects(engine.state({ moves: ["a1-a9"] }), EngineError);
  assert.deepEqual(await engine.state(), start, "an error changes nothing");
}));

test("a search reports its lines, and wins", () => using({ variant: "dameo" }, async engine => {
  const seen = [];
  const limits = { depth: 8, lines: 2, onLine: line => seen.push(line) };
  const { move, score, lines } = await engine.search({ fen: "W:WKa1,Kb2:BKg7" }, limits);
  assert.equal(score, 99.97, "a win in three plies");
  assert.equal(lines.length, 2);
  assert.equal(lines[0].moves[0], move);
  assert.ok(seen.length >= lines.length && seen.every(line => line.seconds >= 0 && line.moves.length > 0));
}));

test("requests at the same time are answered in order", () => using({ variant: "hexdame" }, async engine => {
  const order = [];
  const note = word => () => order.push(word);
  await Promise.all([
    engine.search({}, { nodes: 1000 }).then(note("search")),
    engine.search({}, { plies: 1 }).catch(note("refused")),
    engine.state().then(note("state")),
  ]);
  assert.deepEqual(order, ["search", "refused", "state"]);
}));

test("a signal stops a search", () => using({}, async engine => {
  const stopped = new AbortController();
  let started;
  const running = new Promise(resolve => { started = resolve; });
  const search = engine.search({}, { signal: stopped.signal, onLine: () => started() });
  await running;
  stopped.abort();
  const { legalMoves } = await engine.state();
  assert.ok(legalMoves.includes((await search).move));
  await assert.rejects(engine.search({}, { signal: stopped.signal }), { name: "AbortError" });
  await assert.rejects(engine.search({}, {}), EngineError, "it would never end");
}));

test("PDN", () => using({ variant: "normal" }, async engine => {
  const moves = ["33-28", "20-24", "34-29"];
  const text = await engine.writePdn({ moves, tags: { White: 'Ann "100 %" Žižka' } });
  const [game] = await engine.readPdn(text);
  assert.deepEqual([game.moves, game.variant, game.tags.White, game.faults], [moves, "normal", 'Ann "100 %" Žižka', []]);
  const games = await engine.readPdn(`${text}\n${"1. 33-28 *\n\n".repeat(3000)}1. 1-2 *\n`);
  assert.equal(games.length, 3002);
  assert.equal(games.at(-1).faults.length, 1);
  await assert.rejects(engine.writePdn({ moves: ["1-2"] }), EngineError);
}));

test("parameters, and an engine that has ended", async () => {
  assert.throws(() => new Engine({ tables: 'a"b' }), EngineError);
  await assert.rejects(using({ variant: "chess" }, engine => engine.state()), EngineError);
  const engine = new Engine({ level: 1, drawRule: "repetition" });
  await engine.state();
  const search = engine.search({}, { seconds: 1000 });
  engine.close();
  await assert.rejects(search, EngineError);
  await assert.rejects(engine.state(), EngineError);
});
