// Five things that people come for, done by what is visible on the page alone: every step looks for a word or a number
// that can be read, and clicks there.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {TELEPHONE} from './support/chromium.mjs';
import {uncover} from './support/explorer.mjs';

// A person who reads the page.
class Person {
  constructor(explorer) {
    this.explorer = explorer;
    this.page = explorer.page;
  }

  // Waits until this can be read anywhere on the page, and returns it.
  async reads(pattern) {
    const {source, flags} = pattern;
    await this.explorer.until((...args) => new RegExp(...args).test(document.body.innerText.replace(/\s+/g, ' ')), `"${source}" to be read`, source, flags);
    return this.page.evaluate((...args) => [...new RegExp(...args).exec(document.body.innerText.replace(/\s+/g, ' '))], source, flags);
  }

  // Clicks the button or tab with these words.
  async clicks(words) {
    const button = await this.page.evaluateHandle((wanted) => [...document.querySelectorAll('button, [role=tab]')].find((one) => (
      one.checkVisibility() && one.innerText.replace(/\s+/g, ' ').trim().startsWith(wanted))), words);
    assert.ok(button.asElement(), `a button "${words}"`);
    await button.asElement().evaluate(uncover);
    await button.asElement().click();
  }

  async chooses(label, words) {
    const value = await this.page.evaluate((wanted, option) => {
      const list = [...document.querySelectorAll('select')].find((one) => one.checkVisibility() && one.labels[0]?.innerText.trim().startsWith(wanted));
      return [list.id, [...list.options].find((one) => one.text.startsWith(option)).value];
    }, label, words);
    await this.page.select(`#${value[0]}`, value[1]);
  }

  // The open edges on the board: {name, figure}, where a figure is what is written on it.
  async open() {
    const {edges} = await this.explorer.board();
    return edges.filter(({state}) => state === 'open').map(({name, figure}) => ({name, figure: figure.replace('\u2212', '-')}));
  }

  async draws({name}) {
    await (await this.page.$(`[data-edge="${name}"]`)).click();
  }
}

const inPage = (name, options, body) => inBrowser(name, {speed: 20, refused: [404, 422, 503], ...options}, (explorer, more) => body(new Person(explorer), more));

// Plays a whole game against Perfect on 3x3, always the first edge.
async function loses(person) {
  await person.reads(/Dots and Boxes/);
  await person.chooses('Board', '3 \u00d7 3');
  await person.clicks('New game');
  await person.chooses('Opponent', 'Perfect');
  await person.chooses('You play', 'second');   // who wins 3x3 under best play
  await person.clicks('Start');
  for (;;) {
    const [, over] = await person.reads(/(You won|You lost|A tie)|It is your turn/i);
    if (over) return;
    const [edge] = await person.open();
    await person.draws(edge);
    await person.page.waitForFunction((name) => document.querySelector(`[data-edge="${name}"]`).dataset.state === 'drawn', {polling: 20}, edge.name);
  }
}

for (const [device, viewport] of Object.entries({desktop: undefined, telephone: TELEPHONE})) {
  inPage(`${device}: play and lose`, {viewport}, async (person) => {
    await loses(person);
    const [, own, other] = await person.reads(/You lost (\d+) to (\d+)/);
    assert.equal(Number(own) + Number(other), 9);
    assert.ok(Number(own) < Number(other));
    await person.clicks('Rematch');
    await person.reads(/1 You 0.*0 Perfect 2/);
  });

  inPage(`${device}: find why, and try the better move`, {viewport}, async (person) => {
    await loses(person);
    const [, turn] = await person.reads(/The game turned at your move (\d+) \([hv]\d\.\d\)\./);
    await person.clicks('See it');
    await person.explorer.drawn(Number(turn) - 1);
    await person.reads(/Every position is exact/);
    await person.reads(/Perfect You slips \(1\) 0 \d+ mistakes \(2\u20133\) 0 \d+ blunders \(4\+\) 0 \d+ accuracy 100% \d+%/);
    // The mistake at that move, with what it cost and what was better.
    const [line, , better] = await person.reads(new RegExp(`${turn} You [hv]\\d\\.\\d cost (\\d box(?:es)?) better: ([hv]\\d\\.\\d)`));
    await person.clicks(line.slice(0, 12));
    await person.page.waitForSelector('[data-played]');
    await person.page.waitForSelector(`[data-edge="${better}"][data-best]`);   // the better move has the ring
    await person.draws({name: better});
    await person.reads(new RegExp(`Variation after move ${Number(turn) - 1}`));
    await person.clicks('Back to the game');
    await person.explorer.drawn(Number(turn) - 1);
  });

  inPage(`${device}: solve the daily puzzle`, {viewport}, async (person) => {
    await person.clicks('Puzzle');
    await person.reads(/A puzzle: find/);
    await person.clicks('Puzzle of the day');
    await person.reads(/Puzzle of the day, \d{4}-\d\d-\d\d/i);
    await person.reads(/Rating \d+/);
    for (;;) {
      const [, reached] = await person.reads(/(reaches the goal)|It is your turn/);
      if (reached) break;
      for (const edge of await person.open()) {
        assert.equal(edge.figure, '');
        await person.draws(edge);
        const drawn = await person.page.waitForFunction((name) => (
          document.querySelector(`[data-edge="${name}"]`).dataset.state === 'drawn' ? 'drawn' : document.body.innerText.includes(`${name} costs`) && 'refused'), {polling: 20}, edge.name);
        if (await drawn.jsonValue() === 'drawn') break;
      }
    }
    await person.reads(/Puzzles of the day solved: 1 day/);
    await person.clicks('Copy result');
    const [text] = await person.reads(/Copied: Pipopipette, puzzle of .* in a row\./);
    assert.doesNotMatch(text, /[hv]\d\.\d/, 'the text gives nothing away');
  });

  inPage(`${device}: send a friend the position`, {viewport}, async (person, {open}) => {
    await loses(person);
    await person.clicks('Review the game');
    await person.reads(/Every position is exact/);
    await person.page.keyboard.press('ArrowLeft');
    await person.page.keyboard.press('ArrowLeft');
    await person.explorer.drawn(22);
    await person.page.bringToFront();
    await person.clicks('Link');
    await person.reads(/The link is copied/);
    const link = await person.page.evaluate(() => navigator.clipboard.readText());
    const friend = new Person(await open(new URL(link).hash));
    await friend.explorer.drawn(22);
    await friend.reads(/Every position is exact/);
    assert.equal((await friend.explorer.history()).length, 24, 'the whole game');
  });
}
