// The page: connects to the engine, and shows one of its parts at a time.

import { Analysis } from "./analysis.js";
import { addSymbols } from "./board.js";
import { Field } from "./field.js";
import { Hub } from "./hub.js";
import { Library } from "./library.js";
import { Rules } from "./rules.js";
import { Setup } from "./setup.js";
import { Table } from "./table.js";
import { Texts } from "./texts.js";
import { Transport } from "./transport.js";

const byId = id => document.getElementById(id);
const THEMES = ["auto", "light", "dark"];
const THEME_TITLES = { auto: "as the system has them", light: "light", dark: "dark" };

const say = text => { byId("said").textContent = text; };

// ---- Colours ----

const applyTheme = theme => {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-label", `Colours: ${THEME_TITLES[theme]}`);
};

const chooseTheme = () => {
  let theme = "auto";
  try { theme = localStorage.getItem("coupturc-theme") ?? theme; } catch { /* Then the system chooses. */ }
  applyTheme(theme);
  byId("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try { localStorage.setItem("coupturc-theme", theme); } catch { /* It lasts as long as the page. */ }
    applyTheme(theme);
  });
};

// ---- The engine ----

const connect = async () => {
  const transport = new Transport();
  const hub = new Hub(transport);
  hub.onEnd = () => {
    byId("trouble").textContent = transport.trouble ?? "There is no engine: it has ended. Load the page again to try.";
    byId("trouble").hidden = false;
  };
  await transport.opened;
  await hub.ask("hub", "init");
  return hub;
};

// ---- The parts of the page ----

const show = (table, rules) => {
  const [part] = location.hash.slice(1).split("-");
  const isRules = part === "rules";
  if (byId("rules").hidden === isRules) window.scrollTo(0, 0);
  byId("rules").hidden = !isRules;
  byId("table").hidden = isRules;
  for (const name of ["play", "analysis", "rules"]) {
    const isHere = name === (part || "play") || (name === "rules" && part === "puzzle");
    if (isHere) byId(`to-${name}`).setAttribute("aria-current", "page");
    else byId(`to-${name}`).removeAttribute("aria-current");
  }
  if (isRules) {
    rules.load().then(() => {
      const wanted = byId(location.hash.slice(1));
      if (wanted && wanted.id !== "rules") wanted.scrollIntoView();
    });
  }
  const mode = part === "analysis" || part === "puzzle" ? part : isRules ? "analysis" : "play";
  byId("puzzle").hidden = part !== "puzzle";
  if (mode === table.mode) return;
  const isBack = mode === "play" && table.played;
  table.mode = mode;
  table.run(async () => {
    table.since = performance.now();
    if (isBack) table.returnToGame();
  });
};

const listen = (table, setup) => {
  const on = (id, act) => byId(id).addEventListener("click", act);
  on("new", () => setup.open());
  on("again", () => setup.open());
  on("first", () => table.go(0));
  on("back", () => table.go(table.ply - 1));
  on("forward", () => table.go(table.ply + 1));
  on("last", () => table.go(table.nodes.length - 1));
  on("remove", () => table.remove());
  on("flip", () => table.flip());
  on("undo", () => table.undo());
  on("hint", () => table.hint());
  on("draw", () => table.offerDraw());
  on("resign", () => table.resign());
  on("go-on", () => table.goOnPlaying());
  on("look", () => { byId("engine").checked = true; location.hash = "#analysis"; });
  const typed = new Field("typed");
  byId("type").addEventListener("submit", event => {
    event.preventDefault();
    enterTyped(table, typed);
  });
  document.addEventListener("keydown", event => useKey(table, event));
};

// A move as it was typed: cells with anything between, such as the x of a capture, as much as tells it from the others.
const enterTyped = (table, field) => {
  const names = new Map(table.data.cells.map(({ name, other }) => [other, name]));
  const cells = (field.text.toLowerCase().match(/[a-i]?\d+/g) ?? []).map(cell => names.get(cell) ?? cell);
  const [from, ...rest] = cells;
  const fits = table.board.state.legal.filter(move => move.from === from && rest.length && rest.every(cell => cell === move.to || move.taken.includes(cell)));
  const exact = fits.filter(move => rest[0] === move.to);
  const found = exact.length ? exact : fits;
  if (found.length !== 1) {
    field.say(found.length ? `“${field.text}” fits ${found.length} moves: name a captured cell too.` : `“${field.text}” is no legal move.`, { isBad: true });
    field.input.select();
    return;
  }
  field.accept();
  field.input.value = "";
  table.enter(found[0]);
};

const useKey = (table, event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || byId("table").hidden || byId("setup").open) return;
  if (event.target.closest?.("input, textarea, select, .board")) return;
  const act = {
    ArrowLeft: () => table.go(table.ply - 1), ArrowRight: () => table.go(table.ply + 1),
    Home: () => table.go(0), End: () => table.go(table.nodes.length - 1), f: () => byId("flip").click(),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
};

const begin = async () => {
  chooseTheme();
  addSymbols();
  const hub = await connect();
  const table = new Table(hub, say);
  const rules = new Rules(table);
  new Analysis(table);
  const library = new Library(table);
  new Texts(table, library.pdn);
  const play = (game, chosenRules, players) => {
    location.hash = "#play";
    table.mode = "play";
    table.run(() => table.newGame(game, chosenRules, players));
  };
  const setup = new Setup(play);
  listen(table, setup);
  const chosen = setup.chosen();
  const game = setup.game(chosen);
  await table.run(() => table.newGame(game, chosen.rules, { ...chosen, time: "", side: "W" }));
  window.addEventListener("hashchange", () => show(table, rules));
  show(table, rules);
  document.documentElement.dataset.ready = "true";
};

begin();
