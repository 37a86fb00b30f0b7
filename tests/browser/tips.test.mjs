// Coordinates on the board, and tooltips: by mouse, keyboard and touch.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {TELEPHONE} from './support/chromium.mjs';

const HERE = '3x3:110001000011101010101000';

const tip = (explorer) => explorer.page.$eval('#tip', (part) => (part.checkVisibility() ? part.textContent : null));
const shows = (explorer, words) => explorer.until((wanted) => {
  const part = document.querySelector('#tip');
  return (part.checkVisibility() ? part.textContent : null) === wanted;
}, `the tooltip ${words}`, words);

inBrowser('every edge shows its coordinates on demand, and the choice is kept', {hash: '#' + HERE}, async (explorer, {open}) => {
  await explorer.shows(HERE);
  // A name is near the middle of its edge.
  const names = (at) => at.page.evaluate(() => {
    const texts = [...document.querySelectorAll('#board .names text')];
    return [...document.querySelectorAll('#board .edge')].map((part, index) => {
      const edge = part.querySelector('.line').getBoundingClientRect(), name = texts[index].getBoundingClientRect();
      return [part.dataset.edge, texts[index].textContent, getComputedStyle(texts[index].parentNode).display !== 'none', Math.abs(name.x + name.width / 2 - edge.x - edge.width / 2)];
    });
  });
  for (const [edge, name, seen] of await names(explorer)) assert.deepEqual([name, seen], [edge, false]);
  await explorer.page.keyboard.press('c');
  await explorer.until(() => document.querySelector('#set-names').checked, 'coordinates');
  for (const [edge, name, seen, away] of await names(explorer)) assert.deepEqual([name, seen, away < 2], [edge, true, true]);
  const other = await open('#2x2');
  await other.until(() => document.querySelector('#board[data-names]'), 'coordinates');
  await other.click('#set-names');
  await other.until(() => !document.querySelector('#board[data-names]'), 'no coordinates');
});

inBrowser('a mouse shows the tooltip of an edge, and Escape hides it', {hash: '#' + HERE}, async (explorer) => {
  await explorer.shows(HERE);
  for (const edge of ['v2.1', 'h1.0']) {
    await (await explorer.page.$(`[data-edge="${edge}"]`)).hover();
    await shows(explorer, edge);
    assert.equal(await explorer.page.$eval(`[data-edge="${edge}"]`, (part) => part.getAttribute('aria-describedby')), 'tip');
  }
  await explorer.page.keyboard.press('Escape');
  await shows(explorer, null);
  await (await explorer.page.$('#theme')).hover();
  await shows(explorer, 'Light or dark');
  // The pointer may enter the tooltip.
  await (await explorer.page.$('#tip')).hover();
  await new Promise((later) => setTimeout(later, 400));
  assert.equal(await tip(explorer), 'Light or dark');
  await explorer.page.mouse.move(5, 500);
  await shows(explorer, null);
});

inBrowser('edges have no tooltips in a game, which needs no coordinates', {hash: '#' + HERE}, async (explorer) => {
  await explorer.enter('play');
  const edge = await explorer.page.$('[data-edge="h0.0"]');
  await edge.hover();
  assert.equal(await edge.evaluate((part) => part.matches(':hover')), true);
  assert.equal(await tip(explorer), null);
});

inBrowser('the keyboard reaches the tooltips of edges and of terms', {hash: '#' + HERE}, async (explorer) => {
  const {keyboard} = explorer.page;
  await explorer.shows(HERE);
  await explorer.click('#tab-theory');
  await explorer.page.reload();   // Tab begins at the top of the page
  await explorer.page.waitForSelector('#explain-text .term');
  const at = () => explorer.page.evaluate(() => ({tip: document.activeElement.dataset.tip ?? null, term: document.activeElement.className === 'term',
                                                  edge: document.activeElement.dataset.edge ?? null, board: Boolean(document.activeElement.closest('.stage'))}));
  const met = [];
  for (let tabs = 0; tabs < 40; ++tabs) {
    await keyboard.press('Tab');
    if (tabs > 0 && await explorer.page.evaluate(() => document.activeElement.id === 'door-play')) break;   // the round is complete
    const here = await at();
    if (here.board || here.term) {
      met.push(here);
      assert.equal(await tip(explorer), here.tip);
    }
    if (here.edge) {
      await keyboard.press('ArrowRight');
      assert.equal(await tip(explorer), (await at()).edge);
    }
  }
  assert.deepEqual(met.filter(({board}) => board).map(({edge}) => edge), ['h0.0'], 'the board is one stop');
  assert.ok(met.filter(({term}) => term).length >= 2);   // those of the text in short; the others are folded
});

inBrowser('a finger reaches them: by a tap on a term, by staying on an edge, which is not drawn', {hash: '#' + HERE, viewport: TELEPHONE}, async (explorer) => {
  await explorer.shows(HERE);
  await explorer.click('#tab-theory');
  const term = await explorer.page.waitForSelector('#explain-text .term');
  await term.evaluate((part) => part.scrollIntoView({block: 'center'}));
  await term.tap();
  await shows(explorer, await term.evaluate((part) => part.dataset.tip));
  const edge = await explorer.page.$('[data-edge="v1.1"]');
  await edge.evaluate((part) => part.scrollIntoView({block: 'center'}));
  const {x, y} = await edge.evaluate((part) => {
    const {left, top, width, height} = part.querySelector('.hit').getBoundingClientRect();
    return {x: left + width / 2, y: top + height / 2};
  });
  const finger = await explorer.page.touchscreen.touchStart(x, y);
  await shows(explorer, 'v1.1');
  await finger.end();
  await new Promise((later) => setTimeout(later, 100));
  assert.equal((await explorer.board()).position, HERE);
});

for (const viewport of [{width: 1100, height: 700}, TELEPHONE]) {
  inBrowser(`${viewport.width} pixels: the tooltip of an edge covers no value of another one`, {hash: '#3x3', viewport}, async (explorer) => {
    await explorer.shows('3x3:000000000000000000000000');
    for (const {name} of (await explorer.board()).edges) {
      const edge = await explorer.page.$(`[data-edge="${name}"]`);
      await edge.evaluate((part) => part.scrollIntoView({block: 'center'}));
      await edge.hover();
      await shows(explorer, name);
      const covered = await explorer.page.evaluate(() => {
        const over = document.querySelector('#tip').getBoundingClientRect();
        return [...document.querySelectorAll('#board .figure')].filter((figure) => {
          const at = figure.getBoundingClientRect();
          return at.left < over.right && over.left < at.right && at.top < over.bottom && over.top < at.bottom;
        }).map((figure) => figure.parentElement.dataset.edge);
      });
      assert.deepEqual(covered, [], name);
    }
  });
}
