// Layer: all stored positions of a layer of a table, block by block.

import {masksOf, valuesOf} from './arrays.js';

/**
 * @typedef {import('./index.js').Block} Block
 * @typedef {import('./index.js').BestBlock} BestBlock
 */

/** @template {Block} [Blocks=Block] */
export class Layer {
  #blockAt;

  /**
   * @param {{table: string, board: string, layer: number, size: number}} facts
   * @param {(number: number) => Promise<{drawn: string, values: string} | null>} blockAt
   * @param {(drawn: BigUint64Array) => Promise<object>} more returns what else a block has
   */
  constructor({table, board, layer, size}, blockAt, more) {
    this.table = table;
    this.board = board;
    this.layer = layer;
    this.size = size;
    this.#blockAt = async (/** @type {number} */ number) => {
      const block = await blockAt(number);
      if (!block) return null;
      const drawn = masksOf(block.drawn);
      return /** @type {Blocks} */ ({drawn, values: valuesOf(block.values), ...await more(drawn)});
    };
  }

  /** @returns {AsyncGenerator<Blocks, void, undefined>} */
  async *[Symbol.asyncIterator]() {
    for (let number = 0;; ++number) {
      const block = await this.#blockAt(number);
      if (!block) return;
      yield block;
    }
  }
}

/**
 * Returns the blocks as one.
 *
 * @param {BestBlock[]} blocks
 * @returns {BestBlock}
 */
export function joined(blocks) {
  const size = blocks.reduce((sum, {drawn}) => sum + drawn.length, 0);
  const whole = {drawn: new BigUint64Array(size), values: new Int8Array(size), best: new BigUint64Array(size)};
  let at = 0;
  for (const {drawn, values, best} of blocks) {
    whole.drawn.set(drawn, at);
    whole.values.set(values, at);
    if (best) whole.best.set(best, at);
    at += drawn.length;
  }
  return whole;
}
