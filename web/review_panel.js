// Shows the review of a game: a graph of the margin after each move, and a list of mistakes.

import {around, button, element, field, part, say} from './page.js';
import {make} from './picture.js';
import {course, mistakes} from './review.js';
import {figure} from './values.js';

/**
 * @typedef {import('./review.js').Reviewed} Reviewed
 * @typedef {import('./review.js').Point} Point
 */

const WIDTH = 600, HEIGHT = 170, EDGE = 34, FLOOR = 22;

export class ReviewPanel {
  #graph = part('review-graph');
  #list = part('review-mistakes');
  #shown = '';       // in the graph
  /** @type {string[]} */
  #listed = [];      // the mistakes

  /**
   * @param {(ply: number) => void} goTo
   * @param {() => void} start
   * @param {() => void} cancel
   */
  constructor(goTo, start, cancel) {
    for (const place of [this.#graph, this.#list]) {
      place.addEventListener('click', (event) => {
        const at = around(event, '[data-ply]');
        if (at) goTo(Number(at.dataset.ply));
      });
    }
    const slider = field('review-ply');
    slider.addEventListener('input', () => goTo(Number(slider.value)));
    part('review-start').addEventListener('click', start);
    part('review-cancel').addEventListener('click', cancel);
  }

  /**
   * @param {import('./game.js').Game} game
   * @param {Reviewed | null} reviewed
   * @param {{working: boolean, waits: boolean, jobs: boolean, values: boolean}} how whether any game is being reviewed, whether
   *     the computer is to move, whether the server reviews games, whether values are shown
   */
  paint(game, reviewed, {working, waits, jobs, values}) {
    const slider = field('review-ply');
    slider.max = String(game.moves.length);
    slider.value = String(game.ply);
    slider.setAttribute('aria-valuetext', game.ply === 0 ? 'the start' : `after move ${game.ply}`);
    const points = reviewed && values ? course(reviewed) : [];
    const beyond = reviewed?.state === 'done' ? game.moves.length + 1 - course(reviewed).length : 0;
    button('review-start').disabled = game.moves.length === 0 || waits || !jobs;
    part('review-start').hidden = Boolean(reviewed && (working || (reviewed.state === 'done' && beyond <= 0)));
    part('review-cancel').hidden = !reviewed || !working;
    const after = beyond > 0 ? ` Not reviewed: the moves after move ${points.length - 1}.` : '';
    say('review-said', !jobs ? 'This server reviews no games (it was started with --jobs 0).'
        : !values && reviewed ? 'The review is hidden, like all values.' : words(reviewed, points, working) + after);
    this.#listMistakes(reviewed && values ? mistakes(reviewed) : [], game.ply);
    const show = JSON.stringify([points, game.ply]);
    if (this.#shown === show) return;
    this.#shown = show;
    this.#draw(points, game.ply);
  }

  /**
   * Lists the mistakes. An entry that stays the same keeps the focus.
   *
   * @param {import('./review.js').Mistake[]} all
   * @param {number} ply
   */
  #listMistakes(all, ply) {
    while (this.#list.children.length > all.length) this.#list.lastElementChild?.remove();
    this.#listed.length = Math.min(this.#listed.length, all.length);
    all.forEach((mistake, index) => {
      const text = JSON.stringify(mistake);
      const item = this.#list.children[index] ?? this.#list.appendChild(element('li', {}, element('button', {})));
      const line = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      if (this.#listed[index] !== text) paintEntry(line, mistake);
      this.#listed[index] = text;
      line.setAttribute('aria-current', String(ply === mistake.ply - 1));
    });
  }

  /**
   * @param {Point[]} points
   * @param {number} ply
   */
  #draw(points, ply) {
    this.#graph.replaceChildren();
    if (points.length < 2) {
      make('line', {class: 'zero', x1: EDGE, y1: (HEIGHT - FLOOR) / 2, x2: WIDTH, y2: (HEIGHT - FLOOR) / 2}, this.#graph);
      return;
    }
    const known = points.filter(({low, high}) => low === high);
    const most = Math.max(2, ...known.map(({low}) => Math.abs(low)));
    const step = (WIDTH - EDGE - 8) / (points.length - 1);
    const x = (/** @type {number} */ at) => EDGE + at * step;
    const y = (/** @type {number} */ margin) => (HEIGHT - FLOOR) / 2 - margin / most * ((HEIGHT - FLOOR) / 2 - 10);
    const unknown = points.length - known.length;
    if (unknown > 0) {
      const end = x(unknown - 0.5);
      make('rect', {class: 'unknown', x: EDGE, y: 4, width: end - EDGE, height: HEIGHT - FLOOR - 4}, this.#graph);
      make('text', {class: 'label', x: EDGE + 8, y: 20}, this.#graph).textContent = 'not known';
    }
    make('line', {class: 'zero', x1: EDGE, y1: y(0), x2: WIDTH, y2: y(0)}, this.#graph);
    for (const margin of [most, 0, -most]) make('text', {class: 'tick', x: EDGE - 6, y: y(margin)}, this.#graph).textContent = figure(margin);
    make('polyline', {class: 'course', points: known.map(({ply: at, low}) => `${x(at)},${y(low)}`).join(' ')}, this.#graph);
    if (ply < points.length) make('line', {class: 'here', x1: x(ply), y1: 4, x2: x(ply), y2: HEIGHT - FLOOR}, this.#graph);
    const every = Math.max(5, Math.ceil(points.length / 60) * 5);
    for (const {ply: at, low, high} of points) {
      const hit = make('rect', {class: 'hit', x: x(at) - step / 2, y: 0, width: step, height: HEIGHT, 'data-ply': at}, this.#graph);
      make('title', {}, hit).textContent = at === 0 ? 'the start' : `after move ${at}: ${low === high ? result(low) : 'not known'}`;
      if (at % every === 0) make('text', {class: 'label move', x: x(at), y: HEIGHT - 6}, this.#graph).textContent = String(at);
    }
    const here = points[ply];
    if (here && here.low === here.high) make('circle', {class: 'dot', cx: x(ply), cy: y(here.low), r: 5}, this.#graph);
  }
}

/** @param {number} one the margin of player 1 */
function result(one) {
  return one === 0 ? 'a tie under best play' : `player ${one > 0 ? 1 : 2} wins by ${Math.abs(one)} under best play`;
}

/**
 * @param {Reviewed | null} reviewed
 * @param {Point[]} points
 * @param {boolean} working
 */
function words(reviewed, points, working) {
  if (!reviewed) return 'The review of a game shows what each move was worth.';
  if (reviewed.problem) return `Not reviewed: ${reviewed.problem.message}`;
  const unknown = points.filter(({low, high}) => low !== high).length;
  const exact = points.length === 0 ? '' : unknown === points.length ? 'No position of this game is known yet.'
      : unknown === 0 ? 'Every position is exact.' : `Exact from move ${unknown + 1} on; the moves before are too early for this computer.`;
  if (working) return `Reviewing from the end backwards\u2026 ${points.length ? `${points.length - unknown} of ${points.length} positions are exact.` : ''}`;
  const bad = mistakes(reviewed).length;
  const count = unknown === points.length ? '' : bad === 0 ? ' No move cost a box.' : ` ${bad} ${bad === 1 ? 'move' : 'moves'} cost boxes.`;
  return exact + count;
}

/**
 * @param {HTMLButtonElement} line
 * @param {import('./review.js').Mistake} mistake
 */
function paintEntry(line, {ply: move, player, edge, lost, best}) {
  line.replaceChildren(element('span', {className: 'ply'}, String(move)), element('span', {className: 'edge-name'}, edge),
                       element('span', {className: 'lost'}, `\u2212${lost}`),
                       element('span', {className: 'better'}, best.length ? `better: ${best.slice(0, 3).join(', ')}${best.length > 3 ? '\u2026' : ''}` : ''));
  line.type = 'button';
  line.dataset.ply = String(move - 1);
  line.dataset.player = String(player);
  line.dataset.tip = `Shows the position before move ${move} of player ${player}`;
}
