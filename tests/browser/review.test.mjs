// The review of a whole game: a graph of the margin, the mistakes by size, and stepping through the game.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {DESK, TELEPHONE} from './support/chromium.mjs';
import {pipo} from './support/program.mjs';

const GAME = ['h1.1', 'v1.1', 'h2.1', 'v1.2', 'h0.0', 'v0.0', 'h1.0', 'v0.1', 'v2.0', 'h3.0', 'h2.0', 'h0.1', 'v0.2', 'v0.3', 'h0.2'];
const LINK = `#3x3/${GAME.join()}`;

// 5x5 with 26 moves, of which the first ones are too early.
const LONG = '#5x5/h0.0,v0.1,h2.2,v2.3,h4.4,v4.1,h1.3,v3.5,h5.0,v1.0,h3.1,v2.1,h0.4,v4.4,h5.3,v1.4,h2.0,v3.2,h1.1,h3.4,v0.3,h4.2,v2.5,h5.1,v3.0,h0.2';

function analysed(game) {
  return pipo('analyse', game, '--format', 'jsonl').trim().split('\n').map((line) => JSON.parse(line)).filter(({summary}) => !summary);
}

const entries = (explorer) => explorer.page.$$eval('#review-mistakes button', (parts) => parts.map((part) => ({
  ply: Number(part.dataset.ply), edge: part.querySelector('.edge-name').textContent, lost: part.querySelector('.lost').textContent})));

const done = (explorer) => explorer.waitForText('#review-said', /(Every position is exact|Exact from move)/);

inBrowser('a link of a game opens reviewed', {hash: LINK}, async (explorer) => {
  await done(explorer);
  const wrong = analysed(`3x3 ${GAME.join('; ')}`).filter(({lost}) => lost > 0).sort((a, b) => b.lost - a.lost || a.move - b.move);
  assert.ok(wrong.length > 2, `${wrong.length} mistakes`);
  assert.deepEqual(await entries(explorer), wrong.map(({move, edge, lost}) => ({ply: move - 1, edge, lost: `cost ${lost === 2 ? '1 box' : `${lost / 2} boxes`}`})));
  assert.equal((await explorer.page.$$('#review-graph .hit')).length, GAME.length + 1);
  assert.equal(await explorer.page.$('#review-graph .unknown'), null);
  // The list of moves has the losses, too.
  const marked = (await explorer.history()).filter(({label}) => /cost boxes/.test(label)).map(({ply}) => ply);
  assert.deepEqual(marked, wrong.map(({move}) => move).sort((a, b) => a - b));
  // A click leads to the position before the mistake.
  await explorer.click('#review-mistakes button');
  await explorer.drawn(wrong[0].move - 1);
  assert.equal((await explorer.history()).length, GAME.length, 'the later moves stay');
});

inBrowser('arrow keys, the graph and its slider step through the game', {hash: LINK}, async (explorer) => {
  await done(explorer);
  await explorer.page.keyboard.press('ArrowLeft');
  await explorer.drawn(GAME.length - 1);
  await explorer.page.keyboard.press('ArrowLeft');
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.drawn(GAME.length - 1);
  await explorer.click('#review-graph [data-ply="4"]');
  await explorer.drawn(4);
  await explorer.page.focus('#review-ply');
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.drawn(5);
  assert.equal(await explorer.page.$eval('#review-ply', (part) => part.getAttribute('aria-valuetext')), 'after move 5');
  // On the board, arrow keys move from edge to edge.
  await explorer.page.$eval('#board [tabindex="0"]', (part) => part.focus());
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.drawn(5);
  await done(explorer);
});

inBrowser('the unknown beginning of a 5x5 game is shown as such', {hash: '#2x2', refused: [404, 422, 503]}, async (explorer) => {
  await explorer.go(LONG);
  // However slow the machine is: stops when the first positions from the end are exact.
  await explorer.waitForText('#review-said', /[1-9]\d* of 27 positions are exact|Exact from move/);
  await explorer.page.$eval('#review-cancel', (part) => part.click());
  await done(explorer);
  const [, first] = /Exact from move (\d+) on/.exec(await explorer.text('#review-said'));
  assert.ok(first > 5 && first <= 27, first);
  const width = await explorer.page.$eval('#review-graph .unknown', (part) => part.getBBox().width);
  assert.ok(width > 50);
  const course = await explorer.page.$eval('#review-graph .course', (part) => part.points.length);
  assert.equal(course, 27 - (first - 1));
});

inBrowser('a game that ends is reviewed, and one that goes on differently is not', {hash: '#1x2'}, async (explorer) => {
  await explorer.shows('1x2:0000000');
  await explorer.draw('h0.0', 'h1.0', 'v0.0', 'v0.1', 'h0.1', 'h1.1');
  await explorer.click('#tab-review');
  assert.equal(await explorer.page.$eval('#review-start', (part) => part.checkVisibility()), true);
  await explorer.draw('v0.2');
  await done(explorer);
  await explorer.page.keyboard.press('u');
  await explorer.page.keyboard.press('u');
  await explorer.draw('v0.2');
  await done(explorer);
  assert.deepEqual([(await explorer.history()).length, await explorer.aside()], [7, ['v0.2']]);
});

inBrowser('a better move is tried beside the reviewed game, which stays', {hash: LINK}, async (explorer) => {
  await done(explorer);
  const state = async () => [await entries(explorer), (await explorer.history()).map(({edge}) => edge),
                             await explorer.page.$$eval('#review-graph .hit', (parts) => parts.length)];
  const before = await state();
  await explorer.click('#review-mistakes button');
  const {ply} = before[0][0];
  await explorer.drawn(ply);
  const better = await explorer.page.$eval('#review-mistakes .better', (part) => /[hv]\d\.\d/.exec(part.textContent)[0]);
  await explorer.draw(better);
  assert.deepEqual(await state(), before, 'list, mistakes and graph');
  assert.deepEqual(await explorer.aside(), [better]);
  assert.equal(await explorer.hash(), `${LINK}&at=${ply}&try=${better}`);
  // The way back is above the tabs, whichever is open.
  for (const tab of ['moves', 'theory', 'settings', 'review']) {
    await explorer.click(`#tab-${tab}`);
    assert.match(await explorer.shownText('#beside'), new RegExp(`^Variation after move ${ply} Back to the game$`));
    const [line, tabs] = await explorer.page.$$eval('#beside, .tabs', (parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    assert.ok(line <= tabs, `${line} and ${tabs}`);
  }
  // Back by a button, by Undo, and by a move of the game.
  const back = async (press, count) => {
    await press();
    await explorer.drawn(count);
    assert.equal(await explorer.hash(), `${LINK}&at=${count}`);
    assert.equal(await explorer.page.$eval('#beside', (part) => part.checkVisibility()), false);
    assert.deepEqual(await explorer.aside(), [better], 'the variation stays');
    await explorer.click('#aside-moves button');
    await explorer.drawn(ply + 1);
  };
  await back(() => explorer.click('#aside-leave'), ply);
  await back(() => explorer.page.keyboard.press('u'), ply);
  await back(() => explorer.click(`#history [data-ply="${ply - 1}"]`), ply - 1);
  assert.deepEqual(await state(), before);
});

inBrowser('a pasted game is reviewed', {hash: '#2x2'}, async (explorer) => {
  await explorer.page.waitForSelector('#notation option');
  await explorer.write('#notation-text', `3x3 ${GAME.join('; ')}`);
  await explorer.click('#paste');
  await done(explorer);
});

inBrowser('a mistake that is clicked keeps the focus, and the arrow keys step through the game', {hash: LINK}, async (explorer) => {
  await done(explorer);
  const mistake = await explorer.page.$('#review-mistakes li:nth-child(2) button');
  const before = await mistake.evaluate((part) => Number(part.dataset.ply));
  for (const press of [() => mistake.click(), () => mistake.press('Enter')]) {
    await press();
    await explorer.drawn(before);
    assert.equal(await mistake.evaluate((part) => part === document.activeElement && part.getAttribute('aria-current')), 'true');
    await explorer.page.keyboard.press('ArrowLeft');
    await explorer.drawn(before - 1);
    assert.equal(await mistake.evaluate((part) => part === document.activeElement && part.getAttribute('aria-current')), 'false');
  }
});

inBrowser('the slider is below the graph', {hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => {
  const names = (await explorer.board()).edges.map(({name}) => name);
  await explorer.go(`#5x5/${names.join()}`);
  await explorer.drawn(60);
  const slider = await explorer.page.$('#review-ply');
  for (const ply of [30, 45, 0, 59]) {
    await slider.evaluate((part) => part.scrollIntoView({block: 'center'}));
    const {left, width} = await explorer.page.$eval('#review-graph', (part) => part.getBoundingClientRect().toJSON());
    const y = await slider.evaluate((part) => (part.getBoundingClientRect().top + part.getBoundingClientRect().bottom) / 2);
    await explorer.page.mouse.click(left + (44 + ply / 60 * 542) / 600 * width, y);
    await explorer.drawn(ply);
  }
});

inBrowser('the list of moves opens at the move that is shown', {hash: '#5x5', refused: [404, 422, 503]}, async (explorer) => {
  const names = (await explorer.board()).edges.map(({name}) => name);
  await explorer.go(`#5x5/${names.join()}&at=50`);
  await explorer.drawn(50);
  assert.equal(await explorer.page.$eval('#history', (part) => part.checkVisibility()), false);
  await explorer.click('#tab-moves');
  const [list, move] = await explorer.page.$$eval('#history, #history [aria-current="true"]', (parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
  assert.ok(list.top < move.top && move.bottom < list.bottom, `${move.top} to ${move.bottom} in ${list.top} to ${list.bottom}`);
});

inBrowser('hidden values are hidden everywhere', {hash: LINK}, async (explorer) => {
  await done(explorer);
  const tells = () => explorer.page.evaluate(() => ({
    course: document.querySelectorAll('#review-graph .course, #review-graph .dot').length, mistakes: document.querySelectorAll('#review-mistakes button').length,
    theory: /value|margin|wins|best|Moves/i.test(document.querySelector('#explain-text').textContent), figures: /[+\u2212]\d/.test(document.querySelector('main').innerText),
    said: /exact|cost/i.test(document.querySelector('#review-said').textContent)}));
  await explorer.click('#review-mistakes button');
  await explorer.click('#tab-theory');
  await explorer.waitForText('#explain-text', /Moves/);
  assert.deepEqual({...await tells(), mistakes: 1}, {course: 2, mistakes: 1, theory: true, figures: true, said: true});
  await explorer.page.keyboard.press('v');
  await explorer.until(() => !document.querySelector('#board [data-value]'), 'no values');
  assert.deepEqual(await tells(), {course: 0, mistakes: 0, theory: false, figures: false, said: false});
  await explorer.page.keyboard.press('v');
  await explorer.page.waitForSelector('#review-mistakes button');
});

inBrowser('the review counts mistakes by size, gives an accuracy, names the turn, and marks the move played', {hash: LINK}, async (explorer) => {
  await done(explorer);
  const moves = analysed(`3x3 ${GAME.join('; ')}`);
  const rows = await explorer.page.$$eval('#review-counts tbody tr', (lines) => lines.map((line) => [...line.cells].slice(1).map((cell) => cell.textContent)));
  const expected = [1, 2].map((player) => {
    const costs = moves.filter((move) => move.player === player).map(({lost}) => lost / 2);
    const count = (from, to) => String(costs.filter((cost) => cost >= from && cost <= to).length);
    return [count(1, 1), count(2, 3), count(4, 99), `${Math.round(100 * costs.filter((cost) => cost === 0).length / costs.length)}%`];
  });
  assert.deepEqual(rows, expected[0].map((_, size) => expected.map((counts) => counts[size])));
  assert.deepEqual(await explorer.page.$$eval('#review-counts :is(thead, tbody) th', (parts) => parts.map((part) => part.textContent)),
                   ['Player 1', 'Player 2', 'slips (1)', 'mistakes (2\u20133)', 'blunders (4+)', 'accuracy']);
  assert.match(await explorer.text('#review-counts-about'), /Accuracy is the share/);
  // The winner under best play changes for the last time at this move: the margins of player 1, and what is to come.
  const [, turn] = /turned at move (\d+)/.exec(await explorer.text('#review-said'));
  const {player, lost, edge: turning} = moves[turn - 1];
  assert.ok(lost > 0, `move ${turn} of player ${player} costs something`);
  // The graph marks it, and says what each place in it is.
  const places = await explorer.page.$$eval('#review-graph circle.turn, #review-graph .hit', (parts) => parts.map((part) => {
    const {left, right} = part.getBoundingClientRect();
    return {at: (left + right) / 2, ply: part.dataset.ply ?? null};
  }));
  const mark = places.find(({ply: of}) => of === null);
  assert.ok(Math.abs(mark.at - places.find(({ply: of}) => of === turn).at) < 1, JSON.stringify([turn, mark]));
  assert.match(await explorer.text(`#review-graph [data-ply="${turn}"] title`),
               new RegExp(`^${turn}\\. ${turning.replace('.', '\\.')}: player [12] wins by \\d+ under best play$`));
  assert.match(await explorer.shownText('#review-legend'), /dashed ring, the move played/);
  // Larger figures have room at both ends, too.
  const room = await explorer.page.$eval('#review-graph', (graph) => {
    const [tick, move] = ['.tick', '.move'].map((part) => graph.querySelector(part).cloneNode());
    tick.textContent = '+21';
    move.textContent = '60';
    move.setAttribute('x', graph.querySelector('.course').points.getItem(graph.querySelector('.course').points.length - 1).x);
    graph.append(tick, move);
    const [inner, ...all] = [graph, tick, move].map((part) => part.getBoundingClientRect());
    tick.remove();
    move.remove();
    return all.map(({left, right}) => left >= inner.left && right <= inner.right);
  });
  assert.deepEqual(room, [true, true]);
  await explorer.click('#review-mistakes button');
  const [{ply, edge}] = await entries(explorer);
  await explorer.drawn(ply);
  assert.deepEqual(await explorer.page.$$eval('#board [data-played]', (parts) => parts.map((part) => part.dataset.edge)), [edge]);
  assert.ok((await explorer.board()).edges.filter(({best}) => best).length > 0);
});

for (const [device, viewport] of Object.entries({desktop: DESK, telephone: {...TELEPHONE, width: 390, height: 844}})) {
  inBrowser(`${device}: learn from the mistakes: the better move is asked for at each, with values hidden`, {hash: LINK, viewport}, async (explorer) => {
    await done(explorer);
    const wrong = analysed(`3x3 ${GAME.join('; ')}`).filter(({lost}) => lost > 0);
    const seen = (selector) => explorer.page.$eval(selector, (part) => {
      const {left, top, bottom} = part.getBoundingClientRect();
      return part.checkVisibility() && bottom <= innerHeight && part.contains(document.elementFromPoint(left + 4, top + 4));
    });
    await explorer.click('#learn');
    for (const [index, {move, player, edge, lost, best}] of wrong.slice(0, 2).entries()) {
      await explorer.waitForText('#lesson-words', new RegExp(`^Move ${move} of player ${player} \\(${edge.replace('.', '\\.')}, dashed\\) cost ${lost / 2} box(es)?\\. Find a better one\\.$`));
      assert.equal(await explorer.text('#status-move'), await explorer.text('#lesson-words'));
      await explorer.drawn(move - 1);
      assert.ok((await explorer.board()).edges.every(({value, best: marked}) => value === null && !marked), 'values are hidden');
      assert.deepEqual(await explorer.page.$$eval('#board [data-played]', (parts) => parts.map((part) => part.dataset.edge)), [edge]);
      assert.deepEqual(await Promise.all(['#lesson-words', '#learn', '#lesson-end'].map(seen)), [true, true, true]);
      assert.deepEqual(await explorer.page.$$eval('#review-graph, #review-mistakes, #review-counts, #review-said', (parts) => parts.filter((part) => part.checkVisibility()).length), 0);
      // A look at the move before leaves the question where it is.
      const question = await explorer.text('#lesson-words');
      await explorer.page.keyboard.press('ArrowLeft');
      await explorer.drawn(move - 2);
      await explorer.page.keyboard.press('ArrowRight');
      await explorer.drawn(move - 1);
      assert.equal(await explorer.shownText('#lesson-words'), question);
      await explorer.click(`[data-edge="${edge}"]`);
      await explorer.waitForText('#lesson-said', /costs \d box(es)?\. Look again/);
      await explorer.draw(best[0]);
      await explorer.waitForText('#lesson-words', new RegExp(`Right: ${best[0].replace('.', '\\.')} is best`));
      assert.deepEqual(await explorer.aside(), [best[0]], 'it is drawn beside the game');
      assert.match(await explorer.text('#learn'), new RegExp(`Next mistake \\(${wrong.length - index - 1} left\\)`));
      await explorer.click('#learn');
    }
    await explorer.click('#lesson-end');
    await explorer.page.waitForSelector('#review-graph', {visible: true});
    assert.equal(await explorer.page.$eval('#lesson', (part) => part.checkVisibility()), false);
    assert.equal(await explorer.text('#learn'), 'Learn from the mistakes');
    await explorer.page.waitForSelector('#board [data-value]');
    assert.equal((await explorer.history()).length, GAME.length);
  });
}

inBrowser('pictures of the board and of the graph are saved as SVG and PNG', {hash: '#3x3'}, async (explorer) => {
  await explorer.click('#tab-review');
  assert.deepEqual(await explorer.page.$$eval('[data-save="review-graph"]', (parts) => parts.map((part) => part.checkVisibility())), [false, false], 'no graph');
  await explorer.go(LINK);
  await done(explorer);
  await explorer.page.evaluate(() => {
    window.saved = [];
    HTMLAnchorElement.prototype.click = function click() {
      window.saved.push([this.download, this.href]);
    };
  });
  for (const [index, [id, kind]] of [['board', 'svg'], ['board', 'png'], ['review-graph', 'svg'], ['review-graph', 'png']].entries()) {
    await explorer.click(`[data-save="${id}"][data-as="${kind}"]`);
    await explorer.until((count) => window.saved.length === count, 'a picture', index + 1);
    const [name, href] = await explorer.page.evaluate(() => window.saved.at(-1));
    assert.equal(name, `pipopipette-${id}.${kind}`);
    // It is a picture of its own, with the colours of the page, that is not blank.
    const colours = await explorer.page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      return [image.width, new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size];
    }, href);
    assert.ok(colours[0] > 300 && colours[1] > 10, JSON.stringify(colours));
    if (kind === 'png') continue;
    // It has a title, and all of it is inside its edges.
    const [title, outside] = await explorer.page.evaluate((source) => {
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = decodeURIComponent(source.slice(source.indexOf(',') + 1));
      const svg = place.firstElementChild;
      const edge = svg.getBoundingClientRect();
      const out = [...svg.querySelectorAll('text, circle, polyline, rect')].filter((part) => getComputedStyle(part).display !== 'none' && !part.closest('defs')).filter((part) => {
        const {left, right, top, bottom} = part.getBoundingClientRect();
        return left < edge.left - 0.5 || right > edge.right + 0.5 || top < edge.top - 0.5 || bottom > edge.bottom + 0.5;
      }).map((part) => part.outerHTML);
      const words = [svg.querySelector('title').textContent, svg.querySelector('text').textContent];
      place.remove();
      return [words, out];
    }, href);
    assert.deepEqual(title, Array(2).fill(`Player 1 against player 2: ${(await explorer.score()).join(' \u2013 ')} on 3 \u00d7 3`));
    assert.deepEqual(outside, [], id);
  }
});
