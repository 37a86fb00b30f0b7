// Coordinates on the board, and what terms mean: by mouse, keyboard and touch.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {TELEPHONE} from './support/chromium.mjs';

const HERE = '3x3:110001000011101010101000';

// Waits for the explanation of a term, in view, or for none.
const explains = (explorer, words) => explorer.until((wanted) => {
  const open = document.querySelector('.terms > :popover-open');
  const {left, top, right, bottom} = (open ?? document.body).getBoundingClientRect();
  return (open?.textContent ?? null) === wanted && (!open || (left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight));
}, `the explanation ${words}`, words);
const meaning = (term) => term.evaluate((part) => part.popoverTargetElement.textContent);

// The names of edges that the board shows.
const named = (explorer) => explorer.page.$$eval('#board .edge + .name', (texts) => texts.filter((text) => getComputedStyle(text).display !== 'none').map((text) => text.textContent));

const names = async (explorer, wanted) => explorer.until((all) => {
  const texts = [...document.querySelectorAll('#board .edge + .name')].filter((text) => getComputedStyle(text).display !== 'none');
  return texts.map((text) => text.textContent).join() === all;
}, `the names ${wanted}`, wanted.join());

inBrowser('every edge shows its coordinates on demand, and the choice is kept', {hash: '#' + HERE}, async (explorer, {open}) => {
  await explorer.shows(HERE);
  assert.deepEqual(await named(explorer), []);
  await explorer.page.keyboard.press('c');
  const all = (await explorer.board()).edges.map(({name}) => name);
  await names(explorer, all);
  // A name is near the middle of its edge.
  const away = await explorer.page.$$eval('#board .edge', (edges) => edges.map((edge) => {
    const [line, name] = [edge.querySelector('.line'), edge.nextElementSibling].map((part) => part.getBoundingClientRect());
    return [edge.nextElementSibling.textContent === edge.dataset.edge, Math.abs(name.x + name.width / 2 - line.x - line.width / 2) < 2];
  }));
  assert.deepEqual(away, all.map(() => [true, true]));
  const other = await open('#2x2');
  await names(other, (await other.board()).edges.map(({name}) => name));
  await other.click('#set-names');
  await names(other, []);
});

inBrowser('a mouse shows the name of an edge', {hash: '#' + HERE}, async (explorer) => {
  await explorer.shows(HERE);
  for (const edge of ['v2.1', 'h1.0']) {
    await (await explorer.page.$(`[data-edge="${edge}"]`)).hover();
    await names(explorer, [edge]);
  }
});

inBrowser('edges have no names in a game, which needs none', {hash: '#' + HERE}, async (explorer) => {
  await explorer.enter('play');
  const edge = await explorer.page.$('[data-edge="h0.0"]');
  await edge.hover();
  assert.equal(await edge.evaluate((part) => part.matches(':hover')), true);
  assert.deepEqual(await named(explorer), []);
});

inBrowser('the keyboard reaches the names of edges and the terms, whose explanation Escape hides', {hash: '#' + HERE}, async (explorer) => {
  const {keyboard} = explorer.page;
  await explorer.shows(HERE);
  await explorer.click('#tab-theory');
  await explorer.page.reload();   // Tab begins at the top of the page
  await explorer.page.waitForSelector('#explain-text .term');
  const at = () => explorer.page.evaluate(() => ({term: document.activeElement.className === 'term',
                                                  edge: document.activeElement.dataset.edge ?? null, board: Boolean(document.activeElement.closest('.stage'))}));
  const met = [];
  for (let tabs = 0; tabs < 40; ++tabs) {
    await keyboard.press('Tab');
    if (tabs > 0 && await explorer.page.evaluate(() => document.activeElement.id === 'door-play')) break;   // the round is complete
    const here = await at();
    if (here.board || here.term) met.push(here);
    if (here.term) {
      await keyboard.press('Enter');
      await explains(explorer, await meaning(await explorer.page.$(':focus')));
      await keyboard.press('Escape');
      await explains(explorer, null);
    }
    if (here.edge) {
      await names(explorer, [here.edge]);
      await keyboard.press('ArrowRight');
      await names(explorer, [(await at()).edge]);
    }
  }
  assert.deepEqual(met.filter(({board}) => board).map(({edge}) => edge), ['h0.0'], 'the board is one stop');
  assert.ok(met.filter(({term}) => term).length >= 2);   // those of the text in short; the others are folded
});

inBrowser('a tap on a term shows what it means, until another tap', {hash: '#' + HERE, viewport: TELEPHONE}, async (explorer) => {
  await explorer.shows(HERE);
  await explorer.click('#tab-theory');
  const term = await explorer.page.waitForSelector('#explain-text .term');
  await term.evaluate((part) => part.scrollIntoView({block: 'center'}));
  await term.tap();
  await explains(explorer, await meaning(term));
  await explorer.page.tap('#panel-theory h3');
  await explains(explorer, null);
});

for (const viewport of [{width: 1100, height: 700}, TELEPHONE]) {
  inBrowser(`${viewport.width} pixels: the name of an edge covers no value`, {hash: '#3x3', viewport}, async (explorer) => {
    await explorer.shows('3x3:000000000000000000000000');
    await explorer.page.evaluate(() => document.querySelector('#set-names').click());
    await names(explorer, (await explorer.board()).edges.map(({name}) => name));
    const covered = await explorer.page.evaluate(() => {
      const [over, under] = ['+ .name', '.figure'].map((kind) => [...document.querySelectorAll(`#board .edge ${kind}`)].map((part) => part.getBoundingClientRect()));
      return over.flatMap((name, edge) => under.filter((at) => at.left < name.right && name.left < at.right && at.top < name.bottom - 2 && name.top + 2 < at.bottom).map(() => edge));
    });
    assert.deepEqual(covered, []);
  });
}
