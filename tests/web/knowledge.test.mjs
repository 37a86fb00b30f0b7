// Answers about positions: each belongs to the position that it names.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Knowledge} from '../../web/knowledge.js';
import {Browser, movesOf, NO_TABLE} from './browser.mjs';

const HERE = '2x2:000000000000';
const THERE = '2x2:100000000000';

function start(t) {
  const browser = new Browser(t);
  let changes = 0;
  const knowledge = new Knowledge(() => ++changes);
  return {browser, knowledge, changes: () => changes};
}

test('an answer is kept and requested once', async (t) => {
  const {browser, knowledge, changes} = start(t);
  assert.equal(knowledge.of(HERE).state, 'unasked');
  knowledge.ask(HERE);
  knowledge.ask(HERE);
  assert.equal(knowledge.of(HERE).state, 'asking');
  const before = changes();
  await browser.answer('GET moves', movesOf(HERE, 3));
  assert.deepEqual(knowledge.answer(HERE), movesOf(HERE, 3));
  assert.equal(changes(), before + 1);
  await knowledge.ask(HERE, {again: true});
  assert.deepEqual(browser.asked, [`GET moves ${HERE}`]);
});

test('an answer for another position is not used', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE);
  await browser.answer('GET moves', movesOf(THERE, 3));
  assert.equal(knowledge.of(HERE).state, 'failed');
  assert.equal(knowledge.of(HERE).problem.kind, 'broken');
  assert.deepEqual([knowledge.answer(HERE), knowledge.answer(THERE)], [null, null]);
});

test('the next question cancels a question, which can be asked again', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE);
  knowledge.ask(THERE);
  await browser.settle();
  assert.deepEqual([knowledge.of(HERE).state, knowledge.of(THERE).state], ['unasked', 'asking']);
  await browser.answer('GET moves', movesOf(THERE, 3));
  assert.equal(knowledge.of(THERE).state, 'known');
  knowledge.ask(HERE);
  await browser.answer('GET moves', movesOf(HERE, 3));
  assert.equal(knowledge.of(HERE).state, 'known');
});

test('solved values are kept when the question is cancelled or refused', async (t) => {
  for (const end of [({browser}) => browser.answer('GET moves', NO_TABLE, 404), ({knowledge}) => knowledge.ask(THERE) && undefined]) {
    const {browser, knowledge} = start(t);
    knowledge.ask(HERE);
    knowledge.learn(HERE, movesOf(HERE, 3));
    await end({browser, knowledge});
    await browser.settle();
    assert.deepEqual(knowledge.answer(HERE), movesOf(HERE, 3));
  }
});

test('only an answer with moves for that position is kept', (t) => {
  const {knowledge} = start(t);
  for (const answer of [null, {}, movesOf(THERE, 3), {position: HERE, value: 1}]) knowledge.learn(HERE, answer);
  assert.equal(knowledge.of(HERE).state, 'unasked');
});

test('the answers of the last 500 positions are kept, and an older one is requested again', async (t) => {
  const {browser, knowledge} = start(t);
  const position = (number) => `3x3:${number.toString(2).padStart(24, '0')}`;
  for (let number = 0; number < 500; ++number) knowledge.learn(position(number), movesOf(position(number), 3));
  assert.ok(knowledge.answer(position(0)));
  knowledge.learn(position(500), movesOf(position(500), 3));
  assert.deepEqual([0, 1, 2, 500].map((number) => knowledge.answer(position(number)) !== null), [true, false, true, true]);
  knowledge.ask(position(1));
  assert.deepEqual(browser.asked, [`GET moves ${position(1)}`]);
});

test('without a table, or without an answer, the question is asked again on demand only', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE);
  await browser.answer('GET moves', NO_TABLE, 404);
  assert.equal(knowledge.of(HERE).state, 'none');
  knowledge.ask(THERE);
  await browser.refuse('GET moves');
  assert.equal(knowledge.of(THERE).state, 'failed');
  assert.equal(knowledge.of(THERE).problem.kind, 'gone');
  knowledge.ask(HERE);
  knowledge.ask(THERE);
  assert.equal(browser.asked.length, 2);
  // The page shows the problem until there is an answer.
  knowledge.ask(THERE, {again: true});
  assert.equal(knowledge.of(THERE).problem.kind, 'gone');
  await browser.answer('GET moves', movesOf(THERE, 3));
  assert.equal(knowledge.of(THERE).problem, undefined);
  knowledge.ask(HERE, {again: true});
  await browser.answer('GET moves', movesOf(HERE, 3));
  assert.equal(knowledge.of(HERE).state, 'known');
});

test('a server that is busy has no values now, which is no failure', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE);
  await browser.answer('GET moves', {type: 'urn:pipopipette:problem:busy', title: 'Busy', status: 503, detail: 'later'}, 503);
  assert.equal(knowledge.of(HERE).state, 'none');
  knowledge.forgetFailures();
  assert.equal(knowledge.of(HERE).state, 'unasked');
});
