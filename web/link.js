// The game as the fragment of the page's address, so that a link shows it:
//
//   #3x3/h0.0,v1.1            a game from the empty board
//   #3x3:BITS                 a position; if known also &turn=2, &score=3-1 (of players 1 and 2)
//                             and &owners=100200000 (of each box, 0 if it is not complete)
//   #3x3:BITS&puzzle=win      the position as a puzzle with this goal, whose values are hidden
//   #3x3:BITS/h0.0,v1.1       moves from a position
//   ...&at=1                  the board shows the position after move 1
//   ...&at=1&try=h2.0,v0.0    and a variation from there, up to the position on the board
//
// decode() reads what encode() writes. For anything else it throws an error that says what is
// wrong.

import {fits} from './geometry.js';
import {branch, goTo, mainLine, newGame, play, view} from './game.js';
import {GOALS} from './puzzle.js';

/** @typedef {import('./puzzle.js').Goal} Goal */

/**
 * Returns the goal of the puzzle that a link shows; null if it shows a game.
 *
 * @param {string} link
 */
export function puzzleIn(link) {
  const goal = /&puzzle=(\w+)$/.exec(link)?.[1];
  return goal === undefined ? null : GOALS.find((one) => one === goal) ?? 'win';
}

/** @param {import('./game.js').Game} game */
export function encode(game) {
  const {board} = game;
  /** @param {number[]} edges */
  const names = (edges) => edges.map((edge) => board.edges[edge].name).join(',');
  const main = mainLine(game);
  const moves = names(main.moves);
  let link = '#' + board.name;
  if (game.start.includes('1')) link += ':' + game.start;
  if (moves) link += '/' + moves;
  if (game.turn !== 1) link += '&turn=' + game.turn;
  const start = view(game, 0);
  if (start.scoreKnown && (start.score[0] || start.score[1])) link += '&score=' + start.score.join('-');
  if (game.owners?.some(Boolean)) link += '&owners=' + start.owners.map((owner) => Math.max(0, owner)).join('');
  const tried = game.varied ? names(game.moves.slice(branch(game), game.ply)) : '';
  if (tried || main.ply < main.moves.length) link += '&at=' + main.ply;
  if (tried) link += '&try=' + tried;
  return link;
}

/**
 * @param {import('./game.js').Game} game
 * @param {string} names of the edges to draw
 */
function playAll(game, names) {
  return names.split(',').filter(Boolean).reduce((played, name) => {
    const edge = played.board.byName.get(name);
    if (!edge) throw new RangeError(`${played.board.name} has no edge ${name}`);
    return play(played, edge.index);
  }, game);
}

/**
 * Returns the game of a link. One with moves is kept as it is: a person has sent it.
 *
 * @param {string} link
 */
export function decode(link) {
  const text = decodeURIComponent(link.replace(/^#/, ''));
  const [game, ...extras] = text.split('&');
  const found = /^(\d{1,2})x(\d{1,2})(?::([01]+))?(?:\/(.*))?$/.exec(game);
  if (!found) throw new RangeError(`"${text}" is not a game; a game looks like 3x3/h0.0,v1.1`);
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  if (!fits(rows, cols)) throw new RangeError(`the board ${rows}x${cols} is too large for this page`);
  const more = new URLSearchParams(extras.join('&'));
  const turn = more.get('turn') ?? '1';
  if (!/^[12]$/.test(turn)) throw new RangeError(`turn=${turn} should be 1 or 2`);
  const score = more.get('score')?.match(/^(\d+)-(\d+)$/)?.slice(1).map(Number) ?? null;
  const owners = more.get('owners')?.match(/^[012]+$/)?.[0].split('').map(Number) ?? null;
  let played = newGame({rows, cols, start: found[3] ?? null, turn: Number(turn), score, owners});
  if (owners && owners.length !== rows * cols) throw new RangeError(`owners=${owners.join('')} should name ${rows * cols} boxes`);
  if (score && score[0] + score[1] > view(played).owners.filter(Boolean).length) {
    throw new RangeError(`score=${score.join('-')} is more boxes than are complete`);
  }
  played = playAll(played, found[4] ?? '');
  const all = played.moves.length;
  const at = more.get('at') ?? String(all);
  if (!/^\d+$/.test(at) || Number(at) > all) throw new RangeError(`at=${at} should be a number of moves from 0 to ${all}`);
  return playAll(goTo({...played, kept: all > 0}, Number(at)), more.get('try') ?? '');
}
