// A slow connection: the page is painted before all of it has come, and what is painted stays in its place.

import assert from 'node:assert/strict';
import {Buffer} from 'node:buffer';
import {createServer} from 'node:http';

import {inBrowser} from './support/browser.mjs';
import {DESK, SIDE, TELEPHONE, WAIT_LIMIT} from './support/chromium.mjs';

const later = (milliseconds) => new Promise((done) => {
  setTimeout(done, milliseconds);
});

// The answer of `server`, or nothing once the test has ended it.
const answerOf = (server, url) => fetch(new URL(url, server.address)).catch(() => null);

// Answers as `server` does, but sends the body of index.html line by line, once the style sheets have come.
async function slowServer(server) {
  const slow = createServer(async ({url}, response) => {
    const answer = await answerOf(server, url);
    if (!answer) return response.destroy();
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, {'content-type': type});
    if (!type.startsWith('text/html')) return response.end(Buffer.from(await answer.arrayBuffer()));
    const [head, body] = (await answer.text()).split('</head>\n');
    response.write(`${head}</head>\n`);
    await later(1000);
    for (const line of body.split('\n')) {
      response.write(`${line}\n`);
      await later(20);
    }
    return response.end();
  });
  await new Promise((listening) => {
    slow.listen(0, '127.0.0.1', listening);
  });
  return slow;
}

for (const [name, viewport] of Object.entries({desktop: DESK, telephone: TELEPHONE, landscape: SIDE})) {
  inBrowser(`${name}: nothing moves while the page comes`, {}, async (_, {context, server}) => {
    const slow = await slowServer(server);
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_LIMIT);
      await page.setViewport(viewport);
      await page.evaluateOnNewDocument(() => {
        window.moves = [];
        new PerformanceObserver((list) => {
          for (const {node, previousRect, currentRect} of list.getEntries().flatMap(({sources}) => sources)) {
            // The bar of the score grows; whatever goes down or up has been moved by something above it.
            if (previousRect.y !== currentRect.y) window.moves.push(`${node?.id || node?.className || node?.nodeName}: ${previousRect.y} to ${currentRect.y}`);
          }
        }).observe({type: 'layout-shift', buffered: true});
      });
      await page.goto(`http://127.0.0.1:${slow.address().port}/`);
      await page.waitForFunction(() => /your turn/.test(document.querySelector('#status-turn').textContent));
      assert.deepEqual(await page.evaluate(() => window.moves), []);
      await page.close();
    } finally {
      slow.close();
    }
  });
}

inBrowser('a server that is slow to answer: the page says that it loads, and has no buttons that do nothing', {}, async (_, {context, server}) => {
  let answer = () => {};
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  const asked = [];
  const slow = createServer(async ({url}, response) => {
    asked.push(url);
    if (url === '/api/v1/tables') await answered;
    const reply = await answerOf(server, url);
    if (!reply) return response.destroy();
    response.writeHead(reply.status, {'content-type': reply.headers.get('content-type')});
    return response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise((listening) => {
    slow.listen(0, '127.0.0.1', listening);
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_LIMIT);
    await page.goto(`http://127.0.0.1:${slow.address().port}/`);
    while (!asked.includes('/api/v1/tables')) await later(20);
    assert.equal(await page.$eval('#status-move', (part) => part.textContent), 'Loading\u2026');
    assert.equal(await page.evaluate(() => {
      document.querySelector('#new-game-open').focus();
      return document.activeElement === document.body;
    }), true);
    answer();
    await page.waitForFunction(() => /your turn/.test(document.querySelector('#status-turn').textContent));
    assert.equal(await page.$eval('main', (part) => part.inert), false);
    assert.equal(await page.$eval('#status', (part) => /Loading/.test(part.textContent)), false);
    assert.deepEqual(asked.filter((url) => url.startsWith('/api/v1/') && url !== '/api/v1/tables'), [], 'a game without values needs none');
    await page.close();
  } finally {
    slow.close();
  }
});
