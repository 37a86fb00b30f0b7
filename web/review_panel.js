// Shows the review of a game: a graph of the margin after each move, and a list of mistakes.

import {around, button, element, field, part, say, show} from './page.js';
import {make} from './picture.js';
import {course, mistakes, SIZES, tallies, turningPoint} from './review.js';
import {boxes, figure} from './values.js';
import {who} from './words.js';

/**
 * @typedef {import('./review.js').Reviewed} Reviewed
 * @typedef {import('./review.js').Point} Point
 */

const WIDTH = 600, HEIGHT = 170, EDGE = 34, FLOOR = 22;

export class ReviewPanel {
  #graph = part('review-graph');
  #list = part('review-mistakes');
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
   * @param {{working: boolean, waits: boolean, jobs: boolean, values: boolean, match: import('./match.js').Match}} how whether any
   *     game is being reviewed, whether the computer is to move, whether the server reviews games, whether values are shown
   */
  paint(game, reviewed, {working, waits, jobs, values, match}) {
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
        : !values && reviewed ? 'The review is hidden, like all values on the board.' : words(reviewed, points, working) + after);
    const sign = match.viewpoint === 1 ? 1 : -1;
    this.#graph.setAttribute('aria-label', `The margin of ${who(match, match.viewpoint)} under best play, after each move`);
    show(this.#graph, graph(points, game.ply, sign, match));
    const known = reviewed && values ? reviewed : null;
    show(part('review-counts'), known ? counts(known, match) : []);
    show(this.#list, (known ? mistakes(known) : []).map((mistake) => element('li', {}, entry(mistake, game.ply))));
  }
}

/**
 * Returns the parts of the graph: the margin of one player after each move.
 *
 * @param {Point[]} points of player 1
 * @param {number} ply
 * @param {number} sign -1 if the graph shows the margin of player 2
 * @param {import('./match.js').Match} match
 */
function graph(points, ply, sign, match) {
  /** @type {SVGElement[]} */
  const parts = [];
  /** @type {(name: 'line' | 'rect' | 'text' | 'polyline' | 'circle', attributes: Record<string, string | number>, words?: string) => void} */
  const add = (name, attributes, text = '') => {
    parts.push(make(name, attributes));
    parts[parts.length - 1].textContent = text;
  };
  const middle = (HEIGHT - FLOOR) / 2;
  if (points.length < 2) {
    add('line', {class: 'zero', x1: EDGE, y1: middle, x2: WIDTH, y2: middle});
    return parts;
  }
  const known = points.filter(({low, high}) => low === high);
  const most = Math.max(2, ...known.map(({low}) => Math.abs(low)));
  const step = (WIDTH - EDGE - 8) / (points.length - 1);
  const x = (/** @type {number} */ at) => EDGE + at * step;
  const y = (/** @type {number} */ margin) => middle - sign * margin / most * (middle - 10);
  const unknown = points.length - known.length;
  for (const [player, top] of [[sign > 0 ? 1 : 2, 4], [sign > 0 ? 2 : 1, middle]]) {
    add('rect', {class: 'half', 'data-player': player, x: EDGE, y: top, width: WIDTH - EDGE - 8, height: middle - 4});
    add('text', {class: 'label side', 'data-player': player, x: WIDTH - 12, y: top === 4 ? 18 : 2 * middle - 8}, `${who(match, player)} ahead`);
  }
  if (unknown > 0) {
    add('rect', {class: 'unknown', x: EDGE, y: 4, width: x(unknown - 0.5) - EDGE, height: HEIGHT - FLOOR - 4});
    add('text', {class: 'label', x: EDGE + 8, y: 20}, 'not known');
  }
  add('line', {class: 'zero', x1: EDGE, y1: middle, x2: WIDTH, y2: middle});
  for (const margin of [most, 0, -most]) add('text', {class: 'tick', x: EDGE - 6, y: y(sign * margin)}, figure(margin));
  add('polyline', {class: 'course', points: known.map(({ply: at, low}) => `${x(at)},${y(low)}`).join(' ')});
  if (ply < points.length) add('line', {class: 'here', x1: x(ply), y1: 4, x2: x(ply), y2: HEIGHT - FLOOR});
  const every = Math.max(5, Math.ceil(points.length / 60) * 5);
  for (const {ply: at, low, high} of points) {
    add('rect', {class: 'hit', x: x(at) - step / 2, y: 0, width: step, height: HEIGHT, 'data-ply': at});
    make('title', {}, parts[parts.length - 1]).textContent = at === 0 ? 'the start' : `after move ${at}: ${low === high ? result(low) : 'not known'}`;
    if (at % every === 0) add('text', {class: 'label move', x: x(at), y: HEIGHT - 6}, String(at));
  }
  const here = points[ply];
  if (here && here.low === here.high) add('circle', {class: 'dot', cx: x(ply), cy: y(here.low), r: 5});
  return parts;
}

/**
 * Returns the rows of each player's mistakes by size, and accuracy.
 *
 * @param {Reviewed} reviewed
 * @param {import('./match.js').Match} match
 */
function counts(reviewed, match) {
  const head = ['', ...SIZES.map(([name, from], index) => [element('span', {className: 'word'}, name), ` (${from}${index + 1 === SIZES.length ? '+' : from + 1 < SIZES[index + 1][1] ? `\u2013${SIZES[index + 1][1] - 1}` : ''})`]), 'accuracy'];
  const rows = tallies(reviewed).map(({moves, good, sizes}, index) => {
    const cells = [...sizes.map(String), moves ? `${Math.round(100 * good / moves)}%` : '\u2013'];
    return element('tr', {'data-player': index + 1}, element('th', {scope: 'row'}, who(match, index + 1)), ...cells.map((cell) => element('td', {}, cell)));
  });
  return [element('thead', {}, element('tr', {}, ...head.map((name) => element(name ? 'th' : 'td', name ? {scope: 'col'} : {}, ...[name].flat())))), element('tbody', {}, ...rows)];
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
  const turn = turningPoint(reviewed);
  return exact + count + (turn ? ` The game turned at move ${turn}.` : '');
}

/**
 * @param {import('./review.js').Mistake} mistake
 * @param {number} ply
 */
function entry({ply: move, player, edge, lost, best}, ply) {
  /** @type {(className: string, words: string) => HTMLElement} */
  const piece = (className, text) => element('span', {className}, text);
  return element('button', {type: 'button', 'data-ply': move - 1, 'data-player': player, 'aria-current': String(ply === move - 1),
                            'data-tip': `Shows the position before move ${move} of player ${player}`},
                 piece('ply', String(move)), piece('edge-name', edge), piece('lost', `cost ${boxes(lost / 2)}`),
                 piece('better', best.length ? `better: ${best.slice(0, 3).join(', ')}${best.length > 3 ? '\u2026' : ''}` : ''));
}
