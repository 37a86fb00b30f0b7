// Learn from the mistakes of a reviewed game: asks for the better move at each, as puzzles do. Values
// are hidden until it is found. It is then drawn beside the game. The question is in the panel of the
// review until the lesson ends.

import {mainLine} from './game.js';
import {part, say, showPanels} from './page.js';
import {mistakes} from './review.js';
import {boxes, moveOf} from './words.js';

export class Lesson {
  #session;
  #puzzle;
  /** @type {import('./review.js').Mistake[]} in order of play; empty between lessons */
  #mistakes = [];
  #at = 0;
  #words = '';   // the question, or what was right

  /**
   * @param {import('./session.js').Session} session
   * @param {import('./puzzle.js').Puzzle} puzzle
   */
  constructor(session, puzzle) {
    this.#session = session;
    this.#puzzle = puzzle;
    part('learn').addEventListener('click', () => this.#next());
    part('lesson-end').addEventListener('click', () => this.leave());
  }

  get on() {
    return this.#mistakes.length > 0;
  }

  // Returns those of the person, or else of both players.
  #all() {
    const {match, review} = this.#session;
    const reviewed = review.of(mainLine(match.game));
    const own = match.mine && match.me;
    return (reviewed ? mistakes(reviewed) : []).filter(({player, best}) => best.length && (!own || player === own)).sort((one, other) => one.ply - other.ply);
  }

  leave() {
    if (this.on) this.#puzzle.leave();
    this.#mistakes = [];
  }

  #next() {
    if (!this.on) [this.#mistakes, this.#at] = [this.#all(), -1];
    const mistake = this.#mistakes[++this.#at];
    this.#puzzle.leave();
    const [{match}, {ply, edge, lost}] = [this.#session, mistake];
    match.goTo(ply - 1, mainLine(match.game));
    const before = match.now.position;
    const whose = moveOf(match, mistake);
    this.#words = `${whose[0].toUpperCase()}${whose.slice(1)} (${edge}, dashed) cost ${boxes(lost / 2)}. Find a better one.`;
    this.#puzzle.ask({
      words: this.#words,
      covers: ({position}) => position === before,
      right: (move, answer) => move.value === answer.value,
      praise: (better) => (this.#words = `Right: ${better} is best. ${edge} cost ${boxes(lost / 2)}.`),
    });
    queueMicrotask(showPanels);
  }

  paint() {
    const all = this.#all();
    if (all.length === 0) this.leave();   // another game is on the board
    const left = this.#mistakes.length - this.#at - 1;
    const {event} = this.#session.match;
    part('lesson').hidden = part('lesson-end').hidden = !this.on;
    part('learn').hidden = this.on ? left === 0 : all.length === 0;
    say('learn', this.on ? `Next mistake (${left} left)` : 'Learn from the mistakes');
    say('lesson-words', this.#words);
    say('lesson-said', event === this.#words ? '' : event);
  }
}
