// Values for people: figures, shades and words. A value is a margin: the number of boxes by which a
// player will outscore the other one from here, under best play by both.

/** @typedef {import('./knowledge.js').Answer} Answer */

/**
 * Returns the value with a typographic minus sign, for people.
 *
 * @param {number} value
 */
export function figure(value) {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0';
}

/**
 * Returns the value with a plain minus sign, for programs.
 *
 * @param {number} value
 */
export function plain(value) {
  return value > 0 ? `+${value}` : String(value);
}

/**
 * Returns whose colour a value has: that of the player who will win the boxes left.
 *
 * @param {number} value for the player to move
 * @param {number} turn the player to move
 */
export function shade(value, turn) {
  return value === 0 ? 'zero' : value > 0 === (turn === 1) ? 'one' : 'two';
}

/** @param {number} count */
export function boxes(count) {
  return count === 1 ? '1 box' : `${count} boxes`;
}

/**
 * Returns the share of the remaining boxes for the player to move: "6 of the 8 boxes left".
 *
 * @param {number} value
 * @param {number} left
 */
export function share(value, left) {
  const taken = (left + value) / 2;
  return taken === 0 ? `none of the ${left} boxes left` : taken === left ? `all ${left} boxes left` : `${taken} of the ${left} boxes left`;
}

/**
 * Returns the moves of an answer that are at most `k` >= 0 worse than the best.
 *
 * @param {Answer} answer
 * @param {number} k
 */
export function within(answer, k) {
  return answer.moves.filter((move) => move.value >= answer.value - k);
}
