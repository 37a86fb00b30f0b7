// The page as a static site, in Chromium: with the network, without it after the first visit, on a telephone, with a
// slow network, with a damaged file, and with a new version.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {after, before} from 'node:test';
import {gzipSync} from 'node:zlib';

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
  change(withTable, readdirSync(withTable).find((name) => name.startsWith('answers.')), (text) => {
    const answers = JSON.parse(text);
    for (const [path, file] of Object.entries(answers.files)) if (path.startsWith('/tables/') && file.bytes > 100_000) file.pieces = true;
    return JSON.stringify(answers);
  });
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

// Changes a file of a site, and its hash in names and in other files.
function change(at, file, edit) {
  const old = readFileSync(join(at, file), 'utf8');
  const [oldHash, newHash] = [old, edit(old)].map(hashOf);
  rmSync(join(at, file));
  writeFileSync(join(at, file.replace(oldHash, newHash)), edit(old));
  for (const user of readdirSync(at).filter((name) => /\.(js|html)$/.test(name))) {
    if (readFileSync(join(at, user), 'utf8').includes(oldHash)) change(at, user, (text) => text.replaceAll(oldHash, newHash));
  }
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

// Waits until the service worker has kept every file, or those of several copies of the site.
async function kept(explorer, copies = 1) {
  const files = readdirSync(site, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile()).length;
  await explorer.page.waitForFunction(async (each, count) => {
    const sizes = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length));
    return sizes.length === count && sizes.every((size) => size === each);
  }, {polling: 200}, files - 1, copies);   // all but the worker itself
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
  host.headers = {Vary: 'Accept'};   // as if it sent each kind of request another file
  const first = await visit();
  await first.enter('explore');
  await agrees(first, EMPTY);
  await kept(first);
  await first.page.close();
  await host.close();

  const explorer = await visit();
  assert.ok(await explorer.page.evaluate(() => crossOriginIsolated), 'a later visit may have threads');
  assert.ok(await explorer.page.evaluate(() => [...document.styleSheets].every(({cssRules}) => cssRules.length > 0)), 'it has its styles');
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

test('what the script says: the command for a folder with a space, and a folder without the module', () => {
  const said = (...words) => spawnSync('python3', ['scripts/site.py', ...words], {encoding: 'utf8'});
  assert.match(said('--module', 'build/wasm', '--to', join(folder, 'a site')).stdout, /--directory '.*\/a site'\n$/);
  assert.match(said('--module', folder, '--to', join(folder, 'other')).stderr, /: has no module; leave --module out, and it is built\n$/);
});

test('the first view is small before the module', () => {
  const later = /^(answers|ask|files|pipopipette|serve|sw|worker)\b/;
  const first = readdirSync(site, {withFileTypes: true}).filter((entry) => entry.isFile() && !later.test(entry.name));
  const bytes = first.reduce((sum, {name}) => sum + gzipSync(readFileSync(join(site, name))).length, 0);
  assert.ok(bytes > 30_000 && bytes <= 60_000, `${bytes}`);
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

onSite('what arrives as another file is not kept', async ({host, visit}) => {
  host.replaced = /\.wasm$/;
  const without = await visit('#3x3/h0.0');
  await without.waitForText('body', /\.wasm has not arrived whole, or this browser is too old/);
  host.replaced = /layer-0[12]\.|threads\.\w+\.wasm/;
  const explorer = await visit('#4x5/h0.0');
  await explorer.waitForText('body', /layer-0[12]\.pipo: could not be fetched; try again/);
  await explorer.page.waitForFunction(async () => {
    const [name] = await caches.keys();
    return name && (await (await caches.open(name)).keys()).some(({url}) => url.includes('atlas/5x5-swedish/'));
  }, {polling: 200});   // the last one
  host.replaced = null;
  const again = await visit('#4x5/h0.0');
  await agrees(again, positionWith('4x5', 49, 0));
  await kept(again);
});

// Writes another version, with another title.
function makeNewer(newer) {
  cpSync(site, newer, {recursive: true});
  change(newer, 'index.html', (text) => text.replace('<title>', '<title>Newer '));
}

onSite('a copy in a folder of the site, and another page there', async ({host, visit}) => {
  const whole = join(folder, 'whole');
  cpSync(site, whole, {recursive: true});
  makeNewer(join(whole, 'copy'));
  writeFileSync(join(whole, 'other.html'), '<title>Other</title><div id="board"><i data-edge></i></div>');
  await host.close();
  await host.open(whole);
  const first = await visit('#3x3/h0.0');
  await kept(first);
  const copy = await visit('copy/#3x3/h0.0');
  assert.match(await copy.page.title(), /Newer/);
  await kept(copy, 2);
  const other = await visit('other.html');
  assert.deepEqual([await other.page.title(), await other.page.evaluate(() => crossOriginIsolated)], ['Other', false]);
  for (const {page} of [first, copy, other]) await page.close();
  await host.close();
  for (const place of ['', 'copy/']) {
    const explorer = await visit(`${place}#3x3/h0.0`);
    assert.equal(/Newer/.test(await explorer.page.title()), place === 'copy/');
    await agrees(explorer, positionWith('3x3', 24, 0));
  }
});

onSite('a new version beside the files of the old one', async ({host, visit}) => {
  host.headers = {'Cache-Control': 'max-age=600'};   // as GitHub Pages; the browser has the old page for so long
  const newer = join(folder, 'newer');
  const explorer = await visit('#3x3/h0.0');
  await kept(explorer);
  await host.close();
  makeNewer(newer);
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
