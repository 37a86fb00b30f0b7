// The dialog for a new game against the computer: its level by name, the person's colour, the
// handicap; and the panel that says against whom a person plays, and how the game ended.

import {PERFECT} from './match.js';
import {dialog, part, say, select} from './page.js';
import {course, mistakes, turningPoint} from './review.js';
import {LEVELS, moveOf, result, who} from './words.js';

/**
 * @typedef {import('./match.js').Match} Match
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./review.js').Reviewed} Reviewed
 */

/**
 * Returns what opens the dialog for a game on another board.
 *
 * @param {Match} match
 * @param {(begin: () => void) => void} started
 */
export function setUpNewGame(match, started) {
  const [level, colour, handicap, from] = ['opponent', 'colour', 'handicap', 'new-start'].map(select);
  /** @type {Game | null} */
  let another = null;
  const about = () => {
    say('opponent-about', sentence(Number(level.value)));
    handicap.disabled = Number(level.value) < PERFECT;
  };
  const open = (/** @type {'here' | 'empty'} */ where, /** @type {Game | null} */ game = null) => {
    const {opponent, now} = match;
    another = game;
    say('new-game-title', game ? `New game on ${game.board.rows} \u00d7 ${game.board.cols}` : 'New game');
    level.value = String(opponent.level);
    colour.value = String(opponent.me);
    handicap.value = String(opponent.handicap);
    part('start-choice').hidden = Boolean(game) || now.ply === 0 || now.over;
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
    started(() => {
      if (another) match.load(another);
      match.begin(opponent, from.value === 'here');
    });
  });
  return (/** @type {Game} */ game) => open('empty', game);
}

/**
 * Says against whom a person plays, or how the game ended.
 *
 * @param {import('./session.js').Session} session
 * @param {Reviewed | null} reviewed
 */
export function paintOpponent(session, reviewed) {
  const {now, opponent: {level, me}} = session.match;
  const turn = now.over ? turned(session, reviewed) : {words: '', ply: null};
  part('play-review').hidden = part('rematch').hidden = !now.over;
  part('versus').dataset.over = String(now.over);
  part('play-turn').hidden = turn.ply === null;
  part('play-turn').dataset.ply = String(turn.ply);
  if (!now.over) {
    say('versus-title', me ? `Your opponent: ${LEVELS[level - 1][0]}` : `${LEVELS[level - 1][0]} plays both sides`);
    say('versus-text', `${sentence(level)} Values are hidden until the game ends.`);
    return;
  }
  say('versus-title', result(session.match));
  say('versus-text', turn.words);
}

/**
 * Returns at which move the game turned, or since when one player was ahead, as far as is known; and the ply before
 * that move. The review goes backwards, so the last move that changed who wins is often known before it ends.
 *
 * @param {import('./session.js').Session} session
 * @param {Reviewed | null} reviewed
 */
export function turned({match, review, jobs}, reviewed) {
  const turn = reviewed && turningPoint(reviewed);
  const move = reviewed && mistakes(reviewed).find(({ply}) => ply === turn);   // only a mistake changes who wins
  if (move) return {words: `The game turned at ${moveOf(match, move)} (${move.edge}).`, ply: move.ply - 1};
  if (!reviewed || review.working) return {words: jobs ? 'Looking for the move at which the game turned\u2026' : '', ply: null};
  const points = course(reviewed);
  const from = points.filter(({low, high}) => low !== high).length;
  const end = points.at(-1)?.low ?? 0;
  const name = end === 0 ? 'The game' : who(match, end > 0 ? 1 : 2);
  const ahead = `${name} ${name === 'You' ? 'were' : 'was'} ${end === 0 ? 'even' : 'ahead'}`;
  return {words: from === points.length ? '' : `${ahead} ${from ? `from move ${from} on` : 'from the start'}, under best play.`, ply: null};
}

/** @param {number} level */
function sentence(level) {
  const [name, about] = LEVELS[level - 1];
  return `${name} ${about}.`;
}
