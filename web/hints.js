// Hints in steps: first the region of the board in which a best move is, then the move.

import {sideOf} from './geometry.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./geometry.js').Edge} Edge
 * @typedef {import('./knowledge.js').Answer} Answer
 */

/**
 * Returns the third of a length, in which a place is: -1, 0 or 1. Boards of one or two boxes have
 * no middle.
 *
 * @param {number} place in half boxes
 * @param {number} boxes
 */
function third(place, boxes) {
  return Math.abs(place - boxes) <= boxes / 3 ? 0 : Math.sign(place - boxes);
}

/**
 * Returns the region of an edge in words.
 *
 * @param {Board} board
 * @param {Edge} edge
 */
export function regionOf(board, edge) {
  const down = ['top', '', 'bottom'][third(edge.y, board.rows) + 1];
  const across = ['left', '', 'right'][third(edge.x, board.cols) + 1];
  return [down, across].filter(Boolean).join(' ') || 'middle';
}

/**
 * Returns the hint of a step, 1 or 2: what to say, and the edges to light up.
 *
 * @param {Board} board
 * @param {Answer} answer
 * @param {number} step
 */
export function hint(board, answer, step) {
  const [best] = [...answer.moves].filter(({value}) => value === answer.value).sort((one, other) => one.index - other.index);
  const edge = board.edges[best.index];
  if (step > 1) return {words: `Draw ${edge.name}, the ${sideOf(board, edge)}.`, edges: new Set([edge.name])};
  const region = regionOf(board, edge);
  const open = new Set(answer.moves.map(({index}) => index));
  const near = board.edges.filter((other) => open.has(other.index) && regionOf(board, other) === region);
  return {words: `Look at the ${region} of the board. Press Hint again for the edge.`, edges: new Set(near.map(({name}) => name))};
}

export class Hints {
  #position = '';
  #step = 0;
  /** @type {Set<string> | null} */
  #edges = null;

  /**
   * Gives the next hint, and returns it in words.
   *
   * @param {import('./game.js').View} now
   * @param {Answer | null} answer
   */
  next({board, position}, answer) {
    if (!answer) return 'There is no hint without exact values.';
    this.#step = this.#position === position ? this.#step + 1 : 1;
    this.#position = position;
    const {words, edges} = hint(board, answer, this.#step);
    this.#edges = edges;
    return words;
  }

  /**
   * Returns the edges that the last hint lights up in this position.
   *
   * @param {string} position
   */
  lit(position) {
    return position === this.#position ? this.#edges : null;
  }
}
