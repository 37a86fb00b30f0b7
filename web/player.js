// The computer as a player. It moves after a short pause, so that people can follow. If values are
// known, it picks at random among the moves that are at most its handicap worse than the best.

import {within} from './values.js';

/**
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{position: string, timer?: ReturnType<typeof setTimeout>}} Turn
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
  /** @type {Turn | null} */
  #turn = null;   // the turn in progress

  /**
   * Calls play(edge, how) once for each move(), unless rest() comes first.
   *
   * @param {(edge: number, how: string) => void} play
   */
  constructor(play) {
    this.#play = play;
  }

  rest() {
    clearTimeout(this.#turn?.timer);
    this.#turn = null;
  }

  /**
   * Starts a turn of the computer in this position, unless there is one.
   *
   * @param {string} position
   * @param {() => {edge: number, by: string}} choose returns the move, when the pause is over
   * @param {boolean} goesOn whether it has just taken a box
   */
  move(position, choose, goesOn = false) {
    if (this.#turn?.position === position) return;
    this.rest();
    /** @type {Turn} */
    const turn = {position};
    this.#turn = turn;
    turn.timer = setTimeout(() => {
      if (this.#turn !== turn) return;
      this.#turn = null;
      const {edge, by} = choose();
      this.#play(edge, by);
    }, goesOn ? QUICK : PAUSE);
  }
}
