// The texts of the page.

import assert from 'node:assert/strict';
import test from 'node:test';

import {turnWords, valueWords} from '../../web/words.js';

const HUMANS = {1: 'human', 2: 'human'};

test('the end of a game', () => {
  const end = (score, scoreKnown = true) => turnWords({players: HUMANS, now: {over: true, score, scoreKnown}});
  assert.equal(end([3, 1]), 'The board is full: player 1 wins 3 to 1.');
  assert.equal(end([1, 3]), 'The board is full: player 2 wins 3 to 1.');
  assert.equal(end([2, 2]), 'The board is full: a tie, 2 boxes each.');
});

test('a game with an unknown beginning has no winner', () => {
  const words = turnWords({players: HUMANS, now: {over: true, score: [2, 1], scoreKnown: false}});
  assert.equal(words, 'The board is full; since the start player 1 took 2 boxes, player 2 1 box.');
});

test('the player to move', () => {
  const turn = (players, more = {}) => turnWords({players, now: {over: false, turn: 1}, ...more});
  assert.equal(turn(HUMANS), 'Player 1 is to move.');
  assert.equal(turn({1: 'human', 2: 'perfect'}), 'It is your turn.');
  assert.equal(turn({1: 'perfect', 2: 'human'}, {perfectToMove: true}), 'The computer is thinking\u2026');
  assert.equal(turn({1: 'perfect', 2: 'human'}, {rests: true}), 'The computer is paused.');
  assert.equal(turn({1: 'human', 2: 'perfect'}, {rests: true}), 'It is your turn. The computer is paused.');
});

test('the value is a sentence about the player to move', () => {
  const words = (value, left, players = HUMANS, turn = 1) => valueWords({players, now: {over: false, turn, left}}, {value});
  assert.equal(words(4, 8), 'Under best play player 1 takes 6 of the 8 boxes left, 4 more than player 2.');
  assert.equal(words(0, 4, HUMANS, 2), 'Under best play player 2 takes 2 of the 4 boxes left, as many as player 1.');
  assert.equal(words(-3, 3, {1: 'human', 2: 'perfect'}), 'Under best play you take none of the 3 boxes left, 3 fewer than the computer.');
  assert.equal(words(2, 4, {1: 'human', 2: 'perfect'}, 2), 'Under best play the computer takes 3 of the 4 boxes left, 2 more than you.');
  assert.deepEqual([words(1, 1), words(-1, 1)], ['Under best play player 1 takes the last box.', 'Under best play player 2 takes the last box.']);
});
