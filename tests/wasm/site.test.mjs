// The page as a static site, in Chromium: with the network, without it after the first visit, on a telephone, with a
// slow network, with a damaged file, and with a new version.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {after, before} from 'node:test';

import {DESK, launch, TELEPHONE, TEST_LIMIT, WAIT_LIMIT} from '../browser/support/chromium.mjs';
import {Explorer} from '../browser/support/explorer.mjs';
import {PIPO, probe} from '../browser/support/program.mjs';
import {Host} from './host.mjs';

// Returns the position with these edges drawn.
function positionWith(board, edges, ...drawn) {
  return `${board}:${Array.from({length: edges}, (_, edge) => Number(drawn.includes(edge))).join('')}`;
}
const EMPTY = positionWith('4x5', 49);
const folder = mkdtempSync(join(tmpdir(), 'pipo-site-'));
const site = join(folder, 'site');
let browser;

// A site with a table beyond the atlas, whose larger layers count as too large to be fetched as a whole.
const withTable = join(folder, 'with-table');

function makeSiteWithTable() {
  execFileSync(PIPO, ['--tables', join(folder, 'tables'), 'generate', '3x4'], {stdio: 'pipe'});
  execFileSync('python3', ['scripts/site.py', '--module', 'build/wasm', '--to', withTable, '--tables', join(folder, 'tables')]);
  const listing = join(withTable, readdirSync(withTable).find((name) => name.startsWith('answers.')));
  const answers = JSON.parse(readFileSync(listing));
  for (const [path, file] of Object.entries(answers.files)) if (path.startsWith('/tables/') && file.bytes > 100_000) file.pieces = true;
  writeFileSync(listing, JSON.stringify(answers));
}

before(async () => {
  execFileSync('python3', ['scripts/site.py', '--module', 'build/wasm', '--to', site]);
  makeSiteWithTable();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

// Opens a site in a browser that has not seen it, and calls body({host, visit}).
function onSite(name, body, {at = site} = {}) {
  test(name, {timeout: 3 * TEST_LIMIT}, async () => {
    const context = await browser.createBrowserContext();
    const host = new Host(at);
    await host.open();
    const wrong = [];
    const visit = async (hash = '', viewport = DESK) => {
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_LIMIT);
      page.on('pageerror', (error) => wrong.push(error.message));
      await page.setViewport(viewport);
      await page.goto(host.address + hash);
      await page.waitForSelector('#board [data-edge]');
      return new Explorer(page);
    };
    try {
      await body({host, visit});
    } finally {
      await context.close();
      await host.close().catch(() => {});
    }
    assert.deepEqual(wrong, [], 'errors of scripts');
  });
}

// Waits until the service worker has kept every file.
async function kept(explorer) {
  const files = readdirSync(site, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile()).length;
  await explorer.page.waitForFunction(async (wanted) => {
    const [name] = await caches.keys();
    return name && (await (await caches.open(name)).keys()).length === wanted;
  }, {polling: 200}, files - 1);   // all but the worker itself
}

// The exact values of the page are those of the program.
async function agrees(explorer, position) {
  await explorer.shows(position);
  const {edges} = await explorer.board();
  const answer = probe(position);
  const first = await explorer.page.$eval('#board', ({dataset}) => dataset.turn === '1');
  const values = edges.filter(({state}) => state === 'open').map(({name, value}) => [name, Number(value)]);
  assert.deepEqual(values, answer.moves.map(({edge, value}) => [edge, (first ? value : -value) + 0]));
}

onSite('4x5 from the empty board, without a network after the first visit', async ({host, visit}) => {
  const first = await visit();
  await first.enter('explore');
  await agrees(first, EMPTY);
  await kept(first);
  await first.page.close();
  await host.close();

  const explorer = await visit();
  assert.ok(await explorer.page.evaluate(() => crossOriginIsolated), 'a later visit may have threads');
  await explorer.enter('explore');
  await agrees(explorer, EMPTY);
  // The value of the empty board is 0, so a game without a loss ends 10-10.
  await explorer.enter('play');
  await explorer.choose('#board-choice', '4x5');
  await explorer.play({level: 10, me: 0});
  await explorer.drawn(49);
  assert.deepEqual(await explorer.score(), [10, 10]);

  await explorer.click('#play-review');
  await explorer.waitForText('#review-said', /Every position is exact/);
  const accuracies = (await explorer.text('#review-counts')).match(/\d{1,3}%/g);
  assert.deepEqual(accuracies, ['100%', '100%']);

  await explorer.enter('puzzle');
  await explorer.waitForText('#status', /A puzzle: find/);
  for (const {name} of (await explorer.board()).edges.filter(({state}) => state === 'open')) {
    await explorer.click(`[data-edge="${name}"]`);
    await explorer.waitForText('#status', new RegExp(`${name} costs|Right: ${name}`));
    if ((await explorer.text('#status')).includes('Right')) return;
  }
  assert.fail('no move is right');
});

onSite('a telephone', async ({visit}) => {
  const explorer = await visit('#4x5/h0.0', TELEPHONE);
  await agrees(explorer, positionWith('4x5', 49, 0));
});

onSite('a slow network', async ({host, visit}) => {
  host.delay = 400;
  const explorer = await visit('#4x5/h0.0,h1.1');
  await agrees(explorer, positionWith('4x5', 49, 0, 6));
});

onSite('a damaged layer is named, and other tables answer', async ({host, visit}) => {
  host.damaged = /atlas\/4x5\/layer-01\./;
  const explorer = await visit('#4x5/h0.0');
  await explorer.waitForText('body', /layer-01\.pipo/);
  const other = await visit('#3x3/h0.0');
  await agrees(other, positionWith('3x3', 24, 0));
});

onSite('tables are fetched layer by layer', async ({host, visit}) => {
  const explorer = await visit();
  await explorer.enter('explore');
  await explorer.shows(EMPTY);
  // The values of the empty board's moves are those of layer 1. The rest comes from the service worker, later.
  const layers = host.asked.flatMap((path) => /4x5\/layer-(\d+)/.exec(path)?.[1] ?? []);
  assert.ok(layers.length < 4 || layers.indexOf('08') > 3, `${layers}`);
  assert.ok(layers.includes('01'), `${layers}`);
  await kept(explorer);
});

// No box has three sides, so some moves are in layer 14, which the atlas does not have.
const BEYOND = positionWith('3x4', 31, ...Array(13).keys());

onSite('a large table is read in pieces', async ({host, visit}) => {
  const explorer = await visit(`#${BEYOND}`);
  await agrees(explorer, BEYOND);
  const layers = host.asked.filter((path) => /3x4\.\w+\/layer-14/.test(path));
  assert.ok(layers.length > 1 && layers.every((path) => / \d+-\d+$/.test(path)), `${layers}`);
}, {at: withTable});

onSite('a site with more tables, without a network', async ({host, visit}) => {
  const first = await visit('#3x3/h0.0');
  await agrees(first, positionWith('3x3', 24, 0));
  await first.page.waitForFunction(async () => {
    const [name] = await caches.keys();
    return name && (await (await caches.open(name)).keys()).some(({url}) => url.includes('atlas/4x5/layer-08'));
  }, {polling: 200});
  await first.page.close();
  await host.close();
  const explorer = await visit(`#${BEYOND}`);
  await agrees(explorer, BEYOND);   // swept
}, {at: withTable});

onSite('a host that sends no parts of files', async ({host, visit}) => {
  host.ranges = false;
  const explorer = await visit(`#${BEYOND}`);
  await agrees(explorer, BEYOND);
  assert.ok(!host.asked.some((path) => /3x4\.\w+\/layer-14/.test(path)), 'it was swept');
}, {at: withTable});

onSite('a new version beside the files of the old one', async ({host, visit}) => {
  const newer = join(folder, 'newer');
  const explorer = await visit('#3x3/h0.0');
  await kept(explorer);
  await host.close();
  // Another version differs in its page, and so in the names of what it needs.
  cpSync(site, newer, {recursive: true});
  const page = readFileSync(join(newer, 'index.html'), 'utf8').replace('<title>', '<title>Newer ');
  writeFileSync(join(newer, 'index.html'), page);
  const keeper = readFileSync(join(newer, 'sw.js'), 'utf8').replace(/"version": "[^"]*"/, '"version": "newer"');
  writeFileSync(join(newer, 'sw.js'), keeper);
  await host.open(newer);
  // The old page goes on; the new one comes when no page of the old version is open.
  await explorer.draw('h1.1');
  await agrees(explorer, positionWith('3x3', 24, 0, 4));
  const again = await visit();
  await again.page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await again.page.waitForFunction(async () => Boolean((await navigator.serviceWorker.ready).waiting), {polling: 200});
  assert.doesNotMatch(await again.page.title(), /Newer/);
  await explorer.page.goto('about:blank');
  await again.page.goto('about:blank');
  const last = await visit('#3x3/h0.0');
  await last.until(() => /Newer/.test(document.title), 'the new version');
  await agrees(last, positionWith('3x3', 24, 0));
});
