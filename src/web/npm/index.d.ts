/** The engine rejects a request, or has ended; the message says why. */
export class EngineError extends Error {}

/** Parameters of the engine, such as `level` from 1 to 20, `hash` in MiB, or `drawRule`. */
export interface Parameters {
  /** One of `Engine.variants`, such as dameo; International Draughts by default. */
  variant?: string;
  level?: number;
  hash?: number;
  [name: string]: string | number | boolean | undefined;
}

/** A position of the engine's game: its start, or that of a FEN, after these moves. */
export interface At {
  fen?: string;
  moves?: string[];
}

export interface State {
  /** W or B comes first, for the side to move. */
  fen: string;
  legalMoves: string[];
  result: "none" | "white-win" | "black-win" | "draw";
  reason: string;
}

/** The search ends at the first of its limits, or when its signal is aborted: then with the best move so far. */
export interface Limits {
  /** For this search. */
  seconds?: number;
  nodes?: number;
  /** In plies. */
  depth?: number;
  /** The number of best lines, 1 by default. */
  lines?: number;
  /** `analyze`, the default, is at full strength at every level; `think` is for a move to play. */
  mode?: "analyze" | "think";
  signal?: AbortSignal;
  /** Called for each line of play as it is found. */
  onLine?: (line: Line) => void;
}

export interface Line {
  moves: string[];
  /** In men, for the side to move. Beyond 90 it is a win or loss in n plies: 100 - n/100, or the negative. */
  score: number;
  /** In plies. */
  depth: number;
  nodes: number;
  seconds: number;
  /** 1 for the best line. */
  rank: number;
}

export interface Found {
  move: string;
  /** The expected reply. */
  ponder?: string;
  /** Missing if there is only one move, which is not searched. */
  score?: number;
  /** Best first. */
  lines: Line[];
}

/** A game of a PDN text: its main line. */
export interface PdnGame {
  variant: string;
  tags: Record<string, string>;
  /** The start position, unless it is the usual one. */
  fen?: string;
  moves: string[];
  /** As written, such as 2-0 or *. */
  result: string;
  /** What cannot be read or played; moves end before it. */
  faults: { line: number; message: string }[];
}

/** An engine in a worker. It answers one request after the other; they may be made at the same time. */
export class Engine {
  /** The engine starts in the background: if it cannot, the first request says why. */
  constructor(parameters?: Parameters);
  readonly variant: string;
  /** The names of all games. */
  variants(): Promise<string[]>;
  /** The legal moves of a position, and its result. */
  state(at?: At): Promise<State>;
  search(at: At, limits: Limits): Promise<Found>;
  readPdn(text: string): Promise<PdnGame[]>;
  /** A game of the engine's variant as PDN; a move that is not legal is an error. */
  writePdn(game: { moves: string[]; fen?: string; result?: string; tags?: Record<string, string> }): Promise<string>;
  /** Ends the worker. Node waits for it otherwise. */
  close(): void;
}
