// The game as the fragment of the page's address, so that a link shows it:
//
//   #3x3/h0.0,v1.1            a game from the empty board
//   #3x3:BITS                 a position; if known also &turn=2, &score=3-1 (of players 1 and 2)
//                             and &owners=100200000 (of each box, 0 if it is not complete)
//   #3x3:BITS&puzzle=1        the position as a puzzle, whose values are hidden
//   #3x3:BITS/h0.0,v1.1       moves from a position
//
// decode() reads what encode() writes. For anything else it throws an error that says what is
// wrong.

import {fits} from './geometry.js';
import {goTo, newGame, play, view} from './game.js';

const PUZZLE = '&puzzle=1';

/**
 * Returns the link that shows this position as a puzzle.
 *
 * @param {string} link
 */
export function asPuzzle(link) {
  return link + PUZZLE;
}

/** @param {string} link */
export function isPuzzle(link) {
  return link.endsWith(PUZZLE);
}

/** @param {import('./game.js').Game} game */
export function encode(game) {
  const {board} = game;
  const moves = game.moves.slice(0, game.ply).map((edge) => board.edges[edge].name).join(',');
  let link = '#' + board.name;
  if (game.start.includes('1')) link += ':' + game.start;
  if (moves) link += '/' + moves;
  if (game.turn !== 1) link += '&turn=' + game.turn;
  const start = view(game, 0);
  if (start.scoreKnown && (start.score[0] || start.score[1])) link += '&score=' + start.score.join('-');
  if (game.owners?.some(Boolean)) link += '&owners=' + start.owners.map((owner) => Math.max(0, owner)).join('');
  return link;
}

/** @param {string} link */
export function decode(link) {
  const text = decodeURIComponent(link.replace(/^#/, ''));
  const [game, ...extras] = text.split('&');
  const found = /^(\d{1,2})x(\d{1,2})(?::([01]+))?(?:\/(.*))?$/.exec(game);
  if (!found) throw new RangeError(`"${text}" is not a game; a game looks like 3x3/h0.0,v1.1`);
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  if (!fits(rows, cols)) throw new RangeError(`the board ${rows}x${cols} is too large for this page`);
  /** @type {Map<string, string | undefined>} */
  const more = new Map(extras.map((extra) => [extra.split('=')[0], extra.split('=')[1]]));
  const turn = more.get('turn') ?? '1';
  if (!/^[12]$/.test(turn)) throw new RangeError(`turn=${turn} should be 1 or 2`);
  const score = more.get('score')?.match(/^(\d+)-(\d+)$/)?.slice(1).map(Number) ?? null;
  const owners = more.get('owners')?.match(/^[012]+$/)?.[0].split('').map(Number) ?? null;
  let played = newGame({rows, cols, start: found[3] ?? null, turn: Number(turn), score, owners});
  if (owners && owners.length !== rows * cols) throw new RangeError(`owners=${owners.join('')} should name ${rows * cols} boxes`);
  if (score && score[0] + score[1] > view(played).owners.filter(Boolean).length) {
    throw new RangeError(`score=${score.join('-')} is more boxes than are complete`);
  }
  for (const name of (found[4] ?? '').split(',').filter(Boolean)) {
    const edge = played.board.byName.get(name);
    if (!edge) throw new RangeError(`${played.board.name} has no edge ${name}`);
    played = play(played, edge.index);
  }
  return goTo(played, played.moves.length);
}
