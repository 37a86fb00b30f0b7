// The layout on a telephone, in light and dark colours, and with reduced motion.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {DESK, TELEPHONE} from './support/chromium.mjs';
import {contrasts} from './support/contrast.mjs';

const LEAST = 24;   // CSS pixels, for a finger (WCAG 2.5.8)

const GAMES = {'3x3': '#3x3:110001000011101010101000', '5x5': '#5x5:110010111000010010000000100110110000101001000010100100111000', '2x9': '#2x9'};

// The parts that extend beyond the page horizontally.
const tooWide = (explorer) => explorer.page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('body *')].filter((part) => !part.closest('.unseen, dialog, .stage') && part.checkVisibility() &&
                                                                         part.getBoundingClientRect().right > width + 0.5);
  return {page: document.scrollingElement.scrollWidth - width, out: out.map((part) => part.id || part.className || part.tagName)};
});

for (const [board, hash] of Object.entries(GAMES)) {
  inBrowser(`telephone: nothing of ${board} has to be scrolled sideways to be found`, {hash, viewport: TELEPHONE, refused: [404, 422, 503]}, async (explorer) => {
    for (const tab of ['moves', 'review', 'settings', 'theory']) {
      await explorer.click(`#tab-${tab}`);
      assert.deepEqual(await tooWide(explorer), {page: 0, out: []}, tab);
    }
    await explorer.until(() => /\w/.test(document.querySelector('#explain-text').textContent), 'words');
    assert.deepEqual(await tooWide(explorer), {page: 0, out: []});
    // A long board has its own scroll bar.
    const stage = await explorer.page.$eval('.stage', (part) => part.scrollWidth - part.clientWidth);
    assert.ok(stage <= 0 || board === '2x9', `the board is ${stage} too wide`);
  });

  inBrowser(`telephone: a finger finds every edge of ${board}`, {hash, viewport: TELEPHONE, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.page.waitForSelector('#board [data-edge]');
    const small = await explorer.page.evaluate((least) => {
      const short = [];
      for (const edge of document.querySelectorAll('#board [data-state="open"]')) {
        edge.scrollIntoView({block: 'center', inline: 'center'});
        const {left, top, width, height} = edge.querySelector('.hit').getBoundingClientRect();
        // A circle of this diameter around its middle contains no other target.
        for (let turn = 0; turn < 16; ++turn) {
          const angle = turn * Math.PI / 8, far = least / 2 - 0.1;
          const there = document.elementFromPoint(left + width / 2 + far * Math.cos(angle), top + height / 2 + far * Math.sin(angle));
          if (there?.closest('[data-edge]') !== edge) short.push(`${edge.dataset.edge} at ${turn}`);
        }
      }
      return short;
    }, LEAST);
    assert.deepEqual(small, []);
  });
}

inBrowser('telephone: all targets are large enough', {hash: GAMES['3x3'], viewport: TELEPHONE}, async (explorer) => {
  await explorer.shows(GAMES['3x3'].slice(1));
  const small = await explorer.page.$$eval('button:not(.term), select, input, textarea, summary', (parts, least) => parts
      .filter((part) => part.checkVisibility() && part.type !== 'checkbox')
      .map((part) => [part.id || part.textContent, part.getBoundingClientRect()])
      .filter(([, {width, height}]) => width < least || height < least).map(([name, {width, height}]) => `${name}: ${width} x ${height}`), LEAST);
  assert.deepEqual(small, []);
});

// Delays are so long that no tap is a long press, however slow the machine is.
inBrowser('telephone: a tap draws', {hash: '#3x3', viewport: TELEPHONE, speed: 1 / 1000}, async (explorer) => {
  await explorer.shows('3x3:000000000000000000000000');
  for (const [count, edge] of ['h1.1', 'v1.1', 'h2.1', 'v1.2', 'h3.0', 'v2.3'].entries()) {
    await explorer.tap(`[data-edge="${edge}"]`, count + 1);
    assert.equal(await explorer.page.$eval(`[data-edge="${edge}"]`, ({dataset}) => dataset.state), 'drawn');
  }
  await explorer.agreesWithTable((await explorer.board()).position);
  assert.deepEqual(await explorer.score(), [0, 1]);
  await explorer.tap('#undo', 5);
});

const STATES = ['#3x3:110001000011101010101000', '#3x3', '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0,v0.0,h1.0,v0.1', '#2x2:111111111111&score=3-1',
                '#5x5:110010111000010010000000100110110000101001000010100100111000', '#3x3/h9.9'];

for (const dark of [false, true]) {
  inBrowser(`${dark ? 'dark' : 'light'}: all that is written can be read`, {dark, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.enter('explore');
    for (const hash of STATES) {
      await explorer.go(hash);
      await explorer.until((wanted) => wanted.includes('9.9') || location.hash === wanted, hash, hash);
      await explorer.until(() => document.querySelector('#board [data-value]') || document.querySelector('#solve').checkVisibility() ||
                                 /full/.test(document.querySelector('#status').textContent), `what is known of ${hash}`);
      await explorer.click('#tab-theory');
      await explorer.until(() => !/^\u2026?$/.test(document.querySelector('#explain-text').textContent), 'words');
      const all = await explorer.page.evaluate(contrasts);
      assert.ok(all.length > 25, `${all.length} texts`);
      const faint = all.filter(({ratio, large}) => ratio < (large ? 3 : 4.5));
      assert.deepEqual(faint.map(({what, ratio}) => `${what}: ${ratio.toFixed(2)}`), [], hash);
      // Figures on edges, for every size.
      assert.deepEqual(all.filter(({what, ratio}) => what.startsWith('figure') && ratio < 4.5), [], hash);
    }
  });
}

for (const dark of [false, true]) {
  inBrowser(`${dark ? 'dark' : 'light'}: open edges can be seen`, {dark}, async (explorer) => {
    const lines = (await explorer.page.evaluate(contrasts)).filter(({what}) => what.startsWith('line of'));
    assert.equal(lines.length, 60);
    assert.deepEqual(lines.filter(({ratio}) => ratio < 3), []);
  });
}

inBrowser('dark colours follow the system or the switch, which is remembered', {hash: '#2x2', dark: true}, async (explorer, {open}) => {
  const ground = (at) => at.page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number).reduce((sum, part) => sum + part) / 3);
  const pressed = (at) => at.page.$eval('#theme', (part) => part.getAttribute('aria-pressed'));
  await explorer.shows('2x2:000000000000');
  assert.ok(await ground(explorer) < 60);
  assert.equal(await pressed(explorer), 'true');
  await explorer.click('#theme');
  assert.ok(await ground(explorer) > 200);
  assert.equal(await pressed(explorer), 'false');
  const other = await open('#2x2');
  await other.shows('2x2:000000000000');
  assert.ok(await ground(other) > 200);
  await other.click('#theme');
  assert.ok(await ground(other) < 60);
});

// The names of animations and the seconds of transitions of all elements after a move.
const moving = (explorer) => explorer.page.evaluate(() => [...document.querySelectorAll('body *')].flatMap((part) => {
  const {animationName, transitionDuration} = getComputedStyle(part);
  return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration) ? [part.id || part.getAttribute('class')] : [];
}));

for (const still of [true, false]) {
  inBrowser(still ? 'nothing moves where that is asked for' : 'a new edge is drawn before the eye', {hash: '#1x1/h0.0,h1.0,v0.0', still}, async (explorer) => {
    await explorer.draw('v0.1');
    await explorer.until(() => document.querySelector('[data-owner]'), 'the box to be taken');
    const parts = await moving(explorer);
    if (still) assert.deepEqual(parts, []);
    else assert.ok(parts.length > 0);
  });
}

// A telephone, a small one, and the desktop at 200%.
for (const viewport of [TELEPHONE, {...TELEPHONE, width: 320, height: 640}, {width: 640, height: 400}]) {
  inBrowser(`${viewport.width} pixels: no word is cut off`, {hash: '#10x10:1' + '0'.repeat(219), viewport, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.waitForText('#board-choice', /10 . 10, position/);
    assert.deepEqual(await tooWide(explorer), {page: 0, out: []});
    const cut = () => explorer.page.evaluate(() => ['#board-choice'].filter((id) => {
      const list = document.querySelector(id), {font, paddingLeft, paddingRight} = getComputedStyle(list);
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = font;
      const arrow = 16;
      return pen.measureText(list.selectedOptions[0].text).width + arrow + parseFloat(paddingLeft) + parseFloat(paddingRight) > list.clientWidth;
    }));
    assert.deepEqual(await cut(), []);
    await explorer.go('#3x3/h0.0,v1.1');
    await explorer.shows('3x3:100000000000000001000000');
    assert.deepEqual(await explorer.page.$eval('.says', (part) => part.scrollHeight <= part.clientHeight), true, 'all lines of the status are in view');
  });
}

inBrowser('telephone: a board of ten columns is whole, and a larger one scrolls', {hash: '#10x10', viewport: TELEPHONE, refused: [404, 422, 503]}, async (explorer) => {
  const more = () => explorer.page.$eval('.stage', (part) => [part.scrollWidth > part.clientWidth, part.scrollHeight > part.clientHeight]);
  assert.deepEqual(await more(), [false, false]);
  await explorer.go('#20x20');
  await explorer.until(() => document.querySelectorAll('#board [data-box]').length === 400, '20x20');
  assert.deepEqual(await more(), [true, true]);
  const box = await explorer.page.$eval('#board [data-box] .fill', (part) => part.getBoundingClientRect().width / 0.82);
  assert.ok(box > 29, `boxes of ${box}`);
});

for (const viewport of [DESK, {width: 1100, height: 700}]) {
  inBrowser(`${viewport.width} pixels: panels do not touch`, {hash: '#2x2', viewport}, async (explorer) => {
    await explorer.shows('2x2:000000000000');
    const panels = await explorer.page.$$eval('.panel', (parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().toJSON()));
    const near = panels.flatMap((one, index) => panels.slice(index + 1).filter((other) => one.left < other.right + 8 && other.left < one.right + 8 && one.top < other.bottom + 8 && other.top < one.bottom + 8));
    assert.deepEqual(near, []);
  });
}

inBrowser('values of two digits fit into their plates', {hash: `#1x12:${'1'.repeat(24)}${'0'.repeat(13)}`}, async (explorer) => {
  await explorer.until(() => document.querySelectorAll('#board [data-value]').length === 13, 'values');
  const wide = await explorer.page.$$eval('#board [data-value]', (edges) => edges.filter((edge) => edge.dataset.value.length > 2).map((edge) => {
    const [figure, plate] = ['.figure', '.plate'].map((part) => edge.querySelector(part).getBBox());
    return [edge.dataset.value, figure.width <= plate.width - 4];
  }));
  assert.ok(wide.length > 0);
  for (const [value, fits] of wide) assert.ok(fits, value);
});

// A whole game of 3x3, of which several moves cost boxes.
const WHOLE = '#3x3/h1.1,v1.1,h2.1,v1.2,h0.0,v0.0,h1.0,v0.1,h0.1,v0.2,h0.2,v0.3,h1.2,v1.0,h2.0,v1.3,h2.2,v2.0,h3.0,v2.1,h3.1,v2.2,h3.2,v2.3';

async function reviewed(explorer) {
  await explorer.click('#tab-review');
  await explorer.page.waitForSelector('#review-mistakes li');
}

const inView = (explorer, ...parts) => explorer.page.evaluate((all) => all.map((selector) => {
  const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return top > -1 && bottom < innerHeight + 1 && document.querySelector(selector).checkVisibility() ? 'in view' : `${selector}: ${top} to ${bottom} of ${innerHeight}`;
}).filter((place) => place !== 'in view'), parts);

// The words that are broken, of the players' names or of other parts.
const broken = (explorer, selector = '.tile .name') => explorer.page.$$eval(selector, (parts) => parts.flatMap(({firstChild}) => [...firstChild.data.matchAll(/\S+/g)].filter((word) => {
  const range = document.createRange();
  range.setStart(firstChild, word.index);
  range.setEnd(firstChild, word.index + word[0].length);
  return range.getClientRects().length > 1;
}).map(String)));

for (const width of [928, 960, 1024, 1060]) {
  inBrowser(`${width} x 768: names are whole`, {hash: '#3x3', viewport: {width, height: 768}}, async (explorer) => {
    await explorer.shows('3x3:' + '0'.repeat(24));
    assert.deepEqual([await broken(explorer), await tooWide(explorer)], [[], {page: 0, out: []}]);
  });
}

const LARGER = {...TELEPHONE, width: 390, height: 844};

for (const viewport of [LARGER, {...LARGER, width: 844, height: 390}]) {
  inBrowser(`${viewport.width} x ${viewport.height}: what comes next is in view`, {hash: '#2x2/h0.0', viewport, speed: 1000}, async (explorer) => {
    await explorer.shows('2x2:100000000000');
    if (viewport === LARGER) assert.deepEqual(await inView(explorer, '#tab-moves', '#tab-settings'), []);
    await explorer.enter('puzzle');
    assert.deepEqual(await inView(explorer, '#puzzle', '#hint'), []);
    await explorer.enter('play');
    await explorer.play({level: 1});
    await explorer.waitForText('#status', /full/);
    await explorer.page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await inView(explorer, '#new-game-open', '#play-review', '#rematch'), []);
    assert.deepEqual(await explorer.page.$$eval('#redo, #pause', (parts) => parts.filter((part) => part.checkVisibility()).length), 0);
  });
}

inBrowser('1280 x 800: mistakes are in view below the graph', {hash: WHOLE, viewport: {width: 1280, height: 800}}, async (explorer) => {
  await reviewed(explorer);
  assert.deepEqual(await inView(explorer, '#review-graph', '#review-mistakes li'), []);
  const [panels, mistake] = await explorer.page.$$eval('.panels, #review-mistakes li:first-child', (parts) => parts.map((part) => part.getBoundingClientRect().bottom));
  assert.ok(mistake <= panels, `${mistake} of ${panels}`);
});

for (const viewport of [{width: 1366, height: 650}, {width: 1280, height: 720}]) {
  inBrowser(`${viewport.width} x ${viewport.height}: the page scrolls, not its panels, and the board stays`, {hash: WHOLE, viewport}, async (explorer) => {
    await reviewed(explorer);
    assert.equal(await explorer.page.$eval('.panels', (part) => part.scrollHeight - part.clientHeight), 0);
    await explorer.page.$eval('#review-mistakes li:last-child', (part) => part.scrollIntoView({block: 'end'}));
    assert.deepEqual(await inView(explorer, '.stage', '#review-mistakes li:last-child'), []);
  });
}

for (const [width, height] of [[640, 400], [320, 640]]) {
  inBrowser(`${width} x ${height}: a review is no wider than the page`, {hash: WHOLE, viewport: {width, height}}, async (explorer) => {
    await reviewed(explorer);
    assert.deepEqual(await tooWide(explorer), {page: 0, out: []});
    if (width === 640) assert.ok(await explorer.page.$eval('.top', (part) => part.clientHeight) < 60, 'the header is one row');
  });
}

inBrowser('letters of twice the size have room', {hash: WHOLE, viewport: {width: 1280, height: 800}}, async (explorer) => {
  await reviewed(explorer);
  await explorer.page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  assert.deepEqual([await broken(explorer), await tooWide(explorer)], [[], {page: 0, out: []}]);
  assert.deepEqual(await explorer.page.$$eval('#undo, #status', (parts) => parts.map((part) => parseFloat(getComputedStyle(part).fontSize) > 28)), [true, true]);
  const [side, panels, footer] = await explorer.page.$$eval('main > .side, .panels, footer', (parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
  assert.ok(panels.height > 400, `panels of ${panels.height}`);
  assert.ok(side.bottom > panels.bottom - 1 && footer.top > side.bottom - 1, `panels to ${panels.bottom}, side to ${side.bottom}, footer from ${footer.top}`);
});

for (const width of [390, 320]) {
  inBrowser(`${width} pixels: letters of twice the size do not widen the page`, {hash: WHOLE, viewport: {...LARGER, width}}, async (explorer) => {
    await reviewed(explorer);
    await explorer.page.waitForSelector('#review-counts tbody');
    await explorer.page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    for (const tab of ['moves', 'settings', 'review']) {
      await explorer.click(`#tab-${tab}`);
      assert.deepEqual(await tooWide(explorer), {page: 0, out: []}, tab);
    }
    assert.deepEqual(await broken(explorer, '#review-counts th'), []);
  });
}

for (const viewport of [DESK, LARGER, {...LARGER, width: 320}]) {
  inBrowser(`${viewport.width} pixels: the whole editor is in view, and its fields say whose boxes they count`, {hash: '#5x5', viewport, refused: [404, 422, 503]}, async (explorer) => {
    await explorer.click('#edit');
    await explorer.page.waitForSelector('#editing', {visible: true});
    assert.equal(await explorer.page.$eval('#editing', (part) => part.scrollHeight - part.clientHeight), 0);
    const labels = await explorer.page.$$eval('#editing input', (fields) => fields.map((field) => [
      field.labels[0].textContent.replace(/\s+/g, ' ').trim(), [...field.labels[0].children].filter((part) => !part.matches('.unseen')).map((part) => part.innerText)[0]]));
    assert.deepEqual(labels, [['Boxes of player 1', '1'], ['Boxes of player 2', '2']]);
  });
}

inBrowser('telephone: the tabs stay below the board', {hash: WHOLE, viewport: LARGER}, async (explorer) => {
  await reviewed(explorer);
  await explorer.page.$eval('#panel-review', (part) => part.scrollIntoView({block: 'end'}));
  assert.deepEqual(await inView(explorer, '.stage', '.tabs'), []);
  const [stage, tabs] = await explorer.page.$$eval('.stage, .tabs', (parts) => parts.map((part) => part.getBoundingClientRect()).map(({top, bottom}) => [top, bottom]));
  assert.ok(Math.abs(tabs[0] - stage[1]) < 1, `tabs at ${tabs[0]}, below ${stage[1]}`);
});

inBrowser('telephone: the review of a game opens with its graph in view', {hash: '#2x2', viewport: LARGER, speed: 1000}, async (explorer) => {
  await explorer.drawn(0);
  await explorer.play({level: 1});
  await explorer.waitForText('#status', /full/);
  await explorer.page.tap('#play-review');
  await explorer.page.waitForSelector('#review-graph .course');
  assert.equal(await explorer.page.evaluate(() => document.activeElement.id), 'review-ply');
  assert.deepEqual(await inView(explorer, '.stage', '.tabs', '#review-graph'), []);
  const [stage, tabs, graph] = await explorer.page.$$eval('.stage, .tabs, #review-graph', (parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
  assert.ok(stage.bottom < tabs.top + 1 && tabs.bottom < graph.top + 1, `board to ${stage.bottom}, tabs ${tabs.top} to ${tabs.bottom}, graph from ${graph.top}`);
});
