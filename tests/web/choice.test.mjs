// The first table that the page shows.

import assert from 'node:assert/strict';
import test from 'node:test';

import {firstTable, listed} from '../../web/choice.js';
import {gameAt, view} from '../../web/game.js';

function table(board, start = 'american') {
  const [rows, cols] = board.split('x').map(Number);
  return {table: `${board}-${start}`, board, start, edges: 2 * rows * cols + rows + cols};
}

const first = (...tables) => firstTable(tables)?.table ?? null;

test('the list of boards begins with those that people play, and ends with strips', () => {
  const names = ['10x2', '1x10', '1x2', '2x10', '2x2', '3x3', '4x4', '4x5', '5x5'];
  assert.deepEqual(listed(names.map((name) => ({...table(name), table: name}))).map(({board}) => board),
                   ['5x5', '4x4', '3x3', '4x5', '2x2', '2x10', '10x2', '1x2', '1x10']);
});

test('the page begins with the largest board that is not a strip', () => {
  assert.equal(first(table('2x2'), table('3x3'), table('1x9')), '3x3-american');
  // A board twice as long as wide is not a strip.
  assert.equal(first(table('1x2'), table('2x4'), table('1x9'), table('2x5')), '2x4-american');
  assert.equal(first(table('4x2'), table('9x1')), '4x2-american');
});

test('the page begins with a table from the empty board if there is one', () => {
  assert.equal(first(table('2x2'), table('3x4', 'swedish')), '2x2-american');
  assert.equal(first(table('2x3', 'swedish'), table('3x4', 'swedish')), '3x4-swedish');
});

test('the page begins with the largest strip if there is no other table', () => {
  assert.equal(first(table('1x5'), table('1x9')), '1x9-american');
  assert.equal(first(), null);
  assert.equal(first(table('21x21')), null, 'boards of more than 20 rows are not shown');
});

test('the game of a table begins at its start, whose edges belong to neither player', () => {
  const at = view(gameAt('1x2:1010110'));
  assert.deepEqual([at.position, at.turn, at.owners], ['1x2:1010110', 1, [-1, 0]]);
});
