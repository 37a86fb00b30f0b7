// The editor's changes of a position.

import assert from 'node:assert/strict';
import test from 'node:test';

import {flattened, toggled, withScore} from '../../web/editor.js';
import {newGame, play, view} from '../../web/game.js';

const named = (game, ...names) => names.reduce((at, name) => toggled(at, game.board.byName.get(name).index), game);
const drawn = (game) => game.board.edges.filter(({index}) => game.start[index] === '1').map(({name}) => name);

test('an edge is drawn, and erased again', () => {
  const empty = newGame({rows: 2, cols: 3});
  assert.deepEqual(drawn(named(empty, 'h0.1', 'v1.3')), ['h0.1', 'v1.3']);
  assert.deepEqual(named(empty, 'h0.1', 'h0.1'), empty);
});

test('a game becomes a position with its turn, score and owners', () => {
  let game = newGame({rows: 1, cols: 2});
  for (const name of ['h0.0', 'h1.0', 'v0.0', 'v0.1', 'h0.1']) game = play(game, game.board.byName.get(name).index);
  const flat = flattened(game);
  assert.deepEqual([flat.moves, flat.turn, flat.score, flat.owners], [[], 1, [0, 1], [2, 0]]);
  assert.equal(view(flat).position, view(game).position);
});

test('the score becomes unknown if other boxes are complete, and an impossible one is not taken', () => {
  const one = withScore(named(newGame({rows: 1, cols: 2}), 'h0.0', 'h1.0', 'v0.0', 'v0.1'), [1, 0]);
  assert.deepEqual(view(one).score, [1, 0]);
  assert.deepEqual(named(one, 'h0.1').score, [1, 0]);
  assert.equal(named(one, 'v0.0').score, null);
  assert.equal(named(one, 'h0.1', 'h1.1').score !== null, true);
  assert.equal(named(one, 'h0.1', 'h1.1', 'v0.2').score, null, 'who took the other box is not known');
  assert.equal(withScore(one, [1, 1]).score, null);
});
