// Links contain the game they were made from.

import assert from 'node:assert/strict';
import test from 'node:test';

import {goTo, mainLine, newGame, play, view} from '../../web/game.js';
import {decode, encode} from '../../web/link.js';

function sameGame(one, other) {
  const seen = ({position, owners, score, scoreKnown, turn, last}) => ({position, owners, score, scoreKnown, turn, last});
  assert.deepEqual(seen(view(other)), seen(view(one)));
  assert.equal(other.board.name, one.board.name);
}

test('a game from the empty board is a list of moves', () => {
  let game = newGame({rows: 3, cols: 3});
  assert.equal(encode(game), '#3x3');
  for (const name of ['h0.0', 'v1.1']) game = play(game, game.board.byName.get(name).index);
  assert.equal(encode(game), '#3x3/h0.0,v1.1');
  sameGame(game, decode('#3x3/h0.0,v1.1'));
});

test('a link has the whole game, and the move that the board shows', () => {
  const game = [0, 1, 2].reduce(play, newGame({rows: 2, cols: 2}));
  for (const ply of [0, 1, 2]) {
    const link = `#2x2/h0.0,h0.1,h1.0&at=${ply}`;
    assert.equal(encode(goTo(game, ply)), link);
    assert.deepEqual([decode(link).ply, decode(link).moves], [ply, game.moves]);
    assert.equal(encode(decode(link)), link);
  }
  assert.equal(encode(game), '#2x2/h0.0,h0.1,h1.0');
});

test('a link to a variation has the game, too', () => {
  const link = '#2x2/h0.0,h0.1,h1.0&at=1&try=v1.1,v0.0';
  const game = decode(link);
  assert.deepEqual([game.varied, game.ply, game.moves, mainLine(game).moves], [true, 3, [0, 10, 6], [0, 1, 2]]);
  assert.equal(encode(game), link);
  assert.equal(encode(goTo(game, 2)), '#2x2/h0.0,h0.1,h1.0&at=1&try=v1.1');
  assert.equal(encode(goTo(game, 1)), '#2x2/h0.0,h0.1,h1.0&at=1');
  assert.equal(encode(decode('#2x2:110000000000/h1.0,h1.1&turn=2&at=0')), '#2x2:110000000000/h1.0,h1.1&turn=2&at=0');
});

test('positions, with turn and score if known, and moves from them', () => {
  for (const link of ['#1x2:1010110', '#1x2:1010110&turn=2&score=1-0', '#1x2:1010110/h0.1&score=0-1', '#1x2:1000000/v0.1,h1.0&turn=2', '#1x2:1010110&score=0-1&owners=20']) {
    assert.equal(encode(decode(link)), link);
  }
  const at = view(decode('#1x2:1010110&turn=2&score=1-0'));
  assert.deepEqual([at.turn, at.score, at.scoreKnown], [2, [1, 0], true]);
});

test('links reproduce random games', () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; ++round) {
    const [rows, cols] = [1 + random(5), 1 + random(5)];
    let game = newGame({rows, cols});
    for (let left = random(game.board.edges.length + 1); left > 0; --left) {
      const open = game.board.edges.filter((edge) => view(game).drawnBy[edge.index] === 0);
      game = play(game, open[random(open.length)].index);
    }
    sameGame(game, decode(encode(game)));
    const position = newGame({rows, cols, start: view(game).bits});
    sameGame(position, decode(encode(position)));
  }
});

test('malformed links are refused with the reason', () => {
  const refused = [['#', /not a game/], ['#3x', /not a game/], ['#21x4', /too large/], ['#0x3', /too large/], ['#1x1:012', /not a game/],
                   ['#1x1:010', /needs 4 edges/], ['#3x3/h9.9', /no edge h9.9/], ['#3x3/h0.0,h0.0', /drawn already/],
                   ['#1x1:0000&turn=3', /should be 1 or 2/], ['#1x1/h0.0&at=2', /from 0 to 1/], ['#1x1/h0.0&at=-1', /from 0 to 1/], ['#1x1/h0.0&at=0&try=h0.9', /no edge h0\.9/], ['#1x1:0000&score=5-0', /more boxes/], ['#1x2:1010110&owners=1', /should name 2 boxes/]];
  for (const [link, reason] of refused) assert.throws(() => decode(link), reason, link);
});
