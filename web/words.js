// The texts about values, edges, moves and positions, for display and for screen readers. A value is a
// margin: the number of boxes by which a player will outscore the other one from here, under best play by both.

import {sideOf} from './geometry.js';

/**
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {import('./match.js').Match} Match
 * @typedef {import('./game.js').View} View
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./geometry.js').Edge} Edge
 * @typedef {import('api').components['schemas']['Move']} Valued
 */

/**
 * Returns the value with a typographic minus sign, for people.
 *
 * @param {number} value
 */
export function figure(value) {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0';
}

/**
 * Returns whose colour a value has: that of the player who will win the boxes left.
 *
 * @param {number} value for the player to move
 * @param {number} turn the player to move
 */
export function shade(value, turn) {
  return value === 0 ? 'zero' : value > 0 === (turn === 1) ? 'one' : 'two';
}

/** @param {number} count */
export function boxes(count) {
  return count === 1 ? '1 box' : `${count} boxes`;
}

/**
 * Returns the share of the remaining boxes for the player to move: "6 of the 8 boxes left".
 *
 * @param {number} value
 * @param {number} left
 */
export function share(value, left) {
  const taken = (left + value) / 2;
  return taken === 0 ? `none of the ${left} boxes left` : taken === left ? `all ${left} boxes left` : `${taken} of the ${left} boxes left`;
}

/** @type {[name: string, about: string][]} the levels of the computer, as docs/engine.md describes them */
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
 * Returns the name of a player, as at the beginning of a sentence.
 *
 * @param {Pick<Match, 'opponent' | 'plays' | 'mine' | 'solves'>} match
 * @param {number} player
 */
export function who({opponent: {me, level}, plays, mine, solves}, player) {
  if (solves) return player === 1 ? 'You' : 'The opponent';
  if (!me || (!plays && !mine)) return `Player ${player}`;
  return player === me ? 'You' : LEVELS[level - 1][0];
}

/**
 * Returns whose move it is, in words: "your move 27", "move 28 of Casual".
 *
 * @param {Match} match
 * @param {{ply: number, player: number}} move
 */
export function moveOf(match, {ply, player}) {
  const name = who(match, player);
  return name === 'You' ? `your move ${ply}` : `move ${ply} of ${lower(name)}`;
}

/**
 * Returns the name of an edge's button: the edge, and its worth or the player who drew it.
 *
 * @param {Board} board
 * @param {Edge} edge
 * @param {View} now
 * @param {Valued | null} move its value, if known
 * @param {boolean} best
 * @param {boolean} guess whether the computer would draw it, without exact values
 */
export function edgeName(board, edge, now, move, best, guess = false) {
  const side = `${sideOf(board, edge)} (${edge.name})`;
  const by = now.drawnBy[edge.index];
  if (by !== 0) return `${side}, drawn ${by > 0 ? `by player ${by}` : 'at the start'}`;
  if (!move) return `${side}, open${guess ? ', a guess of the computer' : ''}`;
  const takes = move.captures ? `, takes ${boxes(move.captures)}` : '';
  const more = move.value ? `${Math.abs(move.value)} more for player ${move.value > 0 ? now.turn : 3 - now.turn}` : 'equal shares';
  return `${side}, open, ${more}${best ? ', best' : ''}${takes}`;
}

/**
 * The basis of a move that is not exact, by the word of the server.
 *
 * @type {Record<string, string>}
 */
const HOW = {'sampled': ', a guess: best on average in later positions', 'theory': ', a guess by the theory',
             'rule-of-thumb': ', a guess by a rule of thumb'};

/**
 * Returns what is known about a position without exact values: why there are none, the bounds if they exclude
 * anything, and what the computer would draw.
 *
 * @param {string} why
 * @param {number[] | undefined} bounds
 * @param {import('./knowledge.js').Choice | undefined} choice
 * @param {number} left boxes
 */
export function withoutValues(why, bounds, choice, left) {
  const range = bounds && (bounds[0] > -left || bounds[1] < left) ? `Certain so far: the value is from ${figure(bounds[0])} to ${figure(bounds[1])}.` : '';
  const exact = choice?.by === 'table' || choice?.by === 'solved';
  const guess = choice ? `${exact ? 'The computer would draw' : 'A guess:'} ${choice.edge} (${choice.reason.replace(/\.$/, '')}).` : '';
  return [why, range, guess].filter(Boolean).join(' ');
}

/**
 * Returns the last move in words: "You drew the top edge of box row 1 column 2 and took a box."
 *
 * @param {Match} match
 */
export function lastMove(match) {
  const {now, game, how, me, plays, mine} = match;
  if (!now.last) return '';
  const {edge, player, boxes: taken} = now.last;
  const took = taken.length === 0 ? '' : taken.length === 1 ? ' and took a box' : ` and took ${taken.length} boxes`;
  const reason = HOW[how ?? ''] ?? '';
  // A person can draw for the computer; of a game that was opened, the players are not known.
  const forIt = (plays || mine) && how === null && player !== me;
  const name = how === undefined && !mine ? `Player ${player}` : forIt ? 'You' : who(match, player);
  const whom = forIt ? ` for ${me ? who(match, player) : 'the computer'}` : '';
  return `${name} drew the ${sideOf(game.board, game.board.edges[edge])}${whom}${took}${reason}.`;
}

/** @param {Match} match */
export function turnWords(match) {
  const {now} = match;
  if (now.over) return ending(match);
  const mover = who(match, now.turn);
  if (match.perfectToMove) return `${mover} is thinking\u2026`;
  const paused = match.rests && `${match.me ? who(match, 3 - match.me) : 'The computer'} is paused.`;
  if (paused && now.turn !== match.me) return paused;
  const turn = mover === 'You' ? 'It is your turn.' : `${mover} is to move.`;
  return paused ? `${turn} ${paused}` : turn;
}

/**
 * Returns the result of a game: "You lost 6 to 19".
 *
 * @param {Match} match
 */
export function result(match) {
  const {score} = match.now;
  const one = [1, 2].find((player) => who(match, player) === 'You') ?? (score[0] > score[1] ? 1 : 2);
  const [own, other] = [score[one - 1], score[2 - one]];
  return own === other ? `A tie, ${own} to ${other}` : `${who(match, one)} ${own > other ? 'won' : 'lost'} ${own} to ${other}`;
}

/** @param {Match} match */
function ending(match) {
  const {score: [one, two], scoreKnown} = match.now;
  return scoreKnown ? `The board is full. ${result(match)}.`
      : `The board is full; since the start player 1 took ${boxes(one)}, player 2 ${boxes(two)}.`;
}

/**
 * Returns the value in words: for the remaining boxes.
 *
 * @param {Match} match
 * @param {{value: number} | null} answer
 */
export function valueWords(match, answer) {
  const {now} = match;
  if (now.over || !answer) return '';
  const {left, turn} = now;
  const one = match.viewpoint;
  const value = turn === one ? answer.value : -answer.value;
  if (left === 1) return `Under best play ${whoTakes(match, value > 0 ? one : 3 - one)} the last box.`;
  const other = lower(who(match, 3 - one));
  const than = value === 0 ? 'as many as' : `${Math.abs(value)} ${value > 0 ? 'more' : 'fewer'} than`;
  return `Under best play ${whoTakes(match, one)} ${share(value, left)}, ${than} ${other}.`;
}

/**
 * @param {Match} match
 * @param {number} player
 */
function whoTakes(match, player) {
  const name = lower(who(match, player));
  return `${name} ${name === 'you' ? 'take' : 'takes'}`;
}

/**
 * Returns the name of a player inside a sentence: the names of levels keep their capital.
 *
 * @param {string} name
 */
export function lower(name) {
  return name.replace(/^(You|Player|The)/, (word) => word.toLowerCase());
}
