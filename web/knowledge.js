// The knowledge of the page about positions. One stream of the server tells about the position on the board, as
// it becomes known; leaving the position ends it. What was told is kept, and is never shown for
// another position.

import {record} from './game.js';
import {CUT_OFF, events, Problem} from './requests.js';

/**
 * @typedef {import('api').components['schemas']} Schemas
 * @typedef {Schemas['Answer']} Answer
 * @typedef {Schemas['Choice']} Choice
 * @typedef {import('./game.js').Move & {ply: number, lost: number | null}} Recorded
 */

/**
 * The knowledge of a position: the last event of each name, and the state of its stream. "unasked"
 * also means that it was left before its end. `time` is its limit in seconds.
 *
 * @typedef {{state: 'unasked' | 'asking' | 'done' | 'failed', time: number, bounds?: Schemas['BoundsKnown'], value?: Schemas['Value'],
 *            explanation?: Schemas['Explanation'], guess?: Choice, progress?: Schemas['AnalysisProgress'], moves?: Answer,
 *            unsolved?: Schemas['Unsolved'] | null, problem?: import('./requests.js').Problem | null}} Known
 */

/**
 * Returns the index of a move at random that is at most `k` worse than the best one.
 *
 * @param {Answer} answer
 * @param {number} k
 */
export function pick({moves, value}, k, random = Math.random) {
  const good = moves.filter((move) => move.value >= value - k);
  return good[Math.floor(random() * good.length)].index;
}

const KEPT = 500;      // positions: those of a few games; one has a few KiB

/** @type {Readonly<Known>} */
const NOTHING = {state: 'unasked', time: 0};

export class Knowledge {
  /** @type {Map<string, Known>} the first one was asked about the longest time ago */
  #positions = new Map();
  #changed;
  #at = '';            // the position of the stream
  #stream = new AbortController();

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * @param {string} position
   * @returns {Readonly<Known>}
   */
  of(position) {
    return this.#positions.get(position) ?? NOTHING;
  }

  /** @param {string} position */
  answer(position) {
    return this.of(position).moves ?? null;
  }

  /**
   * Keeps an answer that was asked for elsewhere.
   *
   * @param {Answer} moves
   */
  learn(moves) {
    const known = this.#positions.get(moves.position);
    if (known) known.moves = moves;
    else this.#keep(moves.position, {...NOTHING, moves});
    this.#changed();
  }

  /**
   * Asks about a position, in place of the one before: unless its values are known, or it has this
   * time or had as much. `again` repeats the question.
   *
   * @param {string} position
   * @param {{time: number, seed: number, again?: boolean}} how
   */
  async ask(position, {time, seed, again = false}) {
    if (this.#at !== position) this.leave();
    const before = this.of(position);
    const enough = before.state !== 'unasked' && !again && (before.state === 'asking' ? before.time === time : before.time >= time);
    if ((before.moves && (before.explanation?.exact || before.state === 'asking')) || enough) return;
    this.leave();
    const {signal} = this.#stream = new AbortController();
    this.#at = position;
    /** @type {Known} */
    const known = {...before, state: 'asking', time, unsolved: null, progress: undefined};
    this.#keep(position, known);
    this.#changed();
    try {
      for await (const {name, data} of events('analyse', {position, time, seed}, {signal})) {
        if (name === 'problem') throw new Problem(data);
        if (name !== 'progress' && data.position !== position) throw CUT_OFF;
        Object.assign(known, {[name]: data, problem: null});
        if (name === 'done') known.state = 'done';
        if (name === 'moves') this.#forgetUnsolved();
        this.#changed();
      }
      if (known.state !== 'done') throw CUT_OFF;
    } catch (/** @type {any} */ problem) {
      if (signal.aborted) return;
      known.state = 'failed';
      known.problem = problem;
      this.#changed();
    }
  }

  /**
   * @param {string} position
   * @param {Known} known
   */
  #keep(position, known) {
    this.#positions.delete(position);
    this.#positions.set(position, known);
    const [oldest] = this.#positions.keys();
    if (this.#positions.size > KEPT) this.#positions.delete(oldest);
  }

  /** @param {(known: Known) => boolean} unwanted */
  #forget(unwanted) {
    for (const [position, known] of this.#positions) if (unwanted(known)) this.#positions.delete(position);
  }

  // Ends the stream, and with it the work of the server.
  leave() {
    const known = this.#positions.get(this.#at);
    this.#at = '';
    this.#stream.abort();
    if (known?.state === 'asking') known.state = 'unasked';
  }

  /**
   * Ends the work on a position because a person asked for it. It is not asked about again by
   * itself.
   *
   * @param {string} position
   */
  decline(position) {
    if (this.#at === position) this.leave();
    /** @type {Schemas['Unsolved']} */
    const unsolved = {position, reason: 'busy', detail: 'you cancelled it', missing_edges: null};
    this.#keep(position, {...this.of(position), state: 'done', time: Infinity, unsolved});
    this.#changed();
  }

  // Forgets what failed: the server may answer now.
  forgetFailures() {
    this.#forget(({state}) => state === 'failed');
  }

  // Forgets guesses, and what may be solved now: another game begins.
  forgetGuesses() {
    this.leave();
    this.#forget(({moves}) => !moves);
  }

  // The server remembers what it solved, which may answer other positions.
  #forgetUnsolved() {
    this.#forget(({unsolved, moves, state}) => Boolean(unsolved) && !moves && state !== 'asking');
  }

  /**
   * Returns each move of the game with its effect, and what it threw away if that is known.
   *
   * @param {import('./game.js').Game} game
   * @param {{lost: number | null}[]} reviewed the moves in the review of the game, if there is one
   * @returns {Recorded[]}
   */
  record(game, reviewed = []) {
    return record(game).map((move, index) => {
      const answer = this.answer(move.position);
      const value = answer?.moves.find((other) => other.index === move.edge)?.value;
      return {...move, ply: index + 1, lost: answer && value !== undefined ? answer.value - value : reviewed[index]?.lost ?? null};
    });
  }
}
