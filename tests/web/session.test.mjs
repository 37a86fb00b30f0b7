// The session of the page: the moves of its players, its requests, and automatic solving.

import assert from 'node:assert/strict';
import test from 'node:test';

import {mainLine, newGame, play, variation} from '../../web/game.js';
import {askJson} from '../../web/requests.js';
import {Session} from '../../web/session.js';
import {lastMove, turnWords} from '../../web/words.js';
import {begun, Browser, guess, known, movesOf, tooLarge} from './browser.mjs';

const PAUSE = 650;   // before the perfect player moves

// A session at the start of 2x2.
async function start(t) {
  const browser = new Browser(t);
  const session = new Session(() => {});
  session.seconds = 300;
  session.match.load(newGame({rows: 2, cols: 2}));
  await browser.settle();
  const here = () => session.match.now.position;
  // The values are known at once.
  const answer = async (best) => {
    await browser.settle();
    await (await browser.stream('GET analyse', ...known(here(), best))).end();
  };
  // It is being solved.
  const solving = async () => {
    await browser.settle();
    return browser.stream('GET analyse', ...begun(here()));
  };
  // It is too large to be solved: about this many edges are missing.
  const refused = async (missing) => {
    const stream = await solving();
    for (const [name, data] of tooLarge(here(), missing)) await stream.send(name, data);
    await stream.end();
  };
  return {browser, session, answer, solving, refused};
}

const posts = (browser) => browser.asked.filter((what) => what.startsWith('POST')).length;

const paused = ({match}) => match.halted !== null;

// Opens a game that was played elsewhere.
function open(session, game) {
  session.match.load(game);
  session.examine();
}

// The first `count` edges are drawn, each where it is the best one.
async function drawn(t, count) {
  const at = await start(t);
  for (let edge = 0; edge < count; ++edge) {
    await at.answer(edge);
    at.session.match.draw(edge);
    await at.browser.settle();
  }
  await at.answer(count);
  return at;
}

// Lets a person play as player `me` against the computer.
function against(match, me) {
  match.begin({level: 10, me, handicap: match.opponent.handicap}, true);
}

// Lets the computer play both sides.
function watch(match) {
  match.begin({level: 10, me: 0, handicap: match.opponent.handicap}, !match.now.over);
}

async function watched(t, count) {
  const at = await start(t);
  watch(at.session.match);
  for (let edge = 0; edge < count; ++edge) {
    await at.answer(edge);
    await at.browser.pass(PAUSE);
  }
  await at.answer(count);
  assert.deepEqual(at.session.match.game.moves, Array.from({length: count}, (_, edge) => edge));
  return at;
}

test('two perfect players draw the best edges, each after a pause', async (t) => {
  const {browser, session, answer} = await watched(t, 2);
  await browser.pass(PAUSE - 1);
  assert.equal(session.match.game.ply, 2);
  await browser.pass(1);
  assert.deepEqual([session.match.game.ply, session.match.how], [3, 'value']);
  session.match.halt('asked');
  await answer(3);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 3);
});

test('going back while both players are perfect pauses them', async (t) => {
  const {browser, session} = await watched(t, 2);
  session.match.goTo(1);
  assert.equal(paused(session), true);
  session.match.goTo(2);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.moves.length, 2);
  session.match.goOn();
  await browser.pass(PAUSE);
  assert.equal(session.match.game.moves.length, 3);
});

test('a perfect player that continues after undo does not follow the undone moves', async (t) => {
  const {browser, session} = await watched(t, 3);
  session.match.goTo(1);
  await browser.settle();
  session.match.goOn();
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('two perfect players that continue after undo do not follow them either', async (t) => {
  const {browser, session} = await drawn(t, 3);
  session.match.goTo(1);
  await browser.settle();
  watch(session.match);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('a perfect player whose move was undone waits for the command to continue', async (t) => {
  const {browser, session} = await drawn(t, 3);
  against(session.match, 1);
  session.match.goTo(1);
  await browser.pass(10 * PAUSE);
  assert.deepEqual([session.match.game.ply, session.match.game.moves.length], [1, 3]);
  session.match.goOn();
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1]);
});

test('other changes of the page do not delay a perfect player', async (t) => {
  const {browser, session} = await watched(t, 0);
  await browser.pass(PAUSE - 1);
  session.set({values: false});
  await browser.pass(1);
  assert.equal(session.match.game.ply, 1);
});

test('a game that is opened while both players are perfect does not begin automatically', async (t) => {
  const {browser, session, answer} = await watched(t, 1);
  session.match.load(newGame({rows: 2, cols: 3}));
  await browser.settle();
  await answer(0);
  await browser.pass(10 * PAUSE);
  assert.deepEqual([paused(session), session.match.game.ply], [true, 0]);
  session.match.load(play(session.match.game, 3));
  assert.equal(session.match.how, undefined, 'the player of the move is unknown');
  session.match.goTo(0);
  session.match.goOn();
  await browser.pass(PAUSE);
  assert.equal(session.match.game.ply, 1);
  session.match.restart();
  assert.equal(paused(session), false);
});

test('going back to a person\u2019s move does not pause the perfect player', async (t) => {
  const {browser, session, answer} = await start(t);
  against(session.match, 1);
  await answer(0);
  session.match.draw(0);
  await answer(1);
  await browser.pass(PAUSE);
  await answer(2);
  assert.equal(session.match.game.ply, 2);
  session.match.step(-1);
  assert.deepEqual([session.match.game.ply, paused(session)], [0, false]);
  session.match.step(1);
  assert.equal(session.match.game.ply, 2);
});

test('the user cannot draw for the computer', async (t) => {
  const {browser, session, answer} = await start(t);
  against(session.match, 2);
  session.match.draw(5);
  assert.equal(session.match.game.ply, 0);
  assert.match(session.match.event, /^Perfect is to move/);
  session.match.halt('asked');
  session.match.draw(5);
  assert.equal(session.match.game.ply, 1);
  await answer(0);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 1);
});

test('the perfect player gets its handicap', async (t) => {
  const {browser, session, answer} = await start(t);
  session.match.opponent.handicap = 2;
  against(session.match, 2);
  await answer(11);
  const {random} = Math;
  t.after(() => { Math.random = random; });
  Math.random = () => 0;
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0]);
  assert.deepEqual(session.knowledge.record(session.match.game).map(({lost}) => lost), [2]);
});

test('without values the computer makes a guess, and pauses if it gets none', async (t) => {
  const {browser, session, refused} = await start(t);
  watch(session.match);
  await refused(1);
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, session.match.how], [[1], 'theory']);
  await browser.refuse('GET analyse');
  assert.equal(paused(session), true);
  assert.match(session.trouble.text, /could not move/);
  session.match.goTo(0);
  assert.equal(session.trouble, null);
});

test('the computer waits for a position that is being solved, and plays by its values', async (t) => {
  const {browser, session, solving} = await start(t);
  watch(session.match);
  const stream = await solving();
  await browser.pass(20 * PAUSE);
  assert.equal(session.match.game.ply, 0);
  await stream.send('moves', movesOf(session.match.now.position, 7));
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, session.match.how], [[7], 'value']);
});

test('values that arrive during the pause replace the guess', async (t) => {
  const {browser, session, refused} = await start(t);
  watch(session.match);
  await refused(1);
  await browser.pass(PAUSE - 1);
  session.knowledge.learn(movesOf(session.match.now.position, 7));
  await browser.pass(1);
  assert.deepEqual([session.match.game.moves, session.match.how], [[7], 'value']);
});

test('a better guess replaces the first one', async (t) => {
  const {browser, session, solving} = await start(t);
  watch(session.match);
  const {position} = session.match.now;
  const stream = await solving();
  const [unsolved, done] = tooLarge(position, 1);
  for (const [name, data] of [unsolved, ['guess', guess(position, 5)], done]) await stream.send(name, data);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [5]);
});

test('a pause before the move of the computer keeps it from drawing', async (t) => {
  const {browser, session, solving} = await start(t);
  watch(session.match);
  const stream = await solving();
  session.match.halt('asked');
  for (const [name, data] of tooLarge(session.match.now.position, 1)) await stream.send(name, data);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 0);
});

test('a move that the computer is about to draw is not drawn while a puzzle is looked for', async (t) => {
  const {browser, session} = await watched(t, 2);
  const signal = session.beginDrawing();
  await browser.pass(10 * PAUSE);
  assert.deepEqual([session.match.game.ply, signal.aborted], [2, false]);
});

test('a move that the computer is about to draw is not drawn where nobody plays', async (t) => {
  const {browser, session} = await watched(t, 2);
  session.match.plays = false;
  session.tell();
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 2);
});

const drops = (browser) => browser.asked.filter((what) => what.startsWith('DELETE'));
const lastTime = (browser) => browser.addresses.findLast(({pathname}) => pathname.endsWith('/analyse')).searchParams.get('time');
const asks = (browser) => browser.asked.filter((what) => what.startsWith('GET analyse')).length;

test('a position gets the chosen time, and a move or undo ends the work on it', async (t) => {
  const {browser, session, solving, answer} = await start(t);
  const first = await solving();
  assert.deepEqual([lastTime(browser), first.dropped], ['5', false]);
  session.match.draw(1);
  await browser.settle();
  assert.equal(first.dropped, true);
  const second = await solving();
  session.match.goTo(0);
  await browser.settle();
  assert.equal(second.dropped, true);
  await answer(3);
  assert.equal(session.knowledge.of(session.match.now.position).state, 'done', 'it is asked about again');
});

test('Solve takes all the time that the server allows, also after a reload', async (t) => {
  const stored = new Map();
  globalThis.sessionStorage = {getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value), removeItem: (key) => stored.delete(key)};
  t.after(() => { delete globalThis.sessionStorage; });
  const {browser, session, refused, solving} = await start(t);
  await refused(0);
  session.solve();
  await solving();
  assert.equal(lastTime(browser), '300');
  session.tell();
  await browser.settle();
  assert.equal(asks(browser), 2);
  const later = await start(t);
  assert.equal(lastTime(later.browser), '300');
  const stream = await later.solving();
  later.session.decline();
  assert.deepEqual([stream.dropped, later.session.knowledge.of(later.session.match.now.position).state], [true, 'done']);
  const last = await start(t);
  assert.equal(lastTime(last.browser), '5');
});

test('nothing is solved by itself after cancelling, or against the setting', async (t) => {
  const {browser, session, solving} = await start(t);
  await solving();
  session.decline();
  session.tell();
  await browser.settle();
  assert.equal(asks(browser), 1);
  const unwilling = await start(t);
  unwilling.session.set({solveOn: false});
  unwilling.session.match.load(newGame({rows: 2, cols: 3}));
  await unwilling.browser.settle();
  assert.equal(lastTime(unwilling.browser), '0.1');
});

test('no job starts before the limits of the server are known', async (t) => {
  const {browser, session, answer} = await start(t);
  session.seconds = 0;
  await answer(0);
  open(session, play(newGame({rows: 2, cols: 2}), 3));
  await browser.settle();
  assert.equal(posts(browser), 0);
  session.seconds = 3;
  assert.equal(lastTime(browser), '0.1');
  session.tell();
  await browser.answer('POST review', {id: 4, state: 'done', review: null});
  assert.equal(posts(browser), 1);
  assert.equal(session.thinking, 3);
});

test('a game that has ended is reviewed, and another game cancels the review', async (t) => {
  const {browser, session} = await start(t);
  for (let edge = 0; edge < 12; ++edge) session.match.draw(edge);
  await browser.answer('POST review', {id: 5, state: 'running', review: null}, 202);
  assert.equal(session.review.working, true);
  session.match.goTo(3);
  session.match.draw(11);
  await browser.settle();
  assert.deepEqual([drops(browser), session.review.working], [[], true], 'a variation leaves the game as it is');
  session.match.restart();
  assert.deepEqual([drops(browser), session.review.working], [['DELETE jobs/5'], false]);
});

// A game of 2x2 that was opened and reviewed, with player 2 the computer if wanted.
async function opened(t, {computer = false, ply = 4} = {}) {
  const at = await start(t);
  if (computer) against(at.session.match, 1);
  open(at.session, Array.from({length: ply}, (_, edge) => edge).reduce(play, newGame({rows: 2, cols: 2})));
  if (computer) at.session.match.halt('opened');
  await at.browser.settle();
  return at;
}

const reviewed = (session) => session.review.of(mainLine(session.match.game))?.review;

test('another move in a reviewed game is a variation, and the game and its review stay', async (t) => {
  const {browser, session} = await opened(t);
  const review = {moves: [], summary: {}};
  await browser.answer('POST review', {id: 5, state: 'done', review});
  const {match} = session;
  const moves = [0, 1, 2, 3];
  match.goTo(2);
  match.draw(7);
  match.draw(8);
  assert.deepEqual([match.game.moves, match.game.varied, match.game.other], [[0, 1, 7, 8], true, moves]);
  assert.deepEqual([mainLine(match.game).moves, reviewed(session)], [moves, review]);
  // The move before, where the variation begins, is of the game again.
  match.step(-1);
  assert.deepEqual([match.game.ply, match.game.varied], [3, true]);
  match.step(-1);
  assert.deepEqual([match.game.moves, match.game.ply, match.game.varied, match.game.other], [moves, 2, false, [0, 1, 7, 8]]);
  match.step(1);
  assert.deepEqual([match.now.last.edge, match.game.other], [2, [0, 1, 7, 8]]);
  match.goTo(4, variation(session.match.game));
  assert.equal(match.now.last.edge, 8);
  match.goTo(4, mainLine(session.match.game));
  assert.deepEqual([match.now.last.edge, match.game.varied], [3, false]);
  // The move of the game itself is no variation; a third line replaces the second one.
  match.goTo(1);
  match.draw(1);
  assert.deepEqual([match.game.moves, match.game.ply], [moves, 2]);
  match.draw(9);
  assert.deepEqual([match.game.moves, match.game.other], [[0, 1, 9], moves]);
  assert.equal(browser.asked.filter((what) => what === 'POST review').length, 1);
  assert.equal(reviewed(session), review);
});

test('Watch, and the computer that goes on, in the middle of a reviewed game leave the game as it is', async (t) => {
  const {browser, session} = await opened(t);
  await browser.answer('POST review', {id: 5, state: 'done', review: null});
  session.match.goTo(1);
  await (await browser.stream('GET analyse', ...known(session.match.now.position, 5))).end();
  watch(session.match);
  await browser.pass(PAUSE);
  const {game} = session.match;
  assert.deepEqual([game.moves, game.varied, game.other], [[0, 5], true, [0, 1, 2, 3]]);
});

test('a game that goes on keeps the review of its beginning', async (t) => {
  const {browser, session} = await opened(t);
  const review = {moves: [], summary: {}};
  await browser.answer('POST review', {id: 5, state: 'done', review});
  session.match.draw(7);
  assert.deepEqual([session.match.game.moves, session.match.game.varied, reviewed(session)], [[0, 1, 2, 3, 7], false, review]);
});

test('the computer does not play on in a game that a person looks at, until they let it', async (t) => {
  const {browser, session, answer} = await opened(t, {computer: true, ply: 3});
  await browser.answer('POST review', {id: 5, state: 'done', review: null});
  assert.deepEqual([session.match.now.turn, session.match.rests], [2, true]);
  assert.match(turnWords(session.match), /^Perfect is paused/);
  await answer(7);
  await browser.pass(10 * PAUSE);
  assert.equal(session.match.game.ply, 3);
  session.resume();
  assert.match(turnWords(session.match), /^Perfect is thinking/);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [0, 1, 2, 7]);
});

test('the move of the computer comes before the review', async (t) => {
  const {browser, session, answer} = await opened(t, {computer: true, ply: 3});
  await browser.answer('POST review', {id: 5, state: 'running', review: null}, 202);
  session.resume();
  await browser.settle();
  assert.deepEqual([drops(browser), session.review.working], [['DELETE jobs/5'], false]);
  await answer(7);
  await browser.pass(PAUSE);
  assert.equal(session.match.game.ply, 4);
});

test('a game in progress that is loaded again is not reviewed, and the computer moves', async (t) => {
  const {browser, session, answer} = await start(t);
  against(session.match, 1);
  session.match.show(play(newGame({rows: 2, cols: 2}), 0));
  await answer(7);
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, posts(browser)], [[0, 7], 0]);
});

test('the computer goes on by itself when the server is back, if it paused by itself', async (t) => {
  const {browser, session} = await start(t);
  against(session.match, 2);
  await browser.refuse('GET analyse');
  assert.deepEqual([paused(session), session.match.rests], [true, true]);
  await browser.pass(4000);
  await browser.answer('GET health', {});
  // The sessions of other tests in this file ask again, too.
  const waits = () => browser.waiting().some((what) => what.startsWith('GET analyse'));
  do await (await browser.stream('GET analyse', ...known(session.match.now.position, 3))).end(); while (waits());
  await browser.pass(PAUSE);
  assert.deepEqual([session.match.game.moves, paused(session), session.trouble], [[3], false, null]);
  session.match.halt('asked');
  session.match.resume('stuck');
  assert.equal(paused(session), true, 'a person paused');
});

test('Resume asks again for the move that failed', async (t) => {
  const {browser, session, solving, refused} = await start(t);
  against(session.match, 2);
  const stream = await solving();
  await stream.send('problem', {type: 'urn:x:broken', title: 'Broken', status: 500, detail: 'it is'});
  assert.deepEqual([paused(session), session.trouble.problem.kind], [true, 'broken']);
  session.resume();
  await refused(1);
  await browser.pass(PAUSE);
  assert.deepEqual(session.match.game.moves, [1]);
});

test('New, another board and a reload end the pause', async (t) => {
  const {session} = await start(t);
  against(session.match, 2);
  for (const another of [() => session.match.restart(), () => session.match.load(newGame({rows: 2, cols: 3}))]) {
    session.match.halt('asked');
    another();
    assert.equal(paused(session), false);
  }
});

test('an edge that a person draws for the computer is not called its move', async (t) => {
  const {session} = await start(t);
  against(session.match, 2);
  session.match.halt('asked');
  session.match.draw(0);
  assert.match(lastMove(session.match), /^You drew the .* for Perfect\.$/);
  session.match.draw(1);
  assert.match(lastMove(session.match), /^You drew the [^.]*row 1 column 2\.$/);
  session.match.load([0, 1].reduce(play, newGame({rows: 2, cols: 2})));
  assert.match(lastMove(session.match), /^Player 2 drew/, 'who played an opened game is not known');
});

test('a saved game comes back with its players, its pause, and what Undo leads to', async (t) => {
  const {session: {match}} = await start(t);
  against(match, 1);
  match.draw(0);
  match.restart();
  match.draw(4);
  match.halt('asked');
  const saved = JSON.parse(JSON.stringify(match.saved()));
  match.load(newGame({rows: 3, cols: 3}));
  match.restore(saved);
  assert.deepEqual([match.game.board.name, match.game.moves, match.mine, match.halted, match.seed], ['2x2', [4], true, 'asked', saved.seed]);
  assert.match(lastMove(match), /^You drew the/);
  match.step(-1);
  match.step(-1);
  assert.deepEqual(match.game.moves, [0], 'the game before');
  match.halt('stuck');
  assert.equal(match.saved().halted, null, 'it tries again');
});

test('when the server is back, no message about its absence stays', async (t) => {
  const {browser, session, solving, answer} = await start(t);
  await (await solving()).fail();
  const here = () => session.knowledge.of(session.match.now.position);
  assert.deepEqual([here().state, here().problem.kind], ['failed', 'gone']);
  session.trouble = {problem: {message: 'gone'}};
  await browser.pass(4000);
  await browser.answer('GET health', {status: 'ok'});
  await answer(3);
  assert.deepEqual([session.trouble, here().problem, here().state], [null, null, 'done']);
});

test('New and opened games can be undone, and redone', async (t) => {
  const {session, answer} = await start(t);
  await answer(0);
  session.match.draw(4);
  const played = session.match.game;
  session.match.restart();
  assert.deepEqual([session.match.game.moves, session.match.canUndo], [[], true]);
  session.match.load(newGame({rows: 3, cols: 3}));
  session.match.step(-1);
  assert.deepEqual([session.match.game.board.name, session.match.game.moves], ['2x2', []]);
  session.match.step(-1);
  assert.equal(session.match.game, played);
  session.match.step(1);
  session.match.step(1);
  assert.equal(session.match.game.board.name, '3x3');
  session.match.step(-1);
  session.match.draw(2);
  assert.equal(session.match.canRedo, false, 'a move ends that');
});

test('after a failure the page asks the server again for the current position', async (t) => {
  const {browser, session} = await start(t);
  const here = session.match.now.position;
  const times = (what) => browser.asked.filter((other) => other === what).length;
  await browser.refuse('GET analyse');
  await browser.pass(3999);
  assert.equal(times('GET health'), 0);
  await browser.pass(1);
  await browser.refuse('GET health');
  await browser.pass(4000);
  assert.deepEqual([times('GET health'), times(`GET analyse ${here}`)], [2, 1]);
  await browser.answer('GET health', {status: 'ok'});
  assert.equal(times(`GET analyse ${here}`), 2);
  await (await browser.stream('GET analyse', ...known(here, 1))).end();
  await browser.pass(10_000);
  assert.deepEqual([times('GET health'), times(`GET analyse ${here}`)], [2, 2]);
});

test('the message about the server\u2019s absence goes where nothing else asks', async (t) => {
  const {browser, session, answer} = await start(t);
  await answer(0);
  askJson('moves', {position: '2x2:111111111110'}).catch((problem) => {
    session.trouble = {problem};
    session.tell();
  });
  await browser.refuse('GET moves');
  assert.equal(session.trouble.problem.kind, 'gone');
  await browser.pass(4000);
  await browser.answer('GET health', {status: 'ok'});
  assert.equal(session.trouble, null);
});

test('each game has its own seed, which chooses among equal moves', async (t) => {
  const {browser, session, refused} = await start(t);
  const seeds = [];
  const seed = () => browser.addresses.findLast(({pathname}) => pathname.endsWith('/analyse')).searchParams.get('seed');
  for (let game = 0; game < 3; ++game) {
    seeds.push(seed());
    await refused(3);
    session.match.draw(game);
    await browser.settle();
    assert.deepEqual([browser.waiting(), seed()], [[`GET analyse ${session.match.now.position}`], seeds[game]], 'the same for the whole game');
    session.match.restart();
    await browser.settle();
  }
  assert.equal(new Set(seeds).size, 3);
  for (const chosen of seeds) assert.match(chosen, /^[1-9]\d*$/);
});

test('the record lists the loss of each move', async (t) => {
  const {browser, session, answer} = await start(t);
  await answer(3);
  session.match.draw(4);
  await answer(3);
  session.match.draw(3);
  await browser.settle();
  session.match.draw(5);
  assert.deepEqual(session.knowledge.record(session.match.game).map(({ply, edge, lost}) => [ply, edge, lost]), [[1, 4, 2], [2, 3, 0], [3, 5, null]]);
});

test('drawing another edge after undo continues the game, with the undone moves beside it', async (t) => {
  const {session} = await drawn(t, 3);
  session.match.goTo(1);
  session.match.draw(7);
  assert.deepEqual(session.match.game.moves, [0, 7]);
  assert.deepEqual([session.match.how, session.match.game.other], [null, [0, 1, 2]]);
  session.match.goTo(1);
  assert.equal(session.match.how, null);
  session.match.goTo(3, variation(session.match.game));
  assert.deepEqual([session.match.game.moves, session.match.game.varied], [[0, 1, 2], true]);
});
