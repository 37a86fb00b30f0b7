// Makes the pictures of the explorer in docs/, the same ones whenever the page is the same:
//
//     node tests/browser/screenshots.mjs      (after scripts/check.sh browser has built and installed what it needs)

import {statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {launch, TELEPHONE} from './support/chromium.mjs';
import {Explorer} from './support/explorer.mjs';
import {Server} from './support/program.mjs';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const MOST = 300_000;   // bytes of a picture

const GAME = '#3x3/h2.2,h1.2,h3.1,v2.2,h0.2,v0.2,h0.1,h0.0,h3.0,v2.1,v0.3,v1.3,v1.2';
const MIDDLE = '#5x5/v0.3,v1.4,v0.2,h3.3,h3.0,h1.3,h3.1,v0.0,h4.2,v2.1,v4.2,v4.0,h3.2,v3.4,h1.4,v0.4,h0.3,h0.1,h1.0,h4.4,v4.1,h5.3,v1.0,h2.1,v2.2,v4.4,v2.5,v3.0,v2.4,v1.2';

const PICTURES = [
  {name: 'explorer-3x3.png', hash: GAME, viewport: {width: 1360, height: 800, deviceScaleFactor: 1.5}},
  {name: 'explorer-5x5.png', hash: MIDDLE, viewport: {width: 1360, height: 860, deviceScaleFactor: 1.5}, solve: true},
  {name: 'explorer-telephone.png', hash: GAME, viewport: TELEPHONE, dark: true},
];

async function take(browser, server, {name, hash, viewport, dark, solve}) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
  await page.goto(server.address + hash);
  const explorer = new Explorer(page);
  if (solve) {
    await page.waitForSelector('#solve', {visible: true});
    await page.click('#solve');
  }
  await explorer.shows((await explorer.board()).position);
  await page.waitForSelector('#explain-text .legend');
  if (!solve) await page.waitForSelector('#layer:not([hidden])');
  // Nothing is pointed at or has the focus.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  const path = DOCS + name;
  await page.screenshot({path});
  await page.close();
  const {size} = statSync(path);
  console.log(`${name}: ${size} bytes`);
  if (size > MOST) throw new Error(`${name} is larger than ${MOST} bytes`);
}

const server = await Server.start();
const browser = await launch();
try {
  for (const picture of PICTURES) await take(browser, server, picture);
} finally {
  await browser.close();
  await server.kill();
}
