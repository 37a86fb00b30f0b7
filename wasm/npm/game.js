// Game: a game, followed move by move, and the notations of other programs, books and pages.

import {edgeGiven, rules, textGiven} from './rules.js';
import {Position, positionGiven} from './position.js';
import {byteNumber} from './session.js';

/**
 * @typedef {import('./index.js').GameFacts} GameFacts
 * @typedef {import('./index.js').Notation} Notation
 */

const FACTS = ['turn', 'score', 'owners', 'listed', 'lastMoveCost'];

export class Game {
  // The start of the game, as the module takes it, and the moves from there: that is all of it.
  /** @type {any} */
  #start;
  /** @type {(string | number)[]} */
  #moves = [];
  /** @type {any} */
  #now;

  /**
   * @param {import('./index.js').Place | import('./index.js').Game} start
   * @param {GameFacts} [facts]
   */
  constructor(start, facts = {}) {
    if (start instanceof Game) {
      this.#start = start.#start;
      this.#moves = start.#moves;
      this.#now = start.#now;
      return;
    }
    const other = Object.keys(facts).find((name) => !FACTS.includes(name));
    if (other) throw new TypeError(`${other} is not a fact about a game; there are ${FACTS.join(', ')}`);
    const {listed, lastMoveCost = 0, ...known} = facts;
    this.#start = {...known, start: positionGiven(/** @type {import('./index.js').Place} */ (start)), listed: [...listed ?? []].map(edgeGiven),
                   last_move_cost: byteNumber(lastMoveCost, 'lastMoveCost', 'points')};
    this.#go([]);
  }

  /**
   * Makes these the moves of the game. Returns the boxes that the last one took.
   *
   * @param {(string | number)[]} moves
   * @param {object} [then]
   */
  #go(moves, then) {
    const {taken, state} = rules('game', {...this.#start, moves, ...then});
    this.#now = state;
    this.#moves = state.moves;
    return taken;
  }

  /**
   * @param {string} game
   * @param {string} [notation]
   */
  static read(game, notation = 'auto') {
    const {moves, ...start} = rules('read', {text: textGiven(game, 'a game', '"2x2 h0.0; v0.0"'),
                                             notation: textGiven(notation, 'a notation', '"moves"')});
    const read = new Game(start.start);
    read.#start = start;
    read.#go(moves);
    return read;
  }

  /** @param {string} notation */
  write(notation) {
    return rules('write', {...this.#start, moves: this.#moves, notation: textGiven(notation, 'a notation', '"moves"')}).text;
  }

  /** @param {string | number} edge */
  play(edge) {
    return this.#go([...this.#moves, edgeGiven(edge)]);
  }

  undo() {
    this.#go(this.#moves, {undo: true});
  }

  get board() { return this.#now.board; }
  get position() { return new Position(this.#now.position); }
  get moves() { return [...this.#now.moves]; }
  get edges() { return [...this.#now.edges]; }
  get inOrder() { return this.#now.in_order; }
  get turn() { return this.#now.turn; }
  get score() { return this.#now.score && [...this.#now.score]; }
  get owners() { return this.#now.owners && [...this.#now.owners]; }
  get over() { return this.#now.over; }
  get lastMoveCost() { return this.#now.last_move_cost; }
  get result() { return this.#now.result && {...this.#now.result}; }

  legalMoves() { return this.position.legalMoves(); }

  /** @param {string | number} edge */
  completedBy(edge) {
    return rules('move', {position: this.#now.position, edge: edgeGiven(edge)}).completed;
  }

  /** @param {unknown} other */
  equals(other) {
    return other instanceof Game && JSON.stringify(other.#now) === JSON.stringify(this.#now);
  }

  toString() {
    const {position, turn, score, over} = this.#now;
    const facts = [...turn !== null && !over ? [`player ${turn} to move`] : [], ...score ? [`score ${score.join('-')}`] : []];
    return [`game at ${position}`, ...facts].join(', ');
  }
}

/** @returns {Notation[]} */
export const notations = () => rules('notations', {});

/**
 * @param {string} game
 * @returns {Notation}
 */
export function detect(game) {
  const {name} = rules('detect', {text: textGiven(game, 'a game', '"2x2 h0.0; v0.0"')});
  return /** @type {Notation} */ (notations().find((notation) => notation.name === name));
}
