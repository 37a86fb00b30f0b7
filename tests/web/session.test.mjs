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
  session.match.load(newGame({rows: 2, cols: 2}));
  await browser.settle();
  const answer = async (best) => {
    await browser.settle();
    await browser.answer('GET moves', movesOf(session.match.now.position, best));
  };
  return {browser, session, answer, noTable: () => browser.answer('GET moves', NO_TABLE, 404)};
}

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

test('the user cannot draw for the perfect player', async (t) => {
  const {browser, session, answer} = await start(t);
  session.match.setPlayer(1, 'perfect');
  session.match.draw(5);
  assert.equal(session.match.game.ply, 0);
  assert.match(session.match.event, /perfect player/);
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

test('without a table the perfect player requests a move, and pauses if it gets none', async (t) => {
  const {browser, session, noTable} = await start(t);
  session.match.watch();
  await noTable();
  await browser.pass(PAUSE);
  await browser.answer('GET choose', {edge: 'h0.1', index: 1, by: 'theory'});
  assert.deepEqual([session.match.game.moves, session.match.by.get(1)], [[1], 'theory']);
  await noTable();
  await browser.pass(PAUSE);
  await browser.refuse('GET choose');
  assert.equal(session.match.paused, true);
  assert.match(session.trouble.text, /could not move/);
  session.match.goTo(0);
  assert.equal(session.trouble, null);
});

test('a pause before the request of the perfect player cancels the request', async (t) => {
  const {browser, session, noTable} = await start(t);
  session.match.watch();
  await noTable();
  session.match.pause(true);
  await browser.pass(10 * PAUSE);
  assert.equal(browser.asked.length, 1);
});

test('a move that arrives after the pause is not drawn', async (t) => {
  const {browser, session, noTable} = await start(t);
  session.match.watch();
  await noTable();
  await browser.pass(PAUSE);
  session.match.pause(true);
  await browser.answer('GET choose', {edge: 'h0.1', index: 1, by: 'theory'});
  assert.equal(session.match.game.ply, 0);
});

// A session in which the first position was solved quickly and the next one is being solved.
async function solvingOn(t) {
  const at = await start(t);
  await at.noTable();
  at.session.solve();
  await at.browser.answer('POST solve', {id: 1, state: 'done', seconds: 1, answer: movesOf(at.session.match.now.position, 0)});
  at.session.match.draw(0);
  await at.noTable();
  await at.browser.answer('POST solve', {id: 2, state: 'running'}, 202);
  return at;
}

const drops = (browser) => browser.asked.filter((what) => what.startsWith('DELETE'));

test('after a fast solution the next position is solved automatically, and a move cancels that', async (t) => {
  const {browser, session} = await solvingOn(t);
  assert.equal(session.analysis.solver.of(session.match.now.position).byItself, true);
  assert.deepEqual(drops(browser), []);
  session.match.draw(1);
  assert.deepEqual(drops(browser), ['DELETE solve/2']);
});

test('undo also cancels an automatic job', async (t) => {
  const {browser, session} = await solvingOn(t);
  session.match.goTo(0);
  assert.deepEqual(drops(browser), ['DELETE solve/2']);
});

test('a job that the user started continues after a move', async (t) => {
  const {browser, session, noTable} = await start(t);
  await noTable();
  session.solve();
  await browser.answer('POST solve', {id: 1, state: 'running'}, 202);
  session.match.draw(0);
  await noTable();
  assert.deepEqual([drops(browser), session.analysis.solver.working()], [[], true]);
});

test('no position is solved automatically after cancelling, after a slow solution, or against the setting', async (t) => {
  const posts = (browser) => browser.asked.filter((what) => what.startsWith('POST')).length;
  const {browser, session} = await solvingOn(t);
  session.analysis.decline();
  session.tell();
  await browser.settle();
  assert.equal(posts(browser), 2);
  for (const [seconds, solveOn, expected] of [[4.9, true, 2], [5, true, 1], [1, false, 1]]) {
    const other = await start(t);
    other.session.settings.set('solveOn', solveOn);
    await other.noTable();
    other.session.solve();
    await other.browser.answer('POST solve', {id: 1, state: 'done', seconds, answer: movesOf(other.session.match.now.position, 0)});
    other.session.match.draw(0);
    await other.noTable();
    assert.equal(posts(other.browser), expected, `${seconds} s`);
  }
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
