// Learn from the mistakes of a reviewed game: asks for the better move at each, as puzzles do. Values
// are hidden until it is found. It is then drawn beside the game.

import {mainLine} from './game.js';
import {part, say} from './page.js';
import {mistakes} from './review.js';
import {boxes, who} from './words.js';

export class Lesson {
  #session;
  #puzzle;
  /** @type {import('./review.js').Mistake[]} in order of play; empty between lessons */
  #mistakes = [];
  #at = 0;

  /**
   * @param {import('./session.js').Session} session
   * @param {import('./puzzle.js').Puzzle} puzzle
   */
  constructor(session, puzzle) {
    this.#session = session;
    this.#puzzle = puzzle;
    part('learn').addEventListener('click', () => this.#next());
  }

  // Returns those of the person, or else of both players.
  #all() {
    const {match, review} = this.#session;
    const reviewed = review.of(mainLine(match.game));
    const own = match.mine && match.me;
    return (reviewed ? mistakes(reviewed) : []).filter(({player, best}) => best.length && (!own || player === own)).sort((one, other) => one.ply - other.ply);
  }

  leave() {
    this.#mistakes = [];
  }

  #next() {
    if (this.#mistakes.length === 0) [this.#mistakes, this.#at] = [this.#all(), -1];
    const mistake = this.#mistakes[++this.#at];
    this.#puzzle.leave();
    if (!mistake) {
      this.leave();
      return this.#session.match.note('That was the last mistake.');
    }
    const {match} = this.#session;
    const {ply, player, edge, lost} = mistake;
    match.goTo(ply - 1, mainLine(match.game));
    this.#puzzle.ask({
      position: match.now.position,
      words: `Move ${ply}: ${edge} of ${who(match, player).toLowerCase()} cost ${boxes(lost / 2)}. Find a better move.`,
      right: (move, answer) => move.value === answer.value,
      praise: (better) => `Right: ${better} is best. ${edge} cost ${boxes(lost / 2)}.`,
    });
  }

  paint() {
    const left = this.#mistakes.length - this.#at - 1;
    part('learn').hidden = this.#mistakes.length === 0 && this.#all().length === 0;
    say('learn', this.#mistakes.length === 0 ? 'Learn from the mistakes' : left ? `Next mistake (${left} left)` : 'End the lesson');
  }
}
