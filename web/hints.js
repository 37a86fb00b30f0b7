// Hints in steps: first the region of the board in which a best move is, then the move.

import {sideOf} from './geometry.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./geometry.js').Edge} Edge
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{position: string, words: string, edges: Set<string> | null}} Hint
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
 * Returns the next hint after `last`: first a region, then the edge. It has words, the edges to light up, and the
 * position to which it belongs.
 *
 * @param {import('./game.js').View} now
 * @param {Answer | null} answer
 * @param {Hint | null} last
 * @returns {Hint}
 */
export function nextHint({board, position}, answer, last) {
  if (!answer) return {position, words: 'There is no hint without exact values.', edges: null};
  const [best] = [...answer.moves].filter(({value}) => value === answer.value).sort((one, other) => one.index - other.index);
  const edge = board.edges[best.index];
  if (last?.position === position && last.edges) {
    return {position, words: `Draw ${edge.name}, the ${sideOf(board, edge)}.`, edges: new Set([edge.name])};
  }
  const region = regionOf(board, edge);
  const open = new Set(answer.moves.map(({index}) => index));
  const near = board.edges.filter((other) => open.has(other.index) && regionOf(board, other) === region);
  const words = `Look at the ${region} of the board. Press Hint again for the edge.`;
  return {position, words, edges: new Set(near.map(({name}) => name))};
}
