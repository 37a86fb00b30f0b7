// The state of the page: the game and its players, what is known, and the settings. The parts of
// the page read it and are notified of each change; none keeps its own copy of the game. Data flows
// one way: an action makes a new game or setting, then `changed` redraws the page and requests the
// values needed now.

import {mainLine} from './game.js';
import {Knowledge, pick} from './knowledge.js';
import {Match, PERFECT} from './match.js';
import {askJson, onReturn} from './requests.js';
import {nameOf, Review} from './review.js';
import {keep, keepSettings, kept, keptSettings} from './settings.js';
import {who} from './words.js';

/**
 * @typedef {import('api').components['schemas']['Table']} Table
 * @typedef {import('api').components['schemas']['Notation']} Notation
 * @typedef {import('./requests.js').Problem} Problem
 */

const ON_SOLVED = 60;   // seconds at least; most positions take two, on a slow machine in a browser twenty
const AT_ONCE = 0.1;   // seconds, for what the server need not solve
const PAUSE = 650;     // milliseconds before a move of the computer, so that people can follow
const QUICK = 150;     // before each further box of a chain

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
  settings = keptSettings();
  seconds = 0;       // the most that a job on this server may take; 0 until that is known
  ready = true;      // whether there is a game to show
  quiet = false;     // whether a person plays and sees no values, so that none are needed for their moves
  jobs = true;       // whether this server runs jobs, which solve and review
  /** @type {import('./game.js').Game | null} */
  #toReview = null;  // a game that was opened or has ended, with its main line
  #asked = kept('sessionStorage', 'job', {position: ''}).position;   // a person wants it solved
  #seed = 0;         // that of the game on the board
  #changed;
  #pending = false;
  /** @type {{position: string} | null} */
  #turn = null;      // of the computer, whose move is on its way
  /** @type {AbortController | null} */
  drawing = null;    // a puzzle is being drawn, which has the solver for itself

  /** @param {(session: Session) => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const tell = () => this.tell();
    this.match = new Match((moved) => this.#matchChanged(moved));
    this.knowledge = new Knowledge(tell);
    this.review = new Review(tell);
    onReturn(() => this.#returned());
  }

  // The time for one position, in seconds. On a solved board every position can be solved.
  get thinking() {
    const {rows, cols} = this.match.game.board;
    const solved = this.tables.some(({board, start}) => start === 'american' && [`${rows}x${cols}`, `${cols}x${rows}`].includes(board));
    return Math.min(Math.max(this.settings.seconds, solved ? ON_SOLVED : 0), this.seconds);
  }

  // Notes a change: the whole page is redrawn once, soon.
  tell() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      if (!this.ready) return;
      this.#think();
      this.#changed(this);
    });
  }

  /** @param {Partial<import('./settings.js').Settings>} changed */
  set(changed) {
    Object.assign(this.settings, changed);
    keepSettings(changed);
    this.tell();
  }

  /** @param {boolean} moved */
  #matchChanged(moved) {
    this.#turn = null;
    if (this.match.seed !== this.#seed) {
      this.#seed = this.match.seed;
      this.knowledge.forgetGuesses();
    }
    if (moved) {
      this.endDrawing();
      this.trouble = null;
      const game = mainLine(this.match.game);
      this.review.leave(game);
      if (this.#toReview && nameOf(this.#toReview) !== nameOf(game)) this.#toReview = null;
      if (this.match.now.over) this.#toReview = game;
    }
    this.tell();
  }

  /** @param {Problem} problem */
  #computerFailed(problem) {
    this.trouble = {problem, text: `${who(this.match, this.match.now.turn)} could not move, so it pauses.`};
    this.match.halt('stuck');
  }

  // The server answers again: no message about its absence stays.
  #returned() {
    this.retry();
    this.review.forgetFailure();
  }

  // Has the game reviewed that is on the board: as soon as the limits of the server are known and
  // the computer need not move.
  examine() {
    const {game} = this.match;
    if (game.moves.length === 0) return;
    this.match.keep();
    this.#toReview = mainLine(game);
    this.tell();
  }

  // Lets the computer play on, also if it could not move before.
  resume() {
    this.retry();
    this.match.goOn();
  }

  /**
   * Stops everything that the server does for this page, while a puzzle is drawn. Returns the
   * signal that a person has continued the game instead.
   */
  beginDrawing() {
    this.endDrawing();
    this.drawing = new AbortController();
    this.trouble = null;
    this.#ask('');
    this.knowledge.leave();
    this.review.cancel();
    this.tell();
    return this.drawing.signal;
  }

  endDrawing() {
    this.drawing?.abort();
    this.drawing = null;
    this.tell();
  }

  // Has the position solved in the longest time that the server allows.
  solve() {
    this.trouble = null;
    const {position} = this.match.now;
    this.#ask(position);
    this.knowledge.ask(position, {time: this.seconds, seed: this.#seed, again: true});
  }

  // Ends the work on the position, and does not start it again by itself.
  decline() {
    this.#ask('');
    this.knowledge.decline(this.match.now.position);
  }

  /** @param {string} position */
  #ask(position) {
    this.#asked = position;
    keep('sessionStorage', 'job', {position});
  }

  retry() {
    this.trouble = null;
    this.knowledge.forgetFailures();
    this.match.resume('stuck');
  }

  /**
   * Returns the time that the server may take for the position on the board, in seconds.
   *
   * @param {string} position
   */
  #time(position) {
    if (this.review.working || !this.seconds) return AT_ONCE;
    if (this.#asked === position) return this.seconds;
    return this.settings.solveOn || this.match.solves ? this.thinking : AT_ONCE;   // the opponent of a puzzle makes no guess
  }

  // Asks for what is needed in the current position, and lets the computer move.
  #think() {
    // A move that is on its way belongs to a game that people look at no longer.
    if (this.drawing || !this.match.perfectToMove) this.#turn = null;
    if (this.drawing) return;
    const {match, knowledge} = this;
    const {now} = match;
    const {position} = now;
    if (match.perfectToMove && this.review.working) {
      // The review of the line before the move of the computer would delay it.
      this.review.cancel();
      this.#toReview ??= mainLine(match.game);
    }
    if (this.#toReview && this.seconds && this.jobs && !match.perfectToMove) {
      this.review.start(this.#toReview, Math.min(4 * this.thinking, this.seconds));
      this.#toReview = null;
    }
    if (now.over || (this.quiet && !match.perfectToMove)) return knowledge.leave();
    if (match.perfectToMove && match.opponent.level < PERFECT) {
      knowledge.leave();   // it knows less than the page
      if (this.seconds) this.#move();
      return;
    }
    knowledge.ask(position, {time: this.#time(position), seed: this.#seed});
    if (!match.perfectToMove) return;
    const {state, moves, guess, problem} = knowledge.of(position);
    if (state === 'failed' && !moves && problem) return this.#computerFailed(problem);
    if (moves || (guess && state === 'done' && this.seconds)) this.#move();
  }

  // Lets the computer move after a pause, unless its move is on its way.
  async #move() {
    const {now: {position, last, turn: mover}, opponent: {level}} = this.match;
    if (this.#turn?.position === position) return;
    const turn = this.#turn = {position};
    const goesOn = last && last.boxes.length > 0 && last.player === mover;
    const pause = new Promise((over) => setTimeout(over, goesOn ? QUICK : PAUSE));
    try {
      const asked = {position, time: this.thinking, seed: this.#seed, level};
      const chosen = level < PERFECT ? {...await askJson('choose', asked), by: 'level'} : null;
      await pause;
      const {index, by} = chosen ?? this.#choose(position);
      if (this.#turn === turn) this.match.play(index, by);
    } catch (/** @type {any} */ problem) {
      if (this.#turn === turn) this.#computerFailed(problem);
    }
  }

  /**
   * Returns the move of Perfect, based on what is known now.
   *
   * @param {string} position
   */
  #choose(position) {
    const {moves, guess} = this.knowledge.of(position);
    // The opponent of a puzzle is the same for everybody.
    const random = this.match.solves ? () => 0 : Math.random;
    if (moves) return {index: pick(moves, this.match.opponent.handicap, random), by: 'value'};
    return /** @type {import('./knowledge.js').Choice} */ (guess);
  }
}
