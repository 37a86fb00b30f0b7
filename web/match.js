// The game on the board and its two players: who plays, who is to move, what happened last.

import {goOn, goTo, newGame, packed, play, unpacked, view} from './game.js';
import {keep, kept} from './settings.js';
import {who} from './words.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./game.js').Packed} Packed
 */

export const PERFECT = 10;   // the highest level of the computer
const CASUAL = 3;            // that of the first opponent
const KEPT = 20;             // games before the current one

/**
 * Why the computer is paused: a person asked for it, it could not move, a person looks at a game that was played
 * elsewhere or before. Only the first one is not the page's own doing.
 *
 * @typedef {'asked' | 'stuck' | 'opened'} Halt
 */

/**
 * - me: the number of the person who plays against the computer; 0 if it plays both sides
 * - level: of the computer, 1 to PERFECT (docs/engine.md)
 *
 * @typedef {{me: number, level: number, handicap: number}} Opponent
 */

// Returns a seed other than 0, with which the player always takes the first move.
function randomSeed() {
  return 1 + Math.floor(Math.random() * 2 ** 32);
}

/** @type {Opponent} */
const SOLVER = {me: 1, level: PERFECT, handicap: 0};   // of a person who solves a puzzle

/**
 * The game on the board as plain data, with all that Undo and Redo lead to.
 *
 * @typedef {{game: Packed, mine: boolean, halted: Halt | null, seed: number, earlier: Packed[], later: Packed[]}} Saved
 */

/**
 * Each action ends with changed(moved), where `moved` says whether the position may be another one.
 */
export class Match {
  game = newGame({rows: 3, cols: 3});
  #opponent = kept('sessionStorage', 'opponent', {me: 1, level: CASUAL, handicap: 0});
  plays = false;     // whether the computer moves; it does not while a person explores
  solves = false;    // whether it is a puzzle, which a person solves as player 1
  mine = false;      // whether this game was played here, so that "you" are one of its players
  /** @type {Halt | null} */
  halted = null;     // why the computer is paused
  event = '';        // the last event, in words
  seed = randomSeed();   // of each game begun or opened, which is an entry of the browser's history; varies guesses
  /** @type {Game[]} */
  #earlier = [];     // games that New, Set up and the like replaced
  /** @type {Game[]} */
  #later = [];       // those that undoing this replaced
  /** @type {Map<string, string | null>} */
  #by = new Map();   // by the moves up to one: how the perfect player chose it, or null
  #changed;
  #seen = view(this.game);

  /** @param {(moved: boolean) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get canUndo() {
    return this.game.ply > 0 || (this.#earlier.length > 0 && !this.solves);
  }

  get canRedo() {
    return this.game.ply < this.game.moves.length || (this.#later.length > 0 && !this.solves);
  }

  // The view of the game at its current ply.
  get now() {
    if (this.#seen.game !== this.game) this.#seen = view(this.game);
    return this.#seen;
  }

  /** @returns {Opponent} */
  get opponent() {
    return this.solves ? SOLVER : this.#opponent;
  }

  get me() {
    return this.opponent.me;
  }

  // Returns the player whose margins the page shows.
  get viewpoint() {
    return this.mine && this.me === 2 ? 2 : 1;
  }

  // Returns whether the computer does not play on here until a person lets it.
  get rests() {
    const {now} = this;
    return !now.over && this.plays && (this.halted !== null || (now.turn !== this.me && !this.perfectToMove));
  }

  // Returns how the last move was chosen, null if a person drew it, undefined if that is not known.
  get how() {
    const {moves, ply} = this.game;
    return this.#by.get(moves.slice(0, ply).join());
  }

  // Returns whether the game waits for a move of the perfect player.
  get perfectToMove() {
    const {now, game} = this;
    return this.plays && now.turn !== this.me && !this.halted && !now.over && game.ply === game.moves.length;
  }

  /**
   * Replaces the game by another one. Undo leads back to it.
   *
   * @param {Game} game
   * @param {string} event
   */
  load(game, event = '') {
    this.seed = randomSeed();
    this.edit(game, event);
  }

  /**
   * Replaces the game, as load() does, in the same entry of the browser's history.
   *
   * @param {Game} game
   * @param {string} event
   */
  edit(game, event = '') {
    if (this.game.moves.length > 0 || !sameStart(this.game, game)) {
      this.#earlier = [...this.#earlier.slice(1 - KEPT), this.game];
    }
    this.#later = [];
    this.show(game, event);
  }

  /**
   * Shows a game in place of the current one, which is not kept.
   *
   * @param {Game} game
   * @param {string} event
   */
  show(game, event = '') {
    this.game = game;
    this.mine = false;
    this.#by.clear();
    this.event = event;
    this.halted = this.me ? null : 'opened';
    this.#changed(true);
  }

  /**
   * Pauses the computer. resume() ends that.
   *
   * @param {Halt} why
   */
  halt(why) {
    this.halted = why;
    this.#changed(false);
  }

  /** @param {Halt} why */
  resume(why) {
    if (this.halted === why) this.halted = null;
    this.#changed(false);
  }

  /**
   * Draws an edge for a person.
   *
   * @param {number} edge
   */
  draw(edge) {
    const {now} = this;
    if (now.over || now.drawnBy[edge] !== 0) return;
    if (this.perfectToMove) {
      this.event = `${who(this, now.turn)} is to move. Pause to draw for it.`;
      this.#changed(false);
    } else {
      this.play(edge, null);
    }
  }

  /**
   * Draws an edge for the player to move.
   *
   * @param {number} edge
   * @param {string | null} how how the perfect player chose it
   */
  play(edge, how) {
    this.game = play(this.game, edge);
    this.mine ||= this.plays && !this.solves;
    this.#later = [];
    const {moves, ply} = this.game;
    this.#by.set(moves.slice(0, ply).join(), how);
    this.event = '';
    this.#changed(true);
  }

  /**
   * @param {number} ply
   * @param {Game | null} line the game with this line on the board
   */
  goTo(ply, line = this.game) {
    const game = line && goTo(line, ply);
    if (!game || (game.ply === this.game.ply && game.varied === this.game.varied)) return;
    this.game = game;
    this.event = '';
    if (!this.me) this.halted ??= 'opened';
    this.#changed(true);
  }

  /** @param {string} event */
  note(event) {
    this.event = event;
    this.#changed(false);
  }

  // Keeps the moves of this game, because a person reviews it: other moves become a variation.
  keep() {
    this.game = {...this.game, kept: true};
  }

  /**
   * Steps back or forward to the nearest position in which a person is to move; from the start of
   * the game to the previous game, and from its end to the next one, but not away from a puzzle.
   *
   * @param {-1 | 1} by
   */
  step(by) {
    const {ply: from, moves} = this.game;
    if (by < 0 && from === 0) return this.#swap(this.#earlier, this.#later, 'Back to the game before.');
    if (by > 0 && from === moves.length) return this.#swap(this.#later, this.#earlier, 'The later game again.');
    let ply = this.game.ply + by;
    const inside = () => ply > 0 && ply < this.game.moves.length;
    const human = () => view(this.game, ply).turn === this.me;
    if (this.plays && this.me) while (inside() && !human()) ply += by;
    this.goTo(ply);
  }

  /**
   * @param {Game[]} from
   * @param {Game[]} to
   * @param {string} event
   */
  #swap(from, to, event) {
    const game = this.solves ? null : from.pop();
    if (!game) return;
    to.push(this.game);
    this.show(game, event);
    if (this.plays) this.halt('opened');
  }

  /** @returns {Saved} */
  saved() {
    const {game, mine, seed} = this;
    const halted = this.halted === 'stuck' ? null : this.halted;
    return {game: packed(game), mine, halted, seed, earlier: this.#earlier.map(packed), later: this.#later.map(packed)};
  }

  /** @param {Saved} saved */
  restore({game, mine, halted, seed, earlier, later}) {
    this.seed = seed;
    [this.#earlier, this.#later] = [earlier.map(unpacked), later.map(unpacked)];
    this.show(unpacked(game));
    Object.assign(this, {mine, halted});
  }

  restart() {
    const event = this.game.moves.length > 0 ? 'A new game. Undo leads back to the one before.' : 'A new game.';
    this.load({...this.game, moves: [], ply: 0, varied: false, other: null, kept: false}, event);
    this.resume('opened');
  }

  /**
   * Begins a game against the computer.
   *
   * @param {Opponent} opponent
   * @param {boolean} here whether to go on from the position on the board
   */
  begin(opponent, here) {
    this.#opponent = opponent;
    keep('sessionStorage', 'opponent', opponent);
    this.plays = true;
    if (here) this.seed = randomSeed();
    else this.restart();
    this.goOn();
  }

  // Lets the computer play. If it is to move in the middle of the game, a new line begins.
  goOn() {
    this.halted = null;
    if (this.now.turn !== this.me) this.game = goOn(this.game);
    this.#changed(false);
  }
}

/**
 * @param {Game} one
 * @param {Game} other
 */
function sameStart(one, other) {
  const start = (/** @type {Game} */ {board, start: bits, turn, score, owners}) => JSON.stringify([board.name, bits, turn, score, owners]);
  return start(one) === start(other);
}
