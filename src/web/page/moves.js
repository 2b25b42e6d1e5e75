// The move list of a game: its tags, and its moves in columns with comments and variations.

import { KINDS, foundScore, kindOf, nagOf, signsOf } from "./marks.js";
import { scoreText, withoutEval } from "./notation.js";

// Tags whose values are shown elsewhere.
const SHOWN_ELSEWHERE = ["White", "Black", "GameType", "SetUp", "FEN"];

const made = (name, className, ...content) => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...content);
  return element;
};

const numberOf = ({ place }) => `${Math.floor(place / 2) + 1}.`;
const isWhites = ({ place }) => place % 2 === 0;

const fill = (node, { children: [marks, score] }) => {
  const found = foundScore(node);
  Object.assign(marks, { textContent: signsOf(node), className: `marks-of ${kindOf(node)}`, title: KINDS[nagOf(node)] ?? "" });
  score.textContent = found === undefined ? "" : ` ${scoreText(found)}`;
};

// Shows the players, the result and the other tags of a game from a file; hidden for other games.
export const showAbout = (host, record) => {
  host.hidden = !record;
  if (!record) return;
  const { tags, result } = record;
  const players = ["White", "Black"].map(wanted => tags.find(([name]) => name === wanted)?.[1] || wanted);
  const rest = tags.filter(([name, value]) => !SHOWN_ELSEWHERE.includes(name) && !(name === "Result" && value === result));
  const heading = made("p", "", made("b", "", players.join(" – ")), ` ${result}`);
  host.replaceChildren(heading, made("dl", "", ...rest.map(([name, value]) => made("div", "", made("dt", "", name), made("dd", "", value)))));
};

export class MoveList {
  // `choose(node)` is called when a move is clicked.
  constructor(host, choose) {
    Object.assign(this, { host, choose });
  }

  // Shows the moves of `line`, whose first node is the root, with variations if `isWhole`. `now` is the current node.
  show(line, now, isWhole) {
    const hadFocus = this.host.contains(document.activeElement);
    this.now = now;
    this.buttons = new Map();
    const rows = this.#rows(line, isWhole);
    if (line.length === 1) rows.push(made("li", "aside", made("span", "none soft", "No moves yet")));
    this.host.replaceChildren(...rows);
    const button = this.host.querySelector("[aria-current]");
    if (hadFocus) button?.focus({ preventScroll: true });
    if (button) this.#scrollTo(button);
  }

  // Shows the marks and scores that an analysis has found since. The buttons stay: one that is replaced while it is pressed gets no click.
  update() {
    for (const [node, button] of this.buttons) fill(node, button);
  }

  #rows(line, isWhole) {
    const [root, ...nodes] = line;
    const rows = withoutEval(root.comment) ? [this.#aside(this.#comment(root.comment))] : [];
    let row = null;
    const aside = (...content) => {
      rows.push(this.#aside(...content));
      row = null;
    };
    for (const node of nodes) {
      if (node.before) aside(this.#comment(node.before));
      if (!node.move) {
        aside(this.#button(node));
      } else {
        if (!row || isWhites(node)) rows.push(row = this.#row(node));
        row.append(this.#button(node));
      }
      const others = isWhole ? node.parent.children.filter(child => child !== node) : [];
      const variations = others.map(other => made("div", "variation", ...this.#variation(other)));
      const isSaid = withoutEval(node.comment);
      if (isSaid || variations.length) aside(...(isSaid ? [this.#comment(node.comment)] : []), ...variations);
    }
    return rows;
  }

  // A row for a move of White and the reply of Black, either of which may be missing.
  #row(node) {
    const gap = isWhites(node) ? [] : [made("span", "none", "…")];
    return made("li", "", made("span", "no", numberOf(node)), ...gap);
  }

  #aside(...content) {
    return made("li", "aside", ...content);
  }

  #comment(comment) {
    return made("span", "comment", withoutEval(comment));
  }

  #button(node) {
    const button = made("button", "", node.label, made("span", ""), made("span", "score"));
    fill(node, button);
    this.buttons.set(node, button);
    button.type = "button";
    button.addEventListener("click", () => this.choose(node));
    if (node === this.now) button.setAttribute("aria-current", "true");
    return button;
  }

  // A variation, with its own variations in brackets.
  #variation(first) {
    const parts = [];
    let isApart = true;
    for (let node = first; node; [node] = node.children) {
      if (node.before) parts.push(this.#comment(node.before));
      if (node.move && (isApart || node.before || isWhites(node))) parts.push(made("span", "no", `${numberOf(node)}${isWhites(node) ? "" : ".."}`));
      parts.push(this.#button(node));
      const others = node === first ? [] : node.parent.children.slice(1);
      const isSaid = withoutEval(node.comment);
      if (isSaid) parts.push(this.#comment(node.comment));
      for (const other of others) parts.push("(", ...this.#variation(other), ")");
      isApart = Boolean(isSaid || others.length);
    }
    return parts;
  }

  #scrollTo(button) {
    const { host } = this;
    const box = button.getBoundingClientRect();
    const frame = host.getBoundingClientRect();
    if (box.top < frame.top) host.scrollTop -= frame.top - box.top;
    else if (box.bottom > frame.bottom) host.scrollTop += box.bottom - frame.bottom;
  }
}
