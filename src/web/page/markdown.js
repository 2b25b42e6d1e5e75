// Markdown as the generated pages of the documentation have it: headings, paragraphs, tables, blocks of code, pictures, links.

const made = (name, ...content) => {
  const element = document.createElement(name);
  element.append(...content);
  return element;
};

const SPANS = /<br>|<sup>(.*?)<\/sup>|`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*|!\[([^\]]*)\]\(([^)]+)\)|\[([^\]]+)\]\(([^)]+)\)/g;

// The contents of a line. `linked(target)` is the address for the target of a link, or null if it stays text; `pictured(target)` that
// of a picture.
const spans = (text, paths) => {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(SPANS)) {
    const [whole, above, code, bold, italic, alt, source, words, target] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (above !== undefined) parts.push(made("sup", above));
    else if (code !== undefined) parts.push(made("code", code));
    else if (bold !== undefined) parts.push(made("b", ...spans(bold, paths)));
    else if (italic !== undefined) parts.push(made("i", ...spans(italic, paths)));
    else if (source !== undefined) parts.push(Object.assign(made("img"), { alt, src: paths.pictured(source) }));
    else if (words !== undefined) parts.push(link(words, paths.linked(target), paths));
    else parts.push(made("br"));
  }
  return [...parts, text.slice(end)];
};

const link = (words, href, paths) => {
  const content = spans(words, paths);
  return href ? Object.assign(made("a", ...content), { href }) : made("span", ...content);
};

const cellsOf = row => row.replace(/^\||\|$/g, "").split("|").map(cell => cell.trim());

// A table, in a frame that scrolls where the table is wider than the window.
const table = (rows, paths) => {
  const [head, marks, ...body] = rows.map(cellsOf);
  const isRight = marks.map(mark => mark.endsWith(":"));
  const row = (cells, name) => made("tr", ...cells.map((cell, at) => {
    const element = made(name, ...spans(cell, paths));
    element.classList.toggle("number", isRight[at]);
    return element;
  }));
  const frame = made("div", made("table", made("thead", row(head, "th")), made("tbody", ...body.map(cells => row(cells, "td")))));
  frame.className = "wide";
  frame.tabIndex = 0;
  return frame;
};

// The blocks of a text, separated by empty lines, except within code.
const blocksOf = text => text.replace(/<!--[^]*?-->/g, "").match(/```[^]*?```|^#+ .*|(?:^(?!#|```).+\n?)+/gm) ?? [];

// The elements of a text.
export const rendered = (text, paths) => blocksOf(text).map(block => {
  const lines = block.trim().split("\n");
  const [, marks, title] = lines[0].match(/^(#+) (.*)/) ?? [];
  if (marks) return made(`h${marks.length}`, ...spans(title, paths));
  if (lines[0].startsWith("```")) return made("pre", lines.slice(1, -1).join("\n"));
  if (lines[0].startsWith("|")) return table(lines, paths);
  return made("p", ...spans(lines.join(" "), paths));
});
