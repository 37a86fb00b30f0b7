// The texts of the page.

import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';

import {moveOf, turnWords, valueWords, who} from '../../web/words.js';

const against = (me, level = 10) => ({me, opponent: {me, level}});

test('the end of a game', () => {
  const end = (score, scoreKnown = true) => turnWords({...against(1), now: {over: true, score, scoreKnown}});
  assert.equal(end([3, 1]), 'The board is full. Player 1 won 3 to 1.');
  assert.equal(end([1, 3]), 'The board is full. Player 2 won 3 to 1.');
  assert.equal(end([2, 2]), 'The board is full. A tie, 2 to 2.');
  assert.equal(turnWords({...against(1), plays: true, now: {over: true, score: [3, 1], scoreKnown: true}}), 'The board is full. You won 3 to 1.');
  assert.equal(turnWords({...against(1, 3), mine: true, now: {over: true, score: [1, 3], scoreKnown: true}}), 'The board is full. You lost 1 to 3.');
  assert.equal(turnWords({...against(1), now: {over: true, score: [1, 3], scoreKnown: true}}), 'The board is full. Player 2 won 3 to 1.');
});

test('a game with an unknown beginning has no winner', () => {
  const words = turnWords({...against(1), now: {over: true, score: [2, 1], scoreKnown: false}});
  assert.equal(words, 'The board is full; since the start player 1 took 2 boxes, player 2 1 box.');
});

test('the player to move', () => {
  const turn = (me, more = {}) => turnWords({...against(me, 3), plays: true, now: {over: false, turn: 1}, ...more});
  assert.equal(turn(1, {plays: false}), 'Player 1 is to move.');
  assert.equal(turn(0), 'Player 1 is to move.');
  assert.equal(turn(1, {plays: false, solves: true}), 'It is your turn.');
  assert.equal(turn(1), 'It is your turn.');
  assert.equal(turn(2, {perfectToMove: true}), 'Casual is thinking\u2026');
  assert.equal(turn(2, {rests: true}), 'Casual is paused.');
  assert.equal(turn(1, {rests: true}), 'It is your turn. Casual is paused.');
  assert.equal(turn(0, {rests: true}), 'The computer is paused.', 'it plays both sides');
});

test('players have one name everywhere: you, the level of the computer, or a number', () => {
  assert.deepEqual([1, 2].map((player) => who({...against(2, 1), plays: true}, player)), ['Beginner', 'You']);
  assert.deepEqual([1, 2].map((player) => who(against(2, 1), player)), ['Player 1', 'Player 2'], 'an opened game');
  assert.deepEqual([1, 2].map((player) => who({...against(2, 1), solves: true}, player)), ['You', 'The opponent']);
  const moves = (more) => [1, 2].map((player) => moveOf({...against(1), ...more}, {ply: 27, player}));
  assert.deepEqual(moves({mine: true}), ['your move 27', 'move 27 of Perfect']);
  assert.deepEqual(moves({}), ['move 27 of player 1', 'move 27 of player 2']);
});

test('the value is a sentence about one player, also if the other one is to move', () => {
  const words = (value, left, more = {}) => valueWords({...against(1), viewpoint: 1, ...more, now: {over: false, turn: more.turn ?? 1, left}}, {value});
  assert.equal(words(4, 8), 'Under best play player 1 takes 6 of the 8 boxes left, 4 more than player 2.');
  assert.equal(words(4, 8, {turn: 2}), 'Under best play player 1 takes 2 of the 8 boxes left, 4 fewer than player 2.');
  assert.equal(words(0, 4, {turn: 2}), 'Under best play player 1 takes 2 of the 4 boxes left, as many as player 2.');
  const played = {mine: true};
  assert.equal(words(-3, 3, played), 'Under best play you take none of the 3 boxes left, 3 fewer than Perfect.');
  assert.equal(words(2, 4, {...played, turn: 2}), 'Under best play you take 1 of the 4 boxes left, 2 fewer than Perfect.');
  assert.equal(words(2, 4, {...against(2), mine: true, viewpoint: 2}), 'Under best play you take 1 of the 4 boxes left, 2 fewer than Perfect.');
  assert.deepEqual([words(1, 1), words(-1, 1), words(1, 1, {turn: 2})],
                   ['Under best play player 1 takes the last box.', 'Under best play player 2 takes the last box.', 'Under best play player 2 takes the last box.']);
});

test('a page without a server does not speak of one', async (t) => {
  const gone = async (name) => {
    const {askJson} = await import(`../../web/requests.js?${name}`);
    return askJson('health').then(() => '', ({title, detail}) => `${title}: ${detail}`);
  };
  const {document: before, fetch: real} = globalThis;
  t.after(() => Object.assign(globalThis, {document: before, fetch: real}));
  t.mock.timers.enable();
  globalThis.fetch = async () => { throw new TypeError('Failed to fetch'); };
  assert.match(await gone('server'), /server does not answer: Check that "pipo serve"/);
  const module = 'data:text/javascript,export const answer = async () => { throw new TypeError("no worker"); }';
  globalThis.document = {baseURI: 'http://localhost/', querySelector: () => ({getAttribute: () => module})};
  assert.equal(await gone('module'), 'The page does not get its solver: Load the page again when the network is there.');
});

// The texts of the page itself, and those that the server says for it.
const FOLDERS = {'web': /\.(js|html)$/, 'answers': /\.cpp$/, 'theory': /\.cpp$/, 'player': /\.cpp$/};

test('no text is one that readers found wrong or unclear', () => {
  const wrong = ['not the one box left', 'ith best play', 'begin about at', 'no theorem applies', 'that wins the boxes left', 'draws a position',
                 'The owner of the first box', 'Solve each position by itself', 'Tint components', 'edges as in answers', 'Values of the layer',
                 'then this computer can solve it', 'allow more; allow more', 'threw something', 'mirror images once'];
  const onThePage = ['threw', 'throws away', 'Handicap</', 'own server', 'The server sent', 'this server can', 'You can go on playing'];
  let texts = 0;
  for (const [folder, kind] of Object.entries(FOLDERS)) {
    const place = new URL(`../../${folder}/`, import.meta.url);
    for (const file of readdirSync(place).filter((name) => kind.test(name))) {
      const text = readFileSync(new URL(file, place), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
      for (const words of folder === 'web' ? [...wrong, ...onThePage] : wrong) assert.ok(!text.includes(words), `${folder}/${file}: "${words}"`);
      ++texts;
    }
  }
  assert.ok(texts > 50, `${texts} files`);
});
