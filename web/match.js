// The game on the board and its two players: who plays, who is to move, what happened last.

import {goTo, newGame, play, view} from './game.js';

/** @typedef {import('./game.js').Game} Game */

/** @typedef {'human' | 'perfect'} Kind */

/**
 * Each action ends with changed(moved), where `moved` says whether the position may be another one.
 */
export class Match {
  game = newGame({rows: 3, cols: 3});
  /** @type {Record<number, Kind>} */
  players = {1: 'human', 2: 'human'};
  handicap = 0;
  paused = false;
  event = '';        // the last event, in words
  /** @type {Map<number, string | null>} */
  by = new Map();    // by ply: how the perfect player chose its move, or null
  #changed;
  #seen = view(this.game);

  /** @param {(moved: boolean) => void} changed */
  constructor(changed) {
    this.#changed = changed;
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
   * @param {Game} game
   * @param {string} event
   */
  load(game, event = '') {
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
      this.event = 'The perfect player is to move. Pause to draw for it.';
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
   * Steps back or forward to the nearest position in which a person is to move.
   *
   * @param {-1 | 1} by
   */
  step(by) {
    let ply = this.game.ply + by;
    const inside = () => ply > 0 && ply < this.game.moves.length;
    const human = () => this.players[view(this.game, ply).turn] === 'human';
    if (this.players[1] !== this.players[2]) while (inside() && !human()) ply += by;
    this.goTo(Math.max(0, Math.min(this.game.moves.length, ply)));
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

  // Makes both players perfect, or both people again.
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
