// Position: a board and its drawn edges, with the rules of the game.

import {boardNamed, edgeGiven, kind, rules, textGiven, wellFormed} from './rules.js';

/** @typedef {import('./index.js').Place} Place */

export class Position {
  /** @type {string} */
  #text;
  /** @type {{board: string, rows: number, columns: number, layer: number}} */
  #facts;
  /** @type {any} */
  #details;

  /** @param {Place} position */
  constructor(position) {
    /** @type {{position: string, board: string, rows: number, columns: number, layer: number}} */
    const facts = position instanceof Position ? {...position.#facts, position: position.#text}
      : rules('position', {position: textGiven(position, 'a position', '"1x1:0111"')});
    this.#facts = facts;
    this.#text = facts.position;
  }

  /**
   * @param {string} board
   * @param {bigint | number} drawn
   */
  static fromMask(board, drawn) {
    let mask;
    try {
      mask = BigInt(drawn);
    } catch {
      throw new TypeError(`a set of edges must be a whole number, not ${drawn}`);
    }
    if (mask < 0n) throw new RangeError(`a set of edges must not be negative: ${drawn}`);
    const edges = [...mask.toString(2)].reverse().flatMap((bit, edge) => (bit === '1' ? [edge] : []));
    return new Position(rules('position', {board: textGiven(board, 'a board', '"3x3"'), drawn: edges}).position);
  }

  /** @param {string} picture */
  static fromPicture(picture) {
    return new Position(rules('position', {picture: textGiven(picture, 'a picture', '"+--+"')}).position);
  }

  get board() { return this.#facts.board; }
  get rows() { return this.#facts.rows; }
  get columns() { return this.#facts.columns; }
  get layer() { return this.#facts.layer; }

  get drawn() { return this.#set('1'); }
  get open() { return this.#set('0'); }

  // The state of each edge, 1 if it is drawn.
  #bits() {
    return [...this.#text.slice(this.#text.indexOf(':') + 1)];
  }

  /** @param {string} state */
  #set(state) {
    return BigInt(`0b${this.#bits().reverse().map((bit) => Number(bit === state)).join('')}`);
  }

  // Finds what takes longer than the rest when it is first needed.
  #found() {
    return this.#details ??= rules('details', {position: this.#text});
  }

  /** @param {string | number} edge */
  draw(edge) {
    return new Position(this.#move(edge).position);
  }

  /** @param {string | number} edge */
  completedBy(edge) {
    return this.#move(edge).completed;
  }

  /** @param {string | number} edge */
  #move(edge) {
    return rules('move', {position: this.#text, edge: edgeGiven(edge)});
  }

  legalMoves() { return this.#bits().flatMap((bit, edge) => (bit === '0' ? [edge] : [])); }
  picture() { return this.#found().picture; }
  completeBoxes() { return [...this.#found().complete_boxes]; }
  canonical() { return new Position(this.#found().canonical); }

  /** @returns {[Position, number[]]} */
  settled() {
    return [new Position(this.#found().quiet), [...this.#found().captured]];
  }

  /** @param {unknown} other */
  equals(other) {
    return other instanceof Position && other.#text === this.#text;
  }

  toString() { return this.#text; }
  toJSON() { return this.#text; }
}

/**
 * Returns the text of a position that is given as text or as a Position. The module checks it.
 *
 * @param {Place} position
 */
export function positionGiven(position) {
  if (typeof position === 'string' || position instanceof Position) return wellFormed(String(position));
  throw new TypeError(`a position must be text such as "1x1:0111" or a Position, not ${kind(position)}`);
}

/** @param {string} board */
export const edgeNames = (board) => [...boardNamed(board).edges];

/**
 * @param {string} board
 * @param {string | number} edge
 * @returns {number}
 */
export const edgeIndex = (board, edge) => rules('edge', {board: textGiven(board, 'a board', '"3x3"'), edge: edgeGiven(edge)}).edge;
