// Copies the game in every notation that can express it, and pastes the text of any notation; both agree with `pipo
// convert`.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {complaint, convert, pipo} from './support/program.mjs';

// Some notations are for 5x5 only.
const GAMES = ['5x5 h1.1; v1.1; h2.1; v1.2; h0.0; v4.5', '3x3:110001000011101010101000'];

const link = (game) => '#' + game.replace(' ', '/').replaceAll('; ', ',');
const lines = (text) => text.replace(/\s+$/, '');

async function copied(explorer, notation) {
  await explorer.choose('#notation', notation);
  await explorer.page.$eval('#notation-said', (part) => part.replaceChildren());
  await explorer.click('#copy');
  await explorer.until(() => document.querySelector('#notation-said').textContent !== '', 'words on the copy');
  return explorer.text('#notation-said');
}

for (const game of GAMES) {
  inBrowser(`every notation of ${game}`, {hash: link(game), refused: [400, 404, 422, 503]}, async (explorer, {server}) => {
    const {notations} = await server.json('api/v1/tables');
    assert.ok(notations.length >= 20);
    await explorer.page.waitForSelector('#notation option[value="knox"]');
    assert.deepEqual(await explorer.page.$$eval('#notation option', (parts) => parts.map(({value}) => value)), notations.map(({name}) => name));
    await explorer.page.bringToFront();
    let able = 0;
    for (const {name, description} of notations) {
      const expected = convert(game, '--to', name);
      const said = await copied(explorer, name);
      assert.equal(await explorer.text('#notation-about'), description.replace(/\s+/g, ' '));
      if (expected === null) {
        assert.match(said, /^Not copied\. .{10}/, name);
        continue;
      }
      ++able;
      assert.match(said, new RegExp(`^The game as ${name} is copied`));
      assert.equal(lines(await explorer.page.$eval('#notation-text', (part) => part.value)), lines(expected), name);
      assert.equal(lines(await explorer.page.evaluate(() => navigator.clipboard.readText())), lines(expected), name);
    }
    assert.ok(able >= (game.includes(':') ? 3 : 15), `${able} notations`);
  });

  inBrowser(`what every notation says of ${game} is read`, {hash: '#2x2/v1.1', refused: [400, 404, 422, 503]}, async (explorer, {server}) => {
    const {notations} = await server.json('api/v1/tables');
    await explorer.page.waitForSelector('#notation option[value="knox"]');
    let able = 0;
    for (const {name} of notations) {
      const text = convert(game, '--to', name);
      if (text === null) continue;
      await explorer.go('#2x2/v1.1');
      await explorer.until(() => document.querySelectorAll('#board [data-edge]').length === 12, 'the board to be another one');
      // If several notations can read the text, the chosen one decides.
      await explorer.choose('#notation', name);
      await explorer.page.$eval('#notation-said', (part) => part.replaceChildren());
      await explorer.write('#notation-text', text);
      await explorer.click('#paste');
      await explorer.until(() => document.querySelector('#notation-said').textContent !== '', 'words on the text');
      const said = await explorer.text('#notation-said');
      assert.match(said, new RegExp(`^Read as ${name}\\b`), text);
      ++able;
      const position = convert(text, '--from', name, '--to', 'dbn');
      await explorer.until((count) => document.querySelectorAll('#board [data-edge]').length === count, `the board of ${name}`, position.split(':')[1].length);
      assert.equal((await explorer.board()).position, position, name);
      const ordered = convert(text, '--from', name, '--to', 'moves');
      const moves = (await explorer.history()).map(({edge}) => edge);
      // The moves are in order of play if the notation defines it; lists that need --ordered are positions.
      if (!/a position/.test(said)) assert.equal(`${position.split(':')[0]} ${moves.join('; ')}`, ordered, name);
      else assert.deepEqual(moves, [], name);
    }
    assert.ok(able >= (game.includes(':') ? 3 : 15), `${able} notations`);
  });
}

inBrowser('malformed text is refused with the reason, and the board stays', {hash: '#2x2/v1.1', refused: [400]}, async (explorer) => {
  const {position} = await explorer.board();
  for (const text of ['2x2 h9.9', 'nonsense', '2x2:01', '2x2 h0.0; h0.0', '3x3 4; 17; 7']) {
    await explorer.choose('#notation', 'moves');
    await explorer.page.$eval('#notation-said', (part) => part.replaceChildren());
    await explorer.write('#notation-text', text);
    await explorer.click('#paste');
    await explorer.until(() => document.querySelector('#notation-said').textContent !== '', 'words on the text');
    const said = /^Not read\. (.+)$/.exec(await explorer.text('#notation-said'));
    assert.ok(said && /^[A-Z0-9"]/.test(said[1]) && complaint(text).toLowerCase().includes(said[1].toLowerCase()), `"${said?.[1]}" in "${complaint(text)}"`);
    assert.equal(await explorer.page.$eval('#notation-said', (part) => part.dataset.problem), 'true');
  }
  await explorer.write('#notation-text', '  ');
  await explorer.click('#paste');
  await explorer.waitForText('#notation-said', /Paste a game/);
  await explorer.agreesWithTable(position);
  assert.equal((await explorer.history()).length, 1);
});

inBrowser('the whole game is copied from the middle of it', {hash: '#3x3/h1.1,v1.1,h2.1&at=1', refused: [400]}, async (explorer) => {
  await explorer.page.waitForSelector('#notation option[value="knox"]');
  await explorer.page.bringToFront();
  assert.match(await copied(explorer, 'moves'), /^The game up to move 1 as moves is copied/);
  assert.equal(await explorer.page.evaluate(() => navigator.clipboard.readText()), '3x3 h1.1');
  await explorer.click('#copy-all');
  await explorer.waitForText('#notation-said', /^The game as moves is copied/);
  assert.equal(await explorer.page.evaluate(() => navigator.clipboard.readText()), '3x3 h1.1; v1.1; h2.1');
  await explorer.page.keyboard.press('r');
  await explorer.page.keyboard.press('r');
  await explorer.page.waitForSelector('#copy-all', {hidden: true});
});

inBrowser('links of the page and records of pipo analyse are read, and nonsense is refused in words about the field', {hash: '#2x2', refused: [400, 404, 422, 503]}, async (explorer) => {
  await explorer.page.waitForSelector('#notation option[value="knox"]');
  const paste = async (text) => {
    await explorer.page.$eval('#notation-said', (part) => part.replaceChildren());
    await explorer.write('#notation-text', text);
    await explorer.click('#paste');
    await explorer.until(() => document.querySelector('#notation-said').textContent !== '', 'words on the text');
    return explorer.text('#notation-said');
  };
  assert.equal(await paste(' http://127.0.0.1:8765/#3x3/h1.1,v1.1,h2.1&at=2 '), 'Read as a link.');
  await explorer.drawn(2);
  assert.equal((await explorer.history()).length, 3);
  assert.match(await paste('http://127.0.0.1:8765/#3x3/h9.9'), /^Not read\. 3x3 has no edge h9\.9/);
  const moves = '2x2 h1.1; v1.1; h0.0; v0.0; h1.0';
  assert.match(await paste(pipo('analyse', moves, '--format', 'record')), /^Read as moves\.$/);
  await explorer.drawn(5);
  assert.match(await paste('3x3\nh1.1\nv1.1\nh2.1\n'), /^Read as moves\.$/);
  await explorer.waitForText('#status', /Read as moves/);   // in sight, though Review has opened
  await explorer.drawn(3);
  // Moves alone are on the board of the page.
  for (const listed of ['h0.0\nv1.1\nh3.2\n', ' h0.0, v1.1, h3.2', 'h0.0;v1.1;h3.2']) {
    assert.match(await paste(listed), /^Read as moves\.$/);
    await explorer.until(() => location.hash === '#3x3/h0.0,v1.1,h3.2', listed);
  }
  assert.match(await paste('h0.0\nv9.9'), /^Not read\. .*expected an edge such as v0\.0$/);
  assert.match(await paste('nonsense'), /^Not read\. .*(No notation|Not in any notation)/);
  assert.doesNotMatch(await explorer.text('#notation-said'), /got/, 'the letter at which a program stops tells people nothing');
  assert.match(await explorer.text('#notation-said'), /expected a board with its edges .*, a picture/);
});

inBrowser('turn and score of a notation that contains them', {hash: '#3x3'}, async (explorer) => {
  // Wilson's problems contain the score; gamescrafters contains the turn and the owners of boxes.
  await explorer.write('#notation-text', convert('2x2 h0.0; v0.0; h1.0; v0.1', '--to', 'gamescrafters'));
  await explorer.click('#paste');
  await explorer.waitForText('#notation-said', /Read as gamescrafters/);
  await explorer.agreesWithTable('2x2:101000110000');
  assert.deepEqual(await explorer.score(), [0, 1]);
  assert.match(await explorer.text('#status-turn'), /Player 2/);
  assert.deepEqual((await explorer.board()).boxes.map(({owner}) => owner), ['2', null, null, null]);
});
