// The dialog for a new game against the computer: its level by name, the person's colour, the
// handicap; and the panel that says against whom a person plays, and how the game ended.

import {PERFECT} from './match.js';
import {dialog, part, say, select} from './page.js';
import {who} from './words.js';

/**
 * When the game turned, in words, and the ply before that move.
 *
 * @typedef {{words: string, ply: number | null}} Turn
 * @typedef {import('./match.js').Match} Match
 */

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

/**
 * @param {Match} match
 * @param {(begin: () => void) => void} started
 */
export function setUpNewGame(match, started) {
  const [level, colour, handicap, from] = ['opponent', 'colour', 'handicap', 'new-start'].map(select);
  const about = () => {
    say('opponent-about', sentence(Number(level.value)));
    handicap.disabled = Number(level.value) < PERFECT;
  };
  const open = (/** @type {'here' | 'empty'} */ where) => {
    const {opponent, now} = match;
    level.value = String(opponent.level);
    colour.value = String(opponent.me);
    handicap.value = String(opponent.handicap);
    part('start-choice').hidden = now.ply === 0 || now.over;
    from.value = part('start-choice').hidden ? 'empty' : where;
    about();
    dialog('new-game').showModal();
  };
  level.append(...LEVELS.map(([name], index) => new Option(`${name} (${index + 1})`, String(index + 1))));
  level.addEventListener('change', about);
  part('new-game-open').addEventListener('click', () => open('empty'));
  part('play-here').addEventListener('click', () => open('here'));
  part('new-game-start').addEventListener('click', () => {
    const opponent = {level: Number(level.value), me: Number(colour.value), handicap: Number(handicap.value)};
    started(() => match.begin(opponent, from.value === 'here'));
  });
}

/**
 * Says against whom a person plays, or how the game ended.
 *
 * @param {Match} match
 * @param {Turn} turn
 */
export function paintOpponent(match, turn) {
  const {now, opponent: {level, me}} = match;
  part('play-review').hidden = part('rematch').hidden = !now.over;
  part('versus').dataset.over = String(now.over);
  part('play-turn').hidden = turn.ply === null;
  part('play-turn').dataset.ply = String(turn.ply);
  if (!now.over) {
    say('versus-title', me ? `Your opponent: ${LEVELS[level - 1][0]}` : `${LEVELS[level - 1][0]} plays both sides`);
    say('versus-text', `${sentence(level)} Values are hidden until the game ends.`);
    return;
  }
  const one = me || (now.score[0] >= now.score[1] ? 1 : 2);
  const [own, other] = [now.score[one - 1], now.score[2 - one]];
  const won = me ? 'You won' : `Player ${one} won`;
  say('versus-title', own === other ? `A tie, ${own} to ${other}` : `${own > other ? won : 'You lost'} ${own} to ${other}`);
  say('versus-text', turn.words);
}

/**
 * @param {Match} match
 * @param {number} player
 */
export function nameOf(match, player) {
  const name = who(match, player);
  return name === 'The computer' ? LEVELS[match.opponent.level - 1][0] : name;
}

/**
 * Returns whose move it is, in words: "your move 27", "move 28 of Casual".
 *
 * @param {Match} match
 * @param {{ply: number, player: number}} move
 */
export function moveOf(match, {ply, player}) {
  const name = nameOf(match, player);
  return name === 'You' ? `your move ${ply}` : `move ${ply} of ${name.replace('Player', 'player')}`;
}

/** @param {number} level */
function sentence(level) {
  const [name, about] = LEVELS[level - 1];
  return `${name} ${about}.`;
}
