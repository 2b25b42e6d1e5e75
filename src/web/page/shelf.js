// The list of stored games.

import { Game, gameNamed } from "./game.js";
import { confirmed } from "./twice.js";

const byId = id => document.getElementById(id);
const PLACES = { play: "Played", analysis: "Analysis", example: "Example" };

const made = (name, textContent, className = "") => Object.assign(document.createElement(name), { textContent, className });

export class OpenGames {
  constructor(table) {
    this.table = table;
    byId("open-games").addEventListener("click", () => this.#open());
    table.onChange(() => this.#count());
  }

  // Leaves out games without moves, and puzzles, which have their own page.
  #games() {
    const isBlank = ({ plies, start, game }) => plies === 0 && start === gameNamed(game).start;
    return this.table.store.games().filter(kept => gameNamed(kept.game) && PLACES[kept.place] && !isBlank(kept));
  }

  #count() {
    const count = this.#games().length;
    byId("open-games").hidden = count === 0;
    byId("open-games").textContent = `Games (${count})`;
  }

  #open() {
    this.table.keep();
    this.#list();
    byId("games").showModal();
    byId("games-list").querySelector("button")?.focus();
  }

  #list() {
    byId("games-list").replaceChildren(...this.#games().map(kept => this.#item(kept)));
  }

  #item(kept) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const data = gameNamed(kept.game);
    const count = Math.ceil(kept.plies / 2);
    const moves = count === 1 ? "1 move" : `${count} moves`;
    const changed = new Date(kept.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const facts = [PLACES[kept.place], data.title, kept.title, kept.outcome === "*" ? "" : kept.outcome, moves, changed];
    button.append(...facts.map(fact => made("span", fact)));
    const isShown = this.table.game?.id === kept.id;
    if (isShown) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      byId("games").close();
      const open = Object.values(this.table.games).find(({ id }) => id === kept.id);
      this.table.run(() => this.table.reopen(open ?? Game.from(kept)));
    });
    const remove = Object.assign(made("button", "Delete"), { type: "button", disabled: isShown });
    confirmed(remove, "Delete it?", () => {
      this.table.forget(kept);
      this.#list();
      this.#count();
    });
    item.append(button, remove);
    return item;
  }
}
