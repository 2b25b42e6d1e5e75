// What the games are like: the pages of docs/games, which scripts/survey.py writes.

import { gameNamed } from "./game.js";
import { GAMES } from "./games.js";
import { rendered } from "./markdown.js";

const byId = id => document.getElementById(id);
const OVERVIEW = "games.md";
const CLAIMS = "Claims";

// The name of a game in the documentation, which is also that of its files.
const shortName = ({ title }) => title.split(" ")[0];
const fileOf = data => `${shortName(data).toLowerCase()}.md`;
const lastOf = target => target.split("/").at(-1);

const paths = {
  pictured: target => `games/${lastOf(target)}`,
  linked(target) {
    if (/^https?:/.test(target)) return target;
    const data = GAMES.find(game => game.isListed && fileOf(game) === lastOf(target));
    if (lastOf(target) === OVERVIEW) return "#about";
    return data ? `#${/(^|\/)rules\//.test(target) ? "rules" : "about"}-${data.name}` : null;
  },
};

const text = async path => (await fetch(path)).text();

export class About {
  constructor(table) {
    // The entry of the menu leads to the game on the board.
    table.onChange(() => {
      const { name, isListed } = table.game.data;
      byId("to-about").href = isListed ? `#about-${name}` : "#about";
    });
  }

  // Shows the page of an address: `about`, the overview, or `about-dameo`.
  async load(part) {
    if (part === this.shown) return;
    this.shown = part;
    const named = gameNamed(part.split("-").slice(1).join("-"));
    const data = named?.isListed ? named : null;
    const [overview, own] = await Promise.all([text(OVERVIEW), data ? text(`games/${fileOf(data)}`) : null]);
    const all = rendered(overview, paths);
    const [title, ...rest] = data ? [...rendered(own, paths), ...this.#claims(all, shortName(data))] : all;
    if (part !== this.shown) return;
    byId("figures").replaceChildren(title, this.#contents(data), ...rest);
    window.scrollTo(0, 0);
  }

  // The claims about a game, with their heading.
  #claims(overview, name) {
    const at = overview.findIndex(({ tagName, textContent }) => tagName === "H2" && textContent === CLAIMS);
    if (at < 0) return [];
    const [heading, claims] = overview.slice(at, at + 2);
    const rows = [...claims.querySelectorAll("tbody tr")];
    const others = rows.filter(row => !row.textContent.includes(name));
    others.forEach(row => row.remove());
    return others.length < rows.length ? [heading, claims] : [];
  }

  #contents(data) {
    const list = Object.assign(document.createElement("ul"), { className: "contents" });
    const add = (href, textContent, isShown) => {
      const link = Object.assign(document.createElement("a"), { href, textContent });
      if (isShown) link.setAttribute("aria-current", "page");
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    };
    add("#about", "All games", !data);
    for (const game of GAMES.filter(({ isListed }) => isListed)) add(`#about-${game.name}`, shortName(game), game === data);
    return list;
  }
}
