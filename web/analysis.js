// What is known of the positions of the game, and what is found out next: the answers of tables,
// and the position that the server is solving.

import {record, view} from './game.js';
import {Knowledge} from './knowledge.js';
import {Solver} from './solve.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./game.js').View} View
 */

const QUICK = 5;           // seconds: if the last position was solved faster, the next one is solved too
const ASK_AGAIN = 4000;    // milliseconds, while the server is gone

/** @typedef {import('./game.js').Move & {ply: number, lost: number | null}} Recorded */

export class Analysis {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Set<string>} */
  #declined = new Set();   // positions whose solving was cancelled by a person

  /** @param {() => void} changed */
  constructor(changed) {
    this.knowledge = new Knowledge(changed);
    this.solver = new Solver(changed, (position, answer) => this.knowledge.learn(position, answer));
  }

  /**
   * Requests the values that are needed in this position of the game.
   *
   * @param {Game} game
   * @param {View} now
   * @param {boolean} solveOn whether to solve it if that was fast in the position before
   */
  follow(game, now, solveOn) {
    clearTimeout(this.#timer);
    if (now.over) return;
    const {position} = now;
    this.knowledge.ask(position);
    const known = this.knowledge.of(position);
    if (known.state === 'failed' && known.problem?.kind === 'gone') {
      this.#timer = setTimeout(() => this.knowledge.ask(position, {again: true}), ASK_AGAIN);
    }
    const before = game.ply > 0 ? this.solver.seconds.get(view(game, game.ply - 1).position) : undefined;
    const follows = solveOn && (before ?? Infinity) < QUICK;
    if (known.state === 'none' && follows && !this.solver.of(position)?.problem && !this.solver.working() && !this.#declined.has(position)) {
      this.solver.start(position, {byItself: true});
    }
  }

  /**
   * Returns whether no better answer for this position is on its way.
   *
   * @param {string} position
   */
  settled(position) {
    const {state} = this.knowledge.of(position);
    return state === 'known' || ((state === 'none' || state === 'failed') && !this.solver.working(position));
  }

  // Cancels a job that a person did not start, because the game went on.
  leave() {
    if (this.solver.working() && this.solver.job?.byItself) this.solver.cancel();
  }

  // Cancels the job for a person, and does not start it again by itself.
  decline() {
    if (this.solver.job) this.#declined.add(this.solver.job.position);
    this.solver.cancel();
  }

  /**
   * Returns each move of the game with its effect, and what it threw away if that is known.
   *
   * @param {Game} game
   * @returns {Recorded[]}
   */
  record(game) {
    return record(game).map((move, index) => {
      const answer = this.knowledge.answer(view(game, index).position);
      const value = answer?.moves.find((other) => other.index === move.edge)?.value;
      return {...move, ply: index + 1, lost: answer && value !== undefined ? answer.value - value : null};
    });
  }
}
