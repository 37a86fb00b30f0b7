// The rules and the history of games.

import assert from 'node:assert/strict';
import test from 'node:test';

import {Knowledge} from '../../web/knowledge.js';
import {fits, makeBoard, neighbour, sideOf} from '../../web/geometry.js';
import {finalScore, fromEmpty, goTo, newGame, play, record, UNKNOWN, view} from '../../web/game.js';

function playAll(game, names) {
  return names.reduce((at, name) => play(at, game.board.byName.get(name).index), game);
}

test('edges have the order of positions: horizontal ones by rows, then vertical ones', () => {
  const board = makeBoard(2, 3);
  assert.equal(board.edges.length, 17);
  assert.equal(board.byName.get('h0.0').index, 0);
  assert.equal(board.byName.get('h2.2').index, 8);
  assert.equal(board.byName.get('v0.0').index, 9);
  assert.equal(board.byName.get('v1.3').index, 16);
  assert.deepEqual(board.boxes[4].edges.map((edge) => board.edges[edge].name), ['h1.1', 'h2.1', 'v1.1', 'v1.2']);
  assert.deepEqual(board.byName.get('h1.1').boxes, [1, 4]);
  assert.deepEqual(board.byName.get('v0.0').boxes, [0]);
});

test('boards have up to 20 rows and columns, or 64 edges', () => {
  assert.ok(fits(5, 5) && fits(1, 21) && fits(4, 6) && fits(7, 7) && fits(20, 20));
  for (const [rows, cols] of [[5, 21], [1, 22], [21, 21], [0, 3], [2.5, 2], [NaN, 2]]) assert.ok(!fits(rows, cols));
});

test('a player who completes a box moves again; otherwise the turn passes', () => {
  let game = playAll(newGame({rows: 1, cols: 2}), ['h0.0', 'h1.0', 'v0.0']);
  assert.equal(view(game).turn, 2);
  game = playAll(game, ['v0.1']);
  assert.deepEqual(view(game).last, {edge: game.board.byName.get('v0.1').index, player: 2, boxes: [0]});
  assert.equal(view(game).turn, 2);
  assert.deepEqual(view(game).score, [0, 1]);
  assert.deepEqual(view(game).owners, [2, 0]);
  game = playAll(game, ['h0.1']);
  assert.equal(view(game).turn, 1);
});

test('one edge can complete two boxes', () => {
  const game = playAll(newGame({rows: 1, cols: 2}), ['h0.0', 'h1.0', 'v0.0', 'h0.1', 'h1.1', 'v0.2', 'v0.1']);
  const end = view(game);
  assert.deepEqual(end.last.boxes, [0, 1]);
  assert.deepEqual(end.score, [2, 0]);
  assert.ok(end.over);
  assert.equal(end.left, 0);
});

test('a position is written edge by edge', () => {
  const game = playAll(newGame({rows: 1, cols: 1}), ['h1.0', 'v0.0']);
  assert.equal(view(game).position, '1x1:0110');
  assert.equal(view(game).layer, 2);
});

test('undo, redo, and a new move that discards the undone moves', () => {
  const game = playAll(newGame({rows: 2, cols: 2}), ['h0.0', 'v0.0', 'h1.1']);
  assert.equal(view(goTo(game, 2)).layer, 2);
  assert.equal(goTo(game, 2).moves.length, 3);
  assert.deepEqual(goTo(goTo(game, 2), 3), game);
  assert.deepEqual(goTo(game, -1), goTo(game, 0));
  assert.deepEqual(goTo(game, 4), game);
  const other = playAll(goTo(game, 1), ['v1.1']);
  assert.deepEqual(other.moves.map((edge) => game.board.edges[edge].name), ['h0.0', 'v1.1']);
});

test('invalid moves are refused', () => {
  const game = playAll(newGame({rows: 1, cols: 1}), ['h0.0']);
  assert.throws(() => play(game, 0), /drawn already/);
  assert.throws(() => play(game, 4), /no edge/);
  assert.throws(() => newGame({rows: 1, cols: 1, start: '010'}), /needs 4 edges/);
});

test('edges and boxes of the start belong to neither player', () => {
  const game = newGame({rows: 1, cols: 2, start: '1010110', turn: 2});
  assert.deepEqual(view(game).owners, [UNKNOWN, 0]);
  assert.equal(view(game).turn, 2);
  assert.equal(view(game).scoreKnown, false);
  assert.equal(view(game).left, 1);
  assert.equal(fromEmpty(game), false);
  const told = newGame({rows: 1, cols: 2, start: '1010110', owners: [1, 0]});
  assert.deepEqual(view(told).owners, [1, 0]);
  assert.deepEqual(view(told).score, [1, 0]);
});

test('only a game that player 1 begins on the empty board counts as from the empty board', () => {
  assert.equal(fromEmpty(newGame({rows: 1, cols: 2})), true);
  assert.equal(fromEmpty(newGame({rows: 1, cols: 2, turn: 2})), false);
  assert.equal(fromEmpty(newGame({rows: 1, cols: 2, start: '1000000'})), false);
});

test('the record lists the captures of each move', () => {
  const game = playAll(newGame({rows: 1, cols: 1}), ['h0.0', 'h1.0', 'v0.0', 'v0.1']);
  assert.deepEqual(record(game).map(({player, boxes}) => [player, boxes.length]), [[1, 0], [2, 0], [1, 0], [2, 1]]);
});

test('the final score follows from the margin of the player to move', () => {
  const game = playAll(newGame({rows: 1, cols: 2}), ['h0.0', 'h1.0', 'v0.0', 'v0.1']);
  assert.deepEqual(finalScore(view(game), -1), [1, 1]);
  assert.deepEqual(finalScore(view(game), 1), [0, 2]);
});

test('arrow keys reach every edge', () => {
  for (const [rows, cols] of [[1, 1], [2, 3], [3, 2], [1, 21]]) {
    const board = makeBoard(rows, cols);
    const seen = new Set([board.edges[0]]);
    for (const edge of seen) {
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) seen.add(neighbour(board, edge, key));
    }
    assert.equal(seen.size, board.edges.length);
  }
});

test('every edge has a unique name in words', () => {
  const board = makeBoard(3, 4);
  assert.equal(new Set(board.edges.map((edge) => sideOf(board, edge))).size, board.edges.length);
  assert.equal(sideOf(board, board.byName.get('h0.1')), 'top edge of box row 1 column 2');
  assert.equal(sideOf(board, board.byName.get('v2.4')), 'right edge of box row 3 column 4');
});

test('the work of the list of moves is in proportion to its length', () => {
  const reads = (count) => {
    let read = 0;
    const game = newGame({rows: 10, cols: 10});
    const board = new Proxy(game.board, {get: (from, name) => (++read, from[name])});
    const knowledge = new Knowledge(() => {});
    const moves = game.board.edges.slice(0, count).map(({index}) => index);
    assert.equal(knowledge.record({...game, board, moves, ply: count}).length, count);
    return read;
  };
  assert.ok(reads(200) < 2.5 * reads(100), `${reads(200)} and ${reads(100)} reads of the board`);
});
