// Import and export of games: the PDN field, and the list of the games of a file.

import { textOf } from "./encoding.js";
import { Field } from "./field.js";
import { Game, gameNamed } from "./game.js";
import { Refusal } from "./notation.js";
import { Pdn, writingLines, writtenText } from "./pdn.js";

const byId = id => document.getElementById(id);
// The maximum number of listed games; the others can be found by typing.
const LISTED = 200;
// Up to this many games, the list has no search field.
const FEW = 10;
// Text of this many characters is not stored.
const LARGE = 1_000_000;
// Reading text of this many characters takes a moment.
const LONG = 100_000;

const tagOf = (game, name) => game.tags.find(([tag]) => tag === name)?.[1] ?? "";
const titleOf = game => [tagOf(game, "White"), tagOf(game, "Black")].map(name => name || "?").join(" – ");
const placeOf = game => [tagOf(game, "Event"), tagOf(game, "Date")].filter(value => value && !/^[?.]+$/.test(value)).join(", ");
const isUnreadable = game => game.plies === undefined;
const faultText = ({ line, message }) => `${line ? `Line ${line}: ` : ""}${message}`;

// The page learns the titles of some games when it plays them.
const titleFor = name => gameNamed(name)?.title ?? name;

export const copy = async text => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages served without TLS by other machines cannot use the clipboard, but can copy a selection.
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
};

// Lets the browser save a text as a file.
export const download = (text, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  // A busy browser may read it some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

export class Library {
  constructor(table) {
    Object.assign(this, { table, pdn: new Pdn(table.hub) });
    byId("list-pdn").hidden = !table.store.read("file", null);
    this.field = new Field("pdn", () => this.show());
    table.onChange(() => this.show());
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("texts", "toggle", () => this.#open());
    on("load-pdn", "click", () => this.load(this.field.text));
    on("copy-pdn", "click", () => this.#withText(async text => {
      await copy(text);
      table.notice("Copied");
    }));
    on("save-pdn", "click", () => this.#withText(text => download(text, `${table.game.data.name}.pdn`)));
    on("open-pdn", "change", event => this.#openFile(event.target));
    on("list-pdn", "click", () => this.#openList());
    on("file-find", "input", () => this.#list());
  }

  // ---- Export ----

  // The commands that make the engine write the shown game as PDN, and a key that identifies its content.
  #orders() {
    const { data, rules, root, record, result } = this.table.game;
    // A game that was played on may have another result than in its file.
    const isNew = ([name]) => name === "Result" && result !== record?.result;
    const tags = (record?.tags ?? this.#ownTags()).map(tag => isNew(tag) ? [tag[0], result] : tag);
    const lines = writingLines(tags, root, result);
    return { lines, key: JSON.stringify([data.name, rules, lines]) };
  }

  // The tags of a game that does not come from a file.
  #ownTags() {
    const { game } = this.table;
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const tags = [["Event", "coupturc"], ["Date", today], ["White", game.playerName("W")], ["Black", game.playerName("B")]];
    const { start } = game.root;
    return start === game.data.start ? tags : [...tags, ["SetUp", "1"], ["FEN", start]];
  }

  // The field follows the game while it is visible, but not each move of its analysis. The engine writes the PDN before the next search starts.
  show() {
    if (!byId("texts").open || this.table.isReviewing) return;
    const { lines, key } = this.#orders();
    if (key !== this.key) {
      this.key = key;
      this.written = this.table.ask(lines).then(writtenText).catch(error => this.#refuse(error.message));
    }
    this.written.then(text => { if (key === this.key && text) this.field.shows(text, this.table.game.root); });
  }

  // Has the engine write the game, if it has not yet.
  async #open() {
    if (byId("texts").open && this.#orders().key !== this.key) await this.table.run(async () => {});
  }

  async #withText(act) {
    await this.#open();
    const text = await this.written;
    if (text) await act(text);
  }

  // ---- Import ----

  #refuse(text) {
    this.field.say(text, { isBad: true });
  }

  #run(task) {
    return this.table.run(task, text => this.#refuse(text));
  }

  async #openFile(input) {
    const [file] = input.files;
    if (!file) return;
    this.field.type(await textOf(file));
    input.value = "";
    this.load(this.field.text);
  }

  // Loads the game in `text`, or lists its games if there are several.
  load(text) {
    return this.#run(async () => {
      this.field.say(text.length > LONG ? "Reading the games …" : "");
      const games = await this.pdn.read(text);
      this.field.say("");
      Object.assign(this, { text, games, answer: null, source: `file ${Date.now()}` });
      byId("list-pdn").hidden = games.length < 2;
      // The list is there again after a reload, unless the file would take most of what the browser stores.
      if (games.length > 1) this.table.store.write("file", text.length < LARGE ? text : null);
      if (!games.length) throw new Refusal("No game found in this text. Paste a game with its tags and moves.");
      if (games.length === 1) return this.#take(games[0]);
      byId("file-find").value = "";
      byId("file-find").parentElement.hidden = games.length <= FEW;
      this.#list();
      this.#showList();
      return null;
    });
  }

  // Puts a game on the board. If its variant is ambiguous, asks for it, once for all games of the text.
  async #take(game) {
    if (isUnreadable(game)) throw new Refusal(game.faults.map(faultText).join(" "));
    const { table } = this;
    const isAnswered = !game.variant && game.variants.includes(this.answer);
    const variant = game.variant ?? (isAnswered ? this.answer : null);
    if (!variant) return this.#askWhich(game);
    const data = gameNamed(variant) ?? await table.bring(variant);
    const shown = await this.pdn.show(this.text, game.number, isAnswered ? variant : undefined);
    const news = data === table.game.data ? [] : [`The board has changed to ${data.title}.`];
    if (isAnswered) news.push(`Read as ${data.title}.`);
    const { rules, fen: start, comment, nodes: moves, tags, result } = shown;
    await table.open(new Game("analysis", data, { rules, start, comment, moves, record: { tags, result }, source: this.source }));
    this.field.accept();
    if (shown.faults.length) news.push(...shown.faults.map(faultText), "The moves before it are on the board.");
    this.field.say(news.join(" "), { isBad: shown.faults.length > 0, game: table.game.root });
    return null;
  }

  #askWhich(game) {
    const choices = game.variants.map(name => [titleFor(name), () => {
      this.answer = name;
      this.#run(() => this.#take(game));
    }]);
    if (!choices.length) throw new Refusal("The moves fit none of the supported games.");
    this.field.say("The file does not name the game, and its moves fit several. Choose one:", { choices });
    return null;
  }

  // ---- The list of the games of a file ----

  // Shows the list of the last file, which is read again after a reload.
  #openList() {
    if (this.games) this.#showList();
    else this.load(this.table.store.read("file", ""));
  }

  #showList() {
    byId("file").showModal();
    byId("file-games").querySelector("button")?.focus();
  }

  #list() {
    const wanted = byId("file-find").value.toLowerCase();
    const found = this.games.filter(game => `${titleOf(game)} ${placeOf(game)}`.toLowerCase().includes(wanted));
    const listed = found.slice(0, LISTED);
    byId("file-count").textContent = listed.length < found.length
      ? `The first ${LISTED} of ${found.length} games. Type a name to find more.` : found.length ? `${found.length} ${found.length === 1 ? "game" : "games"}` : "No game fits.";
    byId("file-games").replaceChildren(...listed.map(game => this.#item(game)));
  }

  #item(game) {
    const item = document.createElement("li");
    if (!isUnreadable(game)) item.append(this.#button(game));
    for (const fault of game.faults) {
      const text = `${isUnreadable(game) ? `${game.number}. Unreadable. ` : ""}${faultText(fault)}`;
      item.append(Object.assign(document.createElement("p"), { className: "bad", textContent: text }));
    }
    return item;
  }

  #button(game) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const names = game.variant ? [game.variant] : game.variants;
    const kind = names.length === 1 ? titleFor(names[0]) : "unknown game";
    const facts = [`${game.number}.`, titleOf(game), game.result, placeOf(game), kind, game.plies === "1" ? "1 ply" : `${game.plies} plies`];
    button.append(...facts.map(textContent => Object.assign(document.createElement("span"), { textContent })));
    button.addEventListener("click", () => {
      byId("file").close();
      this.#run(() => this.#take(game));
    });
    return button;
  }
}
