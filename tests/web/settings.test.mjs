// The settings of the page are kept by the browser.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Settings} from '../../web/settings.js';

function storage(t, items = {}) {
  const real = globalThis.localStorage;
  t.after(() => { globalThis.localStorage = real; });
  globalThis.localStorage = {getItem: (key) => items[key] ?? null, setItem: (key, value) => { items[key] = value; }};
  return items;
}

const chosen = ({values, tints, solveOn}) => ({values, tints, solveOn});

test('a changed setting is kept for the next visit, and is notified', (t) => {
  storage(t);
  let changes = 0;
  const settings = new Settings(() => ++changes);
  assert.deepEqual(chosen(settings), {values: true, tints: true, solveOn: true});
  settings.set('tints', false);
  assert.deepEqual([settings.tints, changes], [false, 1]);
  assert.deepEqual(chosen(new Settings(() => {})), {values: true, tints: false, solveOn: true});
});

test('without storage, or with damaged contents, the usual settings apply', (t) => {
  const items = storage(t);
  new Settings(() => {}).set('values', false);
  for (const key of Object.keys(items)) items[key] = '{"values": fal';
  assert.equal(new Settings(() => {}).values, true);
  globalThis.localStorage = undefined;
  const settings = new Settings(() => {});
  settings.set('values', false);
  assert.equal(settings.values, false);
});

test('the settings of two tabs do not overwrite each other', (t) => {
  storage(t);
  const one = new Settings(() => {});
  const other = new Settings(() => {});
  one.set('names', true);
  other.set('values', false);
  const third = new Settings(() => {});
  assert.deepEqual([third.names, third.values], [true, false]);
});
