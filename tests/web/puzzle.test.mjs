// Puzzles and hints.

import assert from 'node:assert/strict';
import test from 'node:test';

import {gameAt, newGame, view} from '../../web/game.js';
import {makeBoard} from '../../web/geometry.js';
import {nextHint, regionOf} from '../../web/hints.js';
import {addressIn, dateOf, puzzleOf, rating, seeded, streakOf} from '../../web/daily.js';
import {candidate, drawPuzzle, gameOf, opened, Puzzle, solution} from '../../web/puzzle.js';
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

const valued = (...values) => ({value: Math.max(...values), moves: moves(...values)});

test('a puzzle has exactly one move that reaches its goal', () => {
  assert.deepEqual(solution(valued(-2, 0, 2), 'win').index, 2);
  assert.equal(solution(valued(2, 0, 2), 'win'), null);
  assert.equal(solution(valued(0, -2), 'win'), null);
  assert.equal(solution(valued(1), 'win'), null, 'a single move is no question');
  assert.equal(solution(valued(-2, -4, -4), 'least').index, 0);
  assert.equal(solution(valued(4, 2, 4), 'least'), null);
});

test('control is kept by a move that takes no box although it could', () => {
  const taking = {value: 3, moves: [{index: 0, value: 3, captures: 0}, {index: 1, value: 1, captures: 1}]};
  assert.equal(solution(taking, 'control').index, 0);
  assert.equal(solution(taking, 'win'), null);
  assert.equal(solution(valued(3, 1), 'control'), null, 'no box is on offer');
});

test('in a position for control, the last two or four boxes of a string are on offer', () => {
  const next = random(11);
  const counts = new Set();
  for (let count = 0; count < 40; ++count) {
    const board = makeBoard(4, 4);
    const game = gameOf(opened(board, candidate(board, next), next));
    const at = view(game);
    const ends = board.boxes.filter((box) => box.edges.filter((edge) => at.drawnBy[edge] === 0).length === 1);
    counts.add(ends.length > 0);
    assert.deepEqual(at.owners.filter(Boolean).every((owner) => owner === 1), true);
  }
  assert.ok(counts.has(true));
});

test('the puzzle of a day follows from the date alone', () => {
  assert.equal(dateOf(20786), '2026-11-29');
  const drawn = (day) => {
    const {board, goal, random: next} = puzzleOf(day);
    return `${goal} ${candidate(board, next)} ${candidate(board, next)}`;
  };
  assert.equal(drawn(20786), drawn(20786));
  assert.equal(new Set([0, 1, 2, 3, 4, 5].map((more) => drawn(20786 + more))).size, 6);
  assert.deepEqual(new Set([0, 1, 2].map((more) => puzzleOf(20786 + more).goal)), new Set(['win', 'least', 'control']));
  const numbers = Array.from({length: 1000}, seeded(7));
  assert.ok(numbers.every((number) => number >= 0 && number < 1) && Math.abs(numbers.reduce((sum, number) => sum + number) / 1000 - 0.5) < 0.05);
});

test('a streak counts days in a row, each once', () => {
  assert.equal(streakOf({day: 0, streak: 0}, 100), 1);
  assert.equal(streakOf({day: 99, streak: 4}, 100), 5);
  assert.equal(streakOf({day: 100, streak: 5}, 100), 5);
  assert.equal(streakOf({day: 98, streak: 4}, 100), 1);
  assert.ok(rating(3) > rating(1));
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
    return asked.length < 20 ? null : {position, ...valued(1, asked.length === 27 ? -1 : 1)};
  };
  assert.equal((await drawPuzzle(makeBoard(3, 3), 'win', ask, random(1))).position, asked[26]);
  await assert.rejects(drawPuzzle(makeBoard(3, 3), 'win', async () => null, random(1)), /^Error: Positions of 3 . 3 take too long to solve\. Choose a smaller board\.$/);
  const never = async (position) => ({position, ...valued(1, 1)});
  await assert.rejects(drawPuzzle(makeBoard(1, 1), 'win', never, random(1)), /^Error: There is no such puzzle on 1 . 1\. Choose a larger board\.$/);
});

test('a text to share has no address that only this machine knows', () => {
  const shared = (hostname) => addressIn({hostname, href: `http://${hostname}/#daily`});
  for (const hostname of ['localhost', '127.0.0.1', '127.0.1.1', '[::1]', '']) assert.equal(shared(hostname), '', hostname);
  for (const hostname of ['example.org', '192.168.1.27', '10.127.0.1', '127boxes.org']) assert.equal(shared(hostname), ` http://${hostname}/#daily`);
});

// A session with a puzzle on 3x3: its first open edge wins, the second one ties, the others lose.
async function started(t) {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.match.load(newGame({rows: 3, cols: 3}));
  session.match.solves = true;
  session.seconds = 300;
  const puzzle = new Puzzle(session);
  const drawing = puzzle.next(makeBoard(3, 3), 'win');
  await browser.settle();
  const positions = browser.asked.filter((what) => what.startsWith('GET moves')).map((what) => what.split(' ')[2]).filter((position) => position !== session.match.now.position);
  assert.equal(positions.length, 2);
  for (const [index, position] of positions.entries()) {
    const open = [...position.split(':')[1]].flatMap((bit, edge) => (bit === '0' ? [edge] : []));
    const values = (edge) => (index === 0 && edge === open[0] ? 2 : index === 0 && edge === open[1] ? 0 : -2);
    if (index === 1) await browser.answer(`GET moves ${position}`, NO_TABLE, 404);
    else await browser.answer(`GET moves ${position}`, {position, value: 2, moves: open.map((edge) => ({edge: '', index: edge, captures: 0, value: values(edge)})), best: []});
  }
  await browser.settle();
  await browser.answer(`GET line ${positions[0]}`, {position: positions[0], line: [{mover: true, best: ['h0.0']}, {mover: false, best: ['h0.1']}, {mover: true, best: ['h1.1', 'h1.2']}]});
  await drawing;
  await browser.settle();
  return {browser, session, puzzle, position: positions[0]};
}

test('a wrong answer to a puzzle is reported and not drawn; the right one is drawn', async (t) => {
  const {browser, session, puzzle, position} = await started(t);
  const {match} = session;
  assert.equal(match.now.position, position);
  assert.ok(puzzle.hides(match.now));
  assert.match(match.event, /find the only move that wins/);
  const open = [...match.game.start].flatMap((bit, edge) => (bit === '0' ? [edge] : []));
  puzzle.answer(open[2]);
  assert.match(match.event, /costs 2 boxes\. Look again/);
  puzzle.answer(open[1]);
  assert.match(match.event, /costs 1 box\. Look again/);
  assert.equal(match.game.ply, 0);
  puzzle.answer(open[0]);
  assert.match(match.event, /^Right: .*Play on: 5 boxes to go\.$/);
  assert.deepEqual([puzzle.tries, puzzle.solved, puzzle.critical], [3, false, 1]);
  assert.deepEqual([match.game.moves, puzzle.hides(match.now), match.perfectToMove], [[open[0]], true, true]);
  await browser.settle();
});

// The exact answer about a position of a small board, by trying everything.
function exact(position, seen = new Map()) {
  if (seen.has(position)) return seen.get(position);
  const {board, drawnBy} = view(gameAt(position));
  const all = board.edges.filter(({index}) => drawnBy[index] === 0).map(({index, boxes}) => {
    const bits = [...position.split(':')[1]];
    bits[index] = '1';
    const captures = boxes.filter((box) => board.boxes[box].edges.every((edge) => bits[edge] === '1')).length;
    const {value} = exact(`${board.name}:${bits.join('')}`, seen);
    return {edge: board.edges[index].name, index, captures, value: captures ? captures + value : -value};
  });
  const answer = {position, value: all.length ? Math.max(...all.map(({value}) => value)) : 0, moves: all, best: []};
  seen.set(position, answer);
  return answer;
}

for (const [goal, start] of [['win', 10], ['win', 13], ['least', 5], ['control', 5]]) {
  test(`after the right move the opponent answers, until the goal is reached: ${goal}, ${start}`, async (t) => {
    const browser = new Browser(t);
    const session = new Session(() => {});
    const {match} = session;
    match.solves = true;
    session.seconds = 300;
    session.set({solveOn: false});
    const [board, next] = [makeBoard(3, 3), random(start)];
    let position;
    do position = goal === 'control' ? opened(board, candidate(board, next), next) : candidate(board, next); while (!solution(exact(position), goal));
    match.load(gameOf(position));
    const puzzle = new Puzzle(session);
    puzzle.start(goal);
    await browser.answer('GET line', {position, value: exact(position).value, line: []});
    const {left} = match.now;
    const [before] = match.now.score;
    const wanted = goal === 'win' ? Math.floor(left / 2) + 1 : (left + exact(position).value) / 2;
    for (let refused = 0; !puzzle.solved;) {
      const answer = exact(match.now.position);
      assert.ok(puzzle.hides(match.now) && puzzle.begins, 'values stay hidden');
      assert.ok(match.now.score[0] - before < wanted, 'it ends when the goal is reached');
      await browser.settle();
      await (await browser.stream('GET analyse', ['moves', answer], ['explanation', {exact: {}, position: answer.position}], ['done', {position: answer.position, by: 'table'}])).end();
      const {ply} = match.game;
      if (match.perfectToMove) {
        puzzle.answer(answer.moves[0].index);
        assert.equal(match.game.ply, ply, 'it is not the turn of the person');
        await browser.pass(650);
        assert.equal(match.now.last.edge, answer.moves.find(({value}) => value === answer.value).index, 'the first best answer, for everybody');
        continue;
      }
      const [one, two] = match.now.score;
      const margin = one - before - two;
      const right = ({value}) => (goal === 'win' ? margin + value > 0 : value === answer.value);
      for (const move of answer.moves.filter((other) => !right(other))) {
        puzzle.answer(move.index);
        assert.equal(puzzle.tries, ++refused + 1);
        assert.equal(match.game.ply, ply);
      }
      puzzle.answer(answer.moves.find(right).index);
      assert.equal(match.game.ply, ply + 1);
    }
    assert.ok(match.now.score[0] - before >= wanted);
    assert.match(match.event, /^Right: .* reaches the goal/);
    const times = browser.addresses.filter(({pathname}) => pathname.endsWith('/analyse')).map(({searchParams}) => searchParams.get('time'));
    assert.deepEqual(times, times.map(() => '5'), 'the opponent has time, although nothing else is solved by itself');
    assert.deepEqual([puzzle.hides(match.now), puzzle.begins, match.plays], [false, null, false]);
    // The next one, which may be that of the day, is not solved because this one was.
    puzzle.start(goal);
    assert.deepEqual([puzzle.solved, puzzle.critical, puzzle.tries], [false, null, 1]);
    await browser.settle();
  });
}

test('a puzzle stays unsolved, and hides its values, if no other one is found', async (t) => {
  const {browser, session, puzzle, position} = await started(t);
  const drawing = puzzle.next(makeBoard(2, 2), 'win');
  await browser.settle();
  await browser.refuse('GET moves');
  await drawing;
  assert.equal(session.trouble.problem.kind, 'gone');
  assert.equal(session.match.now.position, position);
  assert.ok(puzzle.hides(session.match.now));
  assert.match(session.match.event, /find the only move that wins/);
});

test('while the page looks for a puzzle it asks nothing else, and a move ends the search', async (t) => {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.match.load(newGame({rows: 3, cols: 3}));
  await browser.settle();
  const {position} = session.match.now;
  const waiting = () => browser.waiting();
  assert.deepEqual(waiting(), [`GET analyse ${position}`]);
  const drawing = new Puzzle(session).next(makeBoard(3, 3), 'win');
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
  const first = nextHint(view(game), answer, null);
  const second = nextHint(view(game), answer, first);
  assert.match(first.words, /^Look at the bottom right/);
  assert.ok(first.edges.has('v2.3') && first.edges.size < 12);
  for (const name of first.edges) assert.equal(view(game).drawnBy[game.board.byName.get(name).index], 0);
  assert.match(second.words, /^Draw v2\.3, the right edge of box row 3 column 3/);
  assert.deepEqual([...second.edges], ['v2.3']);
  assert.match(nextHint(view({...game, moves: [12], ply: 1}), answer, first).words, /^Look at/, 'in another position it begins again');
  assert.match(nextHint(view(game), answer, nextHint(view(game), null, null)).words, /^Look at/, 'there was none without values');
});

test('regions', () => {
  const region = (rows, cols, name) => regionOf(makeBoard(rows, cols), makeBoard(rows, cols).byName.get(name));
  assert.equal(region(5, 5, 'h0.0'), 'top left');
  assert.equal(region(5, 5, 'v2.2'), 'middle');
  assert.equal(region(5, 5, 'h5.2'), 'bottom');
  assert.equal(region(5, 5, 'v2.5'), 'right');
  assert.equal(region(1, 2, 'v0.2'), 'right');
});
