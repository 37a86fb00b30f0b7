// The dialog for a new game against the computer: its level by name, the person's colour, the
// handicap; and the panel that says against whom a person plays, and how the game ended.

import {PERFECT} from './match.js';
import {dialog, part, say, select} from './page.js';
import {boxes} from './values.js';
import {lower, who} from './words.js';

/** @typedef {import('./match.js').Match} Match */

/** @type {[name: string, about: string][]} as docs/engine.md describes the levels */
export const LEVELS = [
  ['Beginner', 'takes every box, otherwise draws any edge'],
  ['Learner', 'takes every box, and offers none while it can avoid that'],
  ['Casual', 'takes every box, and offers as few as possible'],
  ['Regular', 'knows how to keep control of long chains'],
  ['Skilled', 'counts chains from the start'],
  ['Advanced', 'counts chains, and calculates the endgame'],
  ['Strong', 'counts chains, and calculates for 0.2 seconds'],
  ['Expert', 'counts chains, and calculates for 1 second'],
  ['Master', 'counts chains, and calculates for 3 seconds'],
  ['Perfect', 'makes no mistake where the game is solved'],
];

export class NewGame {
  #match;

  /**
   * @param {Match} match
   * @param {(begin: () => void) => void} started
   */
  constructor(match, started) {
    this.#match = match;
    const level = select('opponent');
    level.append(...LEVELS.map(([name], index) => new Option(`${name} (${index + 1})`, String(index + 1))));
    level.addEventListener('change', () => this.#about());
    const handicap = select('handicap');
    part('new-game-open').addEventListener('click', () => this.open(false));
    part('play-here').addEventListener('click', () => this.open(true));
    part('new-game-start').addEventListener('click', () => {
      started(() => match.begin({level: Number(level.value), me: Number(select('colour').value), handicap: Number(handicap.value)},
                                select('new-start').value === 'here'));
    });
  }

  /** @param {boolean} here whether to begin with the position on the board */
  open(here) {
    const {opponent: {level, me, handicap}, now} = this.#match;
    select('opponent').value = String(level);
    select('colour').value = String(me);
    select('handicap').value = String(handicap);
    part('start-choice').hidden = now.ply === 0 || now.over;
    select('new-start').value = here && now.ply > 0 && !now.over ? 'here' : 'empty';
    this.#about();
    dialog('new-game').showModal();
  }

  #about() {
    const level = Number(select('opponent').value);
    say('opponent-about', sentence(level));
    select('handicap').disabled = level < PERFECT;
  }

  /** @param {string} turned when the game turned, in words */
  paint(turned) {
    const {now, opponent: {level, me}} = this.#match;
    part('play-review').hidden = part('rematch').hidden = !now.over;
    if (!now.over) {
      say('versus-title', me ? `Your opponent: ${LEVELS[level - 1][0]}` : `${LEVELS[level - 1][0]} plays both sides`);
      say('versus-text', `${sentence(level)} Values are hidden until the game ends.`);
      return;
    }
    const [own, other] = me === 2 ? [now.score[1], now.score[0]] : now.score;
    say('versus-title', !me ? 'The game is over' : own > other ? 'You won' : own < other ? 'You lost' : 'A tie');
    say('versus-text', `${who(this.#match, me || 1)} ${boxes(own)}, ${lower(who(this.#match, 3 - (me || 1)))} ${boxes(other)}. ${turned}`);
  }
}

/** @param {number} level */
function sentence(level) {
  const [name, about] = LEVELS[level - 1];
  return `${name} ${about}.`;
}
