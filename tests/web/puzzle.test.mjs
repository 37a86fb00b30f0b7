// Puzzles and hints.

import assert from 'node:assert/strict';
import test from 'node:test';

import {newGame, view} from '../../web/game.js';
import {makeBoard} from '../../web/geometry.js';
import {hint, regionOf} from '../../web/hints.js';
import {candidate, drawPuzzle, onlyWinner, Puzzle} from '../../web/puzzle.js';
import {Session} from '../../web/session.js';
import {Browser, NO_TABLE} from './browser.mjs';

function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const moves = (...values) => values.map((value, index) => ({index, value, captures: 0}));

test('a puzzle has exactly one move that wins', () => {
  assert.deepEqual(onlyWinner({moves: moves(-2, 0, 2)}).index, 2);
  assert.equal(onlyWinner({moves: moves(2, 0, 2)}), null);
  assert.equal(onlyWinner({moves: moves(0, -2)}), null);
  assert.equal(onlyWinner({moves: moves(1)}), null, 'a single move is no question');
});

test('no box can be taken in a candidate, and candidates differ', () => {
  const next = random(7);
  for (const [rows, cols] of [[2, 2], [3, 3], [5, 5], [1, 8]]) {
    const board = makeBoard(rows, cols);
    const seen = new Set();
    for (let count = 0; count < 20; ++count) {
      const [name, bits] = candidate(board, next).split(':');
      assert.equal(name, board.name);
      for (const box of board.boxes) assert.ok(box.edges.filter((edge) => bits[edge] === '1').length <= 2, bits);
      assert.ok(bits.split('1').length - 1 >= board.edges.length / 4);
      seen.add(bits);
    }
    assert.ok(seen.size > 10);
  }
});

test('candidates are drawn until one is a puzzle; positions without exact values are skipped', async () => {
  const asked = [];
  const ask = async (position) => {
    asked.push(position);
    return asked.length < 20 ? null : {position, moves: moves(1, asked.length === 27 ? -1 : 1)};
  };
  assert.equal((await drawPuzzle(makeBoard(3, 3), ask, random(1))).position, asked[26]);
  await assert.rejects(drawPuzzle(makeBoard(3, 3), async () => null, random(1)), /Choose another board/);
});

// A session with a puzzle on 3x3: its first open edge wins, the second one ties, the others lose.
async function started(t) {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.match.load(newGame({rows: 3, cols: 3}));
  const puzzle = new Puzzle(session);
  const drawing = puzzle.next();
  await browser.settle();
  const positions = browser.asked.filter((what) => what.startsWith('GET moves')).map((what) => what.split(' ')[2]).filter((position) => position !== session.match.now.position);
  assert.equal(positions.length, 2);
  for (const [index, position] of positions.entries()) {
    const open = [...position.split(':')[1]].flatMap((bit, edge) => (bit === '0' ? [edge] : []));
    const values = (edge) => (index === 0 && edge === open[0] ? 1 : index === 0 && edge === open[1] ? 0 : -1);
    if (index === 1) await browser.answer(`GET moves ${position}`, NO_TABLE, 404);
    else await browser.answer(`GET moves ${position}`, {position, value: 1, moves: open.map((edge) => ({edge: '', index: edge, captures: 0, value: values(edge)})), best: []});
  }
  await drawing;
  await browser.settle();
  return {browser, session, puzzle, position: positions[0]};
}

test('a wrong answer to a puzzle is reported and not drawn; the right one is drawn and reveals the values', async (t) => {
  const {browser, session, puzzle, position} = await started(t);
  const {match} = session;
  assert.equal(match.now.position, position);
  assert.ok(puzzle.hides(position));
  assert.match(match.event, /find the only move that wins/);
  const open = [...match.game.start].flatMap((bit, edge) => (bit === '0' ? [edge] : []));
  puzzle.answer(open[2]);
  assert.match(match.event, /loses by 1\. Look again/);
  puzzle.answer(open[1]);
  assert.match(match.event, /only ties/);
  assert.equal(match.game.ply, 0);
  puzzle.answer(open[0]);
  assert.match(match.event, /^Right: .* wins by 1/);
  assert.deepEqual([match.game.moves, puzzle.hides(position)], [[open[0]], false]);
  await browser.settle();
});

test('while the page looks for a puzzle it asks nothing else, and a move ends the search', async (t) => {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.match.load(newGame({rows: 3, cols: 3}));
  await browser.settle();
  const {position} = session.match.now;
  const waiting = () => browser.waiting();
  assert.deepEqual(waiting(), [`GET analyse ${position}`]);
  const drawing = new Puzzle(session).next();
  await browser.settle();
  assert.equal(waiting().length, 2);
  assert.ok(!waiting().includes(`GET analyse ${position}`));
  session.match.draw(0);
  await drawing;
  await browser.settle();
  assert.deepEqual(waiting(), [`GET analyse ${session.match.now.position}`]);
  assert.equal(session.match.game.ply, 1);
  assert.equal(session.trouble, null);
});

test('a hint names the region first, then the edge', () => {
  const game = newGame({rows: 3, cols: 3, start: '1'.repeat(12) + '0'.repeat(12)});
  const answer = {value: 1, moves: game.board.edges.slice(12).map(({index}) => ({index, value: index === 23 ? 1 : -1, captures: 0}))};
  const [first, second] = [hint(game.board, answer, 1), hint(game.board, answer, 2)];
  assert.match(first.words, /^Look at the bottom right/);
  assert.ok(first.edges.has('v2.3') && first.edges.size < 12);
  for (const name of first.edges) assert.equal(view(game).drawnBy[game.board.byName.get(name).index], 0);
  assert.match(second.words, /^Draw v2\.3, the right edge of box row 3 column 3/);
  assert.deepEqual([...second.edges], ['v2.3']);
});

test('regions', () => {
  const region = (rows, cols, name) => regionOf(makeBoard(rows, cols), makeBoard(rows, cols).byName.get(name));
  assert.equal(region(5, 5, 'h0.0'), 'top left');
  assert.equal(region(5, 5, 'v2.2'), 'middle');
  assert.equal(region(5, 5, 'h5.2'), 'bottom');
  assert.equal(region(5, 5, 'v2.5'), 'right');
  assert.equal(region(1, 2, 'v0.2'), 'right');
});
