// Games survive: New, Set up and other boards can be undone, Back works, and a reload keeps everything.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';

inBrowser('New, Set up and another board are undone and redone', {hash: '#2x2/h0.0', refused: [404, 422, 503]}, async (explorer) => {
  await explorer.draw('v1.1');
  await explorer.click('#new');
  await explorer.drawn(0);
  await explorer.write('#notation-text', '2x2 h1.0; h1.1; v0.0');
  await explorer.click('#paste');
  await explorer.drawn(3);
  await explorer.choose('#board-choice', '3x3');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 24, '3x3');
  await explorer.click('#undo');
  await explorer.drawn(3);
  for (let ply = 3; ply > 0; --ply) await explorer.click('#undo');
  await explorer.drawn(0);
  await explorer.click('#undo');
  await explorer.drawn(2);
  assert.equal(await explorer.hash(), '#2x2/h0.0,v1.1');
  await explorer.click('#redo');
  await explorer.drawn(0);
});

inBrowser('the Back button of the browser leads to the previous game', {hash: '#2x2/h0.0'}, async (explorer) => {
  await explorer.draw('v1.1', 'h2.0');
  await explorer.click('#undo');
  await explorer.click('#new');
  await explorer.drawn(0);
  await explorer.page.goBack();
  await explorer.drawn(2);
  assert.equal((await explorer.history()).length, 3, 'with its undone move');
  await explorer.page.goForward();
  await explorer.drawn(0);
});

inBrowser('a reload keeps the game with its undone moves, the players and the handicap', {hash: '#3x3/h0.0', speed: 20}, async (explorer) => {
  await explorer.draw('v1.1', 'h2.0', 'v0.0');
  await explorer.click('#undo');
  await explorer.click('#undo');
  await explorer.play({me: 1, handicap: 2, here: true});
  await explorer.enter('explore');
  await explorer.drawn(2);
  await explorer.page.reload();
  await explorer.drawn(2);
  assert.equal(await explorer.page.$eval('#door-explore', (part) => part.getAttribute('aria-current')), 'true');
  assert.deepEqual((await explorer.history()).map(({edge, undone}) => [edge, undone]), [['h0.0', false], ['v1.1', false], ['h2.0', true], ['v0.0', true]]);
  await explorer.enter('play');
  await explorer.click('#new-game-open');
  assert.deepEqual(await explorer.page.$$eval('#opponent, #colour, #handicap', (parts) => parts.map(({value}) => value)), ['10', '1', '2']);
});

inBrowser('a reload keeps a variation that is not on the board', {hash: '#3x3/h0.0,v1.1,h2.0&at=1'}, async (explorer) => {
  await explorer.drawn(1);
  await explorer.draw('v0.0');
  await explorer.click('#undo');
  await explorer.drawn(1);
  await explorer.page.reload();
  await explorer.drawn(1);
  assert.deepEqual(await explorer.aside(), ['v0.0']);
  assert.equal((await explorer.history()).length, 3);
});

// The review of an early game of 5x5 takes four times as long as the position.
inBrowser('after a reload in the middle of a game the computer moves, and its review does not come first', {hash: '#5x5', speed: 20, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.choose('#set-seconds', '1');
  await explorer.draw('h0.0', 'h2.2', 'v4.4', 'v1.1');
  await explorer.play({me: 1, here: true});
  await explorer.draw('h5.0');
  const asked = [];
  explorer.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await explorer.page.reload();
  await explorer.waitForText('#status-turn', /thinking/);
  await explorer.drawn(6);
  assert.ok(!asked.some((path) => path.endsWith('/review')), asked.join(' '));
});

inBrowser('the computer does not play on in a game that is opened, until a person lets it', {hash: '#2x2', speed: 20}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.play({me: 2});
  await explorer.drawn(1);
  await explorer.go('#3x3/h0.0,v1.1');
  await explorer.agreesWithTable('3x3:100000000000000001000000');
  await new Promise((passed) => setTimeout(passed, 500));
  assert.equal(await explorer.hash(), '#3x3/h0.0,v1.1');
  await explorer.page.goBack();
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 12, 'the game before');
  await explorer.waitForText('#status-turn', /It is your turn/);
  // Play leads back to the game that was left, and not to the opened one.
  await explorer.page.goForward();
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 24, 'the opened game');
  await explorer.enter('play');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 12, 'the game that was left');
  await explorer.drawn(1);
  await explorer.click('#undo');
  await explorer.waitForText('#status-turn', /Perfect is paused/);
  await explorer.page.reload();
  await explorer.waitForText('#status-turn', /Perfect is paused/);
  await explorer.drawn(0);
  assert.equal(await explorer.text('#pause'), 'Resume');
  await explorer.click('#pause');
  await explorer.drawn(1);
});

inBrowser('5x5 is the first board of the list, with a table or without', {}, async (explorer) => {
  await explorer.page.waitForSelector('#board-choice option[value="3x3"]');
  const boards = await explorer.page.$$eval('#board-choice option', (options) => options.map(({value}) => value));
  assert.equal(boards[0], '5x5');
  assert.equal(boards.filter((value) => value === '5x5').length, 1);
});

inBrowser('a look through the other doors leaves the game that is being played as it is', {hash: '#3x3', speed: 20, chance: 3, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.play({level: 10, me: 1});
  const edges = async () => (await explorer.history()).map(({edge}) => edge);
  for (let count = 0; count < 2; ++count) {
    await explorer.draw((await explorer.board()).edges.find(({state}) => state === 'open').name);
    await explorer.waitForText('#status-turn', /It is your turn/);
  }
  const [before, hash] = [await edges(), await explorer.hash()];
  const same = async () => {
    await explorer.enter('play');
    await explorer.until((link) => location.hash === link, 'the game again', hash);
    assert.deepEqual(await edges(), before);
    await explorer.waitForText('#status-turn', /It is your turn/);
    assert.match(await explorer.text('#name-2'), /Perfect/);
  };
  await explorer.enter('explore');
  await explorer.draw((await explorer.board()).edges.find(({state}) => state === 'open').name);
  await same();
  await explorer.enter('puzzle');
  await explorer.waitForText('#status', /find the only move/);
  await same();
  // Undo leads to the own move before, not to the puzzle.
  await explorer.click('#undo');
  await explorer.until((count) => document.querySelectorAll('#board [data-state="drawn"]').length < count, 'an earlier position', before.length);
  assert.deepEqual(await edges(), before);
  await explorer.draw((await explorer.board()).edges.find(({state}) => state === 'open').name);
  await explorer.waitForText('#status-turn', /It is your turn|full/);
});

inBrowser('the way back to the game that is being played outlives a reload of the page behind another door', {hash: '#3x3', speed: 20, chance: 3, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.play({level: 3, me: 1});
  await explorer.draw('h1.1');
  await explorer.waitForText('#status-turn', /It is your turn/);
  const [before, hash] = [(await explorer.history()).map(({edge}) => edge), await explorer.hash()];
  for (const door of ['explore', 'puzzle']) {
    await explorer.enter(door);
    if (door === 'explore') await explorer.draw('v0.0');
    else await explorer.waitForText('#status', /find the only move/);
    await explorer.page.reload();
    await explorer.page.waitForSelector(`[data-mode="${door}"] #board [data-edge]`);
    if (door === 'puzzle') await explorer.waitForText('#status', /find the only move/);
    await explorer.enter('play');
    await explorer.until((link) => location.hash === link, 'the game again', hash);
    assert.deepEqual((await explorer.history()).map(({edge}) => edge), before);
    assert.match(await explorer.text('#status'), /Casual drew .* It is your turn/);
  }
  // Once it is over, or another one is begun, Play begins a new one.
  await explorer.play({level: 1});
  await explorer.waitForText('#status-turn', /full/);
  await explorer.enter('puzzle');
  await explorer.enter('play');
  await explorer.drawn(0);
});

inBrowser('another board in the middle of a game is asked about first, as a new game is', {hash: '#3x3', speed: 20}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.play({level: 2, me: 1});
  // Before the first move there is nothing to lose.
  await explorer.choose('#board-choice', '2x2');
  await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 12, '2x2');
  await explorer.draw('h1.1');
  await explorer.waitForText('#status-turn', /It is your turn/);
  const hash = await explorer.hash();
  for (const [board, title] of [['3x3', 'New game on 3 \u00d7 3'], ['other', 'New game on 2 \u00d7 4']]) {
    const ask = async () => {
      await explorer.choose('#board-choice', board);
      if (board === 'other') {
        await explorer.write('#rows', '2');
        await explorer.write('#columns', '4');
        await explorer.click('#set-board');
      }
      await explorer.page.waitForSelector('#new-game[open]');
      assert.equal(await explorer.text('#new-game-title'), title);
    };
    await ask();
    await explorer.click('#new-game-cancel');
    assert.deepEqual([await explorer.hash(), await explorer.page.$eval('#board-choice', (part) => part.value)], [hash, '2x2']);
    if (board === '3x3') continue;
    await ask();
    await explorer.choose('#opponent', '5');
    await explorer.click('#new-game-start');
    await explorer.until(() => location.hash === '#2x4', 'the other board');
    assert.match(await explorer.text('#versus-title'), /Skilled/);
  }
  await explorer.click('#new-game-open');
  assert.equal(await explorer.text('#new-game-title'), 'New game');
  await explorer.click('#new-game-cancel');
});

inBrowser('New in Explore says how to get the moves back', {hash: '#2x2/h0.0,v1.1'}, async (explorer) => {
  await explorer.drawn(2);
  await explorer.click('#new');
  await explorer.waitForText('#status-move', /^A new game\. Undo leads back to the one before\.$/);
  await explorer.click('#undo');
  await explorer.drawn(2);
});
