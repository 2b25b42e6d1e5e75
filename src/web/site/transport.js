// How lines travel between the page and the engine: here to a worker of the browser, for there is no server.
//
// The worker hears nothing while it searches. But it can look whether an address is still good: that is withdrawn when the
// search is to end. No line is sent before the worker is ready.

export class Transport {
  constructor() {
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = event => this.#hear(event.data);
    this.worker.onerror = () => this.onEnd();
    this.opened = new Promise(resolve => { this.ready = resolve; });
  }

  #hear({ line, state }) {
    if (state === "ready") this.ready();
    else if (state === "ended") this.onEnd();
    else this.onLine(line);
  }

  send(line) {
    const word = line.trim().split(/\s/, 1)[0];
    // Before a search begins the one before has ended.
    if (["go", "stop", "quit"].includes(word)) this.#withdraw();
    if (word === "go") this.address = URL.createObjectURL(new Blob());
    this.worker.postMessage({ line, address: this.address });
  }

  #withdraw() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = undefined;
  }
}
