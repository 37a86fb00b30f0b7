// Shows each player's boxes, the turn and the final score: in figures, as a bar, and in words.

import {finalScore} from './game.js';
import {part, say} from './page.js';
import {lastMove, lower, turnWords, valueWords, who} from './words.js';

/**
 * @param {import('./session.js').Session} session
 * @param {import('./knowledge.js').Answer | null} answer
 */
export function paintScore(session, answer) {
  const {match} = session;
  const {now} = match;
  say('whose', `${lower(who(match, match.viewpoint))}.`);
  for (const player of [1, 2]) {
    say(`name-${player}`, who(match, player));
    say(`score-${player}`, String(now.score[player - 1]));
    part(`tile-${player}`).dataset.turn = String(!now.over && now.turn === player);
  }
  const end = now.over ? now.score : answer ? finalScore(now, answer.value) : null;
  const left = (session.quiet || match.solves) && !end;
  say('final', end ? `${end[0]}\u2009\u2013\u2009${end[1]}` : left ? String(now.left) : '?');
  say('final-label', now.over ? 'final score' : left ? 'boxes left' : 'under best play');
  paintBar(now, end);
  say('status-move', [match.event || lastMove(match), now.scoreKnown || now.ply > 0 ? '' : unknown(now)].filter(Boolean).join(' '));
  say('status-turn', turnWords(match));
  say('status-value', valueWords(match, answer));
}

/** @param {import('./game.js').View} now */
function unknown(now) {
  const before = now.owners.filter((owner) => owner < 0).length;
  return before ? `Nobody is credited with ${before === 1 ? '1 complete box' : `${before} complete boxes`}; the score counts only later ones.` : '';
}

/**
 * Paints all boxes in a row: taken by player 1, to come for player 1, open, to come for player 2,
 * taken by player 2.
 *
 * @param {import('./game.js').View} now
 * @param {number[] | null} end
 */
function paintBar(now, end) {
  const all = now.board.boxes.length;
  const [one, two] = now.score;
  const come = end ? [end[0] - one, end[1] - two] : [0, 0];
  const parts = {'taken-1': one, 'come-1': come[0], open: Math.max(0, all - one - two - come[0] - come[1]), 'come-2': come[1], 'taken-2': two};
  for (const [name, count] of Object.entries(parts)) part(`bar-${name}`).style.flexGrow = String(count);
}
