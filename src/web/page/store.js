// Storage in the browser: games, settings and solved puzzles. All windows share the list of games, but each has its own open games.

const PREFIX = "coupturc-";
const GAME = "game:";
// The maximum number of stored games. Beyond it, the oldest unchanged game is deleted, or else the oldest game.
const MOST_GAMES = 200;

// A wrapper around a browser storage, with memory as a fallback if storage is not available.
class Shelf {
  constructor(open) {
    this.own = new Map();
    try { this.kept = open(); } catch { this.kept = null; }
  }

  keys() {
    if (!this.kept) return [...this.own.keys()];
    return Array.from({ length: this.kept.length }, (_, at) => this.kept.key(at));
  }

  get(key) {
    return (this.own.has(key) ? this.own.get(key) : this.kept?.getItem(key)) ?? null;
  }

  // Returns whether the text was stored beyond the life of the page.
  set(key, text) {
    try {
      this.kept.setItem(key, text);
      this.own.delete(key);
      return true;
    } catch {
      this.own.set(key, text);
      return false;
    }
  }

  remove(key) {
    this.own.delete(key);
    this.kept?.removeItem(key);
  }
}

const parsed = text => {
  try { return JSON.parse(text); } catch { return null; }
};

export class Store {
  constructor() {
    this.browser = new Shelf(() => window.localStorage);
    this.window = new Shelf(() => window.sessionStorage);
    // Called with the id of a game that another window has changed.
    this.onForeign = () => {};
    this.#recall();
    window.addEventListener("storage", ({ key, newValue }) => {
      this.#recall();
      if (key?.startsWith(PREFIX + GAME) && newValue !== null) this.onForeign(key.slice((PREFIX + GAME).length));
    });
  }

  #recall() {
    const texts = this.browser.keys().filter(key => key.startsWith(PREFIX + GAME)).map(key => this.browser.get(key));
    this.known = new Map(texts.map(parsed).filter(game => game?.id).map(game => [game.id, game]));
  }

  read(name, usual) {
    return parsed(this.browser.get(PREFIX + name)) ?? usual;
  }

  write(name, value) {
    return this.browser.set(PREFIX + name, JSON.stringify(value));
  }

  // ---- Games, as plain objects with an `id` ----

  // Sorted by the time of the last change, latest first.
  games() {
    return [...this.known.values()].sort((one, two) => two.changed - one.changed);
  }

  game(id) {
    return this.known.get(id) ?? null;
  }

  // Stores a game. Returns whether it will survive a reload.
  keep(game) {
    if (!this.known.has(game.id)) this.#makeRoom();
    const text = JSON.stringify(game);
    this.known.set(game.id, parsed(text));
    return this.browser.set(PREFIX + GAME + game.id, text);
  }

  forget(id) {
    this.known.delete(id);
    this.browser.remove(PREFIX + GAME + id);
  }

  #makeRoom() {
    const games = this.games();
    if (games.length < MOST_GAMES) return;
    const oldest = games.reverse();
    this.forget((oldest.find(({ isOwn }) => !isOwn) ?? oldest[0]).id);
  }

  // ---- The open game of each part of the page ----

  openIn(place) {
    return parsed(this.window.get(`${PREFIX}open:${place}`)) ?? this.read(`open:${place}`, null);
  }

  setOpen(place, id) {
    this.window.set(`${PREFIX}open:${place}`, JSON.stringify(id));
    this.write(`open:${place}`, id);
  }
}
