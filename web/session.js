// The state of the page: the game and its players, what is known, and the settings. The parts of
// the page read it and are notified of each change; none keeps its own copy of the game. Data flows
// one way: an action makes a new game or setting, then `changed` redraws the page and requests the
// values needed now.

import {Analysis} from './analysis.js';
import {Match} from './match.js';
import {Player} from './player.js';
import {Settings} from './settings.js';

/**
 * @typedef {import('api').components['schemas']['Table']} Table
 * @typedef {import('api').components['schemas']['Notation']} Notation
 * @typedef {import('./requests.js').Problem} Problem
 */

export class Session {
  /**
   * A message that stays until it is dismissed or out of date.
   *
   * @type {{problem: Problem, text?: string} | null}
   */
  trouble = null;
  /** @type {Table[]} */
  tables = [];
  /** @type {Notation[]} */
  notations = [];
  #changed;
  #pending = false;

  /** @param {(session: Session) => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const tell = () => this.tell();
    this.settings = new Settings(tell);
    this.match = new Match((moved) => this.#matchChanged(moved));
    this.analysis = new Analysis(tell);
    this.player = new Player((edge, how) => this.match.play(edge, how), (problem) => this.#perfectFailed(problem));
  }

  // Notes a change: the whole page is redrawn once, soon.
  tell() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      this.#think();
      this.#changed(this);
    });
  }

  /** @param {boolean} moved */
  #matchChanged(moved) {
    this.player.rest();
    if (moved) {
      this.trouble = null;
      this.analysis.leave();
    }
    this.tell();
  }

  /** @param {Problem} problem */
  #perfectFailed(problem) {
    this.trouble = {problem, text: 'The perfect player could not move, so it pauses.'};
    this.match.pause(true);
  }

  dismiss() {
    this.trouble = null;
    this.tell();
  }

  solve() {
    this.trouble = null;
    this.analysis.solver.start(this.match.now.position);
  }

  retry() {
    this.trouble = null;
    this.analysis.knowledge.ask(this.match.now.position, {again: true});
    this.tell();
  }

  // Requests the values needed for the current position, and lets the perfect player move.
  #think() {
    const {match, analysis} = this;
    const {game, now} = match;
    analysis.follow(game, now, this.settings.solveOn);
    if (!match.perfectToMove || !analysis.settled(now.position)) return;
    this.player.move(now.position, analysis.knowledge.answer(now.position), match.handicap);
  }
}
