// Figures, colours, the choice of the perfect player, and tints.

import assert from 'node:assert/strict';
import test from 'node:test';

import {pick} from '../../web/knowledge.js';
import {figure, shade, share} from '../../web/words.js';
import {tintsOf} from '../../web/explain.js';

test('figures have their sign', () => {
  assert.deepEqual([3, 0, -12].map(figure), ['+3', '0', '\u221212']);
});

test('a value has the colour of the player who wins the boxes left', () => {
  assert.deepEqual([-9, -1, 0, 1, 25].map((value) => shade(value, 1)), ['two', 'two', 'zero', 'one', 'one']);
  assert.deepEqual([-9, -1, 0, 1, 25].map((value) => shade(value, 2)), ['one', 'one', 'zero', 'two', 'two']);
});

test('a value in words', () => {
  assert.equal(share(4, 8), '6 of the 8 boxes left');
  assert.equal(share(0, 4), '2 of the 4 boxes left');
  assert.equal(share(-3, 3), 'none of the 3 boxes left');
  assert.equal(share(5, 5), 'all 5 boxes left');
});

test('the perfect player loses at most its handicap', () => {
  const answer = {value: 3, moves: [{index: 0, value: -1}, {index: 1, value: 3}, {index: 2, value: 1}, {index: 3, value: 3}]};
  const chances = [0, 0.2, 0.4, 0.6, 0.8, 0.999];
  const among = (k) => [...new Set(chances.map((chance) => pick(answer, k, () => chance)))];
  assert.deepEqual(among(0), [1, 3]);
  assert.deepEqual(among(1), [1, 3]);
  assert.deepEqual(among(2), [1, 2, 3]);
  assert.deepEqual(among(4), [0, 1, 2, 3]);
  assert.deepEqual([0, 0.49, 0.5, 0.999].map((chance) => pick(answer, 0, () => chance)), [1, 1, 3, 3]);
});

test('boxes are tinted by component, with another tint for offered ones', () => {
  const tints = tintsOf({components: [{mark: 'A', kind: 'chain', boxes: [0, 1]}, {mark: 'B', kind: 'other', boxes: [2]}], on_offer: [{boxes: [3]}]});
  assert.deepEqual([...tints.entries()], [[0, {mark: 'A', tint: 0}], [1, {mark: 'A', tint: 0}], [2, {mark: 'B', tint: 'other'}], [3, {mark: '*', tint: 'offer'}]]);
});
