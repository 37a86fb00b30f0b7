// Positions without a table: the Solve button, its progress, then exact values; cancelling; positions that are too
// large.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {solved} from './support/program.mjs';

// A position of 5x5 with 22 drawn edges, one with 14 (many seconds to solve) and one with none (days).
const MIDDLE = '5x5:110010111000010010000000100110110000101001000010100100111000';
const EARLY = '5x5:010000000000000110000010000001000100000101001001001101000100';
const EMPTY = `5x5:${'0'.repeat(60)}`;

const noValues = (explorer) => explorer.page.$$eval('#board [data-value], #board [data-best]', (parts) => parts.length);

inBrowser('5x5 with 22 drawn edges has its values at once', {hash: '#' + MIDDLE}, async (explorer) => {
  await explorer.agrees(solved(MIDDLE));
  assert.equal(await explorer.page.$eval('#task', (part) => part.checkVisibility()), false);
});

// A server that answers requests from tables only, so that the page needs jobs.
const TABLES_ONLY = ['--wait', '0'];

inBrowser('5x5 with 22 drawn edges is solved, and so are later positions', {hash: '#' + MIDDLE, own: TABLES_ONLY, refused: [404]}, async (explorer) => {
  await explorer.page.waitForSelector('#solve', {visible: true});
  assert.equal(await noValues(explorer), 0);
  assert.equal(await explorer.text('#final'), '?');
  await explorer.page.evaluate(() => {
    window.bars = [];
    new MutationObserver(() => {
      const bar = document.querySelector('#solve-progress');
      if (bar.checkVisibility()) window.bars.push([bar.getAttribute('aria-label'), document.querySelector('#solve-cancel').checkVisibility()]);
    }).observe(document.querySelector('#task'), {subtree: true, attributes: true, childList: true});
  });
  await explorer.click('#solve');
  const answer = solved(MIDDLE);
  await explorer.agrees(answer);
  const bars = await explorer.page.evaluate(() => window.bars);
  assert.ok(bars.length > 0 && bars.every(([name, cancel]) => name && cancel), 'a progress bar with a name, and a button to cancel');
  await explorer.page.waitForSelector('#task', {hidden: true});
  await explorer.draw(answer.best[0]);
  const {position} = await explorer.board();
  assert.notEqual(position, MIDDLE);
  await explorer.agrees(solved(position));
});

inBrowser('solving is cancelled', {hash: '#' + EARLY, refused: [404]}, async (explorer, {server}) => {
  await explorer.page.waitForSelector('#solve', {visible: true});
  await explorer.click('#solve');
  await explorer.page.waitForSelector('#solve-cancel', {visible: true});
  await explorer.waitForText('#solve-text', /Solving|Waiting/);
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  assert.match(await explorer.text('#solve-text'), /values.*MiB/);
  await explorer.click('#solve-cancel');
  await explorer.page.waitForSelector('#solve', {visible: true});
  await explorer.page.waitForSelector('#solve-progress', {hidden: true});
  assert.equal(await noValues(explorer), 0);
  for (let tries = 0; ; ++tries) {
    const job = (await server.json('api/v1/solve')).jobs.find(({position}) => position === EARLY);
    if (job?.state === 'cancelled') break;
    assert.ok(tries < 100, `the job on the server is still ${job?.state}`);
    await new Promise((passed) => setTimeout(passed, 100));
  }
});

inBrowser('another move cancels an automatic job, or keeps a started one visible', {hash: '#' + EARLY, refused: [404]}, async (explorer) => {
  await explorer.page.waitForSelector('#solve', {visible: true});
  await explorer.click('#solve');
  await explorer.page.waitForSelector('#solve-cancel', {visible: true});
  await explorer.draw('h0.0');
  await explorer.waitForText('#solve-text', /a position before/);
  assert.equal(await noValues(explorer), 0);
  await explorer.click('#solve-cancel');
  await explorer.waitForText('#solve-text', /No table covers/);
});

inBrowser('the empty 5x5 is refused with the message of the program', {hash: '#5x5', refused: [404]}, async (explorer, {server}) => {
  await explorer.page.waitForSelector('#solve', {visible: true});
  await explorer.click('#solve');
  await explorer.waitForText('#solve-text', /Not solved/);
  const job = (await server.json('api/v1/solve')).jobs.find(({position}) => position === EMPTY);
  assert.equal(job.state, 'failed');
  assert.match(job.problem.detail, /TiB|more edges drawn/);
  assert.equal(await explorer.text('#solve-text'), `Not solved: ${job.problem.detail}`);
  assert.equal(await explorer.page.$eval('#solve-text', (part) => part.dataset.problem), 'true');
  assert.equal(await noValues(explorer), 0);
});

inBrowser('another board by rows and columns', {refused: [404]}, async (explorer) => {
  await explorer.page.waitForSelector('#board-choice option[value="3x3"]');
  await explorer.choose('#board-choice', 'other');
  await explorer.write('#rows', '6');
  await explorer.write('#columns', '6');
  assert.equal(await explorer.page.$eval('#set-board', (part) => part.disabled), true);
  assert.match(await explorer.text('#other-board output'), /at most 64 edges/);
  await explorer.write('#rows', '1');
  await explorer.write('#columns', '2');
  await explorer.click('#set-board');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 7, '1x2');
  await explorer.agrees(solved('1x2:0000000'));
});
