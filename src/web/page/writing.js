// The page for writing the rules of a game, which the engine checks as one types.

import { gameNamed } from "./game.js";
import { textOf } from "./encoding.js";
import { download } from "./library.js";
import { rendered } from "./markdown.js";
import { unescaped } from "./notation.js";
import { confirmed } from "./twice.js";

const byId = id => document.getElementById(id);
// The pause after which the text is checked, in milliseconds.
const PAUSE = 300;
const TEMPLATE = `# A game is like another one, with changes.
title = "Dameo with short kings"
like = "dameo"

[kings]
flying = false
`;
// The value of the choice that brings back what the visitor has written.
const MINE = "";

const made = (name, fields, ...content) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...content);
  return element;
};

const lineText = ({ line, message, help }) => `${line ? `Line ${line}: ` : ""}${message.replace(/\.$/, "")}.${help && ` ${help}`}`;

export class Writing {
  // `own` has the games of the visitor; `play(data)` opens the board of one, and `leave()` any other board.
  constructor(table, own, { play, leave }) {
    Object.assign(this, { table, own, play, leave, field: byId("writing-text"), files: new Map() });
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("writing-text", "input", () => this.#type());
    on("writing-name", "input", () => this.#type());
    on("writing-from", "change", () => this.#startFrom(byId("writing-from").value));
    on("writing-file", "change", ({ target }) => this.#openFile(target.files[0]).then(() => { target.value = ""; }));
    on("writing-save", "click", () => download(this.text, `${this.name}.toml`));
    on("writing-play", "click", () => this.#play());
    on("writing-cancel", "click", () => leave());
    on("writing-keys", "toggle", () => this.#showKeys());
    confirmed(byId("writing-remove"), "Delete the game?", () => this.#remove());
    on("writing", "dragover", event => event.preventDefault());
    on("writing", "drop", event => {
      event.preventDefault();
      this.#openFile(event.dataTransfer.files[0]);
    });
    window.addEventListener("resize", () => this.#place());
  }

  get text() { return this.field.value; }
  get name() { return byId("writing-name").value.trim() || this.wanted || "game"; }

  // Shows the page, with what was written last.
  async show() {
    const { text = TEMPLATE, name = "" } = this.table.store.read("draft", {});
    this.#set(text, name);
    if (!this.files.size) await this.#fetchFiles();
    this.#listFiles();
  }

  // Goes to the page, with a game that has a text, or else with what was written last.
  edit({ name, text }) {
    if (text !== undefined) this.table.store.write("draft", { text, name });
    location.hash = "#own";
  }

  async #fetchFiles() {
    const answers = await this.table.hub.ask(...this.own.embedded.map(name => `rules-text name=${name}`));
    for (const { name, text } of answers) this.files.set(name, unescaped(text));
  }

  // ---- The text ----

  #set(text, name) {
    this.field.value = text;
    byId("writing-name").value = name;
    this.stash = { text, name };
    this.#check();
  }

  #type() {
    this.stash = { text: this.text, name: byId("writing-name").value };
    byId("writing-from").value = MINE;
    this.table.store.write("draft", this.stash);
    clearTimeout(this.pause);
    byId("writing-play").disabled = true;
    this.#number([]);
    this.pause = setTimeout(() => this.#check(), PAUSE);
  }

  #listFiles() {
    const titled = ([name, text]) => new Option(text.match(/^title = "(.*)"$/m)?.[1] ?? name, name);
    const group = (label, options) => made("optgroup", { label, hidden: !options.length }, ...options);
    byId("writing-from").replaceChildren(
      new Option("what you have written", MINE),
      group("Your games", this.own.all.filter(({ text }) => text !== undefined).map(({ name, title }) => new Option(title, name))),
      group("Games in the program", [...this.files].map(titled)),
    );
  }

  // Shows the file of a game, without forgetting what was written.
  #startFrom(name) {
    const { stash } = this;
    const own = gameNamed(name)?.text;
    if (name === MINE) this.#set(stash.text, stash.name);
    else this.#set(own ?? this.files.get(name), own === undefined ? "" : name);
    this.stash = stash;
  }

  async #openFile(file) {
    if (!file) return;
    // The engine takes no name that is not one in protocols.
    this.#set(await textOf(file), file.name.replace(/\.[^.]*$/, ""));
    byId("writing-from").value = MINE;
    this.table.store.write("draft", this.stash);
  }

  // ---- What the engine says ----

  async #check() {
    clearTimeout(this.pause);
    const { text } = this;
    byId("writing-play").disabled = true;
    const found = await this.own.check(byId("writing-name").value.trim() || "game", text).catch(({ message }) => ({ faults: [{ message, help: "" }], says: [] }));
    // Another check follows if something has been typed meanwhile.
    if (text !== this.text) return;
    const { faults, title, says } = found;
    this.wanted = title && this.own.nameOf(title);
    byId("writing-name").placeholder = this.wanted ?? "";
    const isOwn = gameNamed(this.name)?.isOwn;
    byId("writing-remove").hidden = !isOwn;
    byId("writing-play").disabled = faults.length > 0;
    byId("writing-said").textContent = faults.length ? "" : `${title}: the rules can be played.`;
    byId("writing-says").replaceChildren(...says.map(said => made("li", {}, said)));
    this.#number(faults);
  }

  // Shows the numbers of the lines, and faults beside their lines.
  #number(faults) {
    const bad = new Set(faults.map(({ line }) => +line));
    const count = this.text.split("\n").length;
    this.field.rows = Math.max(count + 1, 8);
    byId("writing-numbers").replaceChildren(...Array.from({ length: count }, (_, at) => made("li", { className: bad.has(at + 1) ? "bad" : "" })));
    byId("writing-faults").replaceChildren(...faults.map(fault => this.#fault(fault)));
    this.field.setAttribute("aria-invalid", String(faults.length > 0));
    this.#place();
  }

  #fault(fault) {
    const item = made("li", {});
    item.dataset.line = fault.line ?? 1;
    const button = made("button", { type: "button", title: "Go to the line" }, lineText(fault));
    button.addEventListener("click", () => this.#goTo(fault));
    item.append(button);
    return item;
  }

  #goTo({ line = 1, column = 1 }) {
    const before = this.text.split("\n").slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(before + +column - 1, before + +column - 1);
  }

  // Puts each fault at the height of its line, or below the fault before it. On narrow windows they are a list below the text.
  #place() {
    const numbers = byId("writing-numbers").children;
    let end = 0;
    for (const item of byId("writing-faults").children) {
      const top = Math.max(numbers[item.dataset.line - 1]?.offsetTop ?? 0, end);
      item.style.top = `${top}px`;
      end = top + item.offsetHeight;
    }
  }

  async #showKeys() {
    if (byId("writing-keys").childElementCount > 1) return;
    const text = await (await fetch("game-file.md")).text();
    const linked = target => /^https?:/.test(target) ? target : null;
    byId("writing-keys").append(...rendered(text.slice(text.indexOf("## A game like")), { linked }));
  }

  // ---- The game ----

  #play() {
    const { table, name, text } = this;
    table.run(async () => {
      const data = await table.bring(name, text);
      table.store.write("draft", { text, name });
      await this.play(data);
      if (!this.own.isKept) table.trouble("This browser cannot store the game: download it before you close the page.");
    }, reason => {
      byId("writing-said").textContent = reason.replace(/^rules-play: /, "");
      table.say(reason);
    });
  }

  #remove() {
    const { table, name } = this;
    table.run(async () => {
      for (const [place, game] of Object.entries(table.games)) {
        if (game.data.name === name) delete table.games[place];
      }
      this.own.remove(name);
      this.leave();
    });
  }
}
