// The engine for programs: requests that are answered by promises, one after the other.

export class EngineError extends Error {}

// The characters of PDN in one line: few enough even if all are percent-encoded.
const PIECE = /[^]{1,20000}/gu;

const LIMITS = { depth: "depth", nodes: "nodes", seconds: "move-time" };

// The arguments of a line by name.
const values = line => {
  const found = line.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...found].map(([, name, quoted, plain]) => [name, quoted ?? plain]));
};

const words = text => (text ? text.split(" ") : []);

// A command with percent-encoded texts.
const command = (word, texts) => {
  const encoded = Object.entries(texts).map(([name, text]) => {
    const code = character => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
    return `${name}="${String(text).replace(/[%"\x00-\x1f\x7f]/g, code)}"`;
  });
  return [word, ...encoded].join(" ");
};

const position = ({ fen, moves = [] }, start) => `pos fen="${fen ?? start}" moves="${moves.join(" ")}"`;

const bestLine = of => ({
  moves: words(of.pv),
  score: Number(of.score),
  depth: Number(of.depth),
  nodes: Number(of.nodes),
  seconds: Number(of.time),
  rank: Number(of.multipv ?? 1),
});

// The games of a PDN text as `pdn-show` describes them.
const pdnGame = answers => {
  const game = { variant: "", tags: {}, moves: [], result: "*", faults: [] };
  // The last node of the main line, which variations do not continue.
  let last = "0";
  for (const [word, encoded] of answers) {
    const of = Object.fromEntries(Object.entries(encoded).map(([name, text]) => [name, decodeURIComponent(text)]));
    if (word === "pdn-game") {
      Object.assign(game, { variant: of.variant, result: of.result, ...(of.fen && { fen: of.fen }) });
    }
    if (word === "pdn-tag") game.tags[of.name] = of.value;
    if (word === "pdn-fault") game.faults.push({ line: Number(of.line), message: encoded.message });
    if (word === "pdn-node" && of.parent === last && of.move) {
      game.moves.push(of.move);
      last = of.id;
    }
  }
  return game;
};

// The class of engines that are reached by this kind of transport.
export const engineOver = Transport => class Engine {
  #transport;
  #queue;
  #receive = () => {};
  #ended;
  #fail;
  #error;
  #start;
  #variants;
  #lines = 1;

  constructor({ variant = "normal", ...parameters } = {}) {
    const settings = Object.entries({ variant, ...parameters }).map(([name, value]) => {
      const text = String(value);
      if (/["\n\r]/.test(text)) throw new EngineError(`${name}: ${text} has a quote or an end of line in it`);
      return `set-param name=${name.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)} value="${text}"`;
    });
    this.variant = variant;
    this.#ended = new Promise((_, reject) => { this.#fail = reject; });
    this.#ended.catch(() => {});
    this.#transport = new Transport();
    this.#transport.onLine = line => this.#receive(line.split(" ", 1)[0], values(line));
    this.#transport.onEnd = () => {
      this.#error = new EngineError("the engine has ended");
      this.#fail(this.#error);
    };
    this.#queue = this.#transport.opened.then(async () => {
      const answers = await this.#ask("hub", ...settings, "init", "fen");
      this.#start = answers.get("fen").fen;
      this.#variants = words(answers.all.find(([word, of]) => word === "param" && of.name === "variant")[1].values);
    });
    // Whatever is asked for later fails with the same error.
    this.#queue.catch(() => {});
  }

  /** Does one thing after the other: a request waits until those before are done. */
  #then(request) {
    const done = this.#queue.then(request);
    this.#queue = Promise.all([this.#queue, done.catch(() => {})]).then(() => {});
    this.#queue.catch(() => {});
    return done;
  }

  /** Sends commands, and waits for the first of these words. */
  #until(last, commands, take) {
    if (this.#error) throw this.#error;
    const done = new Promise(resolve => {
      this.#receive = (word, of) => {
        take(word, of);
        if (word === last) resolve(of);
      };
    });
    for (const line of commands) this.#transport.send(line);
    return Promise.race([done, this.#ended]);
  }

  /** The answers to commands, the last with each word; all of them as `all`. */
  async #ask(...commands) {
    const all = [];
    await this.#until("pong", [...commands, "ping"], (word, of) => all.push([word, of]));
    const error = all.find(([word]) => word === "error");
    if (error) throw new EngineError(error[1].message);
    return Object.assign(new Map(all), { all });
  }

  variants() {
    return this.#then(() => [...this.#variants]);
  }

  state(at = {}) {
    return this.#then(async () => {
      const answers = await this.#ask(position(at, this.#start), "fen", "legal-moves", "status");
      const { result, reason } = answers.get("status");
      return { fen: answers.get("fen").fen, legalMoves: words(answers.get("legal-moves").moves), result, reason };
    });
  }

  search(at = {}, { mode = "analyze", lines = 1, onLine = () => {}, signal, ...limits } = {}) {
    return this.#then(async () => {
      const given = Object.entries(limits).map(([name, value]) => {
        if (name in LIMITS) return `${LIMITS[name]}=${value}`;
        throw new EngineError(`there is no limit ${name}, expected one of ${Object.keys(LIMITS).join(", ")}`);
      });
      if (!given.length && !signal) throw new EngineError("without a limit or a signal, the search would never end");
      const setting = lines === this.#lines ? [] : [`set-param name=multi-pv value=${lines}`];
      await this.#ask(...setting, position(at, this.#start), ["level infinite", ...given].join(" "));
      this.#lines = lines;
      signal?.throwIfAborted();
      const best = [];
      let error = "no move";
      const stop = () => this.#transport.send("stop");
      signal?.addEventListener("abort", stop);
      const done = await this.#until("done", [`go ${mode}`], (word, of) => {
        if (word === "error") error = of.message;
        if (word !== "info") return;
        const line = bestLine(of);
        best[line.rank - 1] = line;
        onLine(line);
      }).finally(() => signal?.removeEventListener("abort", stop));
      if (!done.move) throw new EngineError(error);
      return { move: done.move, ponder: done.ponder, score: best[0]?.score, lines: best };
    });
  }

  readPdn(text) {
    return this.#then(async () => {
      const pieces = (text.match(PIECE) ?? []).map(piece => command("pdn-text", { text: piece }));
      const answers = await this.#ask(...pieces, "pdn-read");
      const fitting = answers.all.filter(([word]) => word === "pdn-game");
      const variants = Object.fromEntries(fitting.map(([, of]) => [of.game, words(of.variants)]));
      const games = [];
      for (let game = 1; game <= Number(answers.get("pdn-end").games); game += 1) {
        const names = variants[game] ?? [];
        const name = names.includes(this.variant) ? this.variant : names[0];
        games.push(pdnGame((await this.#ask(`pdn-show game=${game}${name ? ` variant=${name}` : ""}`)).all));
      }
      return games;
    });
  }

  writePdn({ fen, moves = [], result = "*", tags = {} }) {
    return this.#then(async () => {
      const all = { ...tags, Result: result, ...(fen && { FEN: fen }) };
      const lines = Object.entries(all).map(([name, value]) => command("pdn-tag", { name, value }));
      const nodes = moves.map((move, at) => command("pdn-node", { id: at + 1, parent: at, move }));
      const answers = await this.#ask("pdn-new", ...lines, ...nodes, command("pdn-write", { result }));
      return decodeURIComponent(answers.get("pdn").text);
    });
  }

  close() {
    this.#transport.close();
    this.#transport.onEnd();
  }
};
