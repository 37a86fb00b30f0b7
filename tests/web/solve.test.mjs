// Solving: one job at a time on the server, followed until it ends or is cancelled.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Solver} from '../../web/solve.js';
import {Browser, movesOf} from './browser.mjs';

const HERE = '2x2:000000000000';
const THERE = '2x2:100000000000';

function start(t) {
  const browser = new Browser(t);
  const solved = [];
  const solver = new Solver(() => {}, (position, answer) => solved.push([position, answer]));
  return {browser, solver, solved};
}

const job = (id, state, more = {}) => ({id, state, ...more});
const drops = (browser) => browser.asked.filter((what) => what.startsWith('DELETE'));

test('a job is followed by its events until there is an answer', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  solver.start(HERE);
  assert.deepEqual([solver.working(), solver.working(HERE), solver.working(THERE)], [true, true, false]);
  await browser.answer('POST solve', job(1, 'queued'), 202);
  const [stream] = browser.streams;
  assert.equal(stream.address, '/api/v1/jobs/1/events');
  stream.send('progress', job(1, 'running', {plan: {values: 5}, progress: {done: 1, total: 2}}));
  assert.deepEqual([solver.of(HERE).plan, solver.of(HERE).progress], [{values: 5}, {done: 1, total: 2}]);
  stream.send('done', job(1, 'done', {seconds: 3, answer: movesOf(HERE, 3)}));
  assert.deepEqual(solved, [[HERE, movesOf(HERE, 3)]]);
  assert.equal(stream.closed, true);
  assert.equal(solver.working(), false);
  assert.deepEqual(browser.asked, [`POST solve ${HERE}`]);
});

test('a job that is done immediately is not followed', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'done', {seconds: 0, answer: movesOf(HERE, 3)}));
  assert.deepEqual([solved.length, browser.streams.length, solver.working()], [1, 0, false]);
});

test('a failed job gives its reason', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'queued'), 202);
  browser.streams[0].send('failed', job(1, 'failed', {problem: {type: 'urn:pipopipette:problem:beyond-limits', detail: 'it is too large'}}));
  assert.deepEqual([solver.of(HERE).state, solver.of(HERE).problem.message], ['failed', 'it is too large']);
  assert.equal(browser.streams[0].closed, true);
  solver.start(THERE);
  await browser.refuse('POST solve');
  assert.deepEqual([solver.of(THERE).state, solver.of(THERE).problem.kind], ['failed', 'gone']);
});

test('a cancelled job is deleted on the server', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'running'), 202);
  solver.cancel();
  assert.deepEqual([drops(browser), solver.working(), browser.streams[0].closed], [['DELETE jobs/1'], false, true]);
  await browser.answer('DELETE jobs/1', job(1, 'cancelled'));
  solver.cancel();
  assert.deepEqual([drops(browser).length, solved.length], [1, 0]);
});

test('a job whose number arrives after cancelling is deleted then', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  await browser.settle();
  solver.cancel();
  assert.deepEqual(drops(browser), []);
  await browser.answer('POST solve', job(7, 'done', {answer: movesOf(HERE, 3)}));
  assert.deepEqual(drops(browser), ['DELETE jobs/7']);
  assert.deepEqual([solver.job, solved, browser.streams], [null, [], []]);
});

test('a job that was cancelled and requested again is kept', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  await browser.settle();
  solver.cancel();
  solver.start(HERE);
  await browser.answer('POST solve', job(7, 'queued'), 202);
  await browser.answer('POST solve', job(7, 'queued'), 202);
  assert.deepEqual(drops(browser), []);
  browser.streams[0].send('done', job(7, 'done', {answer: movesOf(HERE, 3)}));
  assert.equal(solved.length, 1);
});

test('a position that is being solved is not requested again', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'running'), 202);
  solver.start(HERE);
  await browser.settle();
  assert.deepEqual(browser.asked, [`POST solve ${HERE}`]);
});

test('a request that fails after cancelling does not stop the next job', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.settle();
  solver.cancel();
  solver.start(THERE);
  await browser.answer(`POST solve ${THERE}`, job(2, 'running'), 202);
  await browser.refuse(`POST solve ${HERE}`);
  assert.deepEqual([solver.job.state, browser.streams[0].closed], ['running', false]);
});

test('a job that is cancelled before its request is not requested', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'running'), 202);
  solver.start(THERE);
  solver.cancel();
  await browser.answer('DELETE jobs/1', job(1, 'cancelled'));
  assert.deepEqual(browser.asked, [`POST solve ${HERE}`, 'DELETE jobs/1']);
});

test('the next job cancels the previous one', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'running'), 202);
  solver.start(THERE);
  await browser.answer('DELETE jobs/1', job(1, 'cancelled'));
  assert.deepEqual(browser.asked, [`POST solve ${HERE}`, 'DELETE jobs/1', `POST solve ${THERE}`]);
  await browser.answer('POST solve', job(2, 'running'), 202);
  assert.deepEqual([solver.of(HERE), solver.of(THERE).id], [null, 2]);
});

test('a job without events is polled until it ends', async (t) => {
  const {browser, solver, solved} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'queued'), 202);
  browser.streams[0].onerror();
  assert.equal(browser.streams[0].closed, true);
  await browser.pass(500);
  await browser.answer('GET jobs/1', job(1, 'running', {progress: {done: 1, total: 2}}));
  assert.equal(solver.of(HERE).progress.done, 1);
  await browser.pass(500);
  await browser.answer('GET jobs/1', job(1, 'done', {answer: movesOf(HERE, 3)}));
  assert.equal(solved.length, 1);
  await browser.pass(5000);
  assert.equal(browser.asked.length, 3);
});

test('a job that cannot be polled has failed', async (t) => {
  const {browser, solver} = start(t);
  solver.start(HERE);
  await browser.answer('POST solve', job(1, 'queued'), 202);
  browser.streams[0].onerror();
  await browser.pass(500);
  await browser.refuse('GET jobs/1');
  assert.equal(solver.of(HERE).state, 'failed');
  await browser.pass(5000);
  assert.equal(browser.asked.filter((what) => what === 'GET jobs/1').length, 1);
});
