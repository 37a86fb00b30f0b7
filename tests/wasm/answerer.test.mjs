// Questions to a worker: one after the other, cancelled, and after the worker has ended.
import assert from 'node:assert/strict';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'node:test';

import {Answerer} from '../../wasm/answerer.js';

// A worker that answers when it is told to. `made` has all workers, and what each was sent.
function workers(refused) {
  const made = [];
  const answerer = new Answerer(() => {
    if (refused) throw new Error(refused);
    const worker = {sent: [], ended: false, postMessage(message) { this.sent.push(message); }, terminate() { this.ended = true; }};
    made.push(worker);
    return worker;
  }, async () => 'what it needs');
  const ask = (path, signal) => {
    const question = {question: {path, params: {}, body: ''}, told: [], tell: (...event) => question.told.push(event),
                      ended: (failure) => { question.end = {failure}; }};
    answerer.ask(question, signal);
    return question;
  };
  return {made, ask, answerer};
}

// Says something in the place of a worker.
const say = (worker, data) => worker.onmessage({data});

test('one question after the other, and nothing but questions', async () => {
  const {made, ask, answerer} = workers();
  const [first, second] = [ask('a'), ask('b')];
  await wait(0);
  assert.deepEqual(made[0].sent, [{start: 'what it needs'}]);
  say(made[0], {started: true});
  assert.deepEqual(made[0].sent.slice(1).map(({path}) => path), ['a']);
  say(made[0], {name: 'answer', text: '1'});
  assert.deepEqual(first.told, [['answer', '1']]);
  say(made[0], {done: true});
  assert.deepEqual([first.end, second.end], [{failure: undefined}, undefined]);
  say(made[0], {done: true});
  assert.deepEqual(made[0].sent.slice(1).map(({path}) => path), ['a', 'b'], 'an idle worker is sent nothing');
  assert.ok(answerer.idle);
  ask('c');
  assert.equal(made.length, 1);
  assert.equal(made[0].sent.at(-1).path, 'c');
});

test('a cancelled question ends the worker unless it ends at once, and the next one begins another', async () => {
  const {made, ask} = workers();
  const [ends, goes] = [new AbortController(), new AbortController()];
  const first = ask('a', ends.signal);
  const second = ask('b', goes.signal);
  const third = ask('c');
  await wait(0);
  say(made[0], {started: true});
  ends.abort();
  say(made[0], {done: true});
  assert.ok(first.end && !made[0].ended);
  goes.abort();
  await wait(500);
  assert.ok(second.end && made[0].ended);
  say(made[0], {name: 'answer', text: 'too late'});
  say(made[0], {done: true});
  assert.deepEqual([second.told, third.told, third.end], [[], [], undefined]);
  say(made[1], {started: true});
  assert.equal(made[1].sent.at(-1).path, 'c');
});

test('a question that is cancelled while it waits, or before it is asked, ends', async () => {
  const {made, ask} = workers();
  const cancel = new AbortController();
  const first = ask('a');
  const waiting = ask('b', cancel.signal);
  cancel.abort();
  assert.deepEqual([first.end, waiting.end], [undefined, {failure: undefined}]);
  assert.ok(ask('c', cancel.signal).end);
  await wait(0);
  say(made[0], {started: true});
  say(made[0], {done: true});
  assert.deepEqual(made[0].sent.slice(1).map(({path}) => path), ['a']);
});

test('a worker that fails ends all questions', async () => {
  const {made, ask} = workers();
  const [first, second] = [ask('a'), ask('b')];
  await wait(0);
  say(made[0], {started: true});
  say(made[0], {failed: 'no memory'});
  assert.deepEqual([first.end, second.end], [{failure: 'no memory'}, {failure: 'no memory'}]);
  ask('c');
  assert.equal(made.length, 2);
});

test('a worker that cannot be made ends the question', async () => {
  const {ask} = workers('workers are not allowed');
  const first = ask('a');
  await wait(0);
  assert.deepEqual(first.end, {failure: 'workers are not allowed'});
});
