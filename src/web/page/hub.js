// A client of the Hub protocol, as described in protocol.md. The transport carries the lines.

import { gameNamed } from "./game.js";
import { Refusal, readAnswer } from "./notation.js";

// An error of the engine in the words of the page, which has no parameters but titles of games.
const forPeople = message => message.replace(/it fits ([\w, ]+): choose the game with the parameter variant/, (_, names) => {
  return `it fits ${names.split(", ").map(name => gameNamed(name)?.title ?? name).join(", ")}: choose the game first`;
});

const GONE = "The connection to the engine is lost. Reload the page to reconnect.";

export class Hub {
  constructor(transport) {
    this.transport = transport;
    this.waiting = [];
    this.running = null;
    this.hasEnded = false;
    this.onEnd = () => {};
    transport.onLine = line => this.#receive(line);
    transport.onEnd = () => this.#end();
  }

  #send(line) {
    this.transport.send(line);
  }

  #receive(line) {
    const answer = readAnswer(line);
    if (answer.word === "info") this.running?.onInfo(answer);
    else if (answer.word === "done") this.#done(answer);
    else if (answer.word === "pong") this.#settle();
    else if (this.waiting.length) this.waiting[0].answers.push(answer);
    else if (answer.word === "error") console.warn(answer.message);
  }

  #settle() {
    const { answers, resolve, reject } = this.waiting.shift();
    const error = answers.find(answer => answer.word === "error");
    if (error) reject(new Refusal(forPeople(error.message)));
    else resolve(answers);
  }

  #done(answer) {
    const { running } = this;
    this.running = null;
    running?.resolve({ ...answer, halted: running.halted });
  }

  #end() {
    this.hasEnded = true;
    for (const { reject } of this.waiting) reject(new Refusal(GONE));
    this.waiting = [];
    this.running?.resolve({ halted: true });
    this.running = null;
    this.onEnd();
  }

  // Sends commands that are answered immediately. Resolves to all answers, or is rejected if one of them is an error.
  ask(...commands) {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) throw new Refusal(GONE);
      this.waiting.push({ answers: [], resolve, reject });
      for (const command of [...commands, "ping"]) this.#send(command);
    });
  }

  // Has the engine know the opening book of a game, if it does not come with the program. Resolves to what is wrong, or to an empty text.
  // To be awaited while no search is running.
  async bringBook({ name, hasBook }) {
    return hasBook && this.transport.bringBook ? this.transport.bringBook(name) : "";
  }

  // Starts a search. Resolves to its `done`, with `halted` if `halt` ended it.
  search(mode, limits, onInfo = () => {}) {
    return new Promise(resolve => {
      this.running = { onInfo, resolve, halted: false };
      this.running.ended = new Promise(ended => {
        this.running.resolve = answer => { resolve(answer); ended(); };
      });
      for (const limit of limits) this.#send(`level ${limit}`);
      this.#send(`go ${mode}`);
    });
  }

  // Stops the running search, if there is one, and waits for its end.
  async halt() {
    const { running } = this;
    if (!running) return;
    if (!running.halted) this.#send("stop");
    running.halted = true;
    await running.ended;
  }
}
