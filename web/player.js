// The perfect player. It moves after a short pause, so that people can follow. If values are known,
// it picks at random among the moves that are at most its handicap worse than the best. Otherwise
// it asks the server for a move.

import {askJson} from './requests.js';
import {within} from './values.js';

/**
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{position: string, timer?: ReturnType<typeof setTimeout>}} Turn
 */

const PAUSE = 650;  // milliseconds before a move

/**
 * Returns the index of a move of this answer that is at most `k` worse than the best one.
 *
 * @param {Answer} answer
 * @param {number} k
 */
export function pick(answer, k, random = Math.random) {
  const moves = within(answer, k);
  return moves[Math.floor(random() * moves.length)].index;
}

export class Player {
  #play;
  #failed;
  /** @type {Turn | null} */
  #turn = null;   // the turn in progress

  /**
   * Calls play(edge, how) or failed(problem) once for each move(), unless rest() comes first.
   *
   * @param {(edge: number, how: string) => void} play
   * @param {(problem: import('./requests.js').Problem) => void} failed
   */
  constructor(play, failed) {
    this.#play = play;
    this.#failed = failed;
  }

  rest() {
    clearTimeout(this.#turn?.timer);
    this.#turn = null;
  }

  /**
   * Starts a turn of the perfect player in this position.
   *
   * @param {string} position
   * @param {Answer | null} answer the values, or null if none will arrive
   * @param {number} k
   */
  move(position, answer, k) {
    if (this.#turn?.position === position) return;
    this.rest();
    /** @type {Turn} */
    const turn = {position};
    this.#turn = turn;
    turn.timer = setTimeout(async () => {
      try {
        const choice = answer ? {edge: pick(answer, k), by: 'value'} : await this.#ask(position);
        if (this.#turn !== turn) return;
        this.#turn = null;
        this.#play(choice.edge, choice.by);
      } catch (/** @type {any} */ problem) {
        if (this.#turn !== turn) return;
        this.#turn = null;
        this.#failed(problem);
      }
    }, PAUSE);
  }

  /** @param {string} position */
  async #ask(position) {
    /** @type {import('api').components['schemas']['Choice']} */
    const choice = await askJson('choose', {position});
    return {edge: choice.index, by: choice.by};
  }
}
