// Using the page with the keyboard alone, and its accessibility tree for screen readers.

import assert from 'node:assert/strict';

import {makeBoard, neighbour} from '../../web/geometry.js';
import {inBrowser} from './support/browser.mjs';
import {DESK, TELEPHONE} from './support/chromium.mjs';
import {probe} from './support/program.mjs';

// [{role, name, properties: {...}}] of all nodes that are not ignored, or of those in one part of
// the page.
async function tree(explorer, selector = null) {
  const session = await explorer.page.createCDPSession();
  await session.send('Accessibility.enable');
  const part = selector && (await session.send('Runtime.evaluate', {expression: `document.querySelector('${selector}')`})).result.objectId;
  const {nodes} = part ? await session.send('Accessibility.getPartialAXTree', {objectId: part, fetchRelatives: false})
      : await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ignored}) => !ignored).map(({role, name, properties, description}) => ({
    role: role?.value, name: name?.value ?? '', description: description?.value ?? '',
    properties: Object.fromEntries((properties ?? []).map((property) => [property.name, property.value.value]))}));
}

for (const [board, position] of [['3x3', '3x3:110001000011101010101000'], ['5x5', '5x5:110010111000010010000000100110110000101001000010100100111000']]) {
  inBrowser(`a button with a name for every edge of ${board}`, {hash: '#' + position, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.until(() => document.querySelector('#board [data-value]') || document.querySelector('#solve').checkVisibility(), 'values, or Solve');
    const {edges} = await explorer.board();
    const buttons = (await tree(explorer)).filter(({role}) => role === 'button');
    const names = [];
    for (const {name, state} of edges) {
      const found = buttons.filter((button) => button.name.includes(`(${name})`));
      assert.equal(found.length, 1, `one button for ${name}`);
      assert.match(found[0].name, /^(top|bottom|left|right) edge of box row \d+ column \d+ /);
      assert.match(found[0].name, state === 'open' ? /open/ : /drawn/);
      assert.equal(Boolean(found[0].properties.disabled), state === 'drawn', found[0].name);
      names.push(found[0].name);
    }
    assert.equal(new Set(names).size, edges.length);
    assert.equal(edges.length, position.split(':')[1].length);
  });
}

inBrowser('all parts of the page have accessible names', {hash: '#3x3:110001000011101010101000'}, async (explorer) => {
  await explorer.shows('3x3:110001000011101010101000');
  const nodes = await tree(explorer);
  const roles = new Set(['button', 'textbox', 'combobox', 'spinbutton', 'checkbox', 'image', 'progressbar', 'group', 'region', 'dialog']);
  const nameless = nodes.filter(({role, name}) => roles.has(role) && role !== 'group' && !name.trim());
  assert.deepEqual(nameless, []);
  for (const name of ['Play', 'Explore', 'Puzzle', 'Undo', 'Redo', 'New', 'Play here', 'Help', 'Dark colours', 'Copy']) assert.ok(nodes.some((node) => node.role === 'button' && node.name === name), name);
  for (const name of ['Board', 'Notation']) assert.ok(nodes.some((node) => node.role === 'combobox' && node.name === name), name);
  for (const name of ['Moves', 'Review', 'Theory', 'Settings']) assert.ok(nodes.some((node) => node.role === 'tab' && node.name === name), name);
  assert.ok(nodes.some(({role, name}) => role === 'textbox' && /any notation/.test(name)));
  assert.ok(nodes.some(({role, name}) => role === 'main' || (role === 'generic' && name)));
  assert.equal(nodes.filter(({role}) => role === 'heading').length >= 3, true);
  assert.equal(await explorer.page.$eval('html', (part) => part.lang), 'en');
});

inBrowser('turn and moves are announced automatically', {hash: '#2x2'}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  const [status] = await tree(explorer, '#status');
  assert.deepEqual([status?.role, status?.properties.live], ['status', 'polite']);
  await explorer.draw('h0.0');
  await explorer.shows('2x2:100000000000');
  const words = await explorer.text('#status');
  assert.match(words, /Player 1 drew the top edge of box row 1 column 1/);
  assert.match(words, /Player 2 is to move/);
  assert.match(words, /of the 4 boxes left/);
});

async function focused(explorer) {
  return explorer.page.evaluate(() => document.activeElement?.dataset?.edge ?? document.activeElement?.id ?? null);
}

inBrowser('a whole game with the keyboard alone', {hash: '#2x2'}, async (explorer) => {
  const {keyboard} = explorer.page;
  await explorer.shows('2x2:000000000000');
  for (let tabs = 0; !/^[hv]\d/.test(await focused(explorer)); ++tabs) {
    assert.ok(tabs < 30, 'Tab reaches the board');
    await keyboard.press('Tab');
  }
  const board = makeBoard(2, 2);
  const score = [0, 0];
  let mover = 0;
  for (let drawn = 0; drawn < 12; ++drawn) {
    const {position} = await explorer.board();
    const answer = await explorer.agreesWithTable(position);
    const goal = answer.best.at(-1);
    for (const key of way(board, await focused(explorer), goal)) await keyboard.press(key);
    assert.equal(await focused(explorer), goal);
    await keyboard.press(drawn % 2 ? 'Enter' : 'Space');
    await explorer.drawn(drawn + 1);
    assert.equal(await focused(explorer), goal, 'the focus does not move');
    const {captures} = answer.moves.find(({edge}) => edge === goal);
    score[mover] += captures;
    if (!captures) mover = 1 - mover;
  }
  assert.deepEqual(await explorer.score(), score);
  const {value} = probe('2x2:000000000000');
  assert.deepEqual(score, [(4 + value) / 2, (4 - value) / 2]);
});

// The arrow keys that move the focus from one edge to another.
function way(board, from, goal) {
  const seen = new Map([[from, []]]);
  for (const [at, keys] of seen) {
    if (at === goal) return keys;
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const {name} = neighbour(board, board.byName.get(at), key);
      if (!seen.has(name)) seen.set(name, [...keys, key]);
    }
  }
  throw new Error(`no arrow keys lead from ${from} to ${goal}`);
}

inBrowser('the focus is visible', {hash: '#2x2'}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  const ring = (edge) => explorer.page.$eval(`[data-edge="${edge}"] .ring`, (part) => getComputedStyle(part).stroke);
  assert.equal(await ring('h0.0'), 'none');
  for (let tabs = 0; !/^[hv]\d/.test(await focused(explorer)); ++tabs) await explorer.page.keyboard.press('Tab');
  assert.notEqual(await ring(await focused(explorer)), 'none');
  await explorer.page.keyboard.press('ArrowRight');
  assert.notEqual(await ring('h0.1'), 'none');
  assert.equal(await ring('h0.0'), 'none');
});

inBrowser('keys for values and help, inactive in text fields', {hash: '#2x2/h0.0'}, async (explorer) => {
  const {keyboard} = explorer.page;
  await explorer.shows('2x2:100000000000');
  await keyboard.press('v');
  await explorer.until(() => !document.querySelector('#board [data-value]'), 'no values');
  await keyboard.press('v');
  await explorer.shows('2x2:100000000000');
  await keyboard.type('?');
  await explorer.page.waitForSelector('#help[open]');
  await keyboard.press('u');
  await keyboard.press('Escape');
  await explorer.page.waitForSelector('#help:not([open])');
  await explorer.tabOf('#notation-text');
  await explorer.page.focus('#notation-text');
  await keyboard.type('uvr?');
  assert.equal(await explorer.page.$eval('#notation-text', (part) => part.value), 'uvr?');
  await explorer.agreesWithTable('2x2:100000000000');
});

inBrowser('the focus stays, or goes to the board, where the part that had it vanishes', {hash: '#2x2/h0.0', refused: [404, 422, 503]}, async (explorer) => {
  await explorer.shows('2x2:100000000000');
  await explorer.page.focus('#undo');
  await explorer.page.keyboard.press('Enter');
  await explorer.drawn(0);
  assert.equal(await focused(explorer), 'undo', 'a button that has nothing more to do keeps it');
  await explorer.page.keyboard.press('Enter');
  await explorer.drawn(0);
  // The dialog for another board closes once the board is set, and the focus is where it was before.
  await explorer.page.focus('#board-choice');
  await explorer.choose('#board-choice', 'other');
  await explorer.write('#rows', '4');
  await explorer.write('#columns', '4');
  await explorer.page.focus('#set-board');
  await explorer.page.keyboard.press('Enter');
  await explorer.until(() => document.querySelectorAll('#board [data-box]').length === 16, 'the board 4x4');
  assert.equal(await focused(explorer), 'board-choice');
});

inBrowser('the focus goes to the board when a message is dismissed', {hash: '#nonsense'}, async (explorer) => {
  await explorer.waitForText('#trouble', /does not describe a game/);
  await explorer.page.focus('#trouble-end');
  await explorer.page.keyboard.press('Enter');
  await explorer.until(() => document.querySelector('#trouble').hidden && document.activeElement.dataset.edge !== undefined, 'the focus on the board');
});

for (const viewport of [DESK, TELEPHONE]) {
  inBrowser(`${viewport.width} pixels: the help begins at its top, and a click beside it closes it`, {hash: '#2x2', viewport}, async (explorer) => {
    await explorer.shows('2x2:000000000000');
    await explorer.click('#help-open');
    await explorer.page.waitForSelector('#help[open]');
    assert.deepEqual(await explorer.page.$eval('#help', (part) => [part.scrollTop, document.activeElement.id]), [0, 'help-title']);
    await explorer.click('#help p');
    assert.equal(await explorer.page.$eval('#help', (part) => part.open), true);
    await explorer.page.mouse.click(4, 4);
    await explorer.page.waitForSelector('#help:not([open])');
  });
}
