// PDN, which the engine reads and writes by the commands described in protocol.md.

import { OPTIONS } from "./games.js";
import { annotated } from "./marks.js";
import { escaped, readable } from "./notation.js";
import { numbered } from "./tree.js";

// This many characters, however they are escaped, fit in the 100,000 bytes of file text that a line may have.
const PIECE = /.{1,25000}/gsu;

// The line `word name="value" ...`, without undefined values.
const line = (word, fields) => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [word, ...given.map(([name, value]) => `${name}="${escaped(String(value))}"`)].join(" ");
};

// The answers about games of a file, as
// { number, line, variant, variants, rules, fen, plies, result, comment, tags: [[name, value]], nodes, faults: [{ line, message }] }.
// An unreadable game has only faults, and no `plies`.
const gathered = answers => {
  const games = new Map();
  let last = null;
  const addGame = fields => {
    const game = { ...fields, number: +fields.game, tags: [], nodes: [], faults: [] };
    games.set(fields.game, game);
    return game;
  };
  for (const { word, ...fields } of answers.map(readable)) {
    if (word === "pdn-game") {
      const rules = OPTIONS.filter(({ name }) => name in fields).map(({ name }) => [name, fields[name]]);
      last = addGame({ ...fields, rules: Object.fromEntries(rules), variants: (fields.variants ?? "").split(" ").filter(Boolean) });
    }
    if (word === "pdn-tag") last.tags.push([fields.name, fields.value]);
    if (word === "pdn-node") last.nodes.push({ ...fields, nags: (fields.nags ?? "").split(" ").filter(Boolean) });
    if (word === "pdn-fault") (games.get(fields.game) ?? addGame({ game: fields.game, line: fields.line })).faults.push(fields);
  }
  return [...games.values()];
};

export class Pdn {
  constructor(hub) {
    this.hub = hub;
    // The text that the engine has read last; `show` refers to it.
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

  // Has the engine read a text, unless it is the one that was read last.
  async know(text) {
    if (this.text !== text) await this.read(text);
  }

  // A game of the file with its moves; `variant` is needed if the file does not name it.
  async show(text, number, variant) {
    await this.know(text);
    const [game] = gathered(await this.hub.ask(line("pdn-show", { game: number, variant })));
    return game;
  }

  // The names of the games in which a FEN is valid.
  async gamesOf(fen) {
    const [game] = await this.read(`[FEN "${fen.replace(/[\\"]/g, "")}"]\n\n*\n`);
    return game?.variant ? [game.variant] : game?.variants ?? [];
  }
}

// The commands that make the engine write a game: its tags as [[name, value]], its tree, and its result.
export const writingLines = (tags, root, result) => {
  const nodes = annotated(numbered(root).moves).map(({ score, clocks, nags, ...said }) => line("pdn-node", { ...said, nags: nags?.join(" ") || undefined }));
  return [...tags.map(([name, value]) => line("pdn-tag", { name, value })), ...nodes, line("pdn-write", { result, comment: root.comment })];
};

// The PDN in the engine's answer to these commands.
export const writtenText = answers => readable(answers.find(({ word }) => word === "pdn")).text;
