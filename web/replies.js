// The server's replies about positions. Each position is asked about once, one request at a time.

import {Recent} from './recent.js';
import {askAbout} from './requests.js';

/**
 * @template T
 * @typedef {{reply?: T, problem?: import('./requests.js').Problem}} Asked neither: the reply is on its way
 */

/**
 * @template {{position: string}} T
 */
export class Replies {
  /** @type {Recent<string, Asked<T>>} */
  #asked;
  #path;
  #changed;
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {string} path
   * @param {number} most the number of positions kept
   * @param {() => void} changed
   */
  constructor(path, most, changed) {
    this.#path = path;
    this.#asked = new Recent(most);
    this.#changed = changed;
  }

  /** @param {string} position */
  of(position) {
    return this.#asked.get(position);
  }

  /**
   * Asks about a position. Cancels an earlier request that is still open.
   *
   * @param {string} position
   * @param {Record<string, string | number>} [more] other parameters
   */
  async ask(position, more = {}) {
    if (this.of(position)) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    /** @type {Asked<T>} */
    const mine = {};
    this.#asked.set(position, mine);
    try {
      /** @type {T} */
      const reply = await askAbout(position, this.#path, more, {signal: asking.signal});
      if (this.of(position) === mine) this.#asked.set(position, {reply});
    } catch (/** @type {any} */ problem) {
      if (this.of(position) !== mine) return;
      if (problem.name === 'AbortError') this.#asked.delete(position);
      else this.#asked.set(position, {problem});
    }
    this.#changed();
  }

  // Ends the request that is open, so that the server's solver is free for others.
  cancel() {
    this.#asking?.abort();
  }

  forget() {
    this.cancel();
    this.#asked.deleteIf(() => true);
  }

  forgetFailures() {
    this.#asked.deleteIf(({problem}) => problem !== undefined);
  }
}
