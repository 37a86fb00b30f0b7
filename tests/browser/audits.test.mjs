// Audits of the page by other tools: valid HTML, axe for accessibility, Lighthouse.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {inBrowser} from './support/browser.mjs';
import {DESK, launch, need, TELEPHONE, TEST_LIMIT} from './support/chromium.mjs';
import {Server} from './support/program.mjs';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));

test('index.html is valid', async () => {
  const {HtmlValidate} = need('html-validate');
  const report = await new HtmlValidate({extends: ['html-validate:standard', 'html-validate:a11y']}).validateString(readFileSync(`${WEB}index.html`, 'utf8'));
  assert.deepEqual(report.results.flatMap(({messages}) => messages.map(({line, ruleId, message}) => `${line}: ${ruleId}: ${message}`)), []);
});

const MOST_REQUESTS = 12, MOST_COMPRESSED = 60 * 1024;

for (const hash of ['', '#3x3/h0.0,v1.1']) {
  inBrowser(`the first view takes few requests and bytes: ${hash || 'no link'}`, {hash: '#2x2', refused: [404, 422, 503]}, async (_, {context, server}) => {
    const page = await context.newPage();
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', {cacheDisabled: true});
    const asked = new Map();
    session.on('Network.requestWillBeSent', ({requestId, request}) => asked.set(requestId, {url: request.url, bytes: 0}));
    session.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
      if (asked.has(requestId)) asked.get(requestId).bytes = encodedDataLength;
    });
    await page.goto(server.address + hash, {waitUntil: 'networkidle0'});
    const all = [...asked.values()];
    // A stream of events is longer on a slow machine, which has more progress to tell.
    const whole = all.filter(({url}) => !/\/analyse\?|\/events$/.test(url));
    const bytes = whole.reduce((sum, one) => sum + one.bytes, 0);
    assert.ok(all.length <= MOST_REQUESTS && all.length > 4, all.map(({url}) => url).join('\n'));
    assert.ok(bytes <= MOST_COMPRESSED && bytes > 10_000, `${bytes} bytes: ${JSON.stringify(all)}`);
    await page.close();
  });
}

const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');

async function violations(explorer) {
  await explorer.page.evaluate(axe);
  const found = await explorer.page.evaluate(() => window.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

// The states of the page. A step leads to each.
const STATES = {
  'a table': async (explorer) => explorer.shows('3x3:' + '0'.repeat(24)),
  'in the middle of a game': async (explorer) => {
    await explorer.go('#3x3/h1.1,v1.1,h2.1,v1.2,h0.0,v0.0,h1.0,v0.1');
    await explorer.click('#tab-theory');
    await explorer.page.waitForSelector('#explain-text .legend');
  },
  'the moves': async (explorer) => explorer.click('#tab-moves'),
  'a review': async (explorer) => {
    await explorer.click('#tab-review');
    await explorer.page.waitForSelector('#review-counts tbody');
  },
  'a lesson': async (explorer) => {
    await explorer.go('#3x3/h1.1,v1.1,h2.1,v1.2,h0.0,v0.0,h1.0,v0.1,v2.0,h3.0,h2.0,h0.1,v0.2,v0.3,h0.2');
    await explorer.page.waitForSelector('#learn:not([hidden])');
    await explorer.click('#learn');
    await explorer.waitForText('#status', /Find a better one/);
  },
  'coordinates': async (explorer) => explorer.page.keyboard.press('c'),
  'no values': async (explorer) => explorer.click('#set-values'),
  'no table': async (explorer) => {
    await explorer.go('#5x5');
    await explorer.page.waitForSelector('#task:not([hidden])');
  },
  'no game': async (explorer) => {
    await explorer.go('#nonsense');
    await explorer.page.waitForSelector('#trouble:not([hidden])');
  },
  'another board': async (explorer) => {
    await explorer.click('#trouble-end');
    await explorer.choose('#board-choice', 'other');
    await explorer.page.waitForSelector('#other-board[open]');
  },
  'another board in the middle of a game': async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.enter('play');
    await explorer.draw('h0.0');
    await explorer.choose('#board-choice', '2x2');
    await explorer.page.waitForSelector('#new-game[open]');
  },
  'a full board': async (explorer) => {
    await explorer.page.keyboard.press('Escape');
    await explorer.go('#2x2:111111111111&score=3-1');
    await explorer.waitForText('#status', /full/);
  },
  'the editor': async (explorer) => {
    await explorer.click('#edit');
    await explorer.page.waitForSelector('#editing:not([hidden])');
  },
  'a puzzle': async (explorer) => {
    await explorer.click('#edit-done');
    await explorer.enter('play');
    assert.deepEqual(await violations(explorer), [], 'play');
    await explorer.click('#new-game-open');
    await explorer.page.waitForSelector('#new-game[open]');
    assert.deepEqual(await violations(explorer), [], 'a new game');
    await explorer.click('#new-game-cancel');
    await explorer.go('#3x3:110001000011101010101000&puzzle=1');
    await explorer.waitForText('#status', /only move that wins/);
  },
  'a hint': async (explorer) => {
    await explorer.click('#hint');
    await explorer.page.waitForSelector('#board [data-lit]');
  },
  'a puzzle that goes on': async (explorer) => {
    await explorer.draw('v2.2');
    await explorer.waitForText('#status', /^Right: v2\.2|^The opponent drew/);
  },
  'a solved puzzle': async (explorer) => {
    await explorer.go('#1x2:1111100&puzzle=least');
    await explorer.waitForText('#status', /only move/);
    await explorer.draw('v0.1', 'v0.2');
    await explorer.waitForText('#status', /reaches the goal/);
  },
  'the end of a game': async (explorer) => {
    await explorer.go('#1x1');
    await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 4, '1x1');
    await explorer.play({me: 1, level: 2});
    for (let open; ;) {
      await explorer.waitForText('#status-turn', /your turn|board is full/);
      [open] = (await explorer.board()).edges.filter(({state}) => state === 'open');
      if (!open) break;
      await explorer.draw(open.name);
    }
    await explorer.page.waitForSelector('#rematch', {visible: true});
  },
  'a term': async (explorer) => {
    await explorer.go('#3x3/h1.1,v1.1');
    await explorer.click('#tab-theory');
    const term = await explorer.page.waitForSelector('#explain-text .term');
    await term.click();
    await explorer.page.waitForSelector('.terms > :popover-open');
  },
  'help': async (explorer) => {
    await explorer.page.keyboard.type('?');
    await explorer.page.waitForSelector('#help[open]');
  },
};

for (const [name, options] of Object.entries({desktop: {viewport: DESK}, 'telephone, dark': {viewport: TELEPHONE, dark: true}})) {
  inBrowser(`axe finds nothing in any state: ${name}`, {...options, hash: '#3x3', refused: [404, 422, 503]}, async (explorer) => {
    for (const [state, enter] of Object.entries(STATES)) {
      await enter(explorer);
      assert.deepEqual(await violations(explorer), [], state);
    }
  });
}

// The least score of each category, in percent, and the most bytes that the page may take from the server.
const LEAST = {performance: 95, accessibility: 100, 'best-practices': 100, seo: 100};
const MOST_BYTES = 60_000;

// Lighthouse computes the times of a slow connection from the requests of the page, and adds the measured time of the
// processor, several times longer. That part is left out (factor 0), since it says more about the other work of the
// machine than about the page.
async function scores(address, browser, form) {
  const {default: lighthouse} = await import(need.resolve('lighthouse'));
  const page = await browser.newPage();
  const config = {...form, settings: {...form.settings, throttling: {...form.settings?.throttling, cpuSlowdownMultiplier: 0}}};
  const {lhr} = await lighthouse(address, {logLevel: 'silent', onlyCategories: Object.keys(LEAST)}, config, page);
  await page.close();
  const failed = Object.values(lhr.audits).filter(({score, scoreDisplayMode}) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(({id, score, displayValue}) => `${id} ${score} ${displayValue ?? ''}`.trim());
  return {failed, shift: lhr.audits['cumulative-layout-shift'].numericValue, bytes: lhr.audits['total-byte-weight'].numericValue,
          ...Object.fromEntries(Object.keys(LEAST).map((name) => [name, Math.round(lhr.categories[name].score * 100)]))};
}

for (const form of ['desktop', 'telephone']) {
  test(`Lighthouse: ${form}`, {timeout: TEST_LIMIT}, async (t) => {
    const config = form === 'desktop' ? (await import(need.resolve('lighthouse/core/config/desktop-config.js'))).default : {extends: 'lighthouse:default'};
    const server = await Server.start();
    const browser = await launch();
    try {
      // The time of painting still depends on the machine a little, so the page gets three tries.
      let found;
      for (let tries = 0; tries < 3; ++tries) {
        found = await scores(server.address, browser, config);
        t.diagnostic(JSON.stringify(found));
        if (found.performance >= LEAST.performance) break;
      }
      for (const [name, least] of Object.entries(LEAST)) assert.ok(found[name] >= least, `${name}: ${found[name]}; ${found.failed.join('; ')}`);
      assert.ok(found.shift < 0.05, `shift ${found.shift}`);
      assert.ok(found.bytes <= MOST_BYTES, `${found.bytes} bytes`);
    } finally {
      await browser.close();
      await server.kill();
    }
  });
}
