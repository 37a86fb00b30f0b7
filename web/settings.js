// The settings of the page, kept in the browser from visit to visit.

import {keep, kept} from './store.js';

/**
 * - values: show the values of moves
 * - names: show the coordinates of edges
 * - tints: colour chains and loops in the picture
 * - solveOn: solve each position automatically, if that takes no longer than
 * - seconds: the time to think about a position
 *
 * @typedef {{values: boolean, names: boolean, tints: boolean, solveOn: boolean, seconds: number}} Choices
 */

/** @type {Choices} */
const USUAL = {values: true, names: false, tints: true, solveOn: true, seconds: 5};

export class Settings {
  values = USUAL.values;
  names = USUAL.names;
  tints = USUAL.tints;
  solveOn = USUAL.solveOn;
  seconds = USUAL.seconds;
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    Object.assign(this, kept('localStorage', 'settings', USUAL));
  }

  /**
   * @template {keyof Choices} Name
   * @param {Name} name
   * @param {Choices[Name]} value
   */
  set(name, value) {
    Object.assign(this, {[name]: value});
    const others = kept('localStorage', 'settings', USUAL);   // which another tab may have changed
    keep('localStorage', 'settings', {...others, [name]: value});
    this.#changed();
  }
}
