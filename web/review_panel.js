// Shows the review of a game: a graph of the margin after each move, and a list of mistakes.

import {nameOf} from './new_game.js';
import {button, field, html, part, say, show} from './page.js';
import {course, mistakes, SIZES, tallies, turningPoint} from './review.js';
import {boxes, figure, who} from './words.js';

/**
 * @typedef {import('./match.js').Match} Match
 * @typedef {import('./review.js').Reviewed} Reviewed
 * @typedef {import('./review.js').Point} Point
 */

const WIDTH = 600, HEIGHT = 170, EDGE = 34, FLOOR = 22;

/**
 * @param {import('./game.js').Game} game
 * @param {Reviewed | null} reviewed
 * @param {{working: boolean, waits: boolean, jobs: boolean, values: boolean, match: Match}} how whether any game is being
 *     reviewed, whether the computer is to move, whether the server reviews games, whether values are shown
 */
export function paintReview(game, reviewed, {working, waits, jobs, values, match}) {
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
  const about = `The margin of ${who(match, match.viewpoint)} under best play, after each move`;
  part('review-graph').setAttribute('aria-label', about);
  show(part('review-graph'), [graph(points, game.ply, match)]);
  const known = reviewed && values ? reviewed : null;
  show(part('review-counts'), known ? counts(known, match) : []);
  const own = (/** @type {import('./review.js').Mistake} */ {player}) => Number(match.mine && player === match.me);
  const listed = known ? mistakes(known).sort((one, other) => own(other) - own(one)) : [];   // those of the person first
  show(part('review-mistakes'), listed.map((mistake) => entry(mistake, game.ply, match)));
}

/**
 * Returns the parts of the graph: the margin of one player after each move.
 *
 * @param {Point[]} points of player 1
 * @param {number} ply
 * @param {Match} match
 */
function graph(points, ply, match) {
  const middle = (HEIGHT - FLOOR) / 2;
  const zero = html`<line class="zero" x1="${EDGE}" y1="${middle}" x2="${WIDTH}" y2="${middle}"/>`;
  if (points.length < 2) return zero;
  const known = points.filter(({low, high}) => low === high);
  const unknown = points.length - known.length;
  const most = Math.max(2, ...known.map(({low}) => Math.abs(low)));
  const width = WIDTH - EDGE - 8;
  const step = width / (points.length - 1);
  const sign = match.viewpoint === 1 ? 1 : -1;
  const x = (/** @type {number} */ at) => EDGE + at * step;
  const y = (/** @type {number} */ margin) => middle - sign * margin / most * (middle - 10);
  const half = (/** @type {number} */ player, /** @type {boolean} */ below) => html`
    <rect class="half" data-player="${player}" x="${EDGE}" y="${below ? middle : 4}"
      width="${width}" height="${middle - 4}"/>
    <text class="label side" data-player="${player}" x="${WIDTH - 12}" y="${below ? 2 * middle - 8 : 18}">
      ${who(match, player)} ahead</text>`;
  const every = Math.max(5, Math.ceil(points.length / 60) * 5);
  const here = points[ply];
  return html`
    <g>${half(match.viewpoint, false)}${half(3 - match.viewpoint, true)}
    ${unknown > 0 && html`
      <rect class="unknown" x="${EDGE}" y="4" width="${x(unknown - 0.5) - EDGE}" height="${HEIGHT - FLOOR - 4}"/>
      <text class="label" x="${EDGE + 8}" y="20">not known</text>`}
    ${zero}
    ${[most, 0, -most].map((margin) => html`
      <text class="tick" x="${EDGE - 6}" y="${y(sign * margin)}">${figure(margin)}</text>`)}
    <polyline class="course" points="${known.map(({ply: at, low}) => `${x(at)},${y(low)}`).join(' ')}"/>
    ${here && html`<line class="here" x1="${x(ply)}" y1="4" x2="${x(ply)}" y2="${HEIGHT - FLOOR}"/>`}
    ${points.map(({ply: at, low, high}) => html`
      <rect class="hit" x="${x(at) - step / 2}" y="0" width="${step}" height="${HEIGHT}" data-ply="${at}">
        <title>${at ? `after move ${at}: ${low === high ? result(low) : 'not known'}` : 'the start'}</title></rect>
      ${at % every === 0 && html`<text class="label move" x="${x(at)}" y="${HEIGHT - 6}">${at}</text>`}`)}
    ${here && here.low === here.high && html`<circle class="dot" cx="${x(ply)}" cy="${y(here.low)}" r="5"/>`}</g>`;
}

/**
 * Returns the rows of each player's mistakes by size, and accuracy.
 *
 * @param {Reviewed} reviewed
 * @param {Match} match
 */
function counts(reviewed, match) {
  const sizes = SIZES.map(([name, from], index) => {
    const next = SIZES[index + 1]?.[1];
    const range = `(${from}${!next ? '+' : next > from + 1 ? `\u2013${next - 1}` : ''})`;
    return html`<th scope="col"><span class="word">${name}</span> ${range}</th>`;
  });
  const heads = [...sizes, html`<th scope="col">accuracy</th>`];
  return [html`<thead><tr><td></td>${heads}</tr></thead>`, html`
    <tbody>${tallies(reviewed).map(({moves, good, sizes: found}, index) => html`
      <tr data-player="${index + 1}"><th scope="row">${nameOf(match, index + 1)}</th>
        ${[...found, moves ? `${Math.round(100 * good / moves)}%` : '\u2013'].map((cell) => html`<td>${cell}</td>`)}</tr>`)}
    </tbody>`];
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
 * @param {Match} match
 */
function entry({ply: move, player, edge, lost, best}, ply, match) {
  const better = best.length > 0 && `better: ${best.slice(0, 3).join(', ')}${best.length > 3 ? '\u2026' : ''}`;
  return html`
    <li><button type="button" data-ply="${move - 1}" data-player="${player}" aria-current="${String(ply === move - 1)}"
      data-tip="Shows the position before move ${move} of player ${player}">
      <span class="ply">${move}</span><span class="who">${nameOf(match, player)}</span><span class="edge-name">${edge}</span>
      <span class="lost">cost ${boxes(lost / 2)}</span>
      <span class="better">${better}</span></button></li>`;
}
