// The page: connects to the engine, and shows one part at a time.

import { About } from "./about.js";
import { Analysis } from "./analysis.js";
import { addSymbols } from "./board.js";
import { Editor } from "./editor.js";
import { Field } from "./field.js";
import { Game, readAddress } from "./game.js";
import { GAMES } from "./games.js";
import { Hub } from "./hub.js";
import { Library } from "./library.js";
import { Openings } from "./openings.js";
import { OwnGames } from "./own.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Rules } from "./rules.js";
import { Setup } from "./setup.js";
import { OpenGames } from "./shelf.js";
import { Store } from "./store.js";
import { Table, showTrouble } from "./table.js";
import { Texts } from "./texts.js";
import { Transport } from "./transport.js";
import { confirmed } from "./twice.js";
import { Writing } from "./writing.js";

const byId = id => document.getElementById(id);
const THEMES = ["auto", "light", "dark"];
const THEME_TITLES = { auto: "same as system", light: "light", dark: "dark" };
// The parts of the page with a board.
const PLACES = ["play", "analysis", "puzzle", "example"];
// The other parts, and the ids of their elements.
const PAGES = { about: "figures", rules: "rules", puzzles: "puzzles", setup: "editing", own: "writing" };
// The menu entries of parts without their own entry.
const ENTRIES = { puzzle: "puzzles", example: "rules", setup: "analysis", own: "play" };

const say = text => { byId("said").textContent = text; };

// ---- Colours ----

const applyTheme = theme => {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-label", `Colours: ${THEME_TITLES[theme]}`);
};

const chooseTheme = store => {
  let theme = store.read("theme", "auto");
  applyTheme(theme);
  byId("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    store.write("theme", theme);
    applyTheme(theme);
  });
};

// ---- The engine ----

const connect = async (hub, transport) => {
  hub.onEnd = () => {
    const retry = Object.assign(document.createElement("button"), { type: "button", textContent: "Try again" });
    retry.addEventListener("click", () => location.reload());
    showTrouble(transport.trouble ?? "The engine has stopped.", " ", retry);
    byId("state").textContent = "No engine";
    document.documentElement.dataset.engine = "gone";
  };
  await transport.opened;
  return hub.ask("hub", "init");
};

// ---- The parts of the page ----

// The page of an address, such as `#rules` or one of its chapters; undefined for a board.
const pageOf = part => Object.keys(PAGES).find(page => part === page || part.startsWith(`${page}-`));

// Shows the board, or another page.
const showPart = part => {
  const shown = byId(PAGES[part] ?? "table");
  if (shown.hidden) window.scrollTo(0, 0);
  for (const id of ["table", ...Object.values(PAGES)]) byId(id).hidden = byId(id) !== shown;
  const entry = ENTRIES[part] ?? part;
  for (const name of ["play", "analysis", "puzzles", "rules", "about"]) {
    if (name === entry) byId(`to-${name}`).setAttribute("aria-current", "page");
    else byId(`to-${name}`).removeAttribute("aria-current");
  }
  byId("puzzle").hidden = part !== "puzzle";
  // The strong button of a puzzle is the one for the next.
  byId("new").classList.toggle("strong", part !== "puzzle");
};

// Shows a text page, the rules or the list of puzzles, at the chapter in the address.
const showPage = async (page, title, load) => {
  showPart(page);
  document.title = `${title} · coupturc`;
  await load();
  const wanted = byId(location.hash.slice(1));
  if (wanted && wanted.id !== page) wanted.scrollIntoView();
};

// Shows the part, the game and the position in the address.
const go = async (table, { about, rules, puzzles, editor, writing }) => {
  const { hash } = location;
  const { part, data, number, fields, at } = readAddress(hash);
  const page = pageOf(part);
  if (page === "rules") return showPage(page, "Rules", () => rules.load());
  if (page === "about") return showPage(page, "About the games", () => about.load(part));
  if (page === "puzzles") return showPage(page, "Puzzles", () => puzzles.showList());
  if (page === "setup") {
    return table.run(async () => {
      table.leave();
      showPart(page);
      editor.show(data, fields?.start);
    });
  }
  if (page === "own") {
    document.title = "Your own game · coupturc";
    return table.run(() => {
      table.leave();
      showPart(page);
      return writing.show();
    });
  }
  const place = PLACES.includes(part) ? part : "play";
  if (place === "puzzle") await puzzles.load();
  return table.run(async () => {
    let problem = null;
    const isOpened = fields && await table.openAddress(hash, place, data, fields, at).catch(error => { problem = error; });
    if (isOpened) return;
    await table.visit(place, data, place === "puzzle" ? puzzles.startOf(data, number) : null);
    showPart(place);
    // What is wrong with the address is said above a board that can be used.
    if (problem) throw problem;
  });
};

const listen = (table, play, setup, editor) => {
  const on = (id, act) => byId(id).addEventListener("click", act);
  on("new", () => setup.open());
  on("again", () => setup.open());
  on("first", () => table.go(0));
  on("back", () => table.step(-1));
  on("forward", () => table.step(1));
  on("last", () => table.go(table.game.nodes.length - 1));
  on("edit", () => editor.start());
  on("remove", () => table.remove());
  on("flip", () => table.flip());
  on("undo", () => play.undo());
  on("hint", () => play.hint());
  on("draw", () => play.offerDraw());
  confirmed(byId("resign"), "Resign the game?", () => play.resign());
  on("go-on", () => play.goOn());
  on("look", () => table.run(() => table.open(table.games.play.copy())));
  const typed = new Field("typed");
  byId("type").addEventListener("submit", event => {
    event.preventDefault();
    enterTyped(table, typed);
  });
  document.addEventListener("keydown", event => useKey(table, event));
  byId("board").addEventListener("wheel", event => useWheel(table, event), { passive: false });
};

// Enters a typed move: cells with any separators. It needs only enough cells to be unambiguous.
const enterTyped = (table, field) => {
  const names = new Map(table.game.data.cells.map(({ name, other }) => [other, name]));
  const cells = (field.text.toLowerCase().match(/[a-wyz]?\d+/g) ?? []).map(cell => names.get(cell) ?? cell);
  const [from, ...rest] = cells;
  const fits = table.board.state.legal.filter(move => move.from === from && rest.length && rest.every(cell => cell === move.to || move.taken.includes(cell)));
  const exact = fits.filter(move => rest[0] === move.to);
  const found = exact.length ? exact : fits;
  const enter = move => {
    field.accept();
    field.input.value = "";
    table.enter(move);
  };
  // The engine also identifies moves by the cells on their path.
  if (found.length !== 1 && rest.length > 1) {
    table.run(async () => enter(await table.moveOf(field.text, from)), text => field.say(text, { isBad: true }));
    return;
  }
  if (found.length !== 1) {
    field.say(found.length ? `“${field.text}” matches ${found.length} moves: add a captured cell.` : `“${field.text}” is not a legal move.`, { isBad: true });
    field.input.select();
    return;
  }
  enter(found[0]);
};

// Whether the arrow keys move the text cursor in a field.
const isWriting = ({ target }) => target.matches?.("textarea, input:not([type=checkbox]):not([type=file])") && target.value !== "";

const useKey = (table, event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (byId("table").hidden || document.querySelector("dialog[open]") || !table.game || isWriting(event)) return;
  const isTyped = event.target.matches?.("input:not([type=checkbox]), textarea, select");
  const act = {
    ArrowLeft: () => table.step(-1), ArrowRight: () => table.step(1),
    Home: () => table.go(0), End: () => table.go(table.game.nodes.length - 1), f: isTyped ? null : () => table.flip(),
    n: isTyped ? null : () => table.toMistake(1), p: isTyped ? null : () => table.toMistake(-1),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
};

// A notch of the mouse wheel is a move; a touchpad scrolls by small fractions of it.
const NOTCH = 40;
let scrolled = 0;

const useWheel = (table, event) => {
  if (event.ctrlKey || !table.game) return;
  event.preventDefault();
  scrolled = Math.sign(scrolled) === Math.sign(event.deltaY) ? scrolled + event.deltaY : event.deltaY;
  if (Math.abs(scrolled) < NOTCH) return;
  table.step(Math.sign(scrolled));
  scrolled = 0;
};

const begin = async () => {
  const store = new Store();
  chooseTheme(store);
  addSymbols();
  const transport = new Transport();
  const hub = new Hub(transport);
  // The engine refuses the names of its own games.
  const own = new OwnGames(hub, store, name => PLACES.includes(name) || pageOf(name) !== undefined);
  const table = new Table(hub, store, say);
  const play = new Play(table);
  const puzzles = new Puzzles(table);
  const setup = new Setup(store, {
    begin: request => table.run(() => table.open(play.begin(request))).then(() => editor.played()),
    setUp: request => editor.start(request),
    write: data => writing.edit(data),
  });
  const editor = new Editor(table, request => setup.open(request));
  const writing = new Writing(table, own, {
    play: data => {
      setup.listGames(data);
      return table.open(play.begin({ ...setup.request(), start: null }));
    },
    leave: () => { location.hash = "#play"; },
  });
  own.onChange = () => setup.listGames();
  table.bring = (name, text) => {
    // The engine has another game on its board afterwards.
    table.sentOrders = null;
    return own.take(name, text);
  };
  table.freshGame = (place, wanted, start) => {
    const data = wanted ?? table.game?.data ?? setup.request().data;
    if (place === "play") return play.begin({ ...setup.request(), ...(wanted ? { data, rules: {} } : {}), time: "", side: "W", start: null });
    return place === "puzzle" ? puzzles.freshGame(data, start) : new Game(place, data);
  };
  table.onOpen = () => showPart(table.place);
  const { part, data } = readAddress(location.hash);
  if (pageOf(part)) showPart(pageOf(part));
  else table.sketch(PLACES.includes(part) ? part : "play", data);
  // Why there is no engine is on the page already.
  const declared = await connect(hub, transport).catch(() => null);
  if (!declared) return;
  own.embedded = declared.find(({ word, name }) => word === "param" && name === "variant").values.split(" ");
  await own.introduce();
  const rules = new Rules(table);
  new Analysis(table);
  const library = new Library(table);
  new Texts(table, library.pdn);
  new OpenGames(table);
  listen(table, play, setup, editor);
  new Openings(table, library.pdn, request => setup.open(request));
  // An engine that the browser has kept from an earlier visit may not know the question.
  const [answer] = await hub.ask("books");
  // Without a server, books are files beside the page.
  const beside = transport.bringBook ? GAMES.filter(({ hasBook }) => hasBook) : [];
  setup.offerBooks([...answer?.games.split(" ") ?? [], ...beside.map(({ name }) => name)]);
  const pages = { about: new About(table), rules, puzzles, editor, writing };
  window.addEventListener("hashchange", () => go(table, pages));
  await go(table, pages);
  document.documentElement.dataset.ready = "true";
};

begin().catch(error => {
  showTrouble(`This page cannot begin: ${error.message}. Please report it.`);
  throw error;
});
