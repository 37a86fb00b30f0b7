// The game on the board and its two players: who plays, who is to move, what happened last.

import {goTo, newGame, play, view} from './game.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * "perfect" is the computer: perfect where exact values are known.
 *
 * @typedef {'human' | 'perfect'} Kind
 */

const KEPT = 20;                     // games before the current one
const KEY = 'pipopipette-players';   // kept while the tab is open, over reloads

/** @returns {{players: Record<number, Kind>, handicap: number, paused: boolean}} */
function saved() {
  const usual = {players: {1: 'human', 2: 'human'}, handicap: 0, paused: false};
  try {
    return {...usual, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}')};
  } catch {
    return /** @type {any} */ (usual);
  }
}

/**
 * Each action ends with changed(moved), where `moved` says whether the position may be another one.
 */
export class Match {
  game = newGame({rows: 3, cols: 3});
  players = saved().players;
  handicap = saved().handicap;
  paused = saved().paused;
  event = '';        // the last event, in words
  loads = 0;         // games begun or opened; each is an entry of the browser's history
  /** @type {Game[]} */
  #earlier = [];     // games that New, Set up and the like replaced
  /** @type {Game[]} */
  #later = [];       // those that undoing this replaced
  /** @type {Map<number, string | null>} */
  by = new Map();    // by ply: how the perfect player chose its move, or null
  #changed;
  #seen = view(this.game);

  /** @param {(moved: boolean) => void} changed */
  constructor(changed) {
    this.#changed = (/** @type {boolean} */ moved) => {
      const {players, handicap, paused} = this;
      try {
        sessionStorage.setItem(KEY, JSON.stringify({players, handicap, paused}));
      } catch { /* the page also works without storage */ }
      changed(moved);
    };
  }

  get canUndo() {
    return this.game.ply > 0 || this.#earlier.length > 0;
  }

  get canRedo() {
    return this.game.ply < this.game.moves.length || this.#later.length > 0;
  }

  // The view of the game at its current ply.
  get now() {
    if (this.#seen.game !== this.game) this.#seen = view(this.game);
    return this.#seen;
  }

  get bothPerfect() {
    return this.players[1] === 'perfect' && this.players[2] === 'perfect';
  }

  // Returns whether the game waits for a move of the perfect player.
  get perfectToMove() {
    const {now} = this;
    return this.players[now.turn] === 'perfect' && !this.paused && !now.over && this.game.ply === this.game.moves.length;
  }

  /**
   * Replaces the game by another one. Undo leads back to it.
   *
   * @param {Game} game
   * @param {string} event
   */
  load(game, event = '') {
    if (this.game.moves.length > 0 || this.game.start !== game.start || this.game.board.name !== game.board.name) {
      this.#earlier = [...this.#earlier.slice(1 - KEPT), this.game];
    }
    this.#later = [];
    ++this.loads;
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
    this.by.clear();
    this.event = event;
    if (this.bothPerfect) this.paused = true;
    this.#changed(true);
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
      this.event = 'The computer is to move. Pause to draw for it.';
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
    this.#later = [];
    this.by.set(this.game.ply, how);
    for (const ply of this.by.keys()) if (ply > this.game.ply) this.by.delete(ply);
    this.event = '';
    this.#changed(true);
  }

  /** @param {number} ply */
  goTo(ply) {
    if (ply === this.game.ply) return;
    this.game = goTo(this.game, ply);
    this.event = '';
    if (this.bothPerfect) this.paused = true;
    this.#changed(true);
  }

  /**
   * Steps back or forward to the nearest position in which a person is to move; from the start of
   * the game to the previous game, and from its end to the next one.
   *
   * @param {-1 | 1} by
   */
  step(by) {
    const {ply: from, moves} = this.game;
    if (by < 0 && from === 0) return this.#swap(this.#earlier, this.#later, 'Back to the game before.');
    if (by > 0 && from === moves.length) return this.#swap(this.#later, this.#earlier, 'The later game again.');
    let ply = this.game.ply + by;
    const inside = () => ply > 0 && ply < this.game.moves.length;
    const human = () => this.players[view(this.game, ply).turn] === 'human';
    if (this.players[1] !== this.players[2]) while (inside() && !human()) ply += by;
    this.goTo(Math.max(0, Math.min(this.game.moves.length, ply)));
  }

  /**
   * @param {Game[]} from
   * @param {Game[]} to
   * @param {string} event
   */
  #swap(from, to, event) {
    const game = from.pop();
    if (!game) return;
    to.push(this.game);
    this.show(game, event);
  }

  restart() {
    const {paused} = this;
    this.load(goTo({...this.game, moves: []}, 0), 'A new game.');
    this.paused = paused;
  }

  /**
   * @param {number} player
   * @param {Kind} kind
   */
  setPlayer(player, kind) {
    this.players = {...this.players, [player]: kind};
    this.paused = false;
    this.#changed(false);
  }

  /** @param {number} most */
  setHandicap(most) {
    this.handicap = most;
    this.#changed(false);
  }

  // Makes both players the computer, or both people again.
  watch() {
    if (this.bothPerfect && !this.now.over) {
      this.players = {1: 'human', 2: 'human'};
      return void this.#changed(false);
    }
    this.players = {1: 'perfect', 2: 'perfect'};
    this.paused = false;
    if (this.now.over) this.restart();
    else this.#goOn();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    if (paused) this.#changed(false);
    else this.#goOn();
  }

  // Continues the game. Undone moves are dropped if the perfect player is to move.
  #goOn() {
    if (this.players[this.now.turn] === 'perfect') this.game = {...this.game, moves: this.game.moves.slice(0, this.game.ply)};
    this.#changed(false);
  }
}
