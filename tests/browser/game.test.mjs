// Games on the board: whole games by clicks, boxes and their owners, undo, redo, the list of moves, new games.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {pipo, probe} from './support/program.mjs';

inBrowser('a whole 3x3 game of best moves ends with the score of the table', {hash: '#3x3'}, async (explorer) => {
  const value = probe('3x3:000000000000000000000000').value;
  const score = [0, 0];
  let mover = 1;
  for (let drawn = 0; drawn < 24; ++drawn) {
    const answer = await explorer.agreesWithTable((await explorer.board()).position);
    assert.deepEqual(await explorer.final(), [(9 + value) / 2, (9 - value) / 2], 'the final score never changes under best play');
    const {edges} = await explorer.board();
    const best = edges.filter((edge) => edge.best);
    // The last best move, because programs usually play the first one.
    const {name} = best.at(-1);
    await explorer.draw(name);
    const {captures} = answer.moves.find(({edge}) => edge === name);
    score[mover - 1] += captures;
    if (captures === 0) mover = 3 - mover;
    assert.deepEqual(await explorer.score(), score);
  }
  assert.deepEqual(score, [(9 + value) / 2, (9 - value) / 2]);
  assert.deepEqual(await explorer.final(), score);
  assert.match(await explorer.text('#status'), new RegExp(`The board is full\\. Player ${score[0] > score[1] ? 1 : 2} won ${Math.max(...score)} to ${Math.min(...score)}\\.`));
});

inBrowser('boxes show their owner, and a capture gives another move', {hash: '#2x2'}, async (explorer) => {
  // Player 2 completes the first box with the fourth edge and moves again.
  await explorer.draw('h0.0', 'v0.0', 'h1.0');
  assert.match(await explorer.text('#status-turn'), /Player 2/);
  await explorer.draw('v0.1');
  const owners = async () => (await explorer.board()).boxes.map(({owner}) => owner);
  assert.deepEqual(await owners(), ['2', null, null, null]);
  assert.deepEqual(await explorer.score(), [0, 1]);
  assert.match(await explorer.text('#status-turn'), /Player 2/);
  assert.match(await explorer.text('#status-move'), /Player 2 drew .* and took a box/);
  await explorer.draw('v1.0', 'h2.0', 'h2.1', 'v1.2', 'h1.1', 'h0.1', 'v0.2', 'v1.1');
  const {boxes, edges} = await explorer.board();
  assert.ok(boxes.every(({owner}) => owner === '1' || owner === '2'));
  for (const [index, {owner, text}] of boxes.entries()) assert.equal(text, owner, `box ${index} shows its owner by text, not only by colour`);
  const [one, two] = await explorer.score();
  assert.deepEqual([one, two], ['1', '2'].map((owner) => boxes.filter((box) => box.owner === owner).length));
  assert.ok(edges.every(({label}) => /drawn by player [12]/.test(label)));
  const fills = await explorer.page.$$eval('#board [data-owner]', (parts) => parts.map((part) => [part.dataset.owner, getComputedStyle(part.querySelector('.fill')).fill]));
  const colours = (owner) => new Set(fills.filter(([by]) => by === owner).map(([, fill]) => fill));
  assert.ok(colours('1').size <= 1 && colours('2').size === 1 && ![...colours('1')].some((colour) => colours('2').has(colour)));
});

inBrowser('a drawn edge cannot be drawn again', {hash: '#2x2/h0.0'}, async (explorer) => {
  const before = (await explorer.board()).position;
  await explorer.shows(before);
  const place = await (await explorer.page.$('[data-edge="h0.0"]')).boundingBox();
  await explorer.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await explorer.page.$eval('[data-edge="h0.0"]', (part) => part.focus());
  await explorer.page.keyboard.press('Enter');
  await explorer.agreesWithTable(before);
  assert.equal((await explorer.history()).length, 1);
});

inBrowser('undo and redo, by buttons and keys', {hash: '#3x3'}, async (explorer) => {
  const moves = ['h1.1', 'v1.1', 'h2.1', 'v1.2', 'h0.0'];
  const positions = [(await explorer.board()).position];
  const scores = [[0, 0]];
  for (const move of moves) {
    await explorer.draw(move);
    positions.push((await explorer.board()).position);
    scores.push(await explorer.score());
  }
  assert.deepEqual(scores.at(-1), [0, 1], 'the fourth edge completes a box of player 2');
  const disabled = (id) => explorer.page.$eval(id, (part) => part.getAttribute('aria-disabled') === 'true');
  assert.deepEqual([await disabled('#undo'), await disabled('#redo')], [false, true]);
  for (let ply = 4; ply >= 0; --ply) {
    if (ply % 2) await explorer.click('#undo');
    else await explorer.page.keyboard.press('u');
    await explorer.agreesWithTable(positions[ply]);
    assert.deepEqual(await explorer.score(), scores[ply]);
  }
  assert.deepEqual([await disabled('#undo'), await disabled('#redo')], [true, false]);
  for (let ply = 1; ply <= 5; ++ply) {
    if (ply % 2) await explorer.click('#redo');
    else await explorer.page.keyboard.press('r');
    await explorer.agreesWithTable(positions[ply]);
    assert.deepEqual(await explorer.score(), scores[ply]);
  }
});

inBrowser('each entry in the list of moves returns to its position, and another move there discards the later ones', {hash: '#3x3'}, async (explorer) => {
  const moves = ['h1.1', 'v1.1', 'h2.1', 'v1.2', 'h0.0'];
  await explorer.draw(...moves);
  const last = (await explorer.board()).position;
  const plies = (list) => list.map(({edge, undone, current}) => [edge, undone, current]);
  assert.deepEqual(plies(await explorer.history()), moves.map((edge, index) => [edge, false, index === 4]));
  assert.match((await explorer.history())[3].label, /player 2: v1\.2, took 1 box/);
  await explorer.click('#history [data-ply="2"]');
  await explorer.drawn(2);
  assert.deepEqual(plies(await explorer.history()), moves.map((edge, index) => [edge, index >= 2, index === 1]));
  await explorer.click('#history [data-ply="5"]');
  await explorer.agreesWithTable(last);
  await explorer.click('#history-start');
  await explorer.drawn(0);
  assert.deepEqual(await explorer.score(), [0, 0]);
  await explorer.click('#history [data-ply="3"]');
  await explorer.drawn(3);
  await explorer.draw('v0.0');
  assert.deepEqual(plies(await explorer.history()), [...moves.slice(0, 3), 'v0.0'].map((edge, index) => [edge, false, index === 3]));
  assert.equal(await explorer.page.$eval('#redo', (part) => part.getAttribute('aria-disabled')), 'true');
});

inBrowser('the list of moves shows the loss of each, like pipo analyse', {hash: '#3x3'}, async (explorer) => {
  const moves = ['h0.0', 'v0.0', 'h1.0', 'v0.1', 'h3.2', 'v2.3'];
  for (const move of moves) {
    await explorer.draw(move);
    await explorer.shows((await explorer.board()).position);
  }
  const said = (await explorer.history()).map(({label}) => Number(/cost boxes: \u2212(\d+)/.exec(label)?.[1] ?? 0));
  const lines = pipo('analyse', '--format', 'jsonl', `3x3 ${moves.join('; ')}`).trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(said, lines.filter((line) => 'move' in line).map(({lost}) => lost / 2));
  assert.ok(said.some((lost) => lost > 0));
});

inBrowser('a new game', {hash: '#2x2/h0.0,v1.1'}, async (explorer) => {
  await explorer.drawn(2);
  await explorer.click('#new');
  await explorer.agreesWithTable('2x2:000000000000');
  assert.deepEqual(await explorer.history(), []);
  assert.equal(await explorer.hash(), '#2x2');
});

inBrowser('a click late in a long game changes only what is new in the list of moves', {hash: '#10x10', own: ['--jobs', '0'], refused: [403, 404, 422, 503]}, async (explorer) => {
  const names = (await explorer.board()).edges.slice(0, 150).map(({name}) => name);
  await explorer.go(`#10x10/${names.join()}`);
  await explorer.drawn(names.length);
  await explorer.page.evaluate(() => {
    window.made = 0;
    new MutationObserver((records) => {
      for (const {addedNodes} of records) window.made += addedNodes.length;
    }).observe(document.querySelector('#history'), {subtree: true, childList: true});
  });
  await explorer.draw('v5.5');
  await explorer.until((count) => document.querySelectorAll('#history li').length === count, 'the move in the list', names.length + 1);
  const made = await explorer.page.evaluate(() => window.made);
  assert.ok(made > 0 && made < 12, `${made} elements`);
});
