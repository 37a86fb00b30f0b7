// The computer as a player. It moves after a short pause, so that people can follow. If values are
// known, it picks at random among the moves that are at most its handicap worse than the best.

import {within} from './words.js';

/**
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{position: string}} Turn
 */

const PAUSE = 650;  // milliseconds before a move
const QUICK = 150;  // before each further box of a chain

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
   * For each move(), calls play(edge, how) or failed(problem) once, unless rest() comes first.
   *
   * @param {(edge: number, how: string) => void} play
   * @param {(problem: import('./requests.js').Problem) => void} failed
   */
  constructor(play, failed) {
    this.#play = play;
    this.#failed = failed;
  }

  rest() {
    this.#turn = null;
  }

  /**
   * Starts a turn of the computer in this position, unless there is one.
   *
   * @param {string} position
   * @param {(pause: Promise<unknown>) => Promise<{edge: number, by: string}>} choose returns the move, after the pause
   * @param {boolean} goesOn whether it has just taken a box
   */
  async move(position, choose, goesOn = false) {
    if (this.#turn?.position === position) return;
    const turn = this.#turn = {position};
    try {
      const {edge, by} = await choose(new Promise((over) => setTimeout(over, goesOn ? QUICK : PAUSE)));
      if (this.#turn === turn) this.#play(edge, by);
    } catch (/** @type {any} */ problem) {
      if (this.#turn === turn) this.#failed(problem);
    }
  }
}
