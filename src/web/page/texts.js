// Import and export of positions: the FEN field.

import { Field } from "./field.js";
import { Game, gameNamed } from "./game.js";
import { copy } from "./library.js";

const byId = id => document.getElementById(id);

export class Texts {
  // `pdn` finds the games in which a FEN is valid.
  constructor(table, pdn) {
    Object.assign(this, { table, pdn });
    this.field = new Field("fen", () => this.show());
    table.onChange(() => this.show());
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    on("fen-form", "submit", event => { event.preventDefault(); this.setUp(this.field.text); });
    on("copy-fen", "click", async () => {
      await copy(table.node.fen);
      table.notice("Copied");
    });
  }

  show() {
    this.field.shows(this.table.node.fen, this.table.game.root);
  }

  // Opens a position for analysis, of the game on the board or another one.
  setUp(fen, data = this.table.game.data) {
    const { table } = this;
    return table.run(async () => {
      const { game } = table;
      const isOther = data !== game.data;
      await table.open(new Game("analysis", data, { rules: isOther ? {} : game.rules, start: fen }));
      this.field.accept();
      if (isOther) this.field.say(`The board has changed to ${data.title}.`, { game: table.game.root });
    }, text => this.#refuse(fen, text));
  }

  async #refuse(fen, text) {
    const { table } = this;
    const names = await this.pdn.gamesOf(fen).catch(() => []);
    if (!names.length || names.includes(table.game.data.name)) {
      this.field.say(text, { isBad: true });
    } else {
      const choices = names.map(gameNamed).map(game => [`Set up in ${game.title}`, () => this.setUp(fen, game)]);
      this.field.say(`This is not a position of ${table.game.data.title}.`, { isBad: true, choices });
    }
  }
}
