"use strict";
// Filters the list of games and replays them. It does not know the rules: every step lists the cells that change.
(() => {
  const byId = id => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  if (!data || data.games.length === 0) return;

  const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const SYMBOLS = { w: "white-man", W: "white-king", b: "black-man", B: "black-king" };
  const RESULTS = { white: "1-0", black: "0-1", draw: "½-½" };
  const CERTAIN = 90; // Scores of at least this encode the plies to the end: 99.95 is a win in 5.
  const PAUSE = 800; // Milliseconds between moves that are played automatically.

  const element = (name, attributes = {}, text = "") => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const drawn = (name, attributes = {}, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  const listed = (text, scale) => text.split(",").map(item => item === "" ? null : item / scale);

  // ---- The list and its filters ----

  const rows = [...byId("list").tBodies[0].rows];
  const filters = byId("filters");
  let visible = data.games.map((_, index) => index);

  const resultFits = (game, wanted, engine) => {
    if (wanted === "" || wanted === game.result) return true;
    if (engine === "" || game.result === "draw") return false;
    const winner = game.result === "white" ? game.white : game.black;
    const loser = game.result === "white" ? game.black : game.white;
    return wanted === "win" ? winner === +engine : wanted === "loss" && loser === +engine;
  };

  const fits = (game, wanted) =>
    (wanted.engine === "" || game.white === +wanted.engine || game.black === +wanted.engine) &&
    (wanted.variant === "" || game.variant === +wanted.variant) &&
    (wanted.termination === "" || game.termination === +wanted.termination) &&
    resultFits(game, wanted.result, wanted.engine);

  const filter = () => {
    const { engine, result } = filters.elements;
    for (const option of result.options) {
      if (option.value === "win" || option.value === "loss") option.disabled = engine.value === "";
    }
    if (result.selectedOptions[0].disabled) result.value = "";
    const wanted = Object.fromEntries(new FormData(filters));
    visible = [];
    data.games.forEach((game, index) => {
      rows[index].hidden = !fits(game, wanted);
      if (!rows[index].hidden) visible.push(index);
    });
    byId("shown").textContent = `${visible.length} of ${data.games.length} games`;
    renewShown();
    showNeighbours();
  };

  // ---- A game, position by position ----

  const readStep = word => {
    const cells = [...word].filter(c => c !== "*" && c !== "!").map(c => LETTERS.indexOf(c));
    const [from, to, ...taken] = cells;
    return { from, to, taken, crowned: word.includes("*"), mark: word.includes("!") ? to : null };
  };

  const played = (pieces, step) => {
    const next = pieces.slice();
    const piece = next[step.from];
    next[step.from] = "e";
    for (const cell of step.taken) next[cell] = "e";
    next[step.to] = step.crowned ? piece.toUpperCase() : piece;
    return next;
  };

  const openBoard = game => {
    const template = game.board && byId(`board-${game.board}`);
    if (!template || game.fen !== undefined) return null;
    const svg = template.content.firstElementChild.cloneNode(true);
    const cells = [...svg.querySelectorAll(".cells path")];
    return { svg, cells, names: cells.map(cell => cell.dataset.name), start: template.dataset.start };
  };

  const openGame = index => {
    const game = data.games[index];
    const board = openBoard(game);
    const start = (board && (game.start || board.start)) || "W";
    const steps = board && game.steps ? game.steps.split(" ").map(readStep) : [];
    const positions = [[...start.slice(1)]];
    for (const step of steps) positions.push(played(positions[positions.length - 1], step));
    return {
      index, game, board, steps, positions, ply: 0, whiteBegins: start[0] === "W", rest: game.rest || [],
      scores: listed(game.scores, 100), depths: listed(game.depths, 1), times: listed(game.times, 1000),
    };
  };

  let now = null;
  const whiteMoves = ply => (ply % 2 === 0) === now.whiteBegins;
  const nameOf = engine => data.engines[engine] || "?";

  const moveText = ({ from, to, taken }) => {
    const name = cell => now.board.names[cell];
    return name(from) + (taken.length ? "x" : "-") + [to, ...taken].map(name).join("x");
  };

  const scoreText = score => {
    const plies = Math.round((100 - Math.abs(score)) * 100);
    if (Math.abs(score) >= CERTAIN) return `${score > 0 ? "wins" : "loses"} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
    return `score ${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score).toFixed(2)}`;
  };

  const secondsText = seconds => seconds < 60 ? `${seconds.toFixed(seconds < 1 ? 3 : 1)}\u00a0s` :
    `${Math.floor(seconds / 60)}\u00a0min ${Math.floor(seconds % 60)}\u00a0s`;

  const describeMove = () => {
    if (now.ply === 0) return now.board ? "Starting position." : "";
    const last = now.ply - 1;
    const details = [];
    if (last < (now.game.opening || 0)) details.push("opening");
    if (now.scores[last] != null) details.push(scoreText(now.scores[last]));
    if (now.depths[last] != null) details.push(`depth ${now.depths[last]}`);
    if (now.times[last] != null) details.push(secondsText(now.times[last]));
    const player = whiteMoves(last) ? "White" : "Black";
    return `${now.ply} of ${now.steps.length}: ${player} played ${moveText(now.steps[last])}` +
      (details.length ? ` (${details.join(", ")})` : "") + ".";
  };

  const fenText = () => {
    const side = letter => now.positions[now.ply].flatMap((piece, cell) =>
      piece.toLowerCase() === letter ? [(piece === letter ? "" : "K") + now.board.names[cell]] : []);
    const mark = markNow();
    return `${whiteMoves(now.ply) ? "W" : "B"}:W${side("w").join(",")}:B${side("b").join(",")}` +
      (mark == null ? "" : `:V${now.board.names[mark]}`);
  };

  const markNow = () => now.ply > 0 ? now.steps[now.ply - 1].mark : now.game.mark;

  // ---- Drawing ----

  const drawPosition = () => {
    const { svg, cells } = now.board;
    const group = svg.querySelector(".pieces");
    const at = (symbol, cell) =>
      drawn("use", { href: `#${symbol}`, x: cells[cell].dataset.x, y: cells[cell].dataset.y });
    const pieces = now.positions[now.ply].flatMap((piece, cell) => piece === "e" ? [] : [at(SYMBOLS[piece], cell)]);
    const mark = markNow();
    if (mark != null) pieces.push(at("mark", mark));
    group.replaceChildren(...pieces);
    for (const cell of cells) cell.removeAttribute("class");
    if (now.ply > 0) {
      const { from, to, taken } = now.steps[now.ply - 1];
      for (const cell of taken) cells[cell].setAttribute("class", "taken");
      cells[from].setAttribute("class", "from");
      cells[to].setAttribute("class", "to");
    }
    svg.setAttribute("aria-label", `Board. ${fenText()}`);
    byId("fen").value = fenText();
  };

  const GRAPH = { width: 480, height: 160, left: 34, right: 474, top: 6, bottom: 154 };
  const across = ply => GRAPH.left + (GRAPH.right - GRAPH.left) * ply / Math.max(1, now.steps.length);
  // A nonlinear scale: small scores get most of the room, and wins still fit.
  const upwards = score => {
    const part = score / (Math.abs(score) + 2);
    return (GRAPH.top + GRAPH.bottom) / 2 - part * (GRAPH.bottom - GRAPH.top) / 2;
  };

  const colors = game => {
    const white = (game.white || 0) % 6;
    const black = (game.black || 0) % 6;
    return [white, black === white ? (black + 1) % 6 : black];
  };

  const scorePoints = forWhite => now.steps.flatMap((_, ply) =>
    now.scores[ply] == null || whiteMoves(ply) !== forWhite ? [] :
      [`${across(ply + 1).toFixed(1)},${upwards(forWhite ? now.scores[ply] : -now.scores[ply]).toFixed(1)}`]);

  const drawGraph = () => {
    const { width, height, left, right, top, bottom } = GRAPH;
    const label = "Scores of both engines for White";
    const svg = drawn("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    for (const score of [-10, -3, -1, 0, 1, 3, 10]) {
      const y = upwards(score).toFixed(1);
      svg.append(drawn("path", { class: score ? "grid" : "zero", d: `M${left} ${y}H${right}` }));
      const text = (score > 0 ? "+" : "") + String(score).replace("-", "−");
      svg.append(drawn("text", { class: "end", x: left - 6, y: +y + 4 }, text));
    }
    const [white, black] = colors(now.game);
    for (const [forWhite, color] of [[true, white], [false, black]]) {
      svg.append(drawn("polyline", { class: `line c${color}`, points: scorePoints(forWhite).join(" ") }));
    }
    svg.append(drawn("path", { class: "cursor", d: `M0 ${top}V${bottom}` }));
    svg.addEventListener("click", event => {
      const box = svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * width;
      go(Math.round((x - left) / (right - left) * now.steps.length));
    });
    byId("graph").replaceChildren(svg);
    const entry = (color, engine, player) => {
      const item = element("li");
      item.append(element("span", { class: `key c${color}` }), `${nameOf(engine)} (${player})`);
      return item;
    };
    byId("graph-legend").replaceChildren(
      entry(white, now.game.white, "White"), entry(black, now.game.black, "Black"));
    byId("scores").hidden = !now.scores.some(score => score !== null);
  };

  const moveButton = ply => {
    const book = ply < (now.game.opening || 0);
    const button = element("button", { type: "button", "data-ply": ply + 1 }, moveText(now.steps[ply]));
    if (book) {
      button.className = "book";
      button.title = "opening move";
    }
    return button;
  };

  const listMoves = () => {
    const items = [];
    const add = (ply, entry) => {
      if (items.length === 0 || whiteMoves(ply)) {
        const item = element("li");
        item.append(element("span", { class: "no" }, `${items.length + 1}.`));
        if (!whiteMoves(ply)) item.append(element("span", {}, "…"));
        items.push(item);
      }
      items[items.length - 1].append(entry);
    };
    now.steps.forEach((_, ply) => add(ply, moveButton(ply)));
    now.rest.forEach((text, index) => add(now.steps.length + index,
      element("span", { class: "unplayed", title: "cannot be replayed" }, text)));
    byId("moves").replaceChildren(...items);
  };

  const markMove = () => {
    const list = byId("moves");
    const before = list.querySelector("[aria-current]");
    if (before) before.removeAttribute("aria-current");
    const button = list.querySelector(`[data-ply="${now.ply}"]`);
    if (!button) {
      list.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "true");
    const [frame, box] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) {
      list.scrollTop += box.top - frame.top - frame.height / 2;
    }
  };

  // ---- PDN ----

  const canBeWritten = index => data.games[index].pdn !== undefined;
  const pdnOf = indices => indices.filter(canBeWritten).map(index => data.games[index].pdn).join("");

  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages from plain HTTP have no clipboard API.
      const field = element("textarea", { class: "off-page" }, text);
      document.body.append(field);
      field.select();
      const isCopied = document.execCommand("copy");
      field.remove();
      return isCopied;
    }
    return true;
  };

  const save = (text, name) => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    element("a", { href: address, download: name }).click();
    // A busy browser may read it some time after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };

  const countText = indices => {
    const count = indices.filter(canBeWritten).length;
    const missing = indices.length - count;
    return `${count} ${count === 1 ? "game" : "games"}` +
      (missing ? ` (${missing} cannot be replayed)` : "");
  };

  // Makes the buttons copy or save the games that `chosen` returns.
  const offerPdn = (what, chosen, name) => {
    const [copyButton, saveButton] = [byId(`copy-${what}`), byId(`save-${what}`)];
    const status = copyButton.parentElement.querySelector("output");
    copyButton.addEventListener("click", async () => {
      const indices = chosen();
      status.textContent = await copy(pdnOf(indices)) ? `Copied: ${countText(indices)}.` :
        "This browser does not allow copying. Use Download instead.";
    });
    saveButton.addEventListener("click", () => {
      save(pdnOf(chosen()), name());
      status.textContent = `Saved: ${countText(chosen())}.`;
    });
    return () => {
      status.textContent = "";
      copyButton.disabled = saveButton.disabled = !chosen().some(canBeWritten);
    };
  };
  const renewShown = offerPdn("shown", () => visible, () => "games.pdn");
  const renewGame = offerPdn("game", () => [now.index], () => `game-${now.game.number}.pdn`);

  // ---- Going through a game ----

  const show = () => {
    if (now.board) drawPosition();
    markMove();
    byId("move-text").textContent = describeMove();
    const cursor = byId("graph").querySelector(".cursor");
    cursor.setAttribute("transform", `translate(${across(now.ply).toFixed(1)} 0)`);
    byId("first").disabled = byId("back").disabled = now.ply === 0;
    byId("last").disabled = byId("forward").disabled = now.ply === now.steps.length;
  };

  const go = ply => {
    now.ply = Math.max(0, Math.min(ply, now.steps.length));
    show();
  };

  let timer = null;
  const playOn = on => {
    clearInterval(timer);
    timer = on ? setInterval(() => now.ply < now.steps.length ? go(now.ply + 1) : playOn(false), PAUSE) : null;
    byId("play").textContent = on ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", String(on));
  };

  const showNeighbours = () => {
    if (!now) return;
    byId("previous-game").disabled = neighbour(-1) === undefined;
    byId("next-game").disabled = neighbour(1) === undefined;
  };
  const neighbour = way => way < 0 ?
    visible.filter(index => index < now.index).pop() : visible.find(index => index > now.index);

  const describe = game => {
    const about = [data.variants[game.variant], game.rules, `White ${nameOf(game.white)}, Black ${nameOf(game.black)}`,
      `${RESULTS[game.result]}, ${data.terminations[game.termination]}`, game.detail, game.control, game.began];
    return about.filter(Boolean).join(" · ");
  };

  const open = index => {
    if (now) rows[now.index].removeAttribute("aria-current");
    playOn(false);
    now = openGame(index);
    rows[index].setAttribute("aria-current", "true");
    byId("replay-title").textContent = `Game ${now.game.number}`;
    byId("about").textContent = describe(now.game);
    byId("problem").hidden = !now.game.problem;
    byId("problem").textContent = `The rest of the game cannot be replayed: ${now.game.problem}`;
    byId("board").replaceChildren(...(now.board ? [now.board.svg] : []));
    byId("board").hidden = byId("fen").parentElement.hidden = !now.board;
    listMoves();
    drawGraph();
    go(0);
    renewGame();
    showNeighbours();
  };

  const bringIntoView = () => {
    byId("replay").scrollIntoView();
    byId("board").focus({ preventScroll: true });
  };

  const openNamed = () => {
    const [, number] = /^#game-(\d+)$/.exec(location.hash) || [];
    const index = data.games.findIndex(game => String(game.number) === number);
    if (index < 0) return false;
    open(index);
    bringIntoView();
    return true;
  };

  const visit = index => {
    history.replaceState(null, "", `#game-${data.games[index].number}`);
    open(index);
  };

  const KEYS = {
    ArrowLeft: () => go(now.ply - 1),
    ArrowRight: () => go(now.ply + 1),
    Home: () => go(0),
    End: () => go(now.steps.length),
  };
  byId("replay").addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.id === "fen") return;
    if (!Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  byId("first").addEventListener("click", KEYS.Home);
  byId("back").addEventListener("click", KEYS.ArrowLeft);
  byId("forward").addEventListener("click", KEYS.ArrowRight);
  byId("last").addEventListener("click", KEYS.End);
  byId("play").addEventListener("click", () => {
    if (timer === null && now.ply === now.steps.length) go(0);
    playOn(timer === null);
  });
  byId("previous-game").addEventListener("click", () => visit(neighbour(-1)));
  byId("next-game").addEventListener("click", () => visit(neighbour(1)));
  byId("moves").addEventListener("click", event => {
    const button = event.target.closest("[data-ply]");
    if (button) go(Number(button.dataset.ply));
  });
  byId("list").addEventListener("click", event => {
    const index = rows.indexOf(event.target.closest("tr"));
    if (index < 0) return;
    event.preventDefault();
    visit(index);
    bringIntoView();
  });
  filters.addEventListener("change", filter);
  filters.addEventListener("submit", event => event.preventDefault());
  window.addEventListener("hashchange", openNamed);

  filters.hidden = byId("copy-shown").parentElement.hidden = false;
  byId("list").classList.add("active");
  byId("replay").hidden = false;
  filter();
  if (!openNamed()) open(0);
})();
