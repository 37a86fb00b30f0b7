// The session of the page: the moves of its players, its requests, and automatic solving.

import assert from 'node:assert/strict';
import test from 'node:test';

import {newGame, play} from '../../web/game.js';
import {Session} from '../../web/session.js';
import {Browser, movesOf, NO_TABLE} from './browser.mjs';

const PAUSE = 650;   // before the perfect player moves

// A session at the start of 2x2.
async function start(t) {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.seconds = 300;
  session.match.load(newGame({rows: 2, cols: 2}));
  await browser.settle();
  const answer = async (best) => {
    await browser.settle();
    await browser.answer('GET moves', movesOf(session.match.now.position, best));
  };
  const noTable = () => browser.answer('GET moves', NO_TABLE, 404);
  // No table, and too large to solve: about this many edges are missing.
  const tooLarge = async (missing) => {
    await noTable();
    await browser.answer('POST solve', {id: 9, state: 'failed', missing_edges: missing, problem: TOO_LARGE});
  };
  return {browser, session, answer, noTable, tooLarge};
}

const TOO_LARGE = {type: 'urn:pipopipette:problem:beyond-limits', title: 'Too large', status: 422, detail: 'too large'};
const guessIn = ({match}) => ({position: match.now.position, edge: 'h0.1', index: 1, by: 'theory', reason: 'a theorem'});
const posts = (browser) => browser.asked.filter((what) => what.startsWith('POST')).length;

// The first `count` edges are drawn, each where it is the best one.
async function drawn(t, count) {
  const at = await start(t);
  for (let edge = 0; edge < count; ++edge) {
    await at.answer(edge);
    at.session.match.draw(edge);
    await at.browser.settle();
  }
  await at.answer(count);
  return at;
}

async function watched(t, count) {
  const at = await start(t);
  at.session.match.watch();
  for (let edge = 0; edge < count; ++edge) {
    await at.answer(edge);
    await at.browser.pass(PAUSE);
  }
  await at.answer(count);
  assert.deepEqual(at.session.match.game.moves, Array.from({length: count}, (_, edge) => edge));
  return at;
}

test('two perfect players draw the best edges, each after a pause', async (t) => {
  const {browser, session, answer} = await watched(t, 2);
  await browser.pass(PAUSE - 1);
  assert.equal(session.match.game.ply, 2);
  await browser.pass(1);
  assert.deepEqual([session.match.game.ply, session.match.by.get(3)], [3, 'value']);
  session.match.pause(true);
  await answer(3);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 3);
});

test('going back while both players are perfect pauses them', async (t) => {
  const {browser, session} = await watched(t, 2);
  session.match.goTo(1);
  assert.equal(session.match.paused, true);
  session.match.goTo(2);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.moves.length, 2);
  session.match.pause(false);
  await browser.pass(PAUSE);
  assert.equal(session.match.game.moves.length, 3);
});

test('a perfect player that continues after undo discards the undone moves', async (t) => {
  const {browser, session} = await watched(t, 3);
  session.match.goTo(1);
  await browser.settle();
  session.match.pause(false);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('two perfect players that continue after undo discard the undone moves, too', async (t) => {
  const {browser, session} = await drawn(t, 3);
  session.match.goTo(1);
  await browser.settle();
  session.match.watch();
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('a perfect player whose move was undone waits for the command to continue', async (t) => {
  const {browser, session} = await drawn(t, 3);
  session.match.setPlayer(2, 'perfect');
  session.match.goTo(1);
  await browser.pass(10 * PAUSE);
  assert.deepEqual([session.match.game.ply, session.match.game.moves.length], [1, 3]);
  session.match.pause(false);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('other changes of the page do not delay a perfect player', async (t) => {
  const {browser, session} = await watched(t, 0);
  await browser.pass(PAUSE - 1);
  session.settings.set('values', false);
  await browser.pass(1);
  assert.equal(session.match.game.ply, 1);
});

test('a game that is opened while both players are perfect does not begin automatically', async (t) => {
  const {browser, session, answer} = await watched(t, 1);
  session.match.load(newGame({rows: 2, cols: 3}));
  await browser.settle();
  await answer(0);
  await browser.pass(10 * PAUSE);
  assert.deepEqual([session.match.paused, session.match.game.ply], [true, 0]);
  session.match.load(play(session.match.game, 3));
  assert.equal(session.match.by.get(1), undefined, 'the player of the move is unknown');
  session.match.goTo(0);
  session.match.pause(false);
  await browser.pass(PAUSE);
  assert.equal(session.match.game.ply, 1);
  session.match.restart();
  assert.equal(session.match.paused, false);
});

test('going back to a person\u2019s move does not pause the perfect player', async (t) => {
  const {browser, session, answer} = await start(t);
  session.match.setPlayer(2, 'perfect');
  await answer(0);
  session.match.draw(0);
  await answer(1);
  await browser.pass(PAUSE);
  await answer(2);
  assert.equal(session.match.game.ply, 2);
  session.match.step(-1);
  assert.deepEqual([session.match.game.ply, session.match.paused], [0, false]);
  session.match.step(1);
  assert.equal(session.match.game.ply, 2);
});

test('the user cannot draw for the computer', async (t) => {
  const {browser, session, answer} = await start(t);
  session.match.setPlayer(1, 'perfect');
  session.match.draw(5);
  assert.equal(session.match.game.ply, 0);
  assert.match(session.match.event, /^The computer is to move/);
  session.match.pause(true);
  session.match.draw(5);
  assert.equal(session.match.game.ply, 1);
  await answer(0);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 1);
});

test('the perfect player gets its handicap', async (t) => {
  const {browser, session, answer} = await start(t);
  session.match.setHandicap(2);
  session.match.setPlayer(1, 'perfect');
  await answer(11);
  const {random} = Math;
  t.after(() => { Math.random = random; });
  Math.random = () => 0;
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0]);
  assert.deepEqual(session.analysis.record(session.match.game).map(({lost}) => lost), [2]);
});

test('without values the computer makes a guess, and pauses if it gets none', async (t) => {
  const {browser, session, tooLarge} = await start(t);
  session.match.watch();
  await tooLarge(1);
  await browser.answer('GET choose', guessIn(session));
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, session.match.by.get(1)], [[1], 'theory']);
  await tooLarge(1);
  await browser.refuse('GET choose');
  assert.equal(session.match.paused, true);
  assert.match(session.trouble.text, /could not move/);
  session.match.goTo(0);
  assert.equal(session.trouble, null);
});

test('the computer waits for a position that is being solved, and plays by its values', async (t) => {
  const {browser, session, noTable} = await start(t);
  session.match.watch();
  await noTable();
  await browser.answer('POST solve', {id: 1, state: 'running'}, 202);
  await browser.pass(20 * PAUSE);
  assert.equal(session.match.game.ply, 0);
  browser.streams[0].send('done', {id: 1, state: 'done', answer: movesOf(session.match.now.position, 7)});
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, session.match.by.get(1)], [[7], 'value']);
  assert.ok(!browser.asked.some((what) => what.startsWith('GET choose')), 'it guessed');
});

test('values that arrive during the pause replace the guess', async (t) => {
  const {browser, session, tooLarge} = await start(t);
  session.match.watch();
  await tooLarge(1);
  await browser.answer('GET choose', guessIn(session));
  await browser.pass(PAUSE - 1);
  session.analysis.knowledge.learn(session.match.now.position, movesOf(session.match.now.position, 7));
  await browser.pass(1);
  assert.deepEqual([session.match.game.moves, session.match.by.get(1)], [[7], 'value']);
});

test('a pause before the move of the computer keeps it from drawing', async (t) => {
  const {browser, session, tooLarge} = await start(t);
  session.match.watch();
  await tooLarge(1);
  session.match.pause(true);
  await browser.answer('GET choose', guessIn(session));
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 0);
});

test('a person sees the guess only while values are shown', async (t) => {
  for (const values of [true, false]) {
    const {browser, session, tooLarge} = await start(t);
    session.settings.set('values', values);
    await tooLarge(1);
    assert.equal(browser.asked.some((what) => what.startsWith('GET choose')), values);
  }
});

// A session in which the first position is being solved by itself.
async function solving(t) {
  const at = await start(t);
  await at.noTable();
  await at.browser.answer('POST solve', {id: 1, state: 'running'}, 202);
  return at;
}

const drops = (browser) => browser.asked.filter((what) => what.startsWith('DELETE'));

test('a position without a table is solved by itself within the chosen time, and a move cancels that', async (t) => {
  const {browser, session} = await solving(t);
  const {byItself, time} = session.analysis.solver.of(session.match.now.position);
  assert.deepEqual([byItself, time], [true, 5]);
  assert.deepEqual(drops(browser), []);
  session.match.draw(1);
  assert.deepEqual(drops(browser), ['DELETE jobs/1']);
});

test('undo also cancels an automatic job', async (t) => {
  const {browser, session, answer} = await start(t);
  await answer(0);
  session.match.draw(0);
  await browser.answer('GET moves', NO_TABLE, 404);
  await browser.answer('POST solve', {id: 2, state: 'running'}, 202);
  session.match.goTo(0);
  assert.deepEqual(drops(browser), ['DELETE jobs/2']);
});

test('a job that the user started continues after a move, and its end answers the later position', async (t) => {
  const {browser, session, tooLarge, noTable} = await start(t);
  await tooLarge(0);
  session.solve();
  await browser.answer('POST solve', {id: 1, state: 'running'}, 202);
  assert.equal(session.analysis.solver.job.time, 300);
  const first = session.match.now.position;
  session.match.draw(0);
  await noTable();
  assert.deepEqual([drops(browser), session.analysis.solver.working()], [[], true]);
  browser.streams.at(-1).send('done', {id: 1, state: 'done', answer: movesOf(first, 0)});
  await browser.answer('GET moves', movesOf(session.match.now.position, 3));
  assert.equal(session.analysis.knowledge.of(session.match.now.position).state, 'known');
});

test('nothing is solved by itself after cancelling, against the setting, or long before it can succeed', async (t) => {
  const {browser, session} = await solving(t);
  session.decline();
  session.tell();
  await browser.settle();
  assert.equal(posts(browser), 1);
  const unwilling = await start(t);
  unwilling.session.settings.set('solveOn', false);
  await unwilling.noTable();
  assert.equal(posts(unwilling.browser), 0);
  const early = await start(t);
  await early.tooLarge(3);
  assert.equal(early.session.analysis.missing(early.session.match.now), 3);
  early.session.match.draw(0);
  await early.noTable();
  assert.deepEqual([posts(early.browser), early.session.analysis.missing(early.session.match.now)], [1, 2]);
  early.session.match.draw(1);
  await early.noTable();
  assert.equal(posts(early.browser), 2, 'the estimate may be wrong by one edge');
});

test('no job starts before the limits of the server are known', async (t) => {
  const {browser, session, noTable} = await start(t);
  session.seconds = 0;
  await noTable();
  session.open(play(newGame({rows: 2, cols: 2}), 3));
  await browser.settle();
  assert.equal(posts(browser), 0);
  session.seconds = 3;
  session.tell();
  await browser.answer('POST review', {id: 4, state: 'done', review: null});
  assert.equal(posts(browser), 1);
  assert.deepEqual([session.thinking, session.reviewing], [3, 3]);
});

test('a game that has ended is reviewed, and another game cancels the review', async (t) => {
  const {browser, session} = await start(t);
  for (let edge = 0; edge < 12; ++edge) session.match.draw(edge);
  await browser.answer('POST review', {id: 5, state: 'running', review: null}, 202);
  assert.equal(session.review.working, true);
  session.match.goTo(3);
  await browser.settle();
  assert.deepEqual(drops(browser), []);
  session.match.draw(11);
  assert.deepEqual([drops(browser), session.review.working], [['DELETE jobs/5'], false]);
});

test('when the server is back, no message about its absence stays', async (t) => {
  const {browser, session, noTable} = await start(t);
  await noTable();
  await browser.refuse('POST solve');
  assert.ok(session.analysis.solver.job.problem);
  session.trouble = {problem: {message: 'gone'}};
  session.match.setPlayer(1, 'human');
  session.analysis.knowledge.ask('2x2:111111111110');
  await browser.answer('GET moves', movesOf('2x2:111111111110', 11));
  assert.deepEqual([session.trouble, session.analysis.solver.job?.problem], [null, undefined]);
});

test('New and opened games can be undone, and redone', async (t) => {
  const {session, answer} = await start(t);
  await answer(0);
  session.match.draw(4);
  const played = session.match.game;
  session.match.restart();
  assert.deepEqual([session.match.game.moves, session.match.canUndo], [[], true]);
  session.match.load(newGame({rows: 3, cols: 3}));
  session.match.step(-1);
  assert.deepEqual([session.match.game.board.name, session.match.game.moves], ['2x2', []]);
  session.match.step(-1);
  assert.equal(session.match.game, played);
  session.match.step(1);
  session.match.step(1);
  assert.equal(session.match.game.board.name, '3x3');
  session.match.step(-1);
  session.match.draw(2);
  assert.equal(session.match.canRedo, false, 'a move ends that');
});

test('after a failure the page asks the server again for the current position', async (t) => {
  const {browser, session} = await start(t);
  const here = session.match.now.position;
  await browser.refuse('GET moves');
  await browser.pass(3999);
  assert.equal(browser.asked.filter((what) => what === `GET moves ${here}`).length, 1);
  await browser.pass(1);
  assert.equal(browser.asked.filter((what) => what === `GET moves ${here}`).length, 2);
  await browser.refuse('GET moves');
  session.match.draw(0);
  await browser.answer('GET moves', movesOf(session.match.now.position, 1));
  await browser.pass(10_000);
  assert.equal(browser.asked.filter((what) => what === `GET moves ${here}`).length, 2);
});

test('the record lists the loss of each move', async (t) => {
  const {browser, session, answer} = await start(t);
  await answer(3);
  session.match.draw(4);
  await answer(3);
  session.match.draw(3);
  await browser.settle();
  session.match.draw(5);
  assert.deepEqual(session.analysis.record(session.match.game).map(({ply, edge, lost}) => [ply, edge, lost]), [[1, 4, 2], [2, 3, 0], [3, 5, null]]);
});

test('drawing another edge after undo discards the players of the undone moves', async (t) => {
  const {session} = await drawn(t, 3);
  session.match.goTo(1);
  session.match.draw(7);
  assert.deepEqual(session.match.game.moves, [0, 7]);
  assert.deepEqual([...session.match.by.keys()], [1, 2]);
});
