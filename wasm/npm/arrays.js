// Arrays of positions and of values: masks, zeros and ones, and the hexadecimal digits that the module takes.

import {boardNamed, kind} from './rules.js';
import {badInput} from './errors.js';

const DIGITS = {mask: 16, value: 2};

// Written in place of a value.
export const NOT_COVERED = -128;
export const DAMAGED = -127;
export const DRAWN = -126;

/**
 * Returns the number of edges of a board whose positions fit into masks.
 *
 * @param {string} name
 */
function edgesOf(name) {
  const {board, edges, small} = boardNamed(name);
  if (!small) throw badInput(`${board} has ${edges.length} edges; arrays have positions of boards with at most 64`);
  return edges.length;
}

/**
 * Returns masks as they are given. Throws unless all are positions of the board.
 *
 * @param {unknown} masks
 * @param {string} board
 * @returns {BigUint64Array}
 */
export function masksGiven(masks, board) {
  if (!(masks instanceof BigUint64Array)) throw new TypeError(`masks must be a BigUint64Array, not ${kind(masks)}`);
  const edges = edgesOf(board);
  const beyond = masks.findIndex((mask) => mask >> BigInt(edges) !== 0n);
  if (beyond >= 0) throw badInput(`position ${beyond}: edges beyond the ${edges} of ${board} are drawn`);
  return masks;
}

/** @param {BigUint64Array} masks */
export const maskDigits = (masks) => Array.from(masks, (mask) => mask.toString(16).padStart(DIGITS.mask, '0')).join('');

/** @param {string} digits */
export function masksOf(digits) {
  return BigUint64Array.from({length: digits.length / DIGITS.mask},
                             (_, at) => BigInt(`0x${digits.slice(at * DIGITS.mask, (at + 1) * DIGITS.mask)}`));
}

/** @param {string} digits */
export function valuesOf(digits) {
  return Int8Array.from({length: digits.length / DIGITS.value},
                        (_, at) => parseInt(digits.slice(at * DIGITS.value, (at + 1) * DIGITS.value), 16));
}

/**
 * @param {ArrayLike<number>} bits
 * @param {string} board
 */
export function toMasks(bits, board) {
  const edges = edgesOf(board);
  if (bits.length % edges !== 0) throw badInput(`zeros and ones must be ${edges} for each position of ${board}`);
  const masks = new BigUint64Array(bits.length / edges);
  for (let at = 0; at < bits.length; ++at) {
    const [position, edge] = [Math.floor(at / edges), at % edges];
    if (bits[at] !== 0 && bits[at] !== 1) throw badInput(`position ${position}, edge ${edge}: neither 0 (open) nor 1 (drawn)`);
    if (bits[at] === 1) masks[position] |= 1n << BigInt(edge);
  }
  return masks;
}

/**
 * @param {BigUint64Array} masks
 * @param {string} board
 */
export function toBits(masks, board) {
  const edges = edgesOf(board);
  const bits = new Uint8Array(masks.length * edges);
  masksGiven(masks, board).forEach((mask, position) => {
    for (let edge = 0; edge < edges; ++edge) bits[position * edges + edge] = Number((mask >> BigInt(edge)) & 1n);
  });
  return bits;
}
