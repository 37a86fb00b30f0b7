// The review of a whole game by the server: the exact margin before and after each move, from the
// end of the game backwards, and what each move threw away.

import {askJson, CUT_OFF, events, Problem} from './requests.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('api').components['schemas']['Review']} ServerReview
 * @typedef {import('api').components['schemas']['Job']} ServerJob
 */

/**
 * - game: which one, by its nameOf()
 *
 * @typedef {{game: string, state: 'asking' | ServerJob['state'],
 *            review: ServerReview | null, problem: import('./requests.js').Problem | null}} Reviewed
 */

/**
 * A position of the game: the margin with which player 1 will end it under best play, or its bounds.
 *
 * @typedef {{ply: number, low: number, high: number}} Point
 * @typedef {{ply: number, player: number, edge: string, lost: number, best: string[]}} Mistake
 */

/**
 * Returns the game in words that are equal for equal games; those of a game that goes on begin with
 * them.
 *
 * @param {Game} game
 */
export function nameOf({board, start, turn, moves}) {
  return `${board.name}:${start} ${turn} ${moves.map((edge) => `${edge},`).join('')}`;
}

/**
 * Returns the review of a game in which player 2 moved first, whom the server calls player 1.
 *
 * @param {ServerReview} review
 * @returns {ServerReview}
 */
export function flipped({moves, summary}) {
  /** @type {(player: number) => 1 | 2} */
  const other = (player) => (player === 1 ? 2 : 1);
  return {moves: moves.map((move) => ({...move, player: other(move.player), score: [...move.score].reverse()})),
          summary: {...summary, turn: other(summary.turn)}};
}

export class Review {
  #changed;
  /** @type {Reviewed | null} */
  #at = null;   // the last review
  #stream = new AbortController();

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get working() {
    return this.#at !== null && ['asking', 'queued', 'running'].includes(this.#at.state);
  }

  /**
   * Returns the review of this game, or of its beginning, as far as it is known.
   *
   * @param {Game} game
   */
  of(game) {
    const at = this.#at;
    return at && (at.review ? nameOf(game).startsWith(at.game) : at.game === nameOf(game)) ? at : null;
  }

  /**
   * Starts the review of a game with all of its moves, unless there is one.
   *
   * @param {Game} game
   * @param {number} time in seconds
   */
  async start(game, time) {
    const before = this.#at;
    if (before?.game === nameOf(game) && before.state !== 'failed' && before.state !== 'cancelled') return;
    this.cancel();
    const {board, start, turn, moves} = game;
    const params = {notation: 'moves', start: start.includes('1') ? `${board.name}:${start}` : undefined, time};
    const body = `${board.name} ${moves.map((edge) => board.edges[edge].name).join('; ')}`;
    /** @type {Reviewed} */
    const mine = this.#at = {game: nameOf(game), state: 'asking', review: null, problem: null};
    const {signal} = this.#stream = new AbortController();
    this.#changed();
    /** @param {ServerJob} job */
    const take = ({state, review, problem}) => {
      Object.assign(mine, {state, review: review && turn === 2 ? flipped(review) : review, problem: state === 'failed' ? new Problem(problem) : null});
      this.#changed();
    };
    try {
      /** @type {ServerJob} */
      const job = await askJson('review', params, {method: 'POST', body});
      signal.addEventListener('abort', () => drop(job.id));
      if (signal.aborted) return void drop(job.id);
      take(job);
      if (this.working) for await (const {data} of events(`jobs/${job.id}/events`, {}, {signal})) take(data);
      if (this.working) throw CUT_OFF;
    } catch (/** @type {any} */ problem) {
      if (signal.aborted) return;
      Object.assign(mine, {state: 'failed', problem});
      this.#changed();
    }
  }

  // Ends the review; what it found so far stays.
  cancel() {
    if (!this.#at || !this.working) return;
    this.#at.state = 'cancelled';
    this.#stream.abort();
    this.#changed();
  }

  /**
   * Cancels the review if it is not of this game.
   *
   * @param {Game} game
   */
  leave(game) {
    if (this.#at?.game !== nameOf(game)) this.cancel();
  }

  forgetFailure() {
    if (this.#at?.state === 'failed') this.#at = null;
  }
}

/** @param {string} id */
async function drop(id) {
  await askJson(`jobs/${id}`, {}, {method: 'DELETE'}).catch(() => {});
}

/**
 * Returns the course of the game: one point more than it has moves.
 *
 * @param {Reviewed} reviewed
 * @returns {Point[]}
 */
export function course({review}) {
  if (!review) return [];
  const {moves, summary} = review;
  const last = {player: summary.turn, value_bounds: summary.value_bounds};
  return [...moves, last].map(({player, value_bounds: [low, high]}, ply) => {
    const [one, two] = ply > 0 ? moves[ply - 1].score : [0, 0];
    const ahead = one - two;
    return player === 1 ? {ply, low: ahead + low, high: ahead + high} : {ply, low: ahead - high, high: ahead - low};
  });
}

/**
 * Returns the moves that certainly threw something away, the worst ones first.
 *
 * @param {Reviewed} reviewed
 * @returns {Mistake[]}
 */
export function mistakes({review}) {
  return (review?.moves ?? []).filter(({lost}) => lost)
      .map(({move, player, edge, lost, best}) => ({ply: move, player, edge, lost: lost ?? 0, best: best ?? []}))
      .sort((a, b) => b.lost - a.lost || a.ply - b.ply);
}

export const SIZES = /** @type {const} */ ([['slips', 1], ['mistakes', 2], ['blunders', 4]]);   // each from so many boxes on

/**
 * A player's moves with known values: how many there are, how many gave no box away, and how many of each of the SIZES.
 *
 * @typedef {{moves: number, good: number, sizes: number[]}} Tally
 */

/**
 * Returns the tallies of players 1 and 2.
 *
 * @param {Reviewed} reviewed
 * @returns {Tally[]}
 */
export function tallies({review}) {
  return [1, 2].map((player) => {
    const costs = (review?.moves ?? []).filter((move) => move.player === player && move.lost !== null)
        .map(({lost}) => (lost ?? 0) / 2);
    const sizes = SIZES.map(([, from], index) => costs.filter((cost) => cost >= from && cost < (SIZES[index + 1]?.[1] ?? Infinity)).length);
    return {moves: costs.length, good: costs.filter((cost) => cost === 0).length, sizes};
  });
}

/**
 * Returns the last move that changed who wins under best play; null if none did, as far as is known.
 *
 * @param {Reviewed} reviewed
 */
export function turningPoint(reviewed) {
  const points = course(reviewed);
  /** @type {(point: Point | undefined) => number | null} */
  const winner = (point) => (point && point.low === point.high ? Math.sign(point.low) : null);
  const end = winner(points.at(-1));
  for (let ply = points.length - 1; ply > 0 && winner(points[ply - 1]) !== null; --ply) {
    if (winner(points[ply - 1]) !== end) return ply;
  }
  return null;
}
