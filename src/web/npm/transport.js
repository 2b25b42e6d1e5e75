// Transport of lines between a page and the engine in a web worker.
//
// The worker receives no messages while it searches, but it can check whether a blob address still exists. The page revokes the
// address to stop the search. No line is sent before the worker is ready.

export class Transport {
  constructor() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = event => this.#receive(event.data);
    this.worker.onerror = () => this.onEnd();
    this.opened = new Promise(resolve => { this.ready = resolve; });
  }

  #receive({ line, state }) {
    if (state === "ready") this.ready();
    else if (state === "ended") this.onEnd();
    else this.onLine(line);
  }

  send(line) {
    const word = line.trim().split(/\s/, 1)[0];
    // A new search also stops the one before.
    if (["go", "stop", "quit"].includes(word)) this.#revoke();
    if (word === "go") this.address = URL.createObjectURL(new Blob());
    this.worker.postMessage({ line, address: this.address });
  }

  close() {
    this.#revoke();
    this.worker.terminate();
  }

  #revoke() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = undefined;
  }
}
