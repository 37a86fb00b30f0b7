// Makes the pictures of the explorer in docs/. The same page gives the same bytes:
//
//     node tests/browser/screenshots.mjs      (after scripts/check.sh browser has built and installed what it needs)

import {spawnSync} from 'node:child_process';
import {statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {launch, TELEPHONE} from './support/chromium.mjs';
import {Explorer} from './support/explorer.mjs';
import {Server} from './support/program.mjs';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const MOST = 300_000;   // bytes of a picture

const GAME = '#3x3/h2.2,h1.2,h3.1,v2.2,h0.2,v0.2,h0.1,h0.0,h3.0,v2.1,v0.3,v1.3,v1.2';
const MIDDLE = '#5x5/h0.3,v3.3,v4.5,h4.1,v1.2,h1.1,v2.1,h0.2,h3.3,v2.2,v3.5,v0.2,v4.2,h2.3,v4.3,h4.2,h5.2,v2.0,v0.4,v1.0,h3.4,h4.0,v1.5,h4.4,v3.4,h4.3,h2.2,v1.4';

const PUZZLE = '#4x4:0010110010010110101101011001011010001001&puzzle=least';

// A game of 5x5 with mistakes in its last third.
const REVIEWED = '#5x5/h0.0,v0.1,h2.2,v2.3,h4.4,v4.1,h1.3,v3.5,h5.0,v1.0,h3.1,v2.1,h0.4,v4.4,h5.3,v1.4,h2.0,v3.2,h1.1,h3.4,v0.3,h4.2,v2.5,h5.1,v3.0,h0.2';

// Played by a person against Casual, up to the middle of the game.
const PLAYED = ['h0.0', 'v2.2', 'h4.4', 'v1.4', 'h2.1'];
const DESK = {width: 1280, height: 800, deviceScaleFactor: 2};

const PICTURES = [
  {name: 'explorer-play.png', hash: '', viewport: DESK, waits: playing},
  {name: 'explorer-play-telephone.png', hash: '', viewport: TELEPHONE, waits: playing},
  {name: 'explorer-3x3.png', hash: GAME, viewport: DESK, waits: (explorer) => tab(explorer, 'moves')},
  {name: 'explorer-5x5.png', hash: MIDDLE, viewport: DESK, waits: (explorer) => tab(explorer, 'theory')},
  {name: 'explorer-empty.png', hash: '#5x5', viewport: DESK, waits: guessed},
  {name: 'explorer-review.png', hash: REVIEWED, viewport: DESK, waits: reviewed},
  {name: 'explorer-telephone.png', hash: GAME, viewport: TELEPHONE, dark: true},
  {name: 'explorer-puzzle.png', hash: PUZZLE, viewport: DESK, waits: asked},
  {name: 'explorer-puzzle-telephone.png', hash: PUZZLE, viewport: TELEPHONE, waits: asked},
];

// Conditions to wait for before a picture is taken.
async function playing(explorer) {
  for (const edge of PLAYED) {
    await explorer.waitForText('#status-turn', /your turn/);
    if ((await explorer.board()).edges.find(({name}) => name === edge).state === 'open') await explorer.draw(edge);
  }
  await explorer.waitForText('#status-turn', /your turn/);
}

async function tab(explorer, name) {
  await explorer.click(`#tab-${name}`);
  await solved(explorer);
  if (name === 'theory') await explorer.page.waitForSelector('#explain-text .legend');
}

async function asked(explorer) {
  await explorer.waitForText('#puzzle-rating', /Rating/);
}

async function solved(explorer) {
  await explorer.shows((await explorer.board()).position);
}

async function guessed(explorer) {
  await explorer.waitForText('#solve-text', /A guess: /);
}

async function reviewed(explorer) {
  await explorer.waitForText('#review-said', /Exact from move/);
  await solved(explorer);
}

// 256 colours suffice for this page. The packages of scripts/plots.py include Pillow; without it the pictures are
// larger.
function shrink(path) {
  spawnSync('/usr/bin/python3', ['-c', `
import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert('RGB')
picture.quantize(256, dither=Image.Dither.NONE).save(sys.argv[1], optimize=True)`, path]);
}

async function take(browser, server, {name, hash, viewport, dark, waits = solved}) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
  await page.evaluateOnNewDocument(() => { Math.random = () => 0.3; });
  await page.goto(server.address + hash);
  const explorer = new Explorer(page);
  await waits(explorer);
  // No element has the pointer or the focus.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  const path = DOCS + name;
  await page.screenshot({path});
  await page.close();
  shrink(path);
  const {size} = statSync(path);
  console.log(`${name}: ${size} bytes`);
  if (size > MOST) throw new Error(`${name} is larger than ${MOST} bytes`);
}

const browser = await launch();
try {
  for (const picture of PICTURES) {
    const server = await Server.start();   // that still works on nothing else
    await take(browser, server, picture).finally(() => server.kill());
  }
} finally {
  await browser.close();
}
