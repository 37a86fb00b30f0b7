// The layers of a table, with a first request that may fail.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Histogram} from '../../web/histogram.js';

// The parts of an element that the module uses.
function element() {
  return {dataset: {}, setAttribute() {}, append() {}, appendChild: (child) => child, replaceChildren() {}};
}

test('a table whose request failed is requested again', async (t) => {
  const {document, fetch} = globalThis;
  t.after(() => Object.assign(globalThis, {document, fetch}));
  globalThis.document = {createElement: element, createElementNS: element};
  const layers = [{layer: 0, stored: 1, values: {1: 1}}];
  const answers = [{ok: false, status: 503, json: async () => ({})}, {ok: true, status: 200, json: async () => ({layers})}];
  globalThis.fetch = async () => answers.shift();
  const histogram = new Histogram(element(), element(), element(), () => {});
  const seen = [];
  for (let i = 0; i < 3; ++i) {
    seen.push(histogram.paint({table: '1x1'}, 0, 1));
    await new Promise(setImmediate);
  }
  assert.deepEqual(seen, [false, false, true]);
  assert.equal(answers.length, 0);
});
