// The board agrees with the program: the figure of every edge, the best edges, the score, the text.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {probe, tables} from './support/program.mjs';

const POSITIONS = [
  '3x3:000000000000000000000000',
  '3x3:110001000011101010101000',
  '3x3:100110010000011010010011',
  '3x3:111111111111111111111100',
  '2x2:000000000000',
  '2x3:01100001000100100',
  '1x1:0111',
  '3x4:1111000101001111100011100110011',
];

inBrowser('the figure of every edge, and the best edges', {hash: '#' + POSITIONS[0]}, async (explorer) => {
  for (const position of POSITIONS) {
    await explorer.go('#' + position);
    await explorer.agreesWithTable(position);
  }
});

inBrowser('the start of a table', {hash: '#2x2'}, async (explorer) => {
  await explorer.page.waitForSelector('#board-choice option[value="3x4-swedish"]');
  await explorer.choose('#board-choice', '3x4-swedish');
  const start = '3x4:1111000000001111100011000110001';
  const answer = await explorer.agreesWithTable(start);
  const [best] = answer.best;
  await explorer.draw(best);
  const after = (await explorer.board()).position;
  assert.notEqual(after, start);
  await explorer.agreesWithTable(after);
});

inBrowser('names of edges contain their values', {hash: '#3x3:110001000011101010101000'}, async (explorer) => {
  const answer = await explorer.agreesWithTable('3x3:110001000011101010101000');
  const {edges} = await explorer.board();
  for (const {edge, value, captures} of answer.moves) {
    const {label} = edges.find(({name}) => name === edge);
    const said = value ? `${Math.abs(value)} more for player ${value > 0 ? 1 : 2}` : 'equal shares';
    assert.match(label, new RegExp(`\\(${edge.replace('.', '\\.')}\\), open, ${said}`));
    assert.equal(/\bbest\b/.test(label), answer.best.includes(edge), label);
    assert.equal(/takes/.test(label), captures > 0, label);
  }
  for (const {label} of edges.filter(({state}) => state === 'drawn')) assert.match(label, /drawn/);
});

inBrowser('a plus, a minus and zero differ in colour, and the best edges are marked', {hash: '#3x3:111111000000001011100110'}, async (explorer) => {
  const answer = await explorer.agreesWithTable('3x3:111111000000001011100110');
  const look = await explorer.page.$$eval('#board [data-value]', (parts) => parts.map((part) => {
    const of = (selector) => getComputedStyle(part.querySelector(selector));
    return {value: Number(part.dataset.value), best: part.dataset.best === 'true', line: of('.line').stroke, width: parseFloat(of('.line').strokeWidth),
            ring: of('.halo').display !== 'none', plate: of('.plate').fill};
  }));
  const by = (sign) => new Set(look.filter(({value}) => Math.sign(value) === sign).map(({line}) => line));
  assert.ok(answer.moves.some(({value}) => value > 0) && answer.moves.some(({value}) => value < 0), 'a position with both');
  for (const colour of by(1)) assert.ok(!by(-1).has(colour) && !by(0).has(colour));
  const best = look.filter((edge) => edge.best), rest = look.filter((edge) => !edge.best);
  assert.ok(best.length && rest.length);
  for (const one of best) {
    for (const other of rest) {
      assert.ok(one.ring && !other.ring && one.plate !== other.plate, JSON.stringify([one, other]));
      assert.equal(one.width, other.width, 'no line of an open edge looks drawn');
    }
  }
});

inBrowser('the final score, and the value in words', {hash: '#2x2'}, async (explorer) => {
  let {position} = await explorer.board();
  let mover = 1;
  const score = [0, 0];
  for (;;) {
    await explorer.shows(position);
    const answer = probe(position, mover === 1 ? score : [...score].reverse());
    if (answer.moves.length === 0) break;
    const [own, other] = answer.final_mover_score;
    assert.deepEqual(await explorer.final(), mover === 1 ? [own, other] : [other, own], position);
    assert.deepEqual(await explorer.score(), score);
    assert.match(await explorer.text('#status'), new RegExp(`Player ${mover} is to move`));
    const left = 4 - score[0] - score[1];
    const one = mover === 1 ? answer.value : -answer.value;
    assert.match(await explorer.text('#status'), left === 1 ? new RegExp(`player ${one > 0 ? 1 : 2} takes the last box`)
        : one === left ? /player 1 takes all \d boxes left/ : one === -left ? /player 1 takes none/ : new RegExp(`player 1 takes ${(left + one) / 2} of the ${left} boxes left`));
    // Not always a best edge, so that the final score changes.
    const move = answer.moves[(answer.layer * 5) % answer.moves.length];
    await explorer.draw(move.edge);
    if (move.captures > 0) score[mover - 1] += move.captures;
    else mover = 3 - mover;
    ({position} = await explorer.board());
  }
  assert.deepEqual(await explorer.final(), score);
  assert.match(await explorer.text('#status'), /The board is full/);
});

inBrowser('5x5 and every available table can be chosen, and shows its start', {hash: '#2x2'}, async (explorer, {server}) => {
  await explorer.page.waitForSelector('#board-choice option[value="3x3"]');
  const offered = await explorer.page.$$eval('#board-choice option', (options) => options.map(({value}) => value));
  assert.equal(offered[0], '5x5');
  const at = (await server.json('api/v1/tables')).tables;
  assert.deepEqual(offered.slice(1).filter((name) => name !== 'other').sort(), at.map(({table}) => table).sort());
  const groups = await explorer.page.$$eval('#board-choice optgroup', (parts) => parts.map((part) => [part.label, part.children.length]));
  assert.deepEqual(groups[0], ['Borders drawn (Swedish)', at.filter(({start}) => start === 'swedish').length]);
  for (const {table, position} of at.filter((one) => tables().includes(one.table))) {
    await explorer.choose('#board-choice', table);
    await explorer.agreesWithTable(position);
  }
});

inBrowser('the page begins with a game on 5x5, without values, and Explore with the largest table from the empty board', {refused: [404, 422, 503]}, async (explorer) => {
  assert.equal((await explorer.board()).position, `5x5:${'0'.repeat(60)}`);
  assert.match(await explorer.text('#status-turn'), /It is your turn/);
  assert.match(await explorer.shownText('#versus'), /Casual/);
  assert.match(await explorer.shownText('.lead[data-in="play"]'), /Dots and Boxes.*click a line between two dots.*Most boxes win.*solved/);
  for (const part of ['#final', '#bar', '.tabs', '#hint']) {
    assert.equal(await explorer.page.$eval(part, (one) => one.checkVisibility({visibilityProperty: true})), part === '#final', part);
  }
  assert.equal(await explorer.shownText('.end'), '25 boxes left');
  await explorer.enter('explore');
  assert.match(await explorer.shownText('.lead[data-in="explore"]'), /Dots and Boxes.*solved.*each number says/);
  // The atlas, which comes with the program, has 4x5.
  await explorer.agreesWithTable(`4x5:${'0'.repeat(49)}`);
  assert.equal(await explorer.page.$eval('#board-choice', (part) => part.value), '4x5');
  await explorer.enter('play');
  await explorer.until(() => !document.querySelector('#board [data-value]'), 'no values');
});

inBrowser('values can be hidden', {hash: '#2x2'}, async (explorer) => {
  await explorer.shows('2x2:000000000000');
  await explorer.click('#set-values');
  await explorer.until(() => document.querySelectorAll('#board [data-value], #board [data-best]').length === 0, 'no values');
  assert.equal(await explorer.text('#final'), '?');
  assert.equal(await explorer.text('#status-value'), '');
  await explorer.click('#set-values');
  await explorer.agreesWithTable('2x2:000000000000');
});

inBrowser('the dialog for another board closes by Escape, by a click elsewhere, and by Cancel', {hash: '#2x2/h0.0'}, async (explorer) => {
  await explorer.shows('2x2:100000000000');
  const {page} = explorer;
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(4, 4), () => explorer.click('#set-board + button')]) {
    await explorer.choose('#board-choice', 'other');
    await page.waitForSelector('#other-board[open]');
    await close();
    await page.waitForSelector('#other-board:not([open])');
    assert.deepEqual([await page.$eval('#board-choice', (part) => part.value), await explorer.hash()], ['2x2', '#2x2/h0.0']);
  }
});
