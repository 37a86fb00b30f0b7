// The package for npm in Chromium, as files: without a bundler, from the page's own host and from another one.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {after, before} from 'node:test';

import {launch, TEST_LIMIT, WAIT_LIMIT} from '../browser/support/chromium.mjs';
import {Host} from './host.mjs';
import {installed} from './package.mjs';

const EMPTY = '4x5:0000000000000000000000000000000000000000000000000';
const SWEPT = '5x5:011100001010001100000011100101010001000000000110000100010000';
const SLOW = '5x5:011100001010001100000011100100000000000000000110000000000000';

let packages;
let browser;
before(async () => {
  packages = installed();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  packages?.remove();
});

// Opens a page that imports the packages, from `from` or from its own host, and calls body({page, host}).
function inBrowser(name, place, body, from = async () => null) {
  test(name, {timeout: TEST_LIMIT}, async () => {
    const host = new Host(packages[place]);
    await host.open();
    const other = await from();
    const base = `${other?.address ?? './'}node_modules`;
    const imports = {'pipopipette': `${base}/pipopipette/npm/browser.js`,
                     ...(place === 'whole' && {'pipopipette-atlas': `${base}/pipopipette-atlas/atlas.json`})};
    writeFileSync(join(packages[place], 'index.html'), `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({imports})}</script>`);
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_LIMIT);
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => wrong.push(message.text()));
    try {
      await page.goto(host.address);
      await body({page, host, other});
    } finally {
      await page.close();
      await Promise.all([host.close(), other?.close()]);
    }
    assert.deepEqual(wrong, []);
  });
}

inBrowser('rules at once, values of the atlas layer by layer, a sweep with progress', 'whole', async ({page, host}) => {
  const found = await page.evaluate(async (empty, swept) => {
    const {Game, Solver, Tables} = await import('pipopipette');
    const game = new Game('2x2');
    game.play('h0.0');
    const tables = new Tables();
    const solver = new Solver({seconds: 120});
    const kinds = new Set();
    const {value, method} = await solver.solve(swept, {progress: ({kind}) => kinds.add(kind)});
    return {moves: game.legalMoves().length, empty: await tables.value(empty), value, method, kinds: [...kinds]};
  }, EMPTY, SWEPT);
  assert.deepEqual(found, {moves: 11, empty: 0, value: 1, method: 'sweep', kinds: ['plan', 'sweep']});
  const layers = host.asked.filter((path) => path.endsWith('.pipo'));
  assert.deepEqual(layers, ['/some/place (1)/node_modules/pipopipette-atlas/atlas/4x5/layer-00.pipo']);
});

inBrowser('a question is cancelled, and errors have their types', 'small', async ({page}) => {
  const found = await page.evaluate(async (slow, empty) => {
    const {MissingTableError, OutOfMemoryError, PositionError, Solver, Tables} = await import('pipopipette');
    const solver = new Solver();
    const cancel = new AbortController();
    const errors = [];
    const failed = (question) => question.then(() => errors.push('none'), (error) => errors.push(error));
    await failed(solver.solve(slow, {signal: cancel.signal, progress: () => cancel.abort()}));
    await failed(solver.solve(slow, {memory: 2 ** 20}));
    await failed(new Tables().value(empty));
    await failed(new Tables().value('2x2:2'));
    const {value} = await solver.solve('3x3:110001000011101010101000');
    return {value, names: errors.map(({name}) => name), typed: errors[1] instanceof OutOfMemoryError
      && errors[2] instanceof MissingTableError && errors[3] instanceof PositionError, code: errors[1].code};
  }, SLOW, EMPTY);
  assert.deepEqual(found, {value: 3, names: ['AbortError', 'OutOfMemoryError', 'MissingTableError', 'PositionError'], typed: true, code: 'out_of_memory'});
});

inBrowser('a copy of the atlas at an address', 'whole', async ({page}) => {
  const found = await page.evaluate(async (empty) => {
    const {Tables} = await import('pipopipette');
    const tables = new Tables({atlas: './node_modules/pipopipette-atlas/atlas.json'});
    const listed = await new Tables({atlas: './index.html'}).has(empty).catch(({message}) => message);
    return [await tables.value(empty), await tables.has('2x2:000000000000'), await new Tables({atlas: false}).has(empty), listed];
  }, EMPTY);
  assert.match(found.pop(), /index\.html is not a list of files; name the address of a copy/);
  assert.deepEqual(found, [0, false, false]);
});

inBrowser('from another host', 'small', async ({page, host, other}) => {
  const found = await page.evaluate(async () => {
    const {Solver, Tables} = await import('pipopipette');
    return [await new Tables().value('3x3:000000000000000000000000'), (await new Solver().solve('3x3:110001000011101010101000')).value];
  });
  assert.deepEqual(found, [-3, 3]);
  assert.deepEqual(host.asked, ['/some/place (1)/']);
  assert.ok(other.asked.some((path) => path.endsWith('layer-00.pipo')));
}, async () => {
  const other = new Host(packages.small);
  other.headers = {'Access-Control-Allow-Origin': '*'};
  await other.open();
  return other;
});
