// Games against the computer: as player 1, as player 2, of two computers, paused, with a handicap, and their end.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {probe, solved} from './support/program.mjs';

const FAST = 20;

// The moves of the list by this player: {edge, lost}, with the loss by the table.
function judged(start, moves) {
  let position = start;
  return moves.map(({edge, label}) => {
    const answer = probe(position);
    const move = answer.moves.find((other) => other.edge === edge);
    const [board, bits] = position.split(':');
    position = `${board}:${bits.slice(0, move.index)}1${bits.slice(move.index + 1)}`;
    return {edge, player: Number(/player (\d)/.exec(label)[1]), lost: answer.value - move.value};
  });
}

// Waits until it is the person's turn or the game is over.
async function turnOf(explorer) {
  await explorer.until(() => /your turn|board is full/.test(document.querySelector('#status-turn').textContent), 'my turn');
  return (await explorer.board()).position;
}

const isOver = (position) => !position.split(':')[1].includes('0');
const ofMoves = (position, better) => probe(position).moves.sort((one, other) => (better ? other.value - one.value : one.value - other.value))[0].edge;

for (const me of [1, 2]) {
  inBrowser(`against the perfect player, as player ${me}`, {hash: '#2x2', speed: FAST, chance: 7}, async (explorer) => {
    await explorer.shows('2x2:000000000000');
    await explorer.play({me});
    const perfect = 3 - me;
    // The worst move, which the perfect player must exploit.
    for (let position = await turnOf(explorer); !isOver(position); position = await turnOf(explorer)) {
      assert.ok((await explorer.board()).edges.every(({value, best}) => value === null && !best), 'no value is shown');
      await explorer.draw(ofMoves(position, false));
    }
    const moves = judged('2x2:000000000000', await explorer.history());
    assert.equal(moves.length, 12);
    assert.equal(moves[0].player, 1);
    assert.ok(moves.some(({player}) => player === perfect));
    for (const move of moves.filter(({player}) => player === perfect)) assert.equal(move.lost, 0, JSON.stringify(move));
    const score = await explorer.score();
    assert.ok(score[perfect - 1] > score[me - 1], `it wins: ${score}`);
    assert.match(await explorer.text('#status'), /You lost/);
    assert.equal(await explorer.text('#versus-title'), `You lost ${score[me - 1]} to ${score[perfect - 1]}`);
    assert.equal(await explorer.text(`#name-${me}`), 'You');
    assert.equal(await explorer.text(`#name-${perfect}`), 'Perfect');
  });
}

inBrowser('two perfect players finish 3x3 with the score of the table', {hash: '#3x3', speed: FAST, chance: 3}, async (explorer) => {
  await explorer.shows('3x3:000000000000000000000000');
  await explorer.play();
  await explorer.waitForText('#status', /The board is full/);
  const value = probe('3x3:000000000000000000000000').value;
  assert.deepEqual(await explorer.score(), [(9 + value) / 2, (9 - value) / 2]);
  for (const move of judged('3x3:000000000000000000000000', await explorer.history())) assert.equal(move.lost, 0);
});

inBrowser('the perfect player pauses and continues', {hash: '#2x2', speed: 4, chance: 5}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  await explorer.play();
  // Within the page, because on a busy machine the game would be over before a click arrives.
  await explorer.until(() => {
    const two = document.querySelectorAll('#board [data-state="drawn"]').length >= 2;
    if (two) document.querySelector('#pause').click();
    return two;
  }, 'two moves');
  await explorer.waitForText('#pause', /Resume/);
  const count = (await explorer.history()).length;
  await new Promise((passed) => setTimeout(passed, 800));
  assert.equal((await explorer.history()).length, count, 'no player moves during a pause');
  await explorer.click('#undo');
  await explorer.drawn(count - 1);
  await explorer.click('#pause');
  await explorer.waitForText('#status', /The board is full/);
  const {value} = probe('2x2:000000000000');
  assert.deepEqual(await explorer.score(), [(4 + value) / 2, (4 - value) / 2]);
});

inBrowser('each level plays by its name, asked with the level and a seed of the game', {hash: '#2x2', speed: FAST}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  const asked = [];
  explorer.page.on('request', (request) => {
    const {pathname, searchParams} = new URL(request.url());
    if (pathname.endsWith('/choose')) asked.push([searchParams.get('level'), searchParams.get('seed')]);
    else if (pathname.endsWith('/moves')) asked.push(pathname);
  });
  for (const [level, name] of [[1, 'Beginner'], [4, 'Regular'], [9, 'Master']]) {
    asked.length = 0;
    await explorer.play({level, me: 2});
    await explorer.drawn(1);
    assert.equal(await explorer.text('#name-1'), name);
    assert.deepEqual(asked.map(([one]) => one), [String(level)], 'only the move of this level');
    assert.ok(Number(asked[0][1]) > 0);
  }
});

// The length of the pauses of the page before moves, as a list that grows.
const noteDelays = () => {
  const wait = window.setTimeout;
  window.delays = [];
  window.setTimeout = (action, delay = 0, ...rest) => {
    window.delays.push(delay);
    return wait(action, Math.min(delay, 20), ...rest);
  };
};

inBrowser('a chain of captures runs at 150 ms a box', {hash: '#1x3:1111110000'}, async (explorer) => {
  await explorer.page.evaluateOnNewDocument(noteDelays);
  await explorer.page.reload();
  await explorer.play({me: 1, here: true, level: 1});
  await explorer.until(() => /your turn/.test(document.querySelector('#status-turn').textContent), 'my turn');
  await explorer.page.evaluate(() => { window.delays.length = 0; });
  await explorer.draw('v0.0');
  await explorer.waitForText('#status', /The board is full/);
  const pauses = (await explorer.page.evaluate(() => window.delays)).filter((delay) => delay === 650 || delay === 150);
  assert.deepEqual(pauses, [650, 150, 150]);
});

inBrowser('the review of a game names the player of each mistake, one\'s own first', {hash: '#3x3', speed: FAST, chance: 11}, async (explorer) => {
  await explorer.shows('3x3:000000000000000000000000');
  await explorer.play({me: 2, level: 1});
  for (let position = await turnOf(explorer); !isOver(position); position = await turnOf(explorer)) await explorer.draw(ofMoves(position, false));
  await explorer.click('#play-review');
  await explorer.waitForText('#review-said', /Every position is exact/);
  const all = await explorer.page.$$eval('#review-mistakes button', (parts) => parts.map((part) => [part.dataset.player, part.querySelector('.who').innerText, parseFloat(part.querySelector('.lost').textContent.slice(5))]));
  const own = all.filter(([player]) => player === '2');
  assert.ok(own.length > 0 && own.length < all.length, JSON.stringify(all));
  assert.deepEqual(all, [...own, ...all.filter(([player]) => player === '1')]);
  for (const [player, name] of all) assert.equal(name, player === '2' ? 'You' : 'Beginner');
  for (const [, , cost] of own) assert.ok(cost <= own[0][2], 'the worst first');
});

inBrowser('the end of a game: the result in boxes, when it turned, its review, and a rematch with the other colour', {hash: '#2x2', speed: FAST, chance: 7}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  await explorer.play({me: 1});
  for (let position = await turnOf(explorer); !isOver(position); position = await turnOf(explorer)) await explorer.draw(ofMoves(position, false));
  const [own, other] = await explorer.score();
  await explorer.waitForText('#versus-text', /^(The game turned at your move \d+ \([hv]\d\.\d\)|Perfect was ahead from (move \d+ on|the start), under best play)\.$/);
  assert.equal(await explorer.text('#versus-title'), `You lost ${own} to ${other}`);
  assert.ok(await explorer.page.$eval('#versus-title', (part) => parseFloat(getComputedStyle(part).fontSize) > 24));
  const game = (await explorer.history()).map(({edge}) => edge);
  await explorer.click('#rematch');
  await explorer.drawn(1);
  assert.equal(await explorer.text('#name-2'), 'You');
  await explorer.page.goBack();
  await explorer.drawn(12);
  await explorer.click('#play-review');
  await explorer.waitForText('#review-said', /Every position is exact/);
  assert.deepEqual((await explorer.history()).map(({edge}) => edge), game);
});

inBrowser('undo against the perfect player takes its moves back, too', {hash: '#3x3', speed: FAST, chance: 9}, async (explorer) => {
  await explorer.shows('3x3:000000000000000000000000');
  await explorer.play({me: 1});
  await explorer.draw('h0.0');
  await explorer.drawn(2);
  await explorer.draw(ofMoves(await turnOf(explorer), true));
  await explorer.drawn(4);
  await turnOf(explorer);
  await explorer.click('#undo');
  await explorer.drawn(2);
  assert.match(await explorer.text('#status-turn'), /your turn/);
  await explorer.click('#redo');
  await explorer.drawn(4);
});

// With handicap k no move loses more than k. Over a few games some moves lose something if k > 0, and none if k is 0.
for (const [handicap, games] of [[0, 1], [2, 2], [4, 3]]) {
  inBrowser(`handicap ${handicap}`, {hash: '#2x2', speed: FAST, chance: 11 + handicap}, async (explorer) => {
    await explorer.shows('2x2:000000000000');
    const lost = [];
    for (let game = 0; game < games; ++game) {
      await explorer.play({handicap});
      await explorer.waitForText('#status', /The board is full/);
      lost.push(...judged('2x2:000000000000', await explorer.history()).map((move) => move.lost));
    }
    assert.equal(lost.length, 12 * games);
    assert.ok(Math.max(...lost) <= handicap, `${Math.max(...lost)} is more than ${handicap}`);
    assert.equal(lost.some((much) => much > 0), handicap > 0);
    if (handicap) assert.ok(Math.max(...lost) === handicap, 'some move uses the whole handicap');
  });
}

inBrowser('without exact values the computer makes a guess, and says so', {hash: '#5x5/h0.0,h0.1', speed: FAST, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.drawn(2);
  await explorer.choose('#set-seconds', '1');
  await explorer.play({me: 2, here: true});
  await explorer.drawn(3);
  assert.match(await explorer.text('#status-move'), /Perfect drew .*, a guess(: best on average in later positions| by the theory| by a rule of thumb)/);
});

// Positions that only jobs solve: the computer must wait for each of them.
const LATE = '5x5:000110001001100001000001000001011001010010100000100011110001';

inBrowser('the computer loses nothing while each position is being solved', {hash: '#' + LATE, own: ['--request-time', '0'], speed: 8, chance: 4, refused: [404, 422, 503]}, async (explorer, {server}) => {
  await explorer.choose('#set-seconds', '60');  // a busy machine expects that a job takes long, and refuses it
  await explorer.agrees(solved(LATE));
  await explorer.play();
  await explorer.waitForText('#status', /The board is full/);
  const moves = (await explorer.history()).map(({edge}) => edge);
  assert.equal(moves.length, LATE.split('0').length - 1);
  const {id} = await (await fetch(`${server.address}api/v1/review?start=${LATE}`, {method: 'POST', body: `5x5 ${moves.join('; ')}`})).json();
  let job;
  do job = await server.json(`api/v1/jobs/${id}`); while (job.state === 'queued' || job.state === 'running');
  assert.deepEqual(job.review.moves.map(({lost}) => lost), moves.map(() => 0));
});

// No table covers 7x7, and its early positions cannot be solved: the player chooses by the theory.
inBrowser('the computer plays 7x7', {hash: '#7x7', speed: FAST, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 112, '7x7');
  await explorer.play({me: 1});
  for (const edge of ['h0.0', 'h7.6', 'v3.3']) {
    await explorer.until(() => /your turn/.test(document.querySelector('#status-turn').textContent), 'my turn');
    const {edges} = await explorer.board();
    const open = edges.filter(({state}) => state === 'open').map(({name}) => name);
    await explorer.draw(open.includes(edge) ? edge : open[0]);
  }
  await explorer.until(() => /your turn/.test(document.querySelector('#status-turn').textContent), 'my turn');
  assert.equal((await explorer.history()).length, 6);
});
