// Solver: exact values of positions that no table covers, or bounds.

import {exceptionFor} from './errors.js';
import {maskDigits, masksGiven, valuesOf} from './arrays.js';
import {byteNumber, checkNames, Session, spelled} from './session.js';
import {CACHE_BYTES, optionsOf, Tables, withBest} from './tables.js';
import {Position, positionGiven} from './position.js';

/**
 * @typedef {import('./index.js').Place} Place
 * @typedef {import('./index.js').Limits} Limits
 * @typedef {import('./index.js').Question} Question
 * @typedef {import('./index.js').Attempt} Attempt
 */

export const MEMORY = 1.5 * 2 ** 30;
const REMEMBER = 0.75 * 2 ** 30;
const LIMITS = ['seconds', 'memory', 'remember'];
const QUESTION = [...LIMITS, 'only', 'progress', 'signal'];
const METHODS = ['table', 'sweep', 'search'];

/**
 * Returns limits as the module takes them.
 *
 * @param {Limits} limits
 * @returns {Record<string, number>}
 */
export function limitsGiven({seconds, memory, remember}) {
  /** @type {Record<string, number>} */
  const limits = {};
  if (seconds !== undefined) {
    if (typeof seconds !== 'number') throw new TypeError(`seconds must be a number, not ${typeof seconds}`);
    if (!(seconds > 0)) throw new RangeError(`seconds must be more than 0, not ${seconds}; Infinity sets no limit`);
    limits.seconds = seconds === Infinity ? 0 : seconds;
  }
  if (memory !== undefined) limits.memory = byteNumber(memory, 'memory');
  if (remember !== undefined) limits.remember = byteNumber(remember, 'remember');
  return limits;
}

/**
 * Returns the progress of a question as its function takes it.
 *
 * @param {any} json
 */
const progressOf = (json) => ('start' in json ? {...json, start: new Position(json.start)} : json);

/**
 * @param {any} json
 * @returns {Attempt}
 */
function attemptOf({lower, upper, solution, why_not: whyNot}) {
  return {lower, upper, solution: solution && withBest(solution), whyNot: whyNot && exceptionFor(whyNot)};
}

export class Solver {
  #session;

  /**
   * @param {import('./index.js').Tables | Limits | null} [tables]
   * @param {Limits} [limits]
   */
  constructor(tables = null, limits) {
    const given = /** @type {Limits} */ (limits ?? (tables instanceof Tables ? {} : tables ?? {}));
    if (limits && tables && !(tables instanceof Tables)) throw new TypeError('tables must be Tables or null');
    checkNames(given, LIMITS, 'a Solver');
    this.#session = new Session({
      ...tables instanceof Tables ? optionsOf(tables) : {folders: [], atlas: true, cache_bytes: CACHE_BYTES},
      memory: MEMORY,
      remember: REMEMBER,
      ...limitsGiven(given),
    });
  }

  get closed() { return this.#session.closed; }
  close() { this.#session.close(); }

  /**
   * @param {string} name
   * @param {object} given
   * @param {Question} question
   * @param {(event: string, json: any) => void} [told]
   */
  async #ask(name, given, {signal, progress, only, ...limits}, told) {
    checkNames(limits, QUESTION, 'a question');
    if (only !== undefined && !METHODS.includes(only)) throw new RangeError(`only must be one of ${METHODS.join(', ')}, not ${only}`);
    if (progress !== undefined && typeof progress !== 'function') throw new TypeError('progress must be a function');
    return this.#session.ask(`solver/${name}`, {...given, ...limitsGiven(limits), only, progress: Boolean(progress)}, {
      signal,
      told(event, json) {
        if (event === 'progress') progress?.(progressOf(json));
        else told?.(event, json);
      },
    });
  }

  /**
   * @param {Place} position
   * @param {Question} [question]
   */
  async solve(position, question = {}) {
    return withBest(await this.#ask('solve', {position: positionGiven(position)}, question));
  }

  /**
   * @param {Place} position
   * @param {Question} [question]
   */
  async trySolve(position, question = {}) {
    return attemptOf(await this.#ask('try_solve', {position: positionGiven(position)}, question));
  }

  /**
   * @param {Iterable<Place>} positions
   * @param {Question & {found?: (number: number, attempt: Attempt) => void}} [question]
   */
  async solveAll(positions, {found, ...question} = {}) {
    if (found !== undefined && typeof found !== 'function') throw new TypeError('found must be a function');
    /** @type {Attempt[]} */
    const attempts = [];
    await this.#ask('solve_all', {positions: Array.from(positions, positionGiven)}, question, (_, {number, attempt}) => {
      attempts[number] = attemptOf(attempt);
      found?.(number, attempts[number]);
    });
    return attempts;
  }

  /**
   * @param {BigUint64Array} masks
   * @param {string} board
   * @param {Question} [question]
   */
  async moveValues(masks, board, question = {}) {
    return valuesOf(await this.#ask('move_values', {board, drawn: maskDigits(masksGiven(masks, board))}, question));
  }

  /**
   * @param {Place} position
   * @param {Question} [question]
   */
  async line(position, question = {}) {
    return this.#ask('line', {position: positionGiven(position)}, question);
  }

  /**
   * @param {Place} position
   * @param {number} low
   * @param {number} high
   * @param {Question} [question]
   */
  async bound(position, low, high, question = {}) {
    for (const bound of [low, high]) if (!Number.isInteger(bound)) throw new TypeError(`a bound must be a whole number, not ${bound}`);
    return spelled(await this.#ask('bound', {position: positionGiven(position), low, high}, question));
  }
}
