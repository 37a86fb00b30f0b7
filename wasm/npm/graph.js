// Graph: strings-and-coins on any graph.

import {badInput} from './errors.js';
import {kind, rules, wellFormed} from './rules.js';
import {checkNames, Session} from './session.js';
import {limitsGiven, MEMORY} from './solver.js';
import {withBest} from './tables.js';

/**
 * Returns the names of a string's two ends.
 *
 * @param {unknown} string
 * @param {number} number
 */
function endsGiven(string, number) {
  const ends = Array.isArray(string) ? string : [];
  if (ends.length !== 2) throw badInput(`string ${number}: a string has two ends, given as an array of two names`);
  return ends.map((end) => wellFormed(String(end)));
}

export class Graph {
  #given;
  #read;

  /** @param {string | Iterable<readonly [string, string]>} strings */
  constructor(strings) {
    if (typeof strings !== 'string' && !(strings instanceof Object && Symbol.iterator in strings)) {
      throw new TypeError(`a graph must be pairs of names, or an edge list as text, not ${kind(strings)}`);
    }
    this.#given = typeof strings === 'string' ? {text: wellFormed(strings)} : {strings: Array.from(strings, endsGiven)};
    this.#read = rules('graph/read', this.#given);
  }

  get coins() { return [...this.#read.coins]; }
  get strings() { return this.#read.strings.map((/** @type {[string, string]} */ ends) => [...ends]); }

  /** @param {import('./index.js').Asking & {seconds?: number, memory?: number}} [question] */
  async solve({signal, ...limits} = {}) {
    checkNames(limits, ['seconds', 'memory'], 'a graph');
    const session = new Session({folders: [], atlas: false, cache_bytes: 0, memory: MEMORY});
    try {
      return withBest(await session.ask('graph/solve', {...this.#given, ...limitsGiven(limits)}, {signal}));
    } finally {
      session.close();
    }
  }
}
