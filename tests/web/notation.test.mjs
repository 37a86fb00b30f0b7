// Pasting games: the page loads the game that was pasted last.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Notation} from '../../web/notation.js';

// The elements that the module uses, by id.
function page(t) {
  const real = globalThis.document;
  t.after(() => { globalThis.document = real; });
  const elements = new Map();
  globalThis.document = {getElementById(id) {
    if (!elements.has(id)) elements.set(id, {value: '', textContent: '', dataset: {}, addEventListener(type, action) { this[type] = action; }});
    return elements.get(id);
  }};
  return document.getElementById;
}

// The test decides when answers arrive.
function heldFetch(t) {
  const real = globalThis.fetch;
  t.after(() => { globalThis.fetch = real; });
  const asked = new Map();
  globalThis.fetch = (_, {body}) => new Promise((resolve) => asked.set(body, resolve));
  return async (body, answer) => {
    asked.get(body)({ok: true, status: 200, json: async () => answer});
    await new Promise(setImmediate);
  };
}

const read = (position) => ({notation: 'dbn', position, in_order: false});

test('an answer that arrives after that to a later question is ignored', async (t) => {
  const answer = heldFetch(t);
  const part = page(t);
  const loaded = [];
  new Notation({notations: [], match: {note() {}}}, (game) => loaded.push(game.start));
  for (const text of ['1x1:0001', '1x1:0010']) {
    part('notation-text').value = text;
    part('paste').click();
  }
  await answer('1x1:0010', read('1x1:0010'));
  await answer('1x1:0001', read('1x1:0001'));
  assert.deepEqual(loaded, ['0010']);
  assert.equal(part('notation-said').textContent, 'Read as dbn, a position.');
});
