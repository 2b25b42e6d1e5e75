// Transport of lines between a program in Node and the engine in a worker thread. The thread receives no messages while
// it searches, but it shares a number: that of the newest search that should stop.

import { Worker } from "node:worker_threads";

export class Transport {
  constructor() {
    this.searches = 0;
    this.stopped = new Int32Array(new SharedArrayBuffer(4));
    this.worker = new Worker(new URL("node-worker.js", import.meta.url), { workerData: { stopped: this.stopped } });
    this.worker.on("message", line => this.onLine(line));
    this.worker.on("error", error => { console.error(error); });
    this.worker.on("exit", () => this.onEnd());
    // Messages wait until the thread listens.
    this.opened = Promise.resolve();
  }

  send(line) {
    const word = line.trim().split(/\s/, 1)[0];
    // A new search also stops the one before.
    if (["go", "stop", "quit"].includes(word)) Atomics.store(this.stopped, 0, this.searches);
    if (word === "go") this.searches += 1;
    this.worker.postMessage({ line, number: this.searches });
  }

  // The thread ends by itself, and not in the middle of WebAssembly.
  close() {
    this.send("quit");
  }
}
