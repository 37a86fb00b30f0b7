// The editor of positions, puzzles, and hints.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {probe, solved} from './support/program.mjs';

inBrowser('the editor draws and erases edges, and sets turn and score', {hash: '#2x3/h0.0,v0.0,h1.0'}, async (explorer) => {
  const position = async () => (await explorer.board()).position;
  await explorer.drawn(3);
  await explorer.click('#edit');
  await explorer.page.waitForSelector('#editing:not([hidden])');
  assert.equal(await position(), '2x3:10010000010000000');
  await explorer.click('[data-edge="h0.0"]');
  await explorer.drawn(2);
  for (const edge of ['h0.0', 'v0.1']) await explorer.click(`[data-edge="${edge}"]`);
  await explorer.drawn(4);
  assert.deepEqual((await explorer.board()).boxes.map(({owner}) => owner), ['unknown', null, null, null, null, null]);
  await explorer.page.$eval('#edit-score-1', (part) => {
    part.value = '1';
    part.dispatchEvent(new Event('change', {bubbles: true}));
  });
  await explorer.choose('#edit-turn', '2');
  await explorer.until(() => location.hash.endsWith('&turn=2&score=1-0'), 'turn and score in the link');
  assert.deepEqual(await explorer.score(), [1, 0]);
  await explorer.agreesWithTable(await position());
  await explorer.click('#edit-done');
  await explorer.page.waitForSelector('#editing[hidden]');
  await explorer.draw('h0.1');
  assert.deepEqual((await explorer.history()).map(({edge, label}) => [edge, /player (\d)/.exec(label)[1]]), [['h0.1', '2']]);
  await explorer.click('#edit');
  await explorer.click('#edit-clear');
  await explorer.drawn(0);
});

inBrowser('the editing of a position is one entry of the history, and each change can be undone', {hash: '#2x2/h0.0,v0.0,h1.0'}, async (explorer) => {
  await explorer.drawn(3);
  const entries = () => explorer.page.evaluate(() => history.length);
  const before = await entries();
  await explorer.click('#edit');
  await explorer.click('#edit-done');
  assert.equal((await explorer.history()).length, 3, 'editing that changes nothing leaves the game');
  await explorer.click('#edit');
  await explorer.click('[data-edge="v0.1"]');
  await explorer.drawn(4);
  await explorer.click('[data-edge="h2.0"]');
  await explorer.drawn(5);
  await explorer.choose('#edit-turn', '1');
  await explorer.until(() => !location.hash.includes('turn'), 'the turn');
  const score = async (player, boxes) => explorer.page.$eval(`#edit-score-${player}`, (part, value) => {
    part.value = value;
    part.dispatchEvent(new Event('change', {bubbles: true}));
  }, boxes);
  await score(1, '3');
  await explorer.waitForText('#edit-said', /The score 3\u20130 is not possible: 1 box is complete/);
  assert.equal(await explorer.page.$eval('#edit-score-1', (part) => part.value), '3');
  await score(1, '1');
  await explorer.until(() => location.hash.endsWith('&score=1-0'), 'the score');
  assert.equal(await explorer.shownText('#edit-said'), 'Click edges to draw or to erase.');
  assert.equal(await entries(), before + 1);
  await explorer.click('#undo');
  await explorer.until(() => !location.hash.includes('score'), 'no score');
  await explorer.click('#undo');
  await explorer.until(() => location.hash.includes('turn=2'), 'the turn before');
  await explorer.click('#undo');
  await explorer.drawn(4);
  await explorer.page.goBack();
  await explorer.drawn(3);
  assert.equal(await explorer.hash(), '#2x2/h0.0,v0.0,h1.0');
});

inBrowser('the computer plays on from an edited position', {hash: '#2x2/h0.0', speed: 20}, async (explorer) => {
  await explorer.drawn(1);
  await explorer.click('#edit');
  await explorer.click('[data-edge="v1.1"]');
  await explorer.drawn(2);
  await explorer.choose('#edit-turn', '2');
  await explorer.click('#play-here');
  await explorer.page.waitForSelector('#new-game[open]');
  await explorer.choose('#colour', '2');
  await explorer.choose('#new-start', 'here');
  await explorer.click('#new-game-start');
  await explorer.draw('h2.1');
  await explorer.drawn(4);
});

inBrowser('people play a puzzle, which stays over a reload, and the game after it is against the computer', {hash: '#3x3', chance: 3, speed: 20, refused: [404, 422, 503]}, async (explorer) => {
  await explorer.shows('3x3:000000000000000000000000');
  await explorer.enter('puzzle');
  await explorer.waitForText('#status', /find the only move that wins/);
  assert.doesNotMatch(await explorer.text('#status'), /computer/);
  await explorer.page.reload();
  await explorer.waitForText('#status', /find the only move that wins/);
  await explorer.enter('explore');
  await explorer.shows((await explorer.board()).position);
  assert.doesNotMatch(await explorer.text('#status'), /puzzle/);
  await explorer.enter('play');
  await explorer.drawn(0);
  await explorer.draw('h0.0');
  await explorer.drawn(2);
});

// Makes best moves against the opponent until the goal is reached.
async function finish(explorer, exact) {
  const reached = /reaches the goal/;
  for (;;) {
    await explorer.waitForText('#status', /reaches the goal|It is your turn/);
    if (reached.test(await explorer.text('#status-move'))) return;
    const {position, edges} = await explorer.board();
    assert.ok(edges.every(({value, best}) => value === null && !best), 'no value is shown');
    await explorer.draw(exact(position).best[0]);
  }
}

for (const [board, exact] of [['3x3', probe], ['4x4', solved]]) {
  inBrowser(`puzzles of ${board}: one move wins, the others are refused, the game goes on to the goal, and there is always another one`, {hash: '#' + board, chance: 3, speed: 20, refused: [404, 422, 503]}, async (explorer, {open}) => {
    const seen = new Set();
    for (let count = 0; count < 2; ++count) {
      await (count ? explorer.click('#puzzle') : explorer.enter('puzzle'));
      await explorer.waitForText('#status', /find the only move that wins/);
      const {position, edges} = await explorer.board();
      seen.add(position);
      assert.ok(edges.every(({value}) => value === null), 'no value is shown');
      assert.equal(await explorer.page.$eval('.tabs', (part) => part.checkVisibility()), false, 'no theory');
      const {moves} = exact(position);
      const winning = moves.filter(({value}) => value > 0);
      assert.equal(winning.length, 1);
      const wrong = moves.find(({value}) => value <= 0);
      await explorer.click(`[data-edge="${wrong.edge}"]`);
      const cost = (winning[0].value - wrong.value) / 2;
      await explorer.waitForText('#status', new RegExp(`${wrong.edge.replace('.', '\\.')} costs ${cost} box(es)?\\. Look again`));
      assert.equal((await explorer.board()).position, position);
      // Its link shows the same puzzle.
      assert.equal(await explorer.hash(), `#${position}&puzzle=win`);
      const other = await open(await explorer.hash());
      await other.waitForText('#status', /find the only move that wins/);
      assert.ok((await other.board()).edges.every(({value}) => value === null));
      await other.page.close();
      await explorer.draw(winning[0].edge);
      assert.equal(await explorer.hash(), `#${position}&puzzle=win`, 'the link of the puzzle stays');
      await finish(explorer, exact);
      const [own] = await explorer.score();
      const [, least] = /at least (\d+)/.exec(await explorer.text('#puzzle-goal'));
      assert.equal(own, Number(least));
      await explorer.shows((await explorer.board()).position);
      assert.doesNotMatch(await explorer.hash(), /puzzle/);
    }
    assert.equal(seen.size, 2);
  });
}

for (const goal of ['least', 'control']) {
  inBrowser(`puzzles with the goal ${goal}, and their links and ratings`, {hash: '#3x3', chance: 5, speed: 20, refused: [404, 422, 503]}, async (explorer, {open, server}) => {
    await explorer.enter('puzzle');
    await explorer.waitForText('#status', /A puzzle: find/);
    await explorer.choose('#goal', goal);
    await explorer.waitForText('#status', {least: /gets you at least \d of the \d boxes left/, control: /keeps control/}[goal]);
    const {position, boxes} = await explorer.board();
    const {value, moves, best} = probe(position);
    assert.equal(best.length, 1);
    const [right] = moves.filter(({edge}) => edge === best[0]);
    const takes = moves.some(({captures}) => captures > 0);
    assert.equal(takes && right.captures === 0, goal === 'control');
    const left = boxes.filter(({owner}) => !owner).length;
    if (goal === 'least') assert.match(await explorer.text('#status'), new RegExp(`at least ${(left + value) / 2} of the ${left} boxes`));
    const {line} = await server.json(`api/v1/line?position=${position}&all=true`);
    const critical = line.filter((move) => move.mover && move.best.length === 1).length;
    await explorer.waitForText('#puzzle-rating', new RegExp(`^Rating ${800 + 150 * critical}: ${critical} forced moves? of yours to the end`));
    assert.ok((await explorer.hash()).endsWith(`&puzzle=${goal}`));
    const other = await open(await explorer.hash());
    const number = `at least ${(left + value) / 2} of the ${left} boxes left`;
    await other.waitForText('#status', {least: new RegExp(`gets you ${number}`), control: /keeps control/}[goal]);
    await other.waitForText('#puzzle-goal', new RegExp(`^Goal: .*${number}\\.$`));
    assert.deepEqual([await other.text('#name-1'), await other.text('#name-2'), await other.text('#final-label')], ['You', 'The opponent', 'boxes left']);
    assert.equal((await other.board()).position, position);
    await other.page.close();
    const [before] = await explorer.score();
    await explorer.draw(best[0]);
    await finish(explorer, probe);
    assert.ok((await explorer.score())[0] - before >= (left + value) / 2);
    assert.equal(await explorer.page.$eval('#share', (part) => part.hidden), true, 'only the puzzle of the day is shared');
  });
}

inBrowser('the puzzle of the day is the same for everybody, counts days in a row, and is shared without its solution', {hash: '#daily', speed: 20, refused: [404, 422, 503]}, async (explorer, {open}) => {
  const daily = async (page = explorer) => {
    await page.waitForText('#status', /A puzzle: find/);
    await page.waitForText('#puzzle-title', /^Puzzle of the day, \d{4}-\d\d-\d\d$/);
    return (await page.board()).position;
  };
  const position = await daily();
  // Its link stays, so that a reload and a friend get the same puzzle.
  const stays = () => explorer.until(() => location.hash === '#daily', 'the link of the puzzle of the day');
  await stays();
  const other = await open('#daily');
  assert.equal(await daily(other), position);
  await other.page.close();
  const today = Math.floor(Date.now() / 86_400_000);
  const solvedBefore = async (day) => {
    await explorer.page.evaluate((last) => localStorage.setItem('pipopipette-daily', JSON.stringify({day: last, streak: 6})), day);
    await explorer.page.reload();
    assert.equal(await daily(), position);
  };
  await solvedBefore(today - 2);
  assert.equal(await explorer.text('#streak'), '', 'a streak that has ended');
  await solvedBefore(today - 1);
  assert.match(await explorer.text('#streak'), /6 days in a row/);
  await explorer.page.bringToFront();
  const {moves, best} = solved(position);
  await explorer.waitForText('#puzzle-rating', /Rating/);
  await explorer.click(`[data-edge="${moves.find(({edge}) => !best.includes(edge)).edge}"]`);
  await explorer.waitForText('#status', /Look again/);
  await explorer.click('#hint');
  await explorer.waitForText('#status', /Look at the/);
  // A reload does not forget the wrong move and the hint.
  await explorer.page.reload();
  await daily();
  await explorer.waitForText('#puzzle-rating', /Rating/);
  await explorer.draw(best[0]);
  assert.equal(await explorer.text('#streak'), 'Puzzles of the day solved: 6 days in a row.', 'the goal is not reached yet');
  await finish(explorer, solved);
  await explorer.waitForText('#streak', /7 days in a row/);
  await stays();
  // Only the first solution counts.
  await explorer.click('#daily');
  await explorer.waitForText('#status', /A puzzle: find/);
  assert.equal(await daily(), position);
  await explorer.waitForText('#puzzle-rating', /Rating/);
  await explorer.draw(best[0]);
  await finish(explorer, solved);
  await explorer.click('#share');
  await explorer.waitForText('#share-said', /Copied: Pipopipette, puzzle of .* solved in 2 tries with a hint, 7 in a row\.$/);
  const text = await explorer.page.evaluate(() => navigator.clipboard.readText());
  assert.doesNotMatch(text, /[hv]\d\.\d|[01]{8}|127\.0/);
  await explorer.click('#puzzle');
  await explorer.waitForText('#puzzle-title', /^Puzzle$/);
  assert.equal(await explorer.text('#share-said'), '');
  await explorer.until(() => location.hash.includes('&puzzle='), 'the link of another puzzle');
  await explorer.page.goBack();
  await daily();
  await stays();
});

inBrowser('a game that is opened during a puzzle takes its place, and Undo does not lead away from one', {hash: '#3x3/h0.0', refused: [404, 422, 503]}, async (explorer) => {
  await explorer.drawn(1);
  const puzzle = '#3x3:110001000011101010101000&puzzle=win';
  const can = (button) => explorer.page.$eval(button, (part) => part.getAttribute('aria-disabled') !== 'true');
  await explorer.go(puzzle);
  await explorer.waitForText('#status', /only move that wins/);
  assert.equal(await can('#undo'), false);
  await explorer.draw('v2.2');
  await explorer.waitForText('#status', /It is your turn/);
  await explorer.click('#undo');
  await explorer.drawn(10);
  assert.deepEqual([await explorer.hash(), await can('#undo'), await can('#redo')], [puzzle, false, true]);
  await explorer.go('#2x2/h0.0');
  await explorer.agreesWithTable('2x2:100000000000');
  assert.equal(await explorer.hash(), '#2x2/h0.0');
  assert.equal(await can('#undo'), true);
});

inBrowser('hints: first the region, then the edge', {hash: '#3x3:110001000011101010101000'}, async (explorer) => {
  const position = '3x3:110001000011101010101000';
  await explorer.shows(position);
  const lit = () => explorer.page.$$eval('#board [data-lit]', (parts) => parts.map((part) => part.dataset.edge));
  await explorer.click('#hint');
  await explorer.waitForText('#status', /Look at the bottom( right| left)? of the board|Look at the (right|left|middle) of the board/);
  const {best} = probe(position);
  const region = await lit();
  assert.ok(region.includes(best[0]) && region.length > 1, region.join(' '));
  await explorer.page.keyboard.press('h');
  await explorer.waitForText('#status', new RegExp(`Draw ${best[0].replace('.', '\\.')}`));
  assert.deepEqual(await lit(), [best[0]]);
  await explorer.draw(best[0]);
  assert.deepEqual(await lit(), []);
});
