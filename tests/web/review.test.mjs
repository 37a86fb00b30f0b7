// The review of a game: which one is asked for, and what the page makes of it.

import assert from 'node:assert/strict';
import test from 'node:test';

import {newGame, play} from '../../web/game.js';
import {turned} from '../../web/new_game.js';
import {course, flipped, mistakes, Review} from '../../web/review.js';
import {Browser} from './browser.mjs';

const game = [0, 4, 1].reduce(play, newGame({rows: 1, cols: 2}));

// Player 1 moves twice, then player 2; the first position is not known.
const REVIEW = {
  moves: [
    {move: 1, player: 1, edge: 'h0.0', score: [0, 0], value_bounds: [-2, 2], lost: null, best: null},
    {move: 2, player: 2, edge: 'v0.0', score: [0, 1], value_bounds: [2, 2], lost: 0, best: ['v0.0']},
    {move: 3, player: 2, edge: 'h0.1', score: [0, 1], value_bounds: [1, 1], lost: 4, best: ['v0.1', 'v0.2']},
  ],
  summary: {turn: 1, value_bounds: [3, 3], unknown: 1},
};

test('the course of a game, for player 1', () => {
  assert.deepEqual(course({review: REVIEW}),
                   [{ply: 0, low: -2, high: 2}, {ply: 1, low: -2, high: -2}, {ply: 2, low: -2, high: -2}, {ply: 3, low: 2, high: 2}]);
  assert.deepEqual(course({review: flipped(REVIEW)}).map(({low, high}) => [low, high]), [[-2, 2], [2, 2], [2, 2], [-2, -2]]);
  assert.deepEqual(course({review: null}), []);
});

test('mistakes, the worst first', () => {
  const moves = [['h0.0', 2], ['v0.0', 6], ['v0.1', 0], ['h1.0', 6], ['v0.2', null]].map(([edge, lost], at) => (
    {move: at + 1, player: 1, edge, lost, best: ['h0.1']}));
  assert.deepEqual(mistakes({review: {moves}}).map(({ply, lost, player}) => [ply, lost, player]), [[2, 6, 1], [4, 6, 1], [1, 2, 1]]);
});

test('in a game that player 2 begins, the players have their numbers here', async (t) => {
  const browser = new Browser(t);
  const review = new Review(() => {});
  const later = {...game, turn: 2};
  review.start(later, 20);
  await browser.answer('POST review', {id: 3, state: 'done', review: REVIEW}, 202);
  assert.deepEqual(mistakes(review.of(later)).map(({ply, player}) => [ply, player]), [[3, 1]]);
});

test('the move at which the game turned is told as soon as it is known', () => {
  const match = {opponent: {me: 2, level: 3}, mine: true};
  const words = (review, working = true) => turned({match, review: {working}, jobs: true}, {review}).words;
  assert.equal(words(REVIEW), 'The game turned at your move 3 (h0.1).');
  const early = {...REVIEW, moves: REVIEW.moves.map((move) => ({...move, lost: null, value_bounds: [-2, 2]}))};
  assert.equal(words(early), 'Looking for the move at which the game turned\u2026');
  assert.equal(words(early, false), 'Casual was ahead from move 3 on, under best play.');
});

test('one request for the whole game, followed to its end', async (t) => {
  const browser = new Browser(t);
  const review = new Review(() => {});
  review.start(game, 20);
  review.start(game, 20);
  await browser.answer('POST review', {id: 3, state: 'running', review: null}, 202);
  const stream = await browser.stream('GET jobs/3/events', ['progress', {id: 3, state: 'running', review: REVIEW}]);
  assert.deepEqual([review.working, review.of(game).review], [true, REVIEW]);
  await stream.send('done', {id: 3, state: 'done', review: REVIEW});
  await stream.end();
  assert.equal(review.working, false);
  review.start(game, 20);
  assert.deepEqual(browser.asked, ['POST review', 'GET jobs/3/events']);
  assert.deepEqual(review.of(play(game, 2)).review, REVIEW, 'the beginning of a longer game is reviewed');
  assert.equal(review.of({...game, moves: [0, 4]}), null);
});

test('a review that is stopped keeps what it found, and can start again', async (t) => {
  const browser = new Browser(t);
  const review = new Review(() => {});
  review.start(game, 20);
  await browser.answer('POST review', {id: 3, state: 'running', review: REVIEW}, 202);
  review.leave(game);
  assert.equal(review.working, true);
  review.leave(play(game, 2));
  assert.deepEqual([browser.asked.at(-1), review.working, review.of(game).review], ['DELETE jobs/3', false, REVIEW]);
  review.start(game, 20);
  review.cancel();
  await browser.answer('POST review', {id: 4, state: 'running', review: null}, 202);
  assert.deepEqual([browser.asked.at(-1), review.working], ['DELETE jobs/4', false], 'also if it comes too late');
  review.start(game, 20);
  await browser.answer('POST review', {id: 5, state: 'running', review: null}, 202);
  await (await browser.stream('GET jobs/5/events')).end();
  assert.equal(review.of(game).problem.kind, 'broken');
  review.start(game, 20);
  await browser.refuse('POST review');
  assert.equal(review.of(game).problem.kind, 'gone');
  review.forgetFailure();
  assert.equal(review.of(game), null);
});
