// A map of bounded size.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Recent} from '../../web/recent.js';

const kept = (recent, keys) => keys.map((key) => recent.get(key) ?? null);

test('beyond its size it forgets the entry that was used longest ago', () => {
  const recent = new Recent(3);
  for (const key of ['a', 'b', 'c']) recent.set(key, key.toUpperCase());
  recent.get('a');
  recent.set('b', 'BB');
  recent.set('d', 'D');
  assert.equal(recent.size, 3);
  assert.deepEqual(kept(recent, ['a', 'b', 'c', 'd']), ['A', 'BB', null, 'D']);
});

test('an entry can be deleted', () => {
  const recent = new Recent(2);
  recent.set('a', 1);
  recent.delete('a');
  recent.delete('b');
  assert.deepEqual([recent.size, recent.get('a')], [0, undefined]);
});
