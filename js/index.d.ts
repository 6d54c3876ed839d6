/** A SFEN, a position as USI writes it, or a record: KIF, KI2, CSA, JKF, the URL of a board. */
export type Notation = string;

/** A problem with what is to be said about it beside its text. Either `sfen` or `text`. */
export interface ProblemText {
  sfen?: string;
  text?: Notation;
  /** Who gives mate: by default the side to move; with one king on the board the side without. */
  attacker?: 'black' | 'white';
  /** Is a defender's empty hand empty? Otherwise the defender holds the rest of the set. */
  as_written?: boolean;
  /** Which position of the moves that come with it: "start", "end" or a number of moves. */
  at?: string;
  /** Rules that the diagram may break. */
  allow?: string[];
}

export type Problem = Notation | ProblemText;

/** How a long search goes on. */
export interface Progress {
  nodes: number;
  [more: string]: unknown;
}

export interface Asking {
  /** Cancels the request. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Limits extends Asking {
  /** Give up after so many seconds. */
  time?: number | null;
  /** MiB for the table. */
  hash?: number | null;
}

export type FutileClass = 'narrow' | 'wide' | 'x' | 'xy' | 'xyz' | 'restoration';

export interface SolveOptions extends Limits {
  question?: 'solution' | 'mate' | 'shortest' | 'line' | 'brinkmate';
  /** Give up after so many positions expanded. */
  nodes?: number | null;
  explain?: boolean;
  futile?: FutileClass[];
  /** Variations down to this depth. */
  tree?: number | null;
  /** With `tree`: the checks that fail, too. */
  tries?: boolean;
  multipv?: number | null;
  /** Give a certificate with the answer. */
  certificate?: boolean;
  option?: [string, string][];
}

/** What `tsumugi solve --format json` prints; docs/API.md has every field. */
export interface Solved {
  sfen: string;
  question: string;
  verdict: 'mate' | 'nomate' | 'brinkmate' | 'nobrinkmate' | 'unknown';
  length: number | null;
  at_most: number | null;
  shortest: boolean;
  line: string[];
  best: string | null;
  leftover: unknown;
  nodes: number;
  expansions: number;
  seconds: number;
  reason: string | null;
  proved: boolean;
  /** The text of the certificate, if it was asked for and there is one. */
  certificate: string | null;
  [more: string]: unknown;
}

export interface CheckOptions extends Limits {
  time_each?: number | null;
  nodes_each?: number | null;
  strict?: boolean;
  variations?: string[][];
  futile?: FutileClass[];
  option?: [string, string][];
}

/** What `tsumugi check --format json` prints; docs/API.md has every field. */
export interface Checked {
  sfen: string;
  verdict: string;
  line: string[];
  findings: Record<string, unknown>[];
  [more: string]: unknown;
}

export interface HelpmateOptions extends Limits {
  nodes?: number | null;
  plies?: number | null;
  max_solutions?: number;
  selfmate?: boolean;
  no_surplus?: boolean;
  exact?: boolean;
}

/** What `tsumugi helpmate --format json` prints; docs/API.md has every field. */
export interface Helpmate {
  sfen: string;
  verdict: string;
  length: number | null;
  [more: string]: unknown;
}

export interface VerifyOptions extends Asking {
  time?: number | null;
  exact?: boolean;
}

export interface Verified {
  verified: boolean;
  verdict: string | null;
  length: number | null;
  claims: number | null;
  reason: string | null;
  [more: string]: unknown;
}

export interface ShowOptions extends Asking {
  format?: 'svg' | 'text' | 'json';
  ply?: number;
  title?: string | null;
  mirror?: boolean;
  flip?: boolean;
}

export interface ConvertOptions extends Asking {
  to?: ('sfen' | 'usi' | 'kif' | 'ki2' | 'csa' | 'jkf' | 'usen' | 'url')[] | null;
}

/** Why a request was refused. */
export class TsumugiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly faults: unknown[];
}

/** Answers requests in a worker of its own, one after the other. */
export class Solver {
  /** Is there a mate, and by which line? */
  solve(problem: Problem, options?: SolveOptions): Promise<Solved>;
  /** Is the problem sound, as its composer would ask? */
  check(problem: Problem, options?: CheckOptions): Promise<Checked>;
  /** The shortest helpmate, and how many there are. */
  helpmate(problem: Problem, options?: HelpmateOptions): Promise<Helpmate>;
  /** Does a certificate prove its claim about the problem? */
  verify(problem: Problem, certificate: string, options?: VerifyOptions): Promise<Verified>;
  /** The board as a drawing, as text, or as data. */
  show(problem: Problem, options?: ShowOptions): Promise<Record<string, unknown>>;
  /** The problem in other notations. */
  convert(problem: Problem, options?: ConvertOptions): Promise<Record<string, unknown>>;
  /** Ends the worker. What was asked and not answered fails with an AbortError. */
  close(): void;
}
