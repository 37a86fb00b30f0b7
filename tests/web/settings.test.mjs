// The settings of the page are kept by the browser.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Session} from '../../web/session.js';

function storage(t, items = {}) {
  const real = globalThis.localStorage;
  t.after(() => { globalThis.localStorage = real; });
  globalThis.localStorage = {getItem: (key) => items[key] ?? null, setItem: (key, value) => { items[key] = value; }};
  return items;
}

// A session that shows no game yet, and so asks for nothing.
function session() {
  const one = new Session(() => {});
  one.ready = false;
  return one;
}

const chosen = ({settings: {values, tints, solveOn}}) => ({values, tints, solveOn});

test('a changed setting is kept for the next visit, and is notified', (t) => {
  storage(t);
  const one = session();
  assert.deepEqual(chosen(one), {values: true, tints: true, solveOn: true});
  const told = t.mock.method(one, 'tell');
  one.set({tints: false});
  assert.deepEqual([one.settings.tints, told.mock.callCount()], [false, 1]);
  assert.deepEqual(chosen(session()), {values: true, tints: false, solveOn: true});
});

test('without storage, or with damaged contents, the usual settings apply', (t) => {
  const items = storage(t);
  session().set({values: false});
  for (const key of Object.keys(items)) items[key] = '{"values": fal';
  assert.equal(session().settings.values, true);
  globalThis.localStorage = undefined;
  const one = session();
  one.set({values: false});
  assert.equal(one.settings.values, false);
});

test('the settings of two tabs do not overwrite each other', (t) => {
  storage(t);
  const [one, other] = [session(), session()];
  one.set({names: true});
  other.set({values: false});
  const third = session();
  assert.deepEqual([third.settings.names, third.settings.values], [true, false]);
});
