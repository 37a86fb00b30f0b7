// Asks for the exact values of the game's positions, from tables or by solving. Where there are none,
// asks for the move that the player of `pipo engine` would make.

import {positions, record} from './game.js';
import {Knowledge} from './knowledge.js';
import {Replies} from './replies.js';
import {Solver} from './solve.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./game.js').View} View
 * @typedef {import('api').components['schemas']['Choice']} Choice
 */

const KEPT = 500;          // positions whose guesses are kept

/** @typedef {import('./game.js').Move & {ply: number, lost: number | null}} Recorded */

export class Analysis {
  #seed = randomSeed();    // varies the computer's choice among equal moves
  /** @type {Set<string>} */
  #declined = new Set();   // positions whose solving was cancelled by a person
  /** @type {Map<string, number>} */
  #from = new Map();       // by board: from about how many drawn edges on the server can solve positions

  /** @param {() => void} changed */
  constructor(changed) {
    this.knowledge = new Knowledge(changed);
    // The moves of the player of `pipo engine`. They are not always the best, so the page never shows
    // them as such.
    /** @type {Replies<Choice>} */
    this.guesses = new Replies('choose', KEPT, changed);
    this.solver = new Solver(changed, (position, answer) => {
      // The server remembers what it computed, which may answer later positions, too.
      this.knowledge.forgetFailures();
      this.knowledge.learn(position, answer);
    });
  }

  /**
   * Requests the values that are needed in this position.
   *
   * @param {View} now
   * @param {{solveOn: boolean, seconds: number}} settings whether to solve by itself, and how long
   * @param {boolean} busy whether the server is reviewing the game
   */
  follow(now, {solveOn, seconds}, busy) {
    if (now.over) return;
    const {position} = now;
    this.knowledge.ask(position);
    const known = this.knowledge.of(position);
    const refused = this.solver.refused.get(position);
    if (refused?.missing) this.#from.set(now.board.name, now.layer + refused.missing);
    const idle = !busy && !this.solver.working() && !this.solver.of(position)?.problem;
    const hopeless = (refused?.time ?? 0) >= seconds || now.layer < (this.#from.get(now.board.name) ?? 0) - 1;
    if (known.state === 'none' && solveOn && idle && !hopeless && !this.#declined.has(position)) {
      this.solver.start(position, {byItself: true, time: seconds});
    }
  }

  /**
   * Returns about how many more edges must be drawn until the server can solve this position; null
   * if that is not known.
   *
   * @param {View} now
   */
  missing(now) {
    const refused = this.solver.refused.get(now.position);
    const from = this.#from.get(now.board.name);
    return refused ? refused.missing : from !== undefined && from - 1 > now.layer ? from - now.layer : null;
  }

  /**
   * Returns why the server cannot solve this position, however long it takes; null if it may, or if
   * that is not known.
   *
   * @param {View} now
   * @param {number} most the longest time of a job, in seconds
   */
  refusal(now, most) {
    const refused = this.solver.refused.get(now.position);
    return refused && (refused.missing === null || refused.time >= most) ? refused.problem : null;
  }

  // Another game begins: the computer may choose other moves of those that are equal.
  beginGame() {
    this.#seed = randomSeed();
    this.guesses.forget();
  }

  /**
   * Asks for the move of the player, if no exact values are known or on their way.
   *
   * @param {View} now
   * @param {number} seconds
   * @param {boolean} busy
   */
  guess(now, seconds, busy) {
    if (this.settled(now.position, busy) && !this.knowledge.answer(now.position)) this.guesses.ask(now.position, {time: seconds, seed: this.#seed});
  }

  /**
   * Asks for the move of a weaker player, which knows less than the page.
   *
   * @param {View} now
   * @param {number} seconds
   * @param {number} level
   */
  guessOfLevel(now, seconds, level) {
    this.guesses.ask(now.position, {time: seconds, seed: this.#seed, level});
  }

  /**
   * Returns whether no better answer for this position is on its way.
   *
   * @param {string} position
   * @param {boolean} busy whether the server is reviewing the game
   */
  settled(position, busy) {
    const {state} = this.knowledge.of(position);
    return state === 'known' || state === 'failed' || (state === 'none' && !busy && !this.solver.working());
  }

  // The server is back after it was gone: what failed may succeed now.
  forgetFailures() {
    this.knowledge.forgetFailures();
    this.guesses.forgetFailures();
    this.solver.forget();
  }

  // Ends work that no person asked for, because the game continued or a person asks for something
  // else.
  leave() {
    this.knowledge.cancel();
    this.guesses.cancel();
    if (this.solver.working() && this.solver.job?.byItself) this.solver.cancel();
  }

  /**
   * Cancels the job because a person asked for it. The page does not start it again by itself, nor
   * one for this position.
   *
   * @param {string} position
   */
  decline(position) {
    this.#declined.add(position);
    if (this.solver.job) this.#declined.add(this.solver.job.position);
    this.solver.cancel();
  }

  /**
   * Returns each move of the game with its effect, and what it threw away if that is known.
   *
   * @param {Game} game
   * @param {{lost: number | null}[]} reviewed the moves in the review of the game, if there is one
   * @returns {Recorded[]}
   */
  record(game, reviewed = []) {
    const before = positions(game);
    return record(game).map((move, index) => {
      const answer = this.knowledge.answer(before[index]);
      const value = answer?.moves.find((other) => other.index === move.edge)?.value;
      return {...move, ply: index + 1, lost: answer && value !== undefined ? answer.value - value : reviewed[index]?.lost ?? null};
    });
  }
}

// Returns a seed other than 0, with which the player always takes the first move.
function randomSeed() {
  return 1 + Math.floor(Math.random() * 2 ** 32);
}
