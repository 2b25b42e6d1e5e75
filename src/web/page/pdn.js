// Games as PDN, which the engine reads and writes: protocol.md describes the lines. The page knows nothing of PDN itself.

import { OPTIONS } from "./games.js";
import { numbered } from "./tree.js";

// So many characters are at most the 100,000 bytes that a line may bring of a file, however they are escaped.
const PIECE = /.{1,25000}/gsu;

const escaped = text => text.replace(/[%"\x00-\x1f\x7f]/g, encodeURIComponent);
const unescaped = text => text.replace(/%[0-7][0-9A-F]/g, decodeURIComponent);

// The line `word name="value" ...`, with those of the values that there are.
const line = (word, fields) => {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [word, ...said.map(([name, value]) => `${name}="${escaped(String(value))}"`)].join(" ");
};

const readable = answer => Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, unescaped(value)]));

// The answers about games of a file, as
// { number, line, variant, variants, rules, fen, plies, result, comment, tags: [[name, value]], nodes, faults: [{ line, message }] }.
// A game of which nothing can be read has faults only, and no `plies`.
const gathered = answers => {
  const games = new Map();
  let last = null;
  const begun = fields => {
    const game = { ...fields, number: +fields.game, tags: [], nodes: [], faults: [] };
    games.set(fields.game, game);
    return game;
  };
  for (const { word, ...fields } of answers.map(readable)) {
    if (word === "pdn-game") {
      const rules = OPTIONS.filter(({ name }) => name in fields).map(({ name }) => [name, fields[name]]);
      last = begun({ ...fields, rules: Object.fromEntries(rules), variants: (fields.variants ?? "").split(" ").filter(Boolean) });
    }
    if (word === "pdn-tag") last.tags.push([fields.name, fields.value]);
    if (word === "pdn-node") last.nodes.push({ ...fields, nags: (fields.nags ?? "").split(" ").filter(Boolean) });
    if (word === "pdn-fault") (games.get(fields.game) ?? begun({ game: fields.game, line: fields.line })).faults.push(fields);
  }
  return [...games.values()];
};

export class Pdn {
  constructor(hub) {
    this.hub = hub;
    // What the engine has read last, of which it shows games.
    this.text = null;
  }

  // The games of a file, without their moves.
  async read(text) {
    this.text = null;
    const pieces = (text.match(PIECE) ?? []).map(piece => line("pdn-text", { text: piece }));
    const answers = await this.hub.ask(...pieces, "pdn-read");
    this.text = text;
    return gathered(answers);
  }

  // One of them, with its moves; `variant` says which game it is if the file does not.
  async show(text, number, variant) {
    if (this.text !== text) await this.read(text);
    const [game] = gathered(await this.hub.ask(line("pdn-show", { game: number, variant })));
    return game;
  }

  // The names of the games that a FEN fits.
  async gamesOf(fen) {
    const [game] = await this.read(`[FEN "${fen.replace(/[\\"]/g, "")}"]\n\n*\n`);
    return game?.variant ? [game.variant] : game?.variants ?? [];
  }
}

// The lines that have the engine write a game: its tags as [[name, value]], the tree from its root on, and its result.
export const writingLines = (tags, root, result) => {
  const nodes = numbered(root).moves.map(({ score, clocks, nags, ...said }) => line("pdn-node", { ...said, nags: nags?.join(" ") || undefined }));
  return [...tags.map(([name, value]) => line("pdn-tag", { name, value })), ...nodes, line("pdn-write", { result, comment: root.comment })];
};

// The text in the engine's answer to them.
export const writtenText = answers => readable(answers.find(({ word }) => word === "pdn")).text;
