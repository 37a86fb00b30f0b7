// Progress is announced at most every five seconds.

import assert from 'node:assert/strict';
import test from 'node:test';

import {announcer} from '../../web/announce.js';
import {Browser} from './browser.mjs';

test('of many texts, one in five seconds is announced, and the last one in any case', async (t) => {
  const browser = new Browser(t);
  const heard = [];
  const place = {words: '', get textContent() { return this.words; }, set textContent(words) { this.words = words; heard.push(words); }};
  const announce = announcer(place);
  for (let second = 0; second < 12; ++second) {
    announce(`layer ${50 - second}`);
    announce(`layer ${50 - second}, twice`);
    await browser.pass(1000);
  }
  announce('done');
  await browser.pass(4000);
  assert.deepEqual(heard, ['layer 50', 'layer 46, twice', 'layer 41, twice', 'done']);
  await browser.pass(60_000);
  announce('done');
  assert.equal(heard.length, 4, 'an unchanged text is not announced again');
  announce('');
  assert.equal(heard.at(-1), '');
});
