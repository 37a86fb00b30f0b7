// Leads from game to game: through the doors, by links, and by the browser's history. The address always describes
// the game on the board, and each game that was begun or opened is an entry of the history.

import {firstTable} from './choice.js';
import {DAILY} from './daily.js';
import {gameAt, newGame, unpacked, view} from './game.js';
import {decode, encode, puzzleIn} from './link.js';
import {gameOf} from './puzzle.js';
import {Problem} from './requests.js';
import {keep, kept} from './settings.js';

/** @typedef {import('./doors.js').Mode} Mode */

export class Navigation {
  #session;
  #parts;
  #link = '';    // the address that the page wrote last
  #entry = '';   // and the entry of the browser's history that belongs to it
  #seed = 0;     // the match.seed of that entry

  /**
   * @param {import('./session.js').Session} session
   * @param {{doors: import('./doors.js').Doors, puzzle: import('./puzzle.js').Puzzle, daily: import('./daily.js').Daily,
   *          lesson: import('./lesson.js').Lesson, editor: import('./editor.js').Editor}} parts
   */
  constructor(session, parts) {
    this.#session = session;
    this.#parts = parts;
    window.addEventListener('popstate', () => this.showEntry());
    window.addEventListener('hashchange', () => this.openLink());
  }

  /**
   * Opens a door. Explore shows the game on the board, or before the first game the largest solved board. Play goes on
   * with the game that a person has left.
   *
   * @param {Mode} mode
   */
  enter(mode) {
    const {match, tables} = this.#session;
    const {doors, daily} = this.#parts;
    const before = doors.mode;
    if (mode === before) return;
    const {left} = kept('sessionStorage', 'left', {left: null});
    this.settle(mode);
    const {game} = match;
    const first = firstTable(tables);
    const untouched = game.moves.length === 0 && !game.start.includes('1');
    if (mode === 'explore' && before === 'play' && first && untouched) match.load(gameAt(first.position));
    // A game that was not played here is not played on by itself: "Play here" does that.
    if (mode === 'play' && left) match.restore(left);
    else if (mode === 'play' && !match.mine) match.load(newGame(game.board));
    if (mode === 'puzzle') daily.next(game.board);
    this.#session.tell();
  }

  /**
   * Applies a door to the session. An unfinished game is kept while a person looks through another door, also over
   * reloads.
   *
   * @param {Mode} mode
   * @param {string} [tab] of Explore
   */
  settle(mode, tab) {
    const {match} = this.#session;
    const {doors, puzzle, daily, lesson, editor} = this.#parts;
    if (mode !== doors.mode) {
      window.scrollTo(0, 0);   // so that what is new is in view
      if (mode === 'play') keep('sessionStorage', 'left', {left: null});
      else if (doors.mode === 'play' && match.mine) keep('sessionStorage', 'left', {left: match.now.over ? null : match.saved()});
    }
    doors.enter(mode, tab);
    puzzle.leave();
    daily.leave();
    lesson.leave();
    if (editor.on && mode !== 'explore') editor.open(false);
    this.#session.quiet = mode === 'play';
    match.plays = this.#session.quiet;
    match.solves = mode === 'puzzle';
  }

  /**
   * Opens a game that a person has sent, or a puzzle.
   *
   * @param {import('./game.js').Game} game
   * @param {import('./puzzle.js').Goal | null} asked the goal, if it is a puzzle
   * @param {boolean} [first] whether the page begins with it
   */
  open(game, asked, first = false) {
    const {match} = this.#session;
    const {doors, puzzle} = this.#parts;
    this.settle(asked ? 'puzzle' : 'explore', game.moves.length > 0 && !asked ? 'review' : doors.tab);
    const opened = asked ? gameOf(view(game).position) : game;
    if (first) match.show(opened);   // nobody goes back to the game before
    else match.load(opened);
    this.#session.examine();
    if (asked) puzzle.start(asked);
  }

  /**
   * Writes the address. The entry of the history also keeps the variation that is not on the board. If the address has
   * changed by itself and the page has not yet read it, it is not overwritten.
   */
  showLink() {
    if (this.#link && location.hash !== this.#link) return;
    const {match} = this.#session;
    const {doors, daily, puzzle} = this.#parts;
    const link = daily.link ?? (puzzle.begins ? `${encode(puzzle.begins)}&puzzle=${puzzle.goal}` : encode(match.game));
    const state = {...match.saved(), mode: doors.mode, tab: doors.tab};
    const entry = `${link} ${JSON.stringify(state)}`;
    if (entry === this.#entry) return;
    const another = match.seed !== this.#seed && this.#link !== '';
    this.#link = link;
    this.#entry = entry;
    this.#seed = match.seed;
    if (another && location.hash !== link) window.history.pushState(state, '', link);
    else window.history.replaceState(state, '', link);
  }

  // Shows the game of an entry of the browser's history, if the page has written it.
  showEntry() {
    const {mode, tab, ...saved} = window.history.state ?? {};
    try {
      if (encode(unpacked(saved.game)) !== location.hash) return false;
    } catch {
      return false;
    }
    this.#link = location.hash;
    this.settle(mode, tab);
    this.#session.match.restore(/** @type {import('./match.js').Saved} */ (saved));
    if (saved.game.kept) this.#session.examine();
    return true;
  }

  // Opens the game that the address names, or says what is wrong with the address. The user cannot go
  // back to the game with which the page begins.
  openLink({first = false} = {}) {
    const {match} = this.#session;
    if (location.hash === this.#link) return;
    this.#link = this.#entry = '';   // so that the address shows the current game in any case
    this.#session.tell();
    if (location.hash.length < 2) return;
    if (location.hash === DAILY) {
      this.settle('puzzle');
      this.#parts.daily.today();
      return;
    }
    try {
      this.open(decode(location.hash), puzzleIn(location.hash), first);
    } catch (/** @type {any} */ error) {
      this.settle('explore');
      match.show(match.game);
      this.#session.trouble = {problem: new Problem({title: 'The address does not describe a game', detail: error.message})};
      this.#session.tell();
    }
  }
}
