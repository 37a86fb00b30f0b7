// The moves that the player of `pipo engine` would make where no exact values are known. They are
// not always the best, so the page never shows them as such.

import {Recent} from './recent.js';
import {askJson} from './requests.js';

/** @typedef {import('api').components['schemas']['Choice']} Choice */

/** @typedef {{choice?: Choice, problem?: import('./requests.js').Problem}} Guess neither: it is on its way */

const KEPT = 500;  // positions

export class Guesses {
  /** @type {Recent<string, Guess>} */
  #guesses = new Recent(KEPT);
  #changed;
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {string} position */
  of(position) {
    return this.#guesses.get(position);
  }

  /**
   * Asks for the move of a position, once. Cancels an earlier request that is still open.
   *
   * @param {string} position
   * @param {number} time in seconds
   */
  async ask(position, time) {
    if (this.of(position)) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#guesses.set(position, {});
    try {
      this.#guesses.set(position, {choice: await askJson('choose', {position, time}, {signal: asking.signal})});
    } catch (/** @type {any} */ problem) {
      if (problem.name === 'AbortError') this.#guesses.delete(position);
      else this.#guesses.set(position, {problem});
    }
    this.#changed();
  }

  // Ends the request that is open, so that the server's solver is free for others.
  cancel() {
    this.#asking?.abort();
  }

  forgetFailures() {
    this.#guesses.deleteIf(({problem}) => problem !== undefined);
  }
}
