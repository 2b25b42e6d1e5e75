// The page of rules, with example positions that can be opened on the board.

import { Game, gameNamed } from "./game.js";
import { readMove } from "./notation.js";
import { picture } from "./picture.js";

const byId = id => document.getElementById(id);

export class Rules {
  constructor(table) {
    this.table = table;
    table.onChange(() => this.#showExample());
  }

  // Fetches the page once, and draws its pictures.
  async load() {
    if (this.loaded) return;
    this.loaded = true;
    const answer = await fetch("rules.html");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const article = byId("rules");
    article.replaceChildren(...page.body.childNodes);
    article.querySelector("h1").after(this.#contents(article));
    for (const section of article.querySelectorAll("section")) {
      section.querySelectorAll("figure[data-fen]").forEach((figure, index) => this.#draw(figure, index + 1));
    }
  }

  #contents(article) {
    const list = Object.assign(document.createElement("ul"), { className: "contents" });
    for (const { id, textContent } of article.querySelectorAll("h2[id]")) {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: `#${id}`, textContent }));
      list.append(item);
    }
    return list;
  }

  #draw(figure, number) {
    const game = gameNamed(figure.closest("[data-game]").dataset.game);
    const { fen, arrows, line } = figure.dataset;
    figure.classList.add("picture");
    figure.id = `rules-${game.name}-${number}`;
    const { host, board } = picture(game, fen || undefined);
    figure.prepend(host);
    board.arrows((arrows?.split(" ") ?? []).map((move, rank) => ({ move: readMove(move), kind: rank ? "reply" : "best" })));
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: line ? "Step through" : "Try it" });
    const texts = line?.split(" ") ?? [];
    const moves = texts.map((move, at) => ({ id: String(at + 1), parent: String(at), move }));
    const text = figure.querySelector("figcaption").textContent.replace(/\s+/g, " ").trim();
    const note = { text, address: `#${figure.id}` };
    button.addEventListener("click", () => this.table.run(() => {
      return this.table.open(new Game("example", game, { start: fen || game.start, moves, note, source: "example" }));
    }));
    figure.append(button);
  }

  // Shows the text of the example on the board, and the link back.
  #showExample() {
    const { game } = this.table;
    byId("example").hidden = game.place !== "example";
    if (game.place !== "example") return;
    byId("example-text").textContent = game.note?.text ?? "";
    byId("example-back").href = game.note?.address ?? `#rules-${game.data.name}`;
    byId("example-back").textContent = `Back to the rules of ${game.data.title}`;
  }
}
