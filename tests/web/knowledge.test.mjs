// The knowledge about positions: told by one stream at a time, kept, and asked for again when more may be known.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Knowledge} from '../../web/knowledge.js';
import {begun, Browser, known, movesOf, tooLarge} from './browser.mjs';

const HERE = '2x2:000000000000';
const THERE = '2x2:100000000000';
const HOW = {time: 5, seed: 7};

function start(t) {
  const browser = new Browser(t);
  let changes = 0;
  const knowledge = new Knowledge(() => { ++changes; });
  return {browser, knowledge, changes: () => changes};
}

const asks = (browser) => browser.asked.filter((what) => what.startsWith('GET analyse'));

test('a position is asked about once, and each event is known when it comes', async (t) => {
  const {browser, knowledge, changes} = start(t);
  assert.deepEqual([knowledge.of(HERE).state, knowledge.answer(HERE)], ['unasked', null]);
  knowledge.ask(HERE, HOW);
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse');
  const {searchParams} = browser.addresses[0];
  assert.deepEqual([searchParams.get('position'), searchParams.get('time'), searchParams.get('seed')], [HERE, '5', '7']);
  for (const [name, data] of [...begun(HERE), ...known(HERE, 3)]) {
    const before = changes();
    await stream.send(name, data);
    assert.ok(changes() > before, name);
    if (name !== 'done') assert.deepEqual(knowledge.of(HERE)[name], data);
    assert.equal(knowledge.of(HERE).state, name === 'done' ? 'done' : 'asking');
  }
  await stream.end();
  knowledge.ask(HERE, {...HOW, time: 300});
  assert.deepEqual(asks(browser), [`GET analyse ${HERE}`]);
  assert.deepEqual(knowledge.answer(HERE), movesOf(HERE, 3));
});

test('events may come in any pieces, with comments between them', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse');
  const text = known(HERE, 3).map(([name, data], id) => `event: ${name}\nid: ${id}\ndata: ${JSON.stringify({...data, reason: '\u2212'})}\n\n`).join(': still at it\n\n');
  for (let at = 0; at < text.length; at += 7) await stream.text(text.slice(at, at + 7));
  assert.deepEqual([knowledge.of(HERE).state, knowledge.answer(HERE).reason], ['done', '\u2212']);
});

test('another position ends the stream; what was told stays, and the rest is asked for later', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse', ...begun(HERE));
  knowledge.ask(THERE, HOW);
  await browser.settle();
  assert.equal(stream.dropped, true);
  assert.deepEqual([knowledge.of(HERE).state, knowledge.of(HERE).guess.index, knowledge.of(THERE).state], ['unasked', 1, 'asking']);
  knowledge.ask(HERE, HOW);
  assert.deepEqual(asks(browser), [HERE, THERE, HERE].map((position) => `GET analyse ${position}`));
});

test('an answer for another position is never shown', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE, HOW);
  await browser.stream('GET analyse', ['moves', movesOf(THERE, 3)]);
  assert.deepEqual([knowledge.of(HERE).state, knowledge.answer(HERE), knowledge.answer(THERE)], ['failed', null, null]);
});

test('an unsolved position is asked about again with more time, or after another one was solved', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE, HOW);
  await (await browser.stream('GET analyse', ...begun(HERE), ...tooLarge(HERE, 3))).end();
  assert.deepEqual([knowledge.of(HERE).state, knowledge.of(HERE).unsolved.missing_edges], ['done', 3]);
  knowledge.ask(HERE, HOW);
  knowledge.ask(HERE, {...HOW, time: 1});
  assert.equal(asks(browser).length, 1);
  knowledge.ask(HERE, {...HOW, time: 300});
  assert.deepEqual([asks(browser).length, knowledge.of(HERE).unsolved], [2, null]);
  await (await browser.stream('GET analyse', ...begun(HERE), ...tooLarge(HERE, 3))).end();
  knowledge.ask(THERE, HOW);
  await (await browser.stream('GET analyse', ...begun(THERE), ...known(THERE, 3))).end();
  assert.equal(knowledge.of(HERE).state, 'unasked');
});

test('a person can end the work on a position, and ask again', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse', ...begun(HERE));
  knowledge.decline(HERE);
  assert.equal(stream.dropped, true);
  assert.match(knowledge.of(HERE).unsolved.detail, /cancelled/);
  knowledge.ask(HERE, {...HOW, time: 300});
  assert.equal(asks(browser).length, 1);
  knowledge.ask(HERE, {...HOW, time: 300, again: true});
  assert.equal(asks(browser).length, 2);
});

test('a stream that fails is not repeated until failures are forgotten', async (t) => {
  const {browser, knowledge} = start(t);
  const kinds = [];
  const failures = [
    () => browser.refuse('GET analyse'),
    () => browser.answer('GET analyse', {type: 'urn:pipopipette:problem:too-many-streams', title: 'Too many', detail: 'later'}, 429),
    async () => (await browser.stream('GET analyse', ...begun(HERE))).fail(),
    async () => (await browser.stream('GET analyse', ...begun(HERE))).end(),
    () => browser.stream('GET analyse', ['problem', {type: 'urn:pipopipette:problem:ending', title: 'Ending', detail: 'again'}]),
  ];
  for (const fail of failures) {
    knowledge.ask(HERE, HOW);
    await fail();
    assert.equal(knowledge.of(HERE).state, 'failed');
    kinds.push(knowledge.of(HERE).problem.kind);
    const {length} = asks(browser);
    knowledge.ask(HERE, HOW);
    assert.equal(asks(browser).length, length);
    knowledge.forgetFailures();
  }
  assert.deepEqual(kinds, ['gone', 'too-many-streams', 'gone', 'broken', 'ending']);
});

test('an answer that was asked for elsewhere is known, and the stream adds to it', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.learn(movesOf(THERE, 3));
  assert.deepEqual(knowledge.answer(THERE), movesOf(THERE, 3));
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse', ...begun(HERE));
  knowledge.learn(movesOf(HERE, 5));
  for (const [name, data] of known(HERE, 5)) await stream.send(name, data);
  await stream.end();
  assert.deepEqual([knowledge.of(HERE).state, knowledge.answer(HERE), knowledge.of(HERE).explanation.exact], ['done', movesOf(HERE, 5), {}]);
});

test('another game forgets guesses, and keeps values', async (t) => {
  const {browser, knowledge} = start(t);
  knowledge.ask(THERE, HOW);
  await (await browser.stream('GET analyse', ...known(THERE, 3))).end();
  knowledge.ask(HERE, HOW);
  const stream = await browser.stream('GET analyse', ...begun(HERE));
  knowledge.forgetGuesses();
  assert.deepEqual([stream.dropped, knowledge.of(HERE).guess, knowledge.answer(THERE)?.position], [true, undefined, THERE]);
});
