// A test in the browser: `inBrowser(name, options, body)` opens the page in its own window and passes an Explorer to
// the body. The test also fails on any other error of the page: script errors, console output, failed requests,
// requests to another host.

import assert from 'node:assert/strict';
import test, {after, before} from 'node:test';

import {DESK, launch, TEST_LIMIT, WAIT_LIMIT} from './chromium.mjs';
import {Explorer} from './explorer.mjs';
import {Server} from './program.mjs';

let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
});

after(async () => {
  await browser?.close();
  await server?.kill();
});

// Delays are shorter by this factor: the pauses of the perfect player are for human users.
function hurry(times) {
  const wait = window.setTimeout;
  window.setTimeout = (action, delay = 0, ...rest) => wait(action, delay / times, ...rest);
}

// Random numbers that are the same in every run.
function seed(start) {
  let state = start;
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// Records the errors of a page. `refused` are the error statuses that a test expects from the server; the browser
// itself writes those to the console.
function watch(page, origin, refused, wrong) {
  page.on('pageerror', (error) => wrong.push(`error of a script: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warn', 'assert'].includes(message.type())) return;
    const from = message.location()?.url ?? '';
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text());
    if (status && from.startsWith(`${origin}/api/v1/`) && refused.includes(Number(status[1]))) return;
    wrong.push(`console: ${message.text()} (${from})`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // The page cancels requests whose answers it no longer needs.
    if (why === 'net::ERR_ABORTED' && request.url().startsWith(`${origin}/api/v1/`)) return;
    wrong.push(`request failed: ${request.url()}: ${why}`);
  });
  page.on('request', (request) => {
    const {origin: to, protocol} = new URL(request.url());
    if (to !== origin && !['data:', 'blob:', 'about:'].includes(protocol)) wrong.push(`request to another host: ${request.url()}`);
  });
}

// Options: hash (the end of the address), viewport, dark, still (reduced motion), refused (see above), speed (of
// delays), chance (seed), own (a separate server, which the body may kill; or its options), wrong (function that gets all errors,
// instead of failing).
export function inBrowser(name, options, body) {
  test(name, {timeout: TEST_LIMIT}, async (t) => {
    const own = options.own ? await Server.start(0, Array.isArray(options.own) ? options.own : []) : null;
    const serving = own ?? server;
    const context = await browser.createBrowserContext();
    const wrong = [];
    const origin = new URL(serving.address).origin;
    const open = async (hash) => {
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_LIMIT);
      watch(page, origin, options.refused ?? [], wrong);
      await page.setViewport(options.viewport ?? DESK);
      await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: options.dark ? 'dark' : 'light'},
                                       {name: 'prefers-reduced-motion', value: options.still === false ? 'no-preference' : 'reduce'}]);
      await page.evaluateOnNewDocument(hurry, options.speed ?? 1);
      if (options.chance) await page.evaluateOnNewDocument(seed, options.chance);
      await page.goto(serving.address + hash, {waitUntil: 'load'});
      await page.waitForSelector('#board [data-edge]');
      return new Explorer(page);
    };
    try {
      await context.overridePermissions(origin, ['clipboard-read', 'clipboard-sanitized-write']);
      const explorer = await open(options.hash ?? '');
      await body(explorer, {t, open, server: serving, wrong, context});
    } finally {
      await context.close();
      await own?.kill();
    }
    if (options.own !== true) assert.deepEqual(wrong, [], 'errors of the page');
  });
}
