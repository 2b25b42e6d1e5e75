// The worker thread of the engine in Node.

import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { start, handleLine } from "./session.js";

let search = 0;

// The number of the newest search that should stop, and with it all before.
const isStopped = () => Atomics.load(workerData.stopped, 0) >= search;

const binary = await readFile(new URL("engine.wasm", import.meta.url));
await start(binary, line => parentPort.postMessage(line), isStopped);
// Lines that came before have waited.
parentPort.on("message", ({ line, number }) => {
  search = number;
  if (!handleLine(line)) parentPort.close();
});
