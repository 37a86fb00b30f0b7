/**
 * Exact values of Dots-and-Boxes positions, in browsers and in node.
 *
 * The names are those of the Python module, in the spelling of JavaScript: `try_solve` is `trySolve`. Rules, games and
 * notations answer at once. `Tables` and `Solver` answer by promises, since a worker of theirs does the work.
 *
 * A position is its text, "3x3:0101...", or a `Position`; an edge is its name, "h0.0", or its index. Boxes are numbered
 * row by row from the top, from 0. A value is a margin: the boxes that the player to move will still take, minus those
 * of the opponent, under best play by both.
 */

/** A position: text or a `Position`. */
export type Place = string | Position;

/** An edge: its name or its index. */
export type Edge = string | number;

export type Player = 0 | 1;

/** A move and its value. */
export interface Move {
  /** The index of the edge. */
  edge: number;
  /** Its name. */
  name: string;
  /** The boxes it completes: 0, 1 or 2. */
  captures: number;
  /** The margin for the player who draws it, captures included. */
  value: number;
  /** 0 is the player to move in the position, or in the first position of a line of play. */
  player: Player;
}

/** The values of a position and of its moves, as found in tables. */
export interface Answer {
  value: number;
  /** Every move, by index of the edge; none on the full board. */
  moves: Move[];
  /** The moves whose value equals that of the position. */
  best: Move[];
  /** Whether some value is of a layer that the table omits, and was computed from later layers. */
  computed: boolean;
  /** Whether the table is of the atlas. */
  atlas: boolean;
}

export type Method = 'table' | 'sweep' | 'search';

/** The values of a position and of its moves, as found by a `Solver`. */
export interface Solution extends Answer {
  method: Method;
  /** Whether a sweep for an earlier question had computed the values. */
  remembered: boolean;
  /** The number of values computed by a sweep, or of positions searched. */
  lookedAt: number;
  seconds: number;
  /** The number of drawn edges of the position with which the sweep began; null without a sweep. */
  sweptFrom: number | null;
}

/** The knowledge of a `Solver` about a position, within its limits. */
export interface Attempt {
  /** Bounds of the value, both inclusive. */
  lower: number;
  upper: number;
  solution: Solution | null;
  /** The exception with which `solve` would end; null if there is a solution. */
  whyNot: PipopipetteError | null;
}

/** The bounds of a value that a `Solver` found. */
export interface ValueBounds {
  lower: number;
  upper: number;
  /** A move worth at least the lower bound; null if none is known. */
  edge: number | null;
  name: string | null;
  method: Method;
  /** The number of positions searched, and of those that tables and sweeps answered. */
  lookedAt: number;
  helped: number;
  seconds: number;
  /** False if the time limit ended the search before the question was answered. */
  inTime: boolean;
}

/** The cost of a sweep, estimated before it begins. */
export interface SweepPlan {
  kind: 'plan';
  start: Position;
  values: number;
  /** The peak, in bytes. */
  memory: number;
  seconds: number;
}

export interface SweepProgress {
  kind: 'sweep';
  layer: number;
  /** The values done, and all of them. */
  done: number;
  total: number;
  seconds: number;
}

export interface SearchProgress {
  kind: 'search';
  lower: number;
  upper: number;
  positions: number;
  seconds: number;
}

export type Progress = SweepPlan | SweepProgress | SearchProgress;

/** The result of a game that is over. */
export interface GameResult {
  /** The boxes of player 0 less those of player 1. */
  margin: number;
  /** null for a tie. */
  winner: Player | null;
}

/** A notation in which games or positions are read and written. */
export interface Notation {
  name: string;
  description: string;
  /** One line, a JSON object, or several lines. */
  form: 'line' | 'json' | 'file';
  /** Whether it lists the edges one by one; otherwise it gives them as a set. */
  lists: boolean;
  /** Whether a text contains the order of play, the turn, and the boxes of each player. */
  order: boolean;
  turn: boolean;
  score: boolean;
}

export interface FoundTable {
  /** "3x4", "3x4-swedish". */
  name: string;
  board: string;
  /** "american" (the empty board), "swedish", "icelandic", or a set of edges, "0x1f". */
  start: string;
  folder: string;
  atlas: boolean;
  /** The points that the last move costs its player. */
  lastMoveCost: number;
}

/** The reason why a table, or a folder of tables, is not used or only partly used. */
export interface TableProblem {
  folder: string;
  message: string;
}

/** A board and its drawn edges. Positions do not change; their text, `String(position)`, serves as a key. */
export class Position {
  /** Throws PositionError if the text is malformed. */
  constructor(position: Place);
  /** The position of a board with the edges of a set drawn: bit i of the number for edge i. */
  static fromMask(board: string, drawn: bigint | number): Position;
  /** Reads a picture of dots and lines, as `picture()` writes it or drawn by hand. */
  static fromPicture(picture: string): Position;

  readonly board: string;
  readonly rows: number;
  readonly columns: number;
  /** The sets of drawn and of open edges: bit i for edge i. */
  readonly drawn: bigint;
  readonly open: bigint;
  /** The number of drawn edges. */
  readonly layer: number;

  /** The position with one more edge drawn. */
  draw(edge: Edge): Position;
  picture(): string;
  legalMoves(): number[];
  /** The boxes that drawing an open edge completes: none, one or two. */
  completedBy(edge: Edge): number[];
  completeBoxes(): number[];
  /** Takes every box that can be taken: the position then, and the boxes taken. */
  settled(): [quiet: Position, captured: number[]];
  /** The position that represents all mirror images of this one. */
  canonical(): Position;
  equals(other: unknown): boolean;
  toString(): string;
  toJSON(): string;
}

/** The known facts about a position from which a game starts. */
export interface GameFacts {
  /** The player to move. */
  turn?: Player | null;
  /** The boxes of player 0 and of player 1. */
  score?: [number, number] | null;
  /** For each box the player who took it, or null. */
  owners?: (Player | null)[] | null;
  /** The drawn edges, in the order in which the source lists them. */
  listed?: Edge[];
  /** The points that the last move costs its player; values need `Tables` of the same cost. */
  lastMoveCost?: number;
}

/** A game, followed move by move. It starts on the empty board, "3x3", or from a position; `new Game(game)` copies. */
export class Game {
  /** Throws PositionError if the facts contradict the position or each other. */
  constructor(start: Place | Game, facts?: GameFacts);
  /** Reads a game or position in a notation of another program; "auto" detects the notation. */
  static read(game: string, notation?: string): Game;
  write(notation: string): string;

  readonly board: string;
  readonly position: Position;
  /** The moves since the start, in order of play. */
  readonly moves: number[];
  /** All drawn edges: those of the start, then the moves. */
  readonly edges: number[];
  /** Whether player 0 began on an empty board, so that `moves` are all moves of the game. */
  readonly inOrder: boolean;
  /** The player to move, or at the end the one who moved last; null if unknown. */
  readonly turn: Player | null;
  readonly score: [number, number] | null;
  readonly owners: (Player | null)[] | null;
  readonly over: boolean;
  readonly lastMoveCost: number;
  readonly result: GameResult | null;

  legalMoves(): number[];
  completedBy(edge: Edge): number[];
  /** Draws an edge and returns how many boxes the player takes: 0, 1 or 2. */
  play(edge: Edge): number;
  /** Takes back the last move since the start. */
  undo(): void;
  equals(other: unknown): boolean;
  toString(): string;
}

/** All notations. */
export function notations(): Notation[];
/** The notation in which `Game.read` reads a text. */
export function detect(game: string): Notation;
export function edgeNames(board: string): string[];
export function edgeIndex(board: string, edge: Edge): number;

/** Converts zeros and ones, as many as the board has edges for each position, to masks: bit i for edge i. */
export function toMasks(bits: ArrayLike<number>, board: string): BigUint64Array;
export function toBits(masks: BigUint64Array, board: string): Uint8Array;

/** Written in place of a value: no table covers the position. */
export const NOT_COVERED: -128;
/** Written in place of a value: tables cover the position, but none of them can be used. */
export const DAMAGED: -127;
/** Written in place of the value of a move whose edge is drawn already. */
export const DRAWN: -126;

/** What each question may have. */
export interface Asking {
  /** Cancels the question, which then ends with the reason of the signal. */
  signal?: AbortSignal;
}

/** Stored positions of a layer, as masks, and their values. */
export interface Block {
  drawn: BigUint64Array;
  values: Int8Array;
}

/** The same with the best moves of each position, as masks. */
export interface BestBlock extends Block {
  best: BigUint64Array;
}

/**
 * All stored positions of a layer: `for await (const {drawn, values} of layer)`. Every block except the last has 65,536
 * to 131,071 positions. A table stores the quiet positions that contain its start; of several mirror images it mostly
 * stores one. A layer can be iterated several times, but not two of the same `Tables` at a time without loss of speed.
 */
export class Layer<Blocks extends Block = Block> {
  private constructor(...given: any[]);
  readonly table: string;
  readonly board: string;
  readonly layer: number;
  /** The number of stored positions. */
  readonly size: number;
  [Symbol.asyncIterator](): AsyncGenerator<Blocks, void, undefined>;
}

export interface TablesOptions {
  /** Memory for decoded blocks, 64 MiB if it is not given. */
  cacheBytes?: number;
  /**
   * The tables that answer where none in the folders covers a position: true (the usual) for those of this package and
   * of `pipopipette-atlas`, false for none, or another folder (in a browser the address of its list, atlas.json).
   */
  atlas?: boolean | string;
  /** The points that the last move costs its player, 0 if it is not given: only tables with this cost answer. */
  lastMoveCost?: number;
}

/**
 * The tables in some folders, and the atlas. Only node opens folders; without one they are those of the environment
 * variable PIPO_TABLES, or else "tables", if it exists. They are opened with the first question.
 *
 * Lookups end with MissingTableError if no table covers the position, with DamagedTableError or UnreadableTableError if
 * no table that covers it can be used, with PositionError if the position is malformed, and with ClosedError after
 * `close()`.
 */
export class Tables {
  constructor(options?: TablesOptions);
  constructor(folder: string | URL, options?: TablesOptions);
  constructor(...folders: [string | URL, string | URL, ...(string | URL)[]]);
  constructor(first: string | URL, second: string | URL, options: TablesOptions);

  readonly folders: string[];
  readonly closed: boolean;
  /** Ends the worker. Questions without an answer end with ClosedError. */
  close(): void;

  /** The margin for the player to move. With `default`, that is the value if no table covers the position. */
  value(position: Place, asking?: Asking): Promise<number>;
  value<T>(position: Place, asking: Asking & {default: T}): Promise<number | T>;
  answer(position: Place, asking?: Asking): Promise<Answer>;
  moves(position: Place, asking?: Asking): Promise<Move[]>;
  best(position: Place, asking?: Asking): Promise<Move[]>;
  /** A line of best play to the end of the game. */
  line(position: Place, asking?: Asking): Promise<Move[]>;
  /** Whether some table that covers the position can be opened. */
  has(position: Place, asking?: Asking): Promise<boolean>;
  found(): Promise<FoundTable[]>;
  problems(): Promise<TableProblem[]>;

  /**
   * The values of many positions of a board. With `marked`, a position that cannot be answered is NOT_COVERED or
   * DAMAGED; otherwise its error ends the question. `default` is the value of positions that no table covers.
   */
  values(masks: BigUint64Array, board: string, asking?: Asking & {marked?: boolean, default?: number}): Promise<Int8Array>;
  /** The values of their moves: that of edge e of position i is at i * edges + e. */
  moveValues(masks: BigUint64Array, board: string, asking?: Asking & {marked?: boolean}): Promise<Int8Array>;
  /** Their best moves, as masks. */
  bestMoves(masks: BigUint64Array, board: string, asking?: Asking & {marked?: boolean}): Promise<BigUint64Array>;

  /** The layers of a table, "3x4", as numbers of drawn edges: from its start to the full board. */
  layers(table: string): number[];
  /** The stored positions with this number of drawn edges. */
  layer(table: string, layer: number, asking?: Asking & {best?: false}): Promise<Layer>;
  layer(table: string, layer: number, asking: Asking & {best: true}): Promise<Layer<BestBlock>>;
  /** The stored positions of some layers, or of all, in single arrays. */
  toArrays(table: string, layers?: Iterable<number> | null, asking?: Asking & {best?: false}): Promise<Block>;
  toArrays(table: string, layers: Iterable<number> | null | undefined, asking: Asking & {best: true}): Promise<BestBlock>;
}

/** The limits of a question. */
export interface Limits {
  /** Time; Infinity (the usual) for none. */
  seconds?: number;
  /** Bytes of memory, 1.5 GiB if it is not given; 0 for all that the module may have, 2 GiB. */
  memory?: number;
  /** Bytes of the tables of sweeps that the solver keeps for later questions, 768 MiB if it is not given. */
  remember?: number;
}

/** The limits of a question to a solver that differ from its own, and what happens meanwhile. */
export interface Question extends Limits, Asking {
  /** The only method to use; by default the solver chooses one. */
  only?: Method;
  /** Is called now and then. If it throws, the question is cancelled and ends with that. */
  progress?: (progress: Progress) => void;
}

/**
 * Exact values of any position and of each of its moves, by tables, a sweep in memory or a search. It remembers: going
 * through a game solves once. Questions to one solver are answered one after the other.
 *
 * Questions end with OutOfMemoryError or OutOfTimeError if solving would exceed the limits, and with what lookups in
 * `Tables` end with. After any error the solver can be used as before. A question that is cancelled while it is solved
 * ends the worker: the solver then forgets what it remembered.
 */
export class Solver {
  constructor(limits?: Limits);
  constructor(tables: Tables | null, limits?: Limits);

  readonly closed: boolean;
  close(): void;

  solve(position: Place, question?: Question): Promise<Solution>;
  /** Bounds of the value, and the solution or else the exception of `solve`. */
  trySolve(position: Place, question?: Question): Promise<Attempt>;
  /** The same for many positions, in the order that costs least; `found` is called for each once it is known. */
  solveAll(positions: Iterable<Place>, question?: Question & {found?: (number: number, attempt: Attempt) => void}): Promise<Attempt[]>;
  /** The values of the moves of many positions of a board: that of edge e of position i is at i * edges + e. */
  moveValues(masks: BigUint64Array, board: string, question?: Question): Promise<Int8Array>;
  line(position: Place, question?: Question): Promise<Move[]>;
  /** Whether the value is below, above or in a window. */
  bound(position: Place, low: number, high: number, question?: Question): Promise<ValueBounds>;
}

/** A move on a `Graph` and its value. */
export interface GraphMove {
  /** The number of the string, in the order in which the graph was made. */
  string: number;
  /** Its two names. */
  ends: [string, string];
  /** The coins that it takes: 0, 1 or 2. */
  captures: number;
  /** The margin for the player who cuts it, captures included. */
  value: number;
  /** Who cuts it: 0 is the player to move in the graph. */
  player: Player;
}

/** The values of a `Graph` and of its moves. */
export interface GraphSolution {
  /** The margin for the player to move, in coins. */
  value: number;
  /** Every string. */
  moves: GraphMove[];
  /** The moves whose value equals that of the graph. */
  best: GraphMove[];
  /** The value in Nimstring; null if coins are on offer that may be taken or handed back. */
  nimValue: number | null;
  /** A line of best play to the end. */
  line: GraphMove[];
  /** The number of positions searched. */
  lookedAt: number;
  seconds: number;
}

/**
 * A graph of strings-and-coins: coins are boxes, strings are open edges. It is made of pairs of names of coins, or of a
 * coin and "ground", or of an edge list as text, with two names on each line. The same pair twice is two strings.
 * Throws PositionError, which names the string or the line.
 */
export class Graph {
  constructor(strings: string | Iterable<readonly [string, string]>);

  /** The names of the coins, in the order of the strings. */
  readonly coins: string[];
  /** The two names of each string. */
  readonly strings: [string, string][];
  /** Its value and that of each of its moves. Ends with OutOfTimeError, also if the graph is too large, or OutOfMemoryError. */
  solve(question?: Asking & {seconds?: number; memory?: number}): Promise<GraphSolution>;
}

/** The base of all errors. `code` is that of the library: "bad_input", "out_of_time", ... */
export class PipopipetteError extends Error {
  constructor(code: string, message: string);
  code: string;
}

/** A board, position, edge, text or array is malformed or out of range. */
export class PositionError extends PipopipetteError {}
/** The tables or the solver were used after `close()`. */
export class ClosedError extends PipopipetteError {}
/** Memory, time, or what the system permits does not suffice. */
export class OutOfResourcesError extends PipopipetteError {}
export class OutOfMemoryError extends OutOfResourcesError {}
export class OutOfTimeError extends OutOfResourcesError {}

/** No table covers the position, or a file or folder of a table is missing. */
export class MissingTableError extends PipopipetteError {
  /** The table that would cover it; null if a file or folder is missing. */
  table: string | null;
  /** The folders that were searched. */
  searched: string[];
  /** The file or folder that is missing or unreadable. */
  file: string | null;
  /** The layer of the settled position, if the table omits it. */
  omittedLayer: number | null;
}

/** This process may not read the file or folder. */
export class UnreadableTableError extends MissingTableError {}

/** A file of a table is truncated or altered. */
export class DamagedTableError extends PipopipetteError {
  file: string | null;
  /** Where the damaged part begins, in bytes; null if it is unknown. */
  offset: number | null;
}

/** A newer version made the table. */
export class NewerTableError extends DamagedTableError {}
