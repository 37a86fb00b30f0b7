// The panel of the puzzles, with the puzzle of the day: it follows from the date alone, so it is the
// same for everybody. The browser keeps on how many days in a row it was solved, and how the last one was.

import {makeBoard} from './geometry.js';
import {copied, part, say, select} from './page.js';
import {GOALS} from './puzzle.js';
import {keep, kept} from './settings.js';

/** @typedef {import('./puzzle.js').Puzzle} Puzzle */

const BOARD = makeBoard(4, 4);   // any server solves its puzzles at once
const DAY = 86_400_000;          // milliseconds
export const DAILY = '#daily';
const LOCAL = /^(localhost|127\..*|\[::1\]|)$/;   // names of a machine that only itself reaches

/**
 * Returns random numbers that follow from a start (mulberry32).
 *
 * @param {number} start
 */
export function seeded(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the board, the goal and the random numbers of a day, which is counted from 1970.
 *
 * @param {number} day
 */
export function puzzleOf(day) {
  return {board: BOARD, goal: GOALS[day % GOALS.length], random: seeded(Math.imul(day, 2654435761))};
}

/** @param {number} day */
export function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/**
 * Returns on how many days in a row the puzzle was solved, if it now is on this day.
 *
 * @param {{day: number, streak: number}} last
 * @param {number} day
 */
export function streakOf(last, day) {
  return last.day === day ? last.streak : last.day === day - 1 ? last.streak + 1 : 1;
}

/**
 * Returns the address of the page for a text to share; nothing if others cannot open it.
 *
 * @param {{hostname: string, href: string}} place
 */
export function addressIn({hostname, href}) {
  return LOCAL.test(hostname) ? '' : ` ${href}`;
}

/** @param {number} critical in how many moves only one is right */
export function rating(critical) {
  return 800 + 150 * critical;
}

const NAMES = {win: 'win', least: 'at least so many boxes', control: 'keep control'};

const today = () => Math.floor(Date.now() / DAY);

export class Daily {
  #puzzle;
  /** @type {number | null} */
  #day = null;    // of the puzzle on the board
  #last = kept('localStorage', 'daily', {day: 0, streak: 0, tries: 1, hinted: false});

  /**
   * @param {Puzzle} puzzle
   * @param {() => import('./geometry.js').Board} board
   */
  constructor(puzzle, board) {
    this.#puzzle = puzzle;
    select('goal').append(...GOALS.map((goal) => new Option(NAMES[goal], goal)));
    part('puzzle').addEventListener('click', () => this.next(board()));
    select('goal').addEventListener('change', () => this.next(board()));
    part('daily').addEventListener('click', () => this.today());
    part('share').addEventListener('click', () => this.#share());
  }

  /** @param {import('./geometry.js').Board} board */
  next(board) {
    this.leave();
    const goal = GOALS.find((one) => one === select('goal').value) ?? 'win';
    return this.#puzzle.next(board, goal);
  }

  // The link of the puzzle on the board, if it is that of the day.
  get link() {
    return this.#day ? DAILY : null;
  }

  async today() {
    this.leave();
    const day = today();
    const {board, goal, random} = puzzleOf(day);
    if (!await this.#puzzle.next(board, goal, random)) return;
    this.#day = day;
    const {begun, ...before} = kept('localStorage', 'begun', {begun: 0});   // over reloads, too
    if (begun === day) Object.assign(this.#puzzle, before);
  }

  // Another puzzle, or none, is on the board.
  leave() {
    this.#day = null;
    say('share-said', '');
  }

  paint() {
    const {aim, critical, solved, tries, hinted} = this.#puzzle;
    const day = this.#day;
    if (day && !solved) keep('localStorage', 'begun', {begun: day, tries, hinted});
    if (day && solved && this.#last.day !== day) {
      this.#last = {day, streak: streakOf(this.#last, day), tries, hinted};
      keep('localStorage', 'daily', this.#last);
    }
    say('puzzle-title', day ? `Puzzle of the day, ${dateOf(day)}` : 'Puzzle');
    say('puzzle-goal', aim && `Goal: ${aim}.`);
    say('puzzle-rating', critical === null ? '' : `Rating ${rating(critical)}: ${critical} forced ${critical === 1 ? 'move' : 'moves'} of yours to the end, this one among them.`);
    const streak = this.#last.day >= today() - 1 && this.#last.streak;
    say('streak', streak ? `Puzzles of the day solved: ${streak} ${streak === 1 ? 'day' : 'days in a row'}.` : '');
    part('share').hidden = this.#last.day !== day;
  }

  async #share() {
    const {goal, critical} = this.#puzzle;
    const {day, streak, tries, hinted} = this.#last;
    const text = `Pipopipette, puzzle of ${dateOf(day)} (${NAMES[goal]}${critical === null ? '' : `, rating ${rating(critical)}`}): ` +
                 `solved ${tries === 1 ? 'at once' : `in ${tries} tries`}${hinted ? ' with a hint' : ''}, ${streak} in a row.${addressIn(location)}`;
    say('share-said', (await copied(text) ? 'Copied: ' : '') + text);
  }
}
