// Tables: values from tables, of single positions and of arrays of them.

import {maskDigits, masksGiven, masksOf, NOT_COVERED, valuesOf} from './arrays.js';
import {byteNumber, checkNames, closed, environment, Session, spelled} from './session.js';
import {DamagedTableError, exceptionFor, badInput, MissingTableError} from './errors.js';
import {joined, Layer} from './layer.js';
import {kind, rules, textGiven} from './rules.js';
import {positionGiven} from './position.js';

/**
 * @typedef {import('./index.js').Move} Move
 * @typedef {import('./index.js').Place} Place
 * @typedef {import('./index.js').Asking} Asking
 * @typedef {import('./session.js').Options} Options
 */

export const CACHE_BYTES = 2 ** 26;
const PIECE = 2 ** 16;   // positions of an array that are looked up at once

/**
 * Returns an answer or a solution with its best moves.
 *
 * @param {any} found
 */
export const withBest = (found) => ({...spelled(found), best: found.moves.filter((/** @type {Move} */ move) => move.value === found.value)});

/** @type {(tables: Tables) => Options} */
export let optionsOf;

export class Tables {
  #options;
  #session;

  static {
    optionsOf = (tables) => {
      if (tables.closed) throw closed();
      return tables.#options;
    };
  }

  /** @param {any[]} given folders, then options */
  constructor(...given) {
    const last = given.at(-1);
    const options = last instanceof Object && !(last instanceof URL) ? given.pop() : {};
    checkNames(options, ['cacheBytes', 'atlas', 'lastMoveCost'], 'Tables');
    const {cacheBytes = CACHE_BYTES, atlas = true, lastMoveCost = 0} = options;
    const wrong = given.findIndex((folder) => typeof folder !== 'string' && !(folder instanceof URL));
    if (wrong >= 0) throw new TypeError(`a folder must be text or a URL, not ${kind(given[wrong])}`);
    const folders = environment.folders(given);
    this.#options = {folders, atlas, cache_bytes: byteNumber(cacheBytes, 'cacheBytes'),
                     last_move_cost: byteNumber(lastMoveCost, 'lastMoveCost', 'points')};
    this.#session = new Session(this.#options);
  }

  get folders() { return [...this.#options.folders]; }
  get closed() { return this.#session.closed; }
  close() { this.#session.close(); }

  /**
   * @param {string} name
   * @param {Place} position
   * @param {Asking} [asking]
   * @param {object} [given]
   */
  async #ask(name, position, {signal} = {}, given = {}) {
    return this.#session.ask(`tables/${name}`, {position: positionGiven(position), ...given}, {signal});
  }

  /**
   * @param {Place} position
   * @param {Asking & {default?: any}} [asking]
   */
  async value(position, asking = {}) {
    const value = await this.#ask('value', position, asking, {or_null: 'default' in asking});
    return value === null ? asking.default : value;
  }

  /**
   * @param {Place} position
   * @param {Asking} [asking]
   */
  async answer(position, asking) { return withBest(await this.#ask('answer', position, asking)); }

  /**
   * @param {Place} position
   * @param {Asking} [asking]
   */
  async moves(position, asking) { return (await this.answer(position, asking)).moves; }

  /**
   * @param {Place} position
   * @param {Asking} [asking]
   */
  async best(position, asking) { return (await this.answer(position, asking)).best; }

  /**
   * @param {Place} position
   * @param {Asking} [asking]
   */
  async line(position, asking) { return this.#ask('line', position, asking); }

  /**
   * @param {Place} position
   * @param {Asking} [asking]
   */
  async has(position, asking) { return this.#ask('covers', position, asking); }

  async found() { return (await this.#session.ask('tables/found', {})).map(spelled); }
  async problems() { return this.#session.ask('tables/problems', {}); }

  /**
   * Answers a question about many positions, piece by piece.
   *
   * @template {Int8Array | BigUint64Array} Results
   * @param {string} name
   * @param {BigUint64Array} masks
   * @param {string} board
   * @param {Asking & {marked?: boolean}} asking
   * @param {(digits: string) => Results} read
   * @param {object} [given]
   * @returns {Promise<Results>}
   */
  async #askMany(name, masks, board, {marked = false, signal}, read, given) {
    const drawn = masksGiven(masks, board);
    let digits = '';
    for (let at = 0; at === 0 || at < drawn.length; at += PIECE) {
      const piece = maskDigits(drawn.subarray(at, at + PIECE));
      digits += await this.#session.ask(`tables/${name}`, {board, drawn: piece, marked, ...given}, {signal});
    }
    return read(digits);
  }

  /**
   * @param {BigUint64Array} masks
   * @param {string} board
   * @param {Asking & {marked?: boolean, default?: number}} [asking]
   */
  async values(masks, board, asking = {}) {
    const instead = asking.default;
    if (instead === undefined) return this.#askMany('values', masks, board, asking, valuesOf);
    if (!Number.isInteger(instead) || instead < -128 || instead > 127) {
      throw new RangeError(`default must be a whole number from -128 to 127, not ${instead}`);
    }
    const values = await this.#askMany('values', masks, board, asking, valuesOf, {or_mark: true});
    return values.map((value) => (value === NOT_COVERED ? instead : value));
  }

  /**
   * @param {BigUint64Array} masks
   * @param {string} board
   * @param {Asking & {marked?: boolean}} [asking]
   */
  async moveValues(masks, board, asking = {}) { return this.#askMany('move_values', masks, board, asking, valuesOf); }

  /**
   * @param {BigUint64Array} masks
   * @param {string} board
   * @param {Asking & {marked?: boolean}} [asking]
   */
  async bestMoves(masks, board, asking = {}) { return this.#askMany('best_moves', masks, board, asking, masksOf); }

  /** @param {string} table */
  layers(table) {
    const {edges, first} = rules('layers/table', {table: textGiven(table, 'a table', '"3x3"')});
    return Array.from({length: edges - first + 1}, (_, layer) => first + layer);
  }

  /**
   * @param {string} table
   * @param {number} layer
   * @param {Asking & {best?: boolean}} [asking]
   * @returns {Promise<Layer<any>>}
   */
  async layer(table, layer, {best = false, signal} = {}) {
    const all = this.layers(table);
    if (!all.includes(layer)) throw badInput(`layer ${layer}: ${table} has layers ${all[0]} to ${all.at(-1)}`);
    const {board} = rules('layers/table', {table});
    let failed = null;
    // The layer is of the first folder in which it can be read.
    for (const {folder} of (await this.found()).filter((/** @type {{name: string}} */ {name}) => name === table)) {
      try {
        const size = await this.#session.ask('layers/size', {folder, layer}, {signal});
        return new Layer({table, board, layer, size}, (number) => this.#session.ask('layers/block', {folder, layer, number}, {signal}),
                         async (drawn) => (best ? {best: await this.bestMoves(drawn, board, {signal})} : {}));
      } catch (error) {
        if (!(error instanceof MissingTableError || error instanceof DamagedTableError)) throw error;
        failed ??= error;
      }
    }
    const message = `no table ${table} in ${this.folders.join(', ') || 'no folder'}`;
    throw failed ?? exceptionFor({code: 'missing_table', message, table, searched: this.folders});
  }

  /**
   * @param {string} table
   * @param {Iterable<number> | null} [layers]
   * @param {Asking & {best?: boolean}} [asking]
   * @returns {Promise<any>}
   */
  async toArrays(table, layers, asking = {}) {
    const blocks = [];
    for (const layer of layers ?? this.layers(table)) {
      for await (const block of await this.layer(table, layer, asking)) blocks.push(block);
    }
    const {drawn, values, best} = joined(blocks);
    return asking.best ? {drawn, values, best} : {drawn, values};
  }
}
