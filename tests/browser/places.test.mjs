// Fixed places: what people point at does not move, and the board comes first.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {DESK, SIDE, TELEPHONE} from './support/chromium.mjs';

const TWICE = {width: DESK.width / 2, height: DESK.height / 2};   // the desktop at 200%
const MOST = 0.05;   // of shifts

// Without the exception for shifts soon after an action, which the web vitals make.
const shift = (explorer) => explorer.page.evaluate(() => new Promise((found) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const {value} of list.getEntries()) sum += value;
  }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => found(sum), 200);
}));

const PLACES = ['#status', '#task', '#new', '#undo', '#board', '#name-1', '#tab-theory', '#panel-moves'];
const places = (explorer) => explorer.page.evaluate((selectors) => selectors.map((selector) => {
  const {left, top} = document.querySelector(selector).getBoundingClientRect();
  return `${selector} ${Math.round(left + scrollX)} ${Math.round(top + scrollY)}`;
}).filter((place) => !place.startsWith('#task 0 0')), PLACES);

for (const [name, viewport] of Object.entries({desktop: DESK, telephone: TELEPHONE, landscape: SIDE})) {
  inBrowser(`${name}: nothing moves while the page loads, and during a game`, {viewport, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.until(() => /your turn/.test(document.querySelector('#status-turn').textContent), 'my turn');
    assert.ok(await shift(explorer) < MOST, `${await shift(explorer)} while loading`);
    await explorer.go('#3x3');
    await explorer.shows('3x3:' + '0'.repeat(24));
    const before = (await places(explorer)).join();
    for (const edge of ['h0.0', 'v0.0', 'h1.0', 'v0.1', 'h1.1', 'v1.1']) {
      await explorer.draw(edge);
      await explorer.shows((await explorer.board()).position);
      assert.equal((await places(explorer)).join(), before, edge);
    }
    for (const hash of ['#3x3:111111111111111111111111', '#2x2', '#5x5', '#nonsense']) {
      await explorer.go(hash);
      await explorer.until((wanted) => location.hash === wanted || document.querySelector('#trouble').checkVisibility(), hash, hash);
      await new Promise((later) => setTimeout(later, 300));
      const now = (await places(explorer)).filter((place) => !/#(task|board|status)/.test(place));
      assert.deepEqual(now, before.split(',').filter((place) => !/#(task|board|status)/.test(place)), hash);
    }
    assert.ok(await shift(explorer) < MOST, `${await shift(explorer)} in all`);
  });

  inBrowser(`${name}: the whole board is in view`, {viewport, hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => whole(explorer, name !== 'desktop'));
}

for (const [name, viewport] of Object.entries({desktop: {width: 1280, height: 800}, telephone: TELEPHONE})) {
  inBrowser(`${name}: nothing moves in a whole game against the computer and its review`, {viewport, hash: '#2x2', speed: 20}, async (explorer) => {
    await explorer.shows('2x2:000000000000');
    await explorer.play({me: 1, level: 2});
    for (;;) {
      await explorer.until(() => /your turn|board is full/.test(document.querySelector('#status-turn').textContent), 'my turn');
      const {edges} = await explorer.board();
      const open = edges.find(({state}) => state === 'open');
      if (!open) break;
      await explorer.draw(open.name);
    }
    await explorer.waitForText('#versus-text', /turn/);
    assert.ok(await shift(explorer) < MOST, `${await shift(explorer)} with the door and the game`);
    await explorer.click('#play-review');
    await explorer.waitForText('#review-said', /Every position is exact/);
    for (let count = 0; count < 5; ++count) await explorer.page.keyboard.press('ArrowLeft');
    await explorer.drawn(7);
    for (const door of ['puzzle', 'play', 'explore']) await explorer.enter(door);
    assert.ok(await shift(explorer) < MOST, `${await shift(explorer)} with the review and the doors`);
  });
}

inBrowser('the board is at least 560 pixels wide on a desktop of 1280', {viewport: {width: 1280, height: 800}, hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => {
  assert.ok(await explorer.page.$eval('#board', (part) => part.getBoundingClientRect().width) >= 560);
  const [dots] = await explorer.page.$$eval('#board .dots', (parts) => parts.map((part) => part.getBoundingClientRect().width));
  assert.ok(dots >= 540, `${dots} from dot to dot`);
});

inBrowser('telephone: the board stays in sight above the panels', {viewport: TELEPHONE, hash: '#3x3/h0.0,v1.1'}, async (explorer) => {
  await explorer.shows('3x3:100000000000000001000000');
  for (const tab of ['moves', 'review', 'theory', 'settings']) {
    await explorer.click(`#tab-${tab}`);
    await explorer.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const {top, bottom} = await explorer.page.$eval('#board', (part) => part.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom < TELEPHONE.height, `${tab}: ${top} to ${bottom}`);
  }
});

for (const viewport of [DESK, TELEPHONE, SIDE, TWICE, {width: 800, height: 360}, {width: 640, height: 400}]) {
  inBrowser(`${viewport.width} x ${viewport.height}: what the page is about is in view, with the whole board`, {viewport, hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => {
    await whole(explorer, false);
    const {top, bottom} = await explorer.page.$eval('.lead[data-in="explore"]', (part) => part.getBoundingClientRect().toJSON());
    assert.ok(bottom - top > 12 && top >= 0 && bottom <= viewport.height, `${top} to ${bottom}`);
  });
}

inBrowser('at 200% the whole board is in view', {viewport: TWICE, hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => whole(explorer, true));

// Checks that the board can be seen without scrolling; `first`: that no other part of the game is above it.
async function whole(explorer, first) {
  await explorer.page.waitForSelector('#board [data-edge]');
  const {board, stage, parts, window: size} = await explorer.page.evaluate(() => {
    const box = (part) => part.getBoundingClientRect().toJSON();
    return {board: box(document.querySelector('#board g.edges')), stage: box(document.querySelector('.stage')),
            parts: [...document.querySelectorAll('main .tools, main .score, main .news, main .panel')].filter((part) => part.checkVisibility()).map((part) => box(part).top), window: [innerWidth, innerHeight]};
  });
  assert.ok(board.top >= 0 && board.left >= 0 && board.bottom <= size[1] && board.right <= size[0], JSON.stringify({board, size}));
  assert.ok(board.height > size[1] / 3, `${board.height} of ${size[1]}`);
  if (first) for (const top of parts) assert.ok(top >= stage.top - 1, `${top} is above the board`);
}
