// The address contains the game: a link opens the game it was copied from, and Back and Forward of the browser work.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';

inBrowser('a game in the address, opened again', {hash: '#3x3'}, async (explorer, {open}) => {
  await explorer.draw('h1.1', 'v1.1', 'h2.1', 'v1.2', 'h0.0');
  assert.equal(await explorer.hash(), '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0');
  const {position} = await explorer.board();
  const other = await open(await explorer.hash());
  await other.agreesWithTable(position);
  await explorer.page.bringToFront();
  await explorer.agreesWithTable(position);
  const seen = async (one) => [await one.board(), await one.score(), await one.final(), (await one.history()).map(({edge, current}) => [edge, current]),
                               await one.text('#status')];
  assert.deepEqual(await seen(other), await seen(explorer));
  await explorer.click('#undo');
  await explorer.drawn(4);
  assert.equal(await explorer.hash(), '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0&at=4', 'the link has the whole game');
  const third = await open(await explorer.hash());
  await third.drawn(4);
  assert.deepEqual((await third.history()).map(({edge, undone}) => [edge, undone]).at(-1), ['h0.0', true]);
});

inBrowser('a variation in the address, opened again', {hash: '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0&at=2&try=v0.0,h3.2'}, async (explorer) => {
  await explorer.drawn(4);
  assert.equal((await explorer.history()).length, 5);
  assert.deepEqual(await explorer.aside(), ['v0.0', 'h3.2']);
  await explorer.page.reload();
  await explorer.drawn(4);
  assert.deepEqual(await explorer.aside(), ['v0.0', 'h3.2']);
  assert.equal(await explorer.hash(), '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0&at=2&try=v0.0,h3.2');
});

inBrowser('a position in the address, with turn and score', {hash: '#2x2:101000110000&turn=2&score=0-1'}, async (explorer, {open}) => {
  await explorer.agreesWithTable('2x2:101000110000');
  assert.match(await explorer.text('#status-turn'), /Player 2/);
  assert.deepEqual(await explorer.score(), [0, 1]);
  const other = await open(await explorer.hash());
  await other.shows('2x2:101000110000');
  assert.equal(await other.text('#status'), await explorer.text('#status'));
  assert.deepEqual(await other.score(), await explorer.score());
});

inBrowser('moves from a position', {hash: '#2x2:110000101000/h2.0'}, async (explorer, {open}) => {
  await explorer.draw('h2.1');
  const {position} = await explorer.board();
  assert.equal(await explorer.hash(), '#2x2:110000101000/h2.0,h2.1');
  const other = await open(await explorer.hash());
  await other.agreesWithTable(position);
  assert.equal((await other.history()).length, 2);
});

inBrowser('another link in the same tab, Back and Forward', {hash: '#2x2/h0.0'}, async (explorer) => {
  await explorer.draw('v1.1');
  const before = (await explorer.board()).position;
  await explorer.go('#3x3/h1.1,v1.1');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 24, 'the other board');
  await explorer.agreesWithTable((await explorer.board()).position);
  await explorer.page.goBack();
  await explorer.agreesWithTable(before);
  assert.equal(await explorer.hash(), '#2x2/h0.0,v1.1');
  await explorer.page.goForward();
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 24, 'the other board again');
  assert.equal(await explorer.hash(), '#3x3/h1.1,v1.1');
});

inBrowser('a link is followed during any other work of the page', {hash: '#2x2/h0.0,h0.1'}, async (explorer) => {
  await explorer.shows('2x2:110000000000');
  // The game changes, and with it what the page keeps in its address, before the page gets the event.
  await explorer.page.evaluate(() => {
    location.hash = '#2x2/h0.0,v1.1';
    document.querySelector('#undo').click();
  });
  await explorer.agreesWithTable('2x2:100000000010');
  assert.equal(await explorer.hash(), '#2x2/h0.0,v1.1');
});

inBrowser('Back from another page restores the game', {hash: '#2x2/h0.0'}, async (explorer) => {
  await explorer.draw('v1.1', 'h2.0');
  const {position} = await explorer.board();
  await explorer.page.goto('about:blank');
  await explorer.page.goBack();
  await explorer.agreesWithTable(position);
  assert.equal((await explorer.history()).length, 3);
});

inBrowser('malformed addresses', {hash: '#nonsense'}, async (explorer) => {
  for (const [hash, words] of [['#nonsense', /nonsense/], ['#3x3/h9.9', /no edge h9\.9/], ['#3x3/h0.0,h0.0', /h0\.0 is drawn already/],
                               ['#3x3:0101', /24 edges/], ['#21x21', /too large/], ['#2x2&score=3-1', /more boxes/], ['#%', /./]]) {
    if (hash !== '#nonsense') await explorer.go(hash);
    await explorer.waitForText('#trouble', words);
    assert.match(await explorer.text('#trouble'), /The address does not describe a game/);
    // The page still works.
    await explorer.agreesWithTable('3x3:000000000000000000000000');
    assert.equal(await explorer.hash(), '#3x3');
    await explorer.click('#trouble-end');
    await explorer.page.waitForSelector('#trouble', {hidden: true});
  }
  await explorer.draw('h0.0');
});

inBrowser('the link can be copied in every tab, and that of a puzzle', {hash: '#3x3/h0.0', chance: 3, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.draw('v1.1');
  await explorer.page.bringToFront();
  const copies = async (link, button = '#copy-link', said = '#status-move') => {
    await explorer.page.evaluate(() => navigator.clipboard.writeText(''));
    await explorer.click(button);
    await explorer.waitForText(said, /^The link is copied\.$/);
    assert.equal(await explorer.page.evaluate(() => navigator.clipboard.readText()), explorer.page.url());
    assert.match(explorer.page.url(), link);
  };
  for (const tab of ['moves', 'review', 'theory', 'settings']) {
    await explorer.click(`#tab-${tab}`);
    await copies(/#3x3\/h0\.0,v1\.1$/);
    await explorer.click('#undo');
    await explorer.click('#redo');
  }
  await explorer.enter('puzzle');
  await explorer.waitForText('#status', /find the only move/);
  await copies(/#3x3:[01]{24}&puzzle=win$/, '#puzzle-link', '#share-said');
  assert.match(await explorer.text('#status'), /find the only move/);   // the question stays
});
