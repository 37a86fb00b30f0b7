// Questions about rules, games and notations, which are answered at once by a module in this thread.

import {ask} from '../ask.js';
import {exceptionFor} from './errors.js';
import {started} from './start.js';

/** @type {any} */
let module;

/** @param {WebAssembly.Module} compiled */
export async function startRules(compiled) {
  module = await started(compiled, {folders: [], atlas: false, cache_bytes: 0});
}

/**
 * Returns the answer. Throws a PipopipetteError.
 *
 * @param {string} name
 * @param {object} given
 * @returns {any}
 */
export function rules(name, given) {
  /** @type {any} */
  let answer;
  ask(module, {path: name, params: {}, body: JSON.stringify(given)}, (event, text) => {
    answer = JSON.parse(text);
    if (event === 'error') answer = exceptionFor(answer);
  });
  if (answer instanceof Error) throw answer;
  return answer;
}

/** @type {Map<string, {board: string, edges: string[], small: boolean}>} */
const boards = new Map();

/**
 * Returns a board by its name, "3x3".
 *
 * @param {string} name
 */
export function boardNamed(name) {
  let board = boards.get(name);
  if (!board) boards.set(name, board = /** @type {NonNullable<typeof board>} */ (rules('board', {board: textGiven(name, 'a board', '"3x3"')})));
  return board;
}

/**
 * Returns a text as it is given. Throws TypeError if it is none.
 *
 * @param {unknown} value
 * @param {string} what
 * @param {string} such
 * @returns {string}
 */
export function textGiven(value, what, such) {
  if (typeof value !== 'string') throw new TypeError(`${what} must be text such as ${such}, not ${kind(value)}`);
  return wellFormed(value);
}

/**
 * Returns a text with other characters for halves of characters, which no encoding has.
 *
 * @param {string} text
 */
export const wellFormed = (text) => text.replace(/[\ud800-\udfff]/gu, '\ufffd');

/**
 * Returns an edge as the module takes it: its name, or its index.
 *
 * @param {unknown} edge
 * @returns {string | number}
 */
export function edgeGiven(edge) {
  if (typeof edge === 'string') return wellFormed(edge);
  if (Number.isSafeInteger(edge)) return /** @type {number} */ (edge);
  throw new TypeError(`an edge must be its name, such as "h0.0", or its index, not ${kind(edge)}`);
}

/** @param {unknown} value */
export function kind(value) {
  if (value === null) return 'null';
  return typeof value === 'object' ? value.constructor?.name ?? 'object' : typeof value;
}
