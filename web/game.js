// The rules of the game, and its history. A game is a start and a list of moves, of which the first
// `ply` have been played; the others can be redone. A game can have one variation beside its main
// line. Games are immutable.

import {makeBoard} from './geometry.js';

/** @typedef {import('./geometry.js').Board} Board */

/**
 * - start: a 0 or 1 for each edge
 * - turn: the player to move at the start
 * - score: the boxes of players 1 and 2 at the start, if known
 * - owners: the owner of each box at the start, if known; 0 if it is not complete
 * - moves: the indices of the edges, in order; those of the line that the board shows
 * - ply: how many of the moves are played
 * - varied: whether the board shows the variation
 * - other: the moves of the line that the board does not show, from the start; null if there is one line
 * - kept: whether a person reviews this game, so that other moves become a variation beside it
 *
 * @typedef {{board: Board, start: string, turn: number, score: number[] | null, owners: number[] | null,
 *            moves: number[], ply: number, varied: boolean, other: number[] | null, kept: boolean}} Game
 */

/** @typedef {Omit<Game, 'board'> & {board: {rows: number, cols: number}}} Packed a game as plain data, which the browser can keep */

/** @typedef {{edge: number, player: number, boxes: number[]}} Move an edge, who drew it, and the boxes that it completed */

/**
 * Everything that changes from move to move.
 *
 * @typedef {{board: Board, drawnBy: number[], owners: number[], score: number[], turn: number, scoreKnown: boolean,
 *            last: Move | null}} State
 */

/**
 * The state after `ply` moves, with what follows from it: the layer is the number of drawn edges,
 * `left` the number of boxes that are not complete.
 *
 * @typedef {State & {game: Game, bits: string, position: string, layer: number, left: number, ply: number, over: boolean}} View
 */

export const NOBODY = 0;     // a box that is not complete, an edge that is open
export const UNKNOWN = -1;   // complete or drawn at the start already: the player is not known

/**
 * Returns a game from the empty board or from a position.
 *
 * @param {{rows: number, cols: number} & Partial<Pick<Game, 'turn' | 'score' | 'owners'>> & {start?: string | null}} start
 * @returns {Game}
 */
export function newGame({rows, cols, start = null, turn = 1, score = null, owners = null}) {
  const board = makeBoard(rows, cols);
  const bits = start ?? '0'.repeat(board.edges.length);
  if (bits.length !== board.edges.length || /[^01]/.test(bits)) {
    throw new RangeError(`${board.name} needs ${board.edges.length} edges, each 0 or 1`);
  }
  return {board, start: bits, turn: turn === 2 ? 2 : 1, score, owners, moves: [], ply: 0, varied: false, other: null, kept: false};
}

/**
 * Returns the game that begins at a position, such as "1x2:1010110".
 *
 * @param {string} position
 * @param {Partial<Pick<Game, 'turn' | 'score' | 'owners'>>} more
 */
export function gameAt(position, more = {}) {
  const [board, start] = position.split(':');
  const [rows, cols] = board.split('x').map(Number);
  return newGame({rows, cols, start, ...more});
}

/**
 * @param {Game} game
 * @returns {Packed}
 */
export function packed({board: {rows, cols}, ...game}) {
  return {...game, board: {rows, cols}};
}

/**
 * @param {Packed} game
 * @returns {Game}
 */
export function unpacked({board: {rows, cols}, ...game}) {
  return {...game, board: makeBoard(rows, cols)};
}

/**
 * Draws an edge. If other moves follow here, they stay: in a kept game as the main line, beside
 * which the new move begins the variation; otherwise beside the new move, which continues the game.
 *
 * @param {Game} game
 * @param {number} edge
 * @returns {Game}
 */
export function play(game, edge) {
  const now = view(game);
  if (!game.board.edges[edge]) throw new RangeError(`${game.board.name} has no edge ${edge}`);
  if (now.drawnBy[edge] !== NOBODY) throw new RangeError(`${game.board.edges[edge].name} is drawn already`);
  if (game.kept && game.moves[game.ply] === edge) return {...game, ply: game.ply + 1};
  const at = goOn(game);
  const moves = [...at.moves, edge];
  const full = now.layer + 1 === game.board.edges.length;
  return {...at, ...(full && !game.kept ? {varied: false, kept: true} : {}), moves, ply: moves.length};
}

/**
 * Begins another line from the current position, if moves follow here.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function goOn(game) {
  if (game.ply === game.moves.length) return game;
  const moves = game.moves.slice(0, game.ply);
  return game.varied ? {...game, moves} : {...game, moves, other: game.moves, varied: game.kept};
}

/**
 * Leads to a position of the line that the board shows. Positions before the variation belong to
 * the main line.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function goTo(game, ply) {
  const at = {...game, ply: Math.max(0, Math.min(game.moves.length, ply))};
  return at.varied && at.ply <= branch(at) ? mainLine(at) : at;
}

/**
 * Returns the number of moves that both lines share.
 *
 * @param {Game} game
 */
export function branch({moves, other}) {
  const differ = moves.findIndex((edge, index) => edge !== other?.[index]);
  return differ < 0 ? moves.length : differ;
}

/**
 * Returns the game with the other line on the board.
 *
 * @param {Game} game
 * @returns {Game}
 */
function swapped(game) {
  return game.other ? {...game, moves: game.other, other: game.moves, varied: !game.varied, ply: Math.min(game.ply, branch(game))} : game;
}

/**
 * Returns the game with its main line on the board, at the last position before the variation.
 *
 * @param {Game} game
 */
export function mainLine(game) {
  return game.varied ? swapped(game) : game;
}

/**
 * Returns the game with its variation on the board; null if it has none.
 *
 * @param {Game} game
 */
export function variation(game) {
  return game.varied ? game : game.other && swapped(game);
}

/**
 * Returns whether the game starts from the empty board, so that notations of moves in order can
 * express it.
 *
 * @param {Game} game
 */
export function fromEmpty(game) {
  return !game.start.includes('1') && game.turn === 1;
}

/**
 * @param {Game} game
 * @returns {State}
 */
function opening(game) {
  const {board, start} = game;
  const drawnBy = Array.from(start, (bit) => (bit === '1' ? UNKNOWN : NOBODY));
  const owners = board.boxes.map((box) => {
    if (!box.edges.every((edge) => drawnBy[edge] !== NOBODY)) return NOBODY;
    return game.owners?.[box.index] || UNKNOWN;
  });
  const score = game.score ?? [1, 2].map((player) => owners.filter((owner) => owner === player).length);
  return {board, drawnBy, owners, score: [...score], turn: game.turn,
          scoreKnown: game.score !== null || !owners.includes(UNKNOWN), last: null};
}

/**
 * Draws an edge in `at`. A player who completes a box moves again.
 *
 * @param {State} at
 * @param {number} edge
 * @returns {Move}
 */
function draw(at, edge) {
  const player = at.turn;
  at.drawnBy[edge] = player;
  const boxes = at.board.edges[edge].boxes.filter(
      (box) => at.board.boxes[box].edges.every((side) => at.drawnBy[side] !== NOBODY));
  for (const box of boxes) at.owners[box] = player;
  at.score[player - 1] += boxes.length;
  if (boxes.length === 0) at.turn = 3 - player;
  at.last = {edge, player, boxes};
  return at.last;
}

/**
 * Returns everything that is visible after `ply` moves.
 *
 * @param {Game} game
 * @returns {View}
 */
export function view(game, ply = game.ply) {
  const at = opening(game);
  for (const edge of game.moves.slice(0, ply)) draw(at, edge);
  const bits = at.drawnBy.map((by) => (by === NOBODY ? '0' : '1')).join('');
  const left = at.owners.filter((owner) => owner === NOBODY).length;
  const layer = at.drawnBy.filter((by) => by !== NOBODY).length;
  return {...at, game, bits, position: `${game.board.name}:${bits}`, layer, left,
          ply, over: layer === game.board.edges.length};
}

/**
 * Returns every move, also the undone ones, with its effect and the position before it.
 *
 * @param {Game} game
 * @returns {(Move & {position: string})[]}
 */
export function record(game) {
  const at = opening(game);
  let bits = game.start;
  return game.moves.map((edge) => {
    const position = `${game.board.name}:${bits}`;
    bits = `${bits.slice(0, edge)}1${bits.slice(edge + 1)}`;
    return {...draw(at, edge), position};
  });
}

/**
 * Returns the score at the end if the player to move outscores the opponent by `margin` from here.
 *
 * @param {View} now
 * @param {number} margin
 */
export function finalScore(now, margin) {
  const mover = (now.left + margin) / 2;
  const add = now.turn === 1 ? [mover, now.left - mover] : [now.left - mover, mover];
  return [now.score[0] + add[0], now.score[1] + add[1]];
}
