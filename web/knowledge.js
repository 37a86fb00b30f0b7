// The answers known for positions, from tables and from solving. An answer belongs to the position
// that it names and is never shown for another one, however late it arrives.

import {Recent} from './recent.js';
import {askAbout} from './requests.js';

const KEPT = 500;  // positions: those of a few games; an answer has a few KiB

/** @typedef {import('api').components['schemas']['Answer']} Answer */

/**
 * The knowledge of a position. "none" means that no table covers it and that it was not solved at
 * once, for example because the server is busy; "failed" that the request got no answer.
 *
 * @typedef {{state: 'unasked' | 'asking' | 'known' | 'none' | 'failed', answer?: Answer, problem?: import('./requests.js').Problem}} Known
 */

export class Knowledge {
  /** @type {Recent<string, Known>} */
  #positions = new Recent(KEPT);
  #changed;
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * @param {string} position
   * @returns {Known}
   */
  of(position) {
    return this.#positions.get(position) ?? {state: 'unasked'};
  }

  /** @param {string} position */
  answer(position) {
    return this.of(position).answer ?? null;
  }

  /**
   * Keeps the result of solving.
   *
   * @param {string} position
   * @param {Answer | null} answer
   */
  learn(position, answer) {
    if (answer?.position === position && Array.isArray(answer.moves)) this.#set(position, {state: 'known', answer});
  }

  /**
   * Asks the tables about a position, once; `again` repeats the request if there is no answer yet.
   * Cancels an earlier request that is still open.
   *
   * @param {string} position
   */
  async ask(position, {again = false} = {}) {
    const {state, problem} = this.of(position);
    if (state === 'known' || state === 'asking' || (state === 'none' && !again)) return;
    if (state === 'failed' && !again) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#set(position, {state: 'asking', problem});  // the problem stays visible until there is an answer
    try {
      /** @type {Answer} */
      const answer = await askAbout(position, 'moves', {}, {signal: asking.signal});
      this.#set(position, {state: 'known', answer});
    } catch (/** @type {any} */ error) {
      if (this.of(position).state !== 'asking') return;
      if (error.name === 'AbortError') this.#forget(position);
      else if (['no-table', 'beyond-limits', 'busy'].includes(error.kind)) this.#set(position, {state: 'none', problem: error});
      else this.#set(position, {state: 'failed', problem: error});
    }
  }

  // Ends the request that is open, so that the server's solver is free for others.
  cancel() {
    this.#asking?.abort();
  }

  // Forgets which positions have no values: solving another one, or the return of the server, may
  // have changed that.
  forgetFailures() {
    this.#positions.deleteIf(({state}) => state === 'none' || state === 'failed');
  }

  /** @param {string} position */
  #forget(position) {
    this.#positions.delete(position);
    this.#changed();
  }

  /**
   * @param {string} position
   * @param {Known} known
   */
  #set(position, known) {
    this.#positions.set(position, known);
    this.#changed();
  }
}
