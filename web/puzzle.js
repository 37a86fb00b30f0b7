// Puzzles: positions in which exactly one move wins most of the boxes that are left. They are chosen
// at random, and the server's exact values decide, from a table or by solving.

import {newGame, NOBODY} from './game.js';
import {askJson, Problem} from './requests.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./knowledge.js').Answer} Answer
 */

const TRIES = 300;         // candidates; about one in ten is a puzzle
const AT_ONCE = 2;         // requests: the server solves one position at a time

/**
 * Returns the only move that wins, or null if none or several do.
 *
 * @param {Answer} answer
 */
export function onlyWinner({moves}) {
  const winning = moves.filter(({value}) => value > 0);
  return winning.length === 1 && moves.length > 1 ? winning[0] : null;
}

/**
 * Draws a position at random, in which no box can be taken: edges in random order, none of which is
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
 * Draws positions until one is a puzzle, and returns it.
 *
 * @param {Board} board
 * @param {(position: string) => Promise<Answer | null>} ask the exact values, or null if unknown
 * @param {() => number} random
 */
export async function drawPuzzle(board, ask, random = Math.random) {
  for (let tries = 0; tries < TRIES; tries += AT_ONCE) {
    const drawn = Array.from({length: AT_ONCE}, () => candidate(board, random));
    const answers = await Promise.all(drawn.map((position) => ask(position)));
    const found = answers.find((answer) => answer && onlyWinner(answer));
    if (found) return found;
  }
  throw new Problem({title: 'No puzzle was found', detail: `Of ${TRIES} positions of ${board.name} none has exactly one winning move that this server can find at once. Choose another board.`});
}

export class Puzzle {
  #session;
  #position = '';      // of the puzzle that is not solved yet

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Returns whether this position is a puzzle still to be solved, so that its values are hidden.
   *
   * @param {string} position
   */
  hides(position) {
    return position === this.#position;
  }

  // Starts the puzzle on the board, as from a link.
  start() {
    const {match} = this.#session;
    this.#position = match.now.position;
    this.remind();
  }

  leave() {
    this.#position = '';
    this.#session.endDrawing();
  }

  // Says what to do, if the puzzle on the board is not solved yet.
  remind() {
    if (this.hides(this.#session.match.now.position)) this.#say('A puzzle: find the only move that wins most of the boxes left.');
  }

  // Draws a new puzzle on the same board, unless a person continues the game meanwhile.
  async next() {
    const {match, knowledge} = this.#session;
    const {board} = match.game;
    const signal = this.#session.beginDrawing();
    this.#say('Looking for a puzzle\u2026');
    try {
      const answer = await drawPuzzle(board, async (position) => askJson('moves', {position}, {signal}).catch((problem) => {
        if (['no-table', 'beyond-limits', 'busy'].includes(problem.kind)) return null;
        throw problem;
      }));
      if (signal.aborted) return;
      this.#session.endDrawing();
      knowledge.learn(answer);
      match.load(newGame({rows: board.rows, cols: board.cols, start: answer.position.split(':')[1]}));
      this.start();
    } catch (/** @type {any} */ problem) {
      if (signal.aborted) return;
      this.#session.endDrawing();
      this.#session.trouble = {problem};
      this.#say('');
    }
  }

  /**
   * A person's move in the puzzle: a wrong one is not drawn.
   *
   * @param {number} edge
   */
  answer(edge) {
    const {match, knowledge} = this.#session;
    const {now} = match;
    if (now.drawnBy[edge] !== NOBODY) return;
    const answer = knowledge.answer(now.position);
    const move = answer?.moves.find(({index}) => index === edge);
    const {name} = now.board.edges[edge];
    if (!move) return this.#say('The answer to this puzzle is not known yet.');
    if (move.value <= 0) return this.#say(move.value === 0 ? `${name} only ties. Look again.` : `${name} loses by ${-move.value}. Look again.`);
    this.#position = '';
    match.draw(edge);
    this.#say(`Right: ${name} wins by ${move.value}. Press Puzzle for the next one.`);
  }

  /** @param {string} words */
  #say(words) {
    this.#session.match.event = words;
    this.#session.tell();
  }
}
