// Beside the board: the text of explain, with the components tinted in the picture.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {shown} from './support/explorer.mjs';
import {pipo} from './support/program.mjs';

const EXPLAINED = ['3x3:110001000011101010101000', '3x3:100110010000011010010011', '2x2:000000000000',
                   '5x5:010111100111111111110001010000100111001001000010001001010110'];

for (const position of EXPLAINED) {
  inBrowser(`the words of explain, and its components tinted: ${position}`, {hash: '#' + position, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.click('#tab-theory');
    await explorer.until(() => /exact: margin/.test(document.querySelector('#explain-text').textContent), 'the words of explain, with exact values');
    const explained = JSON.parse(pipo('explain', position, '--format', 'jsonl'));
    const lines = await explorer.page.$$eval('#explain-text p', (parts) => parts.map((part) => part.textContent));
    const legend = await explorer.page.$$eval('#explain-text .legend', (parts) => parts.map((part) => [part.querySelector('.swatch').textContent, part.dataset.edges.split(' ')]));
    // Every part has its letter in the text and on the board, unless a single one is not divided yet.
    const lettered = ({kind}, index, all) => kind !== 'other' || all.length > 1;
    assert.deepEqual(legend, explained.components.map((one, index, all) => [lettered(one, index, all) ? one.mark : '', one.edges]));
    const after = (one) => (one.after_taking ? 'after taking all, ' : '');
    for (const one of explained.advice) {
      const worse = explained.exact.value - one.exact;
      const start = (after(one) + (worse === 0 ? 'best' : `worse by ${worse}`));
      const named = (one.action === 'nimstring' ? one.edges : one.moves).join(' ');
      assert.ok(lines.some((line) => line.startsWith(start) && line.includes(named) && line.includes(shown(one.exact).replace('-', '\u2212')) && line.includes(one.source ?? '')),
                `"${one.text}" is on the page`);
    }
    if (explained.advice.every((one) => one.exact !== explained.exact.value)) assert.ok(lines.some((line) => line.startsWith(`best: ${explained.exact.best.join(' ')}`)));
    if (explained.outcome) assert.ok(lines.some((line) => line.includes(`${shown(explained.outcome.second).replace('-', '\u2212')} if the opponent moved instead`)));
    if (explained.margin) assert.ok(lines.some((line) => line.includes(`for the player to move: ${shown(explained.margin.value).replace('-', '\u2212')}`)));
    if (explained.nimstring?.nim_value !== null) assert.ok(lines.some((line) => line.startsWith(`Nimstring: nim-value ${explained.nimstring.nim_value}`)));
    const expected = new Map();
    for (const {mark, boxes} of explained.components.filter(lettered)) for (const box of boxes) expected.set(box, mark);
    for (const {boxes} of explained.on_offer) for (const box of boxes) expected.set(box, '*');
    const {boxes} = await explorer.board();
    boxes.forEach(({mark, text, owner}, index) => {
      assert.equal(mark, owner ? null : expected.get(index) ?? null, `mark of box ${index}`);
      if (mark) assert.equal(text, mark);
    });
    assert.equal(boxes.some(({mark}) => mark), expected.size > 0);
    // Each component has its own tint, in the fill of its boxes and in the text.
    const fills = await explorer.page.$$eval('#board [data-mark]', (parts) => parts.map((part) => [part.dataset.mark, part.dataset.tint, getComputedStyle(part.querySelector('.fill')).fill]));
    for (const [mark, , fill] of fills) {
      assert.notEqual(fill, 'none');
      for (const [other, , otherFill] of fills) {
        assert.equal(mark === other, fill === otherFill, `${mark} and ${other}`);
      }
    }
    const swatches = await explorer.page.$$eval('#explain-text .swatch', (parts) => parts.map((part) => [part.textContent, part.dataset.tint]));
    for (const [mark, tint] of swatches) assert.ok(fills.every(([other, otherTint]) => other !== mark || otherTint === tint));
  });
}

inBrowser('tints can be switched off, and belong to the tab of the theory', {hash: '#' + EXPLAINED[0]}, async (explorer) => {
  const marks = (count) => explorer.until((some) => (document.querySelectorAll('#board [data-mark]').length > 0) === some, 'tints', count);
  await explorer.click('#tab-theory');
  await marks(true);
  await explorer.click('#set-tints');
  await explorer.click('#tab-theory');
  await explorer.waitForText('#explain-text', /\w/);
  await marks(false);
  await explorer.click('#set-tints');
  await marks(false);
  await explorer.click('#tab-theory');
  await marks(true);
});

inBrowser('text refers to edges in the picture, and terms are explained', {hash: '#' + EXPLAINED[0]}, async (explorer) => {
  await explorer.click('#tab-theory');
  await explorer.page.waitForSelector('#explain-text [data-edges]');
  const line = await explorer.page.$('#explain-text [data-edges~="v2.2"]');
  await line.scrollIntoView();
  await line.hover();
  await explorer.page.waitForSelector('#board [data-edge="v2.2"][data-lit]');
  await explorer.page.mouse.move(2, 2);
  await explorer.until(() => !document.querySelector('#board [data-lit]'), 'nothing lit');
  // First in a player's words, without sources; the rest is folded at first.
  const visible = (selector) => explorer.page.$$eval(selector, (parts) => parts.some((part) => part.checkVisibility()));
  assert.deepEqual([await visible('#explain-text section:first-child p'), await visible('#explain-text cite'), await visible('#explain-text .legend')], [true, false, false]);
  await explorer.click('#explain-text summary');
  assert.deepEqual([await visible('#explain-text cite'), await visible('#explain-text .legend')], [true, true]);
  const terms = await explorer.page.$$eval('#explain-text .term', (parts) => parts.map((part) => part.popoverTargetElement.textContent));
  assert.ok(terms.length > 2 && terms.every((title) => title.length > 10));
});

inBrowser('a full board has no theory', {hash: '#1x1/h0.0,h1.0,v0.0,v0.1'}, async (explorer) => {
  await explorer.waitForText('#explain-text', /board is full/);
});
