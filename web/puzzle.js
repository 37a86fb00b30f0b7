// Puzzles: positions in which exactly one move leads to a goal. They are chosen at random, or by the date alone, and
// the server's exact values decide, from a table or by solving. The opponent answers with a best move until the goal is
// reached. A mistake of a reviewed game is asked for in the same way, by one move.

import {gameAt, NOBODY, play, view} from './game.js';
import {askJson, Problem} from './requests.js';
import {boxes} from './words.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./game.js').View} View
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {'win' | 'least' | 'control'} Goal win most of the boxes left; take at least so many; keep control
 */

/**
 * A question: what to say, whether it is about what the board shows, whether a move is right there, how many boxes are
 * still to be taken after right moves (one move suffices without it), and what to say at the end.
 *
 * @typedef {{words: string, covers: (now: View) => boolean, right: (move: Answer['moves'][number], answer: Answer, now: View) => boolean,
 *            left?: (now: View) => number, praise: (edge: string) => string}} Question
 */

const TRIES = 300;         // candidates; about one in ten is a puzzle
const AT_ONCE = 2;         // requests: the server solves one position at a time
export const GOALS = /** @type {const} */ (['win', 'least', 'control']);

/**
 * Returns the only move that reaches the goal, or null if none or several do.
 *
 * @param {Answer} answer
 * @param {Goal} goal
 */
export function solution({moves, value}, goal) {
  const good = moves.filter((move) => (goal === 'win' ? move.value > 0 : move.value === value));
  if (good.length !== 1 || moves.length < 2) return null;
  const declines = good[0].captures === 0 && moves.some(({captures}) => captures > 0);
  return declines === (goal === 'control') ? good[0] : null;
}

/**
 * Returns a position at random, in which no box can be taken: edges in random order, none of which is
 * the third side of a box, until about half or more of all are drawn or no such edge is left.
 *
 * @param {Board} board
 * @param {() => number} random
 */
export function candidate(board, random = Math.random) {
  const bits = board.edges.map(() => '0');
  const sides = board.boxes.map(() => 0);
  const order = board.edges.map((edge) => ({edge, place: random()})).sort((one, other) => one.place - other.place);
  let left = Math.ceil(board.edges.length * (0.45 + 0.2 * random()));
  for (const {edge} of order) {
    if (left === 0) break;
    if (edge.boxes.some((box) => sides[box] >= 2)) continue;
    bits[edge.index] = '1';
    for (const box of edge.boxes) ++sides[box];
    --left;
  }
  return `${board.name}:${bits.join('')}`;
}

/**
 * Returns what follows such a position: the opponent opens a string, and the player takes its boxes but for the
 * last two, or four.
 *
 * @param {Board} board
 * @param {string} position
 * @param {() => number} random
 */
export function opened(board, position, random = Math.random) {
  const open = board.edges.filter(({index}) => position.split(':')[1][index] === '0');
  let game = play(gameAt(position), open[Math.floor(random() * open.length)].index);
  const keep = random() < 0.7 ? 2 : 4;
  const all = [game];   // while the player takes one box after the other
  for (;;) {
    const {bits} = view(game);
    const taking = open.find(({index, boxes: beside}) => bits[index] === '0' && beside.some((box) => (
      board.boxes[box].edges.every((side) => side === index || bits[side] === '1'))));
    if (!taking) break;
    game = play(game, taking.index);
    all.push(game);
  }
  const {left} = view(game);
  return view(all.find((at) => view(at).left - left <= keep) ?? game).position;
}

/**
 * Draws positions until one is a puzzle, and returns it. The same random numbers lead to the same puzzle.
 *
 * @param {Board} board
 * @param {Goal} goal
 * @param {(position: string) => Promise<Answer | null>} ask the exact values, or null if unknown
 * @param {() => number} random
 */
export async function drawPuzzle(board, goal, ask, random = Math.random) {
  let known = 0;
  for (let tries = 0; tries < TRIES; tries += AT_ONCE) {
    const drawn = Array.from({length: AT_ONCE}, () => {
      const position = candidate(board, random);
      return goal === 'control' ? opened(board, position, random) : position;
    });
    const answers = await Promise.all(drawn.map((position) => ask(position)));
    const found = answers.find((answer) => answer && solution(answer, goal));
    if (found) return found;
    known += answers.filter(Boolean).length;
  }
  const name = board.name.replace('x', ' \u00d7 ');
  throw new Problem({title: known ? `There is no such puzzle on ${name}. Choose a larger board.` : `Positions of ${name} take too long to solve. Choose a smaller board.`});
}

/**
 * Returns the game that begins with a puzzle. Player 1 is to move, and has taken the complete boxes.
 *
 * @param {string} position
 */
export function gameOf(position) {
  const game = gameAt(position);
  const owners = game.board.boxes.map(({edges}) => (edges.every((edge) => game.start[edge] === '1') ? 1 : 0));
  return {...game, owners: owners.some(Boolean) ? owners : null};
}

export class Puzzle {
  #session;
  /** @type {Question | null} */
  #question = null;    // that is not answered yet
  /** @type {import('./game.js').Game | null} */
  begins = null;       // the puzzle whose goal is not reached yet
  /** @type {Goal} */
  goal = 'win';
  aim = '';            // in words, with its number of boxes if that is known
  tries = 1;           // wrong moves, and one
  hinted = false;
  solved = false;
  /** @type {number | null} */
  critical = null;     // in how many moves of the player only one move is right, if that is known

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Returns whether a question about what the board shows is still open, so that values are hidden.
   *
   * @param {View} now
   */
  hides(now) {
    return Boolean(this.#question?.covers(now));
  }

  leave() {
    this.#question = this.begins = null;
    this.#session.match.event = '';
    this.#session.endDrawing();
  }

  /** @param {Question} question */
  ask(question) {
    this.#question = question;
    this.tries = 1;
    this.hinted = false;
    this.#session.match.note(question.words);
  }

  /**
   * Starts the puzzle on the board, as from a link.
   *
   * @param {Goal} goal
   */
  async start(goal) {
    const {match, match: {game, now: {position, left, score}}, knowledge} = this.#session;
    const asked = askJson('line', {position, all: true}).catch(() => null);
    this.goal = goal;
    this.solved = false;
    this.critical = null;
    this.begins = game;
    match.plays = true;
    /** @type {(now: View, player: 0 | 1) => number} */
    const taken = (now, player) => now.score[player] - score[player];
    /** @param {number | undefined} value */
    const aim = (value = 0) => (goal === 'win' ? Math.floor(left / 2) + 1 : (left + value) / 2);
    /** @param {number | undefined} value */
    const words = (value) => {
      const all = `of the ${left} boxes left`;
      const share = value === undefined ? `the most ${all}` : `at least ${aim(value)} ${all}`;
      this.aim = {win: `win most ${all}, at least ${aim()}`, least: `get ${share}`, control: `keep control, for ${share}`}[goal];
      return `A puzzle: find the only move that ${{win: `wins most ${all}`, least: `gets you ${share}`, control: 'keeps control'}[goal]}.`;
    };
    this.ask({
      words: words(knowledge.answer(position)?.value),
      covers: (now) => now.board.name === game.board.name && now.game.start === game.start,
      right: (move, {value}, now) => (goal === 'win' ? taken(now, 0) - taken(now, 1) + move.value > 0 : move.value === value),
      left: (now) => aim(knowledge.answer(position)?.value) - taken(now, 0),
      praise: (edge) => `Right: ${edge} reaches the goal. Press Next puzzle for another one.`,
    });
    const question = this.#question;
    const answer = await asked;
    if (match.game.start === game.start && answer) {
      this.critical = answer.line.filter((/** @type {any} */ {mover, best}) => mover && best.length === 1).length;
      const said = words(answer.value);
      if (question && match.event === question.words) match.event = question.words = said;
    }
    this.#session.tell();
  }

  /**
   * Draws a new puzzle on this board, unless a person continues the game meanwhile. Returns whether it is on the board.
   *
   * @param {Board} board
   * @param {Goal} goal
   * @param {() => number} random
   */
  async next(board, goal, random = Math.random) {
    const {match, knowledge} = this.#session;
    const signal = this.#session.beginDrawing();
    const [question, begins] = [this.#question, this.begins];
    this.#question = this.begins = null;
    match.note('Looking for a puzzle\u2026');
    try {
      const answer = await drawPuzzle(board, goal, async (position) => askJson('moves', {position}, {signal}).catch((problem) => {
        if (['no-table', 'beyond-limits', 'busy'].includes(problem.kind)) return null;
        throw problem;
      }), random);
      if (signal.aborted) return false;
      knowledge.learn(answer);
      match.load(gameOf(answer.position));
      this.start(goal);
      return true;
    } catch (/** @type {any} */ problem) {
      if (signal.aborted) return false;
      this.#session.endDrawing();
      this.#session.trouble = {problem};
      [this.#question, this.begins] = [question, begins];   // the last puzzle keeps its secret
      match.note(question?.words ?? '');
      return false;
    }
  }

  /**
   * A person's answer: a wrong move is not drawn, and after a right one the game goes on up to the goal.
   *
   * @param {number} edge
   */
  async answer(edge) {
    const {match, knowledge} = this.#session;
    const {now} = match;
    const question = this.#question;
    if (!question || match.perfectToMove || now.drawnBy[edge] !== NOBODY) return;
    if (!knowledge.answer(now.position)) {
      await askJson('moves', {position: now.position}).then((found) => knowledge.learn(found), () => {});
    }
    const answer = knowledge.answer(now.position);
    if (question !== this.#question || match.now !== now) return;
    const move = answer?.moves.find(({index}) => index === edge);
    const {name} = now.board.edges[edge];
    if (!answer || !move) return match.note('The answer to this puzzle is not known yet.');
    if (!question.right(move, answer, now)) {
      ++this.tries;
      return match.note(`${name} costs ${boxes((answer.value - move.value) / 2)}. Look again.`);
    }
    match.draw(edge);
    const left = question.left?.(match.now) ?? 0;
    if (left > 0) return match.note(`Right: ${name}. Play on: ${boxes(left)} to go.`);
    this.#question = this.begins = null;
    this.solved = true;
    match.plays = false;
    match.note(question.praise(name));
  }
}
