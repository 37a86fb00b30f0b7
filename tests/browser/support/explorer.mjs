// The page as seen and used by tests. They depend on the ids in index.html and the data- attributes of edges and
// boxes, not on how the page makes them.

import assert from 'node:assert/strict';

import {probe} from './program.mjs';

export const shown = (value) => (value > 0 ? `+${value}` : String(value));

const hasDrawn = (wanted) => document.querySelectorAll('#board [data-state="drawn"]').length === wanted;

// Scrolls to a part that is not in view, or that the board covers, which stays in sight on a telephone.
export function uncover(part) {
  const {left, top, width, height} = part.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if ((!there || there.closest('.stage')) && !part.closest('.stage')) part.scrollIntoView({block: 'end'});
}

export class Explorer {
  page;

  constructor(page) {
    this.page = page;
  }

  // The visible state of the board: {position, edges: {name: {...}}, owners, ...}.
  async board() {
    return this.page.evaluate(() => {
      const edges = [...document.querySelectorAll('#board [data-edge]')].map((part) => ({
        name: part.dataset.edge, state: part.dataset.state, value: part.dataset.value ?? null, best: part.dataset.best === 'true',
        figure: part.querySelector('text').textContent, label: part.getAttribute('aria-label'),
        by: part.dataset.by ?? null}));
      const boxes = [...document.querySelectorAll('#board [data-box]')].map((part) => ({
        owner: part.dataset.owner ?? null, mark: part.dataset.mark ?? null, tint: part.dataset.tint ?? null, text: part.textContent}));
      const columns = edges.filter(({name}) => name.startsWith('h0.')).length;
      const bits = edges.map(({state}) => (state === 'drawn' ? '1' : '0')).join('');
      return {position: `${boxes.length / columns}x${columns}:${bits}`, edges, boxes};
    });
  }

  // Waits until the board shows this position, with a value on every open edge.
  async shows(position) {
    const [board, bits] = position.split(':');
    await this.until((wanted, cells) => {
      const edges = [...document.querySelectorAll('#board [data-edge]')];
      return edges.map(({dataset}) => (dataset.state === 'drawn' ? '1' : '0')).join('') === wanted &&
             document.querySelectorAll('#board [data-box]').length === cells &&
             edges.every(({dataset}) => dataset.state === 'drawn' || dataset.value !== undefined);
    }, `values of ${position}`, bits, board.split('x').reduce((rows, columns) => rows * columns));
  }

  async until(condition, what, ...args) {
    try {
      await this.page.waitForFunction(condition, {polling: 30}, ...args);
    } catch (error) {
      const {position} = await this.board();
      throw new Error(`waited in vain for ${what}; the page shows ${position}, "${await this.text('#status')}", ` +
                      `"${await this.text('#trouble')}", "${await this.text('#task')}"`, {cause: error});
    }
  }

  // Waits until the position is too large for the shortest time, and has it solved with more. Does not depend on the
  // speed of the machine, unlike the job that the page begins by itself.
  async solveLonger() {
    await this.choose('#set-seconds', '1');
    await this.page.waitForSelector('#solve:not([hidden], [disabled])');
    assert.match(await this.text('#solve'), /^Solve \(at most 60 seconds\)$/);
    await this.click('#solve');
    await this.page.waitForSelector('#solve-cancel', {visible: true});
  }

  // Waits until this many edges are drawn, with or without values.
  async drawn(count) {
    await this.until(hasDrawn, `${count} edges drawn`, count);
  }

  // Checks that every figure on the board agrees with this answer, and that exactly the best edges are marked.
  async agrees(answer) {
    await this.shows(answer.position);
    const {edges} = await this.board();
    const open = edges.filter(({state}) => state === 'open');
    const first = await this.page.$eval('#board', ({dataset}) => dataset.turn === '1');
    const moves = answer.moves.map(({edge, value}) => ({edge, value: first ? value : -value}));   // of player 1
    const of = (pairs) => Object.fromEntries(pairs);
    assert.deepEqual(of(open.map(({name, value}) => [name, value])), of(moves.map(({edge, value}) => [edge, String(value)])));
    assert.deepEqual(of(open.map(({name, figure}) => [name, figure])), of(moves.map(({edge, value}) => [edge, shown(value).replace('-', '\u2212')])));
    assert.deepEqual(edges.filter(({best}) => best).map(({name}) => name).sort(), [...answer.best].sort());
    for (const edge of edges.filter(({state}) => state === 'drawn')) assert.deepEqual([edge.value, edge.figure], [null, '']);
  }

  // Checks that the board agrees with the table. Returns the table's answer.
  async agreesWithTable(position) {
    const answer = probe(position);
    await this.agrees(answer);
    return answer;
  }

  async text(selector) {
    return this.page.$eval(selector, (part) => part.textContent.replace(/\s+/g, ' ').trim());
  }

  async shownText(selector) {
    return this.page.$eval(selector, (part) => part.innerText.replace(/\s+/g, ' ').trim());
  }

  async waitForText(selector, pattern) {
    await this.until((where, source) => new RegExp(source).test(document.querySelector(where)?.textContent.replace(/\s+/g, ' ')),
                     `${pattern} in ${selector}`, selector, pattern.source);
  }

  async score() {
    return [Number(await this.text('#score-1')), Number(await this.text('#score-2'))];
  }

  async final() {
    return (await this.text('#final')).match(/\d+/g)?.map(Number) ?? null;
  }

  async hash() {
    return this.page.evaluate(() => location.hash);
  }

  // Clicks, in the tab of Explore in which the part is.
  async click(selector) {
    const part = await this.page.$(selector);
    assert.ok(part, `there is ${selector}`);
    await this.tabOf(selector);
    await part.evaluate(uncover);
    await part.click();
  }

  // Opens the tab in which the part is.
  async tabOf(selector) {
    const tab = await this.page.$eval(selector, (part) => part.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby') ?? null);
    if (!tab) return;
    const part = await this.page.$(`#${tab}`);
    await part.evaluate(uncover);
    await part.click();
    await this.page.waitForSelector(`#${tab}[aria-selected=true]`);
  }

  // Begins a game against the computer in the dialog; from the position on the board with `here`. Without `me` the
  // computer plays both sides.
  async play({level = 10, me = 0, handicap = 0, here = false} = {}) {
    await this.click(await this.page.$eval('#play-here', (part) => part.checkVisibility()) ? '#play-here' : '#new-game-open');
    await this.page.waitForSelector('#new-game[open]');
    await this.choose('#opponent', String(level));
    await this.choose('#colour', String(me));
    await this.choose('#handicap', String(handicap));
    await this.choose('#new-start', here ? 'here' : 'empty');
    await this.click('#new-game-start');
    await this.page.waitForSelector('#new-game:not([open])');
  }

  // Goes through a door, and waits until it is open.
  async enter(door) {
    await this.click(`#door-${door}`);
    await this.page.waitForSelector(`[data-mode="${door}"]`);
  }

  // Taps, and waits until so many edges are drawn.
  async tap(selector, count) {
    const part = await this.page.$(selector);
    await part.scrollIntoView();
    await part.tap();
    await this.drawn(count);
  }

  // Clicks at the place of the edge.
  async draw(...edges) {
    for (const edge of edges) {
      await this.click(`[data-edge="${edge}"]`);
      await this.until((name) => document.querySelector(`[data-edge="${name}"]`).dataset.state === 'drawn', `${edge} to be drawn`, edge);
    }
  }

  async choose(selector, value) {
    await this.page.select(selector, value);
  }

  // Replaces the text of a field.
  async write(selector, text) {
    await this.page.$eval(selector, (part, value) => {
      part.value = value;
      part.dispatchEvent(new Event('input', {bubbles: true}));
    }, text);
  }

  async go(hash) {
    await this.page.evaluate((to) => { location.hash = to; }, hash);
  }

  // The edges of the variation in the list of moves; none if there is no variation.
  async aside() {
    return this.page.$$eval('#aside:not([hidden]) .edge-name', (parts) => parts.map((part) => part.textContent));
  }

  // [{ply, edge, undone, current, text}]
  async history() {
    return this.page.$$eval('#history [data-ply]', (parts) => parts.map((part) => ({
      ply: Number(part.dataset.ply), edge: /[hv]\d+\.\d+/.exec(part.textContent)[0], undone: part.dataset.undone === 'true',
      current: part.getAttribute('aria-current') === 'true', label: part.textContent})));
  }
}
