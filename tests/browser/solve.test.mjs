// Positions without a table: the Solve button, its progress, then exact values; cancelling; positions that are too
// large.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {solved} from './support/program.mjs';

// A position of 5x5 with 22 drawn edges, one with 16 (not solved at once on any machine), one with 14 (ten seconds to
// solve) and one with none (days).
const MIDDLE = '5x5:110010111000010010000000100110110000101001000010100100111000';
const LONGER = '5x5:100110011001000000001000110000100010000001100000000000011001';
const EARLY = '5x5:000110010001000000001000110000100010000001100000000000011001';
const EMPTY = `5x5:${'0'.repeat(60)}`;

const noValues = (explorer) => explorer.page.$$eval('#board [data-value], #board [data-best]', (parts) => parts.length);

inBrowser('5x5 with 22 drawn edges has its values at once', {hash: '#' + MIDDLE, own: ['--request-time', '20']}, async (explorer) => {
  await explorer.agrees(solved(MIDDLE));
  assert.equal(await explorer.page.$eval('#task', (part) => part.checkVisibility()), false);
});

// A server that answers requests from tables only, so that the page needs jobs.
const TABLES_ONLY = ['--request-time', '0'];

inBrowser('5x5 with 16 drawn edges is solved by itself, and so are later positions', {hash: '#2x2', own: TABLES_ONLY, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  await explorer.choose('#set-seconds', '60');   // a busy machine may need more than the usual 5
  await explorer.page.evaluate(() => {
    window.bars = [];
    new MutationObserver(() => {
      const bar = document.querySelector('#solve-progress');
      if (bar.checkVisibility()) window.bars.push([bar.getAttribute('aria-label'), document.querySelector('#solve-cancel').checkVisibility()]);
    }).observe(document.querySelector('#task'), {subtree: true, attributes: true, childList: true});
  });
  await explorer.go('#' + LONGER);
  const answer = solved(LONGER);
  await explorer.agrees(answer);
  const bars = await explorer.page.evaluate(() => window.bars);
  assert.ok(bars.length > 0 && bars.every(([name, cancel]) => name && cancel), 'a progress bar with a name, and a button to cancel');
  await explorer.page.waitForSelector('#task', {hidden: true});
  await explorer.draw(answer.best[0]);
  const {position} = await explorer.board();
  assert.notEqual(position, LONGER);
  await explorer.agrees(solved(position));
});

// Waits until the server solves nothing.
async function idle(server) {
  for (let tries = 0; (await server.json('health')).jobs > 0; ++tries) {
    assert.ok(tries < 100, 'the server still solves a position');
    await new Promise((passed) => setTimeout(passed, 100));
  }
}

inBrowser('solving is cancelled', {hash: '#' + EARLY, refused: [404, 422, 503]}, async (explorer, {server}) => {
  await explorer.solveLonger();
  await explorer.waitForText('#solve-text', /Solving|Waiting/);
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  assert.match(await explorer.text('#solve-text'), /^(Solving|Waiting for its turn)( \(about .*\))?\u2026$/);
  await explorer.click('#solve-cancel');
  await explorer.page.waitForSelector('#solve', {visible: true});
  await explorer.page.waitForSelector('#solve-progress', {hidden: true});
  assert.equal(await noValues(explorer), 0);
  await idle(server);
});

inBrowser('another move ends the work on a position, and Undo begins it again', {hash: '#' + EARLY, refused: [404, 422, 503]}, async (explorer, {server}) => {
  await explorer.solveLonger();
  await explorer.draw('h0.0');
  await idle(server);
  await explorer.click('#undo');
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  assert.equal((await server.json('health')).jobs, 1);
  await explorer.click('#solve-cancel');
});

inBrowser('after a reload the position that a person wanted solved is solved again', {hash: '#' + EARLY, refused: [404, 422, 503]}, async (explorer, {server}) => {
  await explorer.solveLonger();
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  await explorer.page.reload();
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  await explorer.click('#solve-cancel');
  await idle(server);
});

const ENOUGH = /^This computer can solve the game when about (\d+) more edges are drawn/;

for (const board of ['6x6', '7x7', '10x10', '20x20', '3x20']) {
  inBrowser(`${board} has no button that does nothing, but the reason`, {hash: `#${board}`, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.waitForText('#solve-text', /^This board is too large to solve so early\. Draw more lines\./);
    assert.equal(await explorer.page.$eval('#solve', (part) => part.checkVisibility()), false);
    await explorer.waitForText('#solve-text', /A guess: [hv]\d+\.\d+ \(/);
  });
}

inBrowser('a server without jobs offers none', {hash: '#' + MIDDLE, own: ['--jobs', '0', '--request-time', '0'], refused: [404, 422, 503]}, async (explorer) => {
  await explorer.waitForText('#solve-text', /^No table covers this position, and this server solves none/);
  assert.equal(await explorer.page.$eval('#solve', (part) => part.checkVisibility()), false);
  await explorer.go('#2x2/h0.0,h0.1');
  await explorer.waitForText('#review-said', /reviews no games/);
  assert.equal(await explorer.page.$eval('#review-start', (part) => part.disabled), true);
});

inBrowser('the empty 5x5: what is known, and how many edges are missing', {hash: '#5x5', refused: [404, 422, 503]}, async (explorer, {server}) => {
  await explorer.waitForText('#solve-text', ENOUGH);
  assert.equal(await explorer.page.$eval('#solve', (part) => part.hidden), true);
  const missing = Number(ENOUGH.exec(await explorer.text('#solve-text'))[1]);
  const told = await (await fetch(`${server.address}api/v1/analyse?position=${EMPTY}&time=0.1`)).text();
  assert.equal(Number(/"missing_edges":(\d+)/.exec(told)[1]), missing);
  await explorer.waitForText('#solve-text', /A guess: [hv]\d\.\d \(/);
  const words = await explorer.text('#solve-text');
  assert.ok(words.includes(`exact values from about move ${missing + 1}.`), words);
  assert.doesNotMatch(words, /the value is from/);   // from -25 to 25 says nothing
  // The guess is on the board, and nothing there looks like a value or like the owner of a box. A better one may come.
  await explorer.until(() => [...document.querySelectorAll('#board [data-guess]')].map(({dataset}) => dataset.edge).join() ===
                             /A guess: ([hv]\d\.\d)/.exec(document.querySelector('#solve-text').textContent)?.[1], 'the guess');
  const [guess, shades] = await explorer.page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [style.getPropertyValue('--guess'), ['player-1', 'zero', 'player-2'].map((name) => style.getPropertyValue(`--${name}`))];
  });
  assert.ok(guess && !shades.includes(guess), guess);
  assert.equal(await noValues(explorer), 0);
  assert.ok((await explorer.board()).boxes.every(({text}) => text === ''));
  assert.equal(await explorer.text('#final'), '?');
  await explorer.draw('h0.0');
  await explorer.waitForText('#solve-text', new RegExp(`when about (${missing - 1}|${missing}) more .* move (${missing + 1}|${missing + 2})\\.`));
});

inBrowser('another board by rows and columns', {hash: '#2x2', refused: [404, 422, 503]}, async (explorer) => {
  await explorer.page.waitForSelector('#board-choice option[value="3x3"]');
  await explorer.choose('#board-choice', 'other');
  await explorer.write('#rows', '21');
  await explorer.write('#columns', '21');
  await explorer.click('#set-board');
  assert.deepEqual(await explorer.page.$eval('#other-board', (part) => [part.open, part.querySelectorAll(':invalid').length > 0]), [true, true]);
  await explorer.write('#rows', '1');
  await explorer.write('#columns', '2');
  await explorer.click('#set-board');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 7, '1x2');
  await explorer.agrees(solved('1x2:0000000'));
});
