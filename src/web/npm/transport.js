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
    // The games whose opening books have been asked for, each with the promise that the engine has its book.
    this.books = new Map();
  }

  // Gives the engine the opening book of a game, a file beside the page. The worker takes it when no search is running. Resolves to what
  // is wrong, or to an empty text.
  bringBook(game) {
    const brought = this.books.get(game) ?? this.#fetchBook(game).catch(error => {
      this.books.delete(game);
      return error.message;
    });
    this.books.set(game, brought);
    return brought;
  }

  async #fetchBook(game) {
    const file = await fetch(new URL(`books/${game}.book`, import.meta.url));
    if (!file.ok) throw new Error(`The site has no file books/${game}.book.`);
    const book = await file.arrayBuffer();
    const isBook = await new Promise(resolve => {
      this.onBook = resolve;
      this.worker.postMessage({ book });
    });
    if (!isBook) throw new Error(`The file books/${game}.book is no opening book.`);
    return "";
  }

  #receive({ line, state, isBook }) {
    if (isBook !== undefined) this.onBook(isBook);
    else if (state === "ready") this.ready();
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
