// The page's text about solving and about errors.

import assert from 'node:assert/strict';
import test from 'node:test';

import {paintTask} from '../../web/task.js';

const HERE = '2x2:000000000000';

// Renders into plain objects instead of elements; returns them by id.
function painted(t, {known = {state: 'done'}, unsolved = 'beyond-limits', missing = null, detail = 'too large', time = 5, progress = undefined,
                     trouble = null, over = false, jobs = true, guess = undefined, bounds = undefined, values = true} = {}) {
  const before = globalThis.document;
  t.after(() => { globalThis.document = before; });
  const parts = new Map();
  globalThis.document = {getElementById(id) {
    if (!parts.has(id)) parts.set(id, {id, textContent: '', dataset: {}, removeAttribute(name) { delete this[name]; }});
    return parts.get(id);
  }};
  const told = {time, guess, bounds: bounds && {value_bounds: bounds}, ...known};
  if (progress) Object.assign(told, {state: 'asking', progress});
  else if (told.state === 'done' && !told.moves) told.unsolved = {reason: unsolved, detail, missing_edges: missing};
  paintTask({match: {now: {position: HERE, over, ply: 4, left: 25}}, trouble, seconds: 300, jobs, settings: {values}, review: {working: false},
             knowledge: {of: () => told}});
  return (id) => parts.get(id);
}

const running = (plan, progress = null) => ({state: 'running', plan, progress});

test('the estimated time of solving, in words', (t) => {
  const words = (seconds) => /\((.*)\)/.exec(painted(t, {progress: running({seconds})})('solve-text').textContent)[1];
  assert.deepEqual([0, 1.4, 1.5, 59.6, 70, 99, 100, 150, 3600].map(words),
                   ['about a second', 'about a second', 'about 2 seconds', 'about 60 seconds', 'about 70 seconds', 'about 99 seconds',
                    'about 2 minutes', 'about 3 minutes', 'about 60 minutes']);
});

test('solving whose time is not known has none', (t) => {
  const words = (plan) => painted(t, {progress: running(plan)})('solve-text').textContent;
  assert.equal(words({values: 2.5e9, seconds: null}), 'Solving\u2026');
  assert.equal(words(null), 'Solving\u2026');
});

test('the progress bar shows at most 100%', (t) => {
  const at = painted(t, {progress: running({}, {done: 12, total: 10, layer: 0})});
  assert.deepEqual([at('solve-progress').max, at('solve-progress').value], [10, 10]);
  assert.equal(at('solve-text').textContent, 'Solving\u2026', 'only the bar changes with each step, so that nothing is read again');
  assert.equal(at('announced').textContent, 'Solving\u2026');
  assert.deepEqual([at('solve-progress').hidden, at('solve-cancel').hidden, at('solve').hidden, at('task').hidden], [false, false, true, false]);
  const waiting = painted(t, {progress: {...running({}), state: 'queued'}});
  assert.equal(waiting('solve-text').textContent, 'Waiting for its turn\u2026');
  assert.equal(waiting('solve-progress').value, undefined);
});

test('solving is offered exactly for positions whose values are not found', (t) => {
  const offered = (what) => !painted(t, what)('solve').hidden;
  assert.equal(offered({missing: 0}), true);
  assert.equal(offered({missing: 0, over: true}), false);
  for (const known of [{state: 'unasked'}, {state: 'asking'}, {state: 'done', moves: {}}, {state: 'failed'}]) assert.equal(offered({known, missing: 0}), false, known.state);
  for (const unsolved of ['busy', 'too-many-jobs']) {
    const busy = painted(t, {unsolved, detail: '8 jobs are running'});
    assert.deepEqual([busy('solve-text').textContent, busy('solve-text').dataset.problem, busy('solve').hidden], ['Not solved: 8 jobs are running.', 'true', false]);
  }
});

test('the button says how long solving may take', (t) => {
  for (const missing of [0]) assert.equal(painted(t, {missing})('solve').textContent, 'Solve (at most 5 minutes)');
});

test('there is no button where the request would be refused, but a reason', (t) => {
  const instead = (what) => {
    const at = painted(t, what);
    assert.deepEqual([at('solve').hidden, at('task').hidden], [true, false]);
    return at('solve-text').textContent;
  };
  assert.equal(instead({missing: 11}), 'This computer can solve the game when about 11 more edges are drawn: exact values from about move 16.');
  assert.equal(instead({missing: 1}), 'This computer can solve the game when about 1 more edge is drawn: exact values from about move 6.');
  assert.equal(instead({detail: '840 strings and loops are left'}), 'This board is too large to solve so early. Draw more lines.');
  assert.match(instead({jobs: false}), /^No table covers this position, and this server solves none/);
});

test('without values the page says what is known', (t) => {
  const words = (what) => painted(t, what)('solve-text').textContent;
  assert.equal(words({missing: 11, bounds: [-25, 24], guess: {edge: 'h0.0', by: 'rule-of-thumb', reason: 'it offers no box'}}),
               'This computer can solve the game when about 11 more edges are drawn: exact values from about move 16. ' +
               'Certain so far: the value is from \u221225 to +24. A guess: h0.0 (it offers no box).');
  assert.doesNotMatch(words({missing: 11, bounds: [-25, 25]}), /Certain/, 'bounds that exclude nothing');
  assert.equal(words({missing: 0, guess: {edge: 'h0.0', by: 'table', reason: 'exact: 1 of 2 moves keeps +1'}}),
               'The computer would draw h0.0 (exact: 1 of 2 moves keeps +1).');
  assert.match(words({missing: 0, time: 300}), /^Not solved: too large\.$/);
  assert.doesNotMatch(painted(t, {missing: 2, bounds: [-4, 4], values: false})('solve-text').textContent, /value is/);
});

test('errors are shown with their remedy', (t) => {
  const gone = {title: 'The server does not answer', detail: 'Is it running?'};
  const at = painted(t, {known: {state: 'failed', problem: gone}});
  assert.equal(at('trouble-text').textContent, 'The server does not answer: Is it running?');
  assert.deepEqual([at('trouble').hidden, at('trouble-end').textContent], [false, 'Try again']);
  const own = painted(t, {known: {state: 'done', moves: {}}, trouble: {text: 'It pauses.', problem: gone}});
  assert.equal(own('trouble-text').textContent, 'It pauses. The server does not answer: Is it running?');
  assert.equal(own('trouble-end').textContent, 'Dismiss');
});
