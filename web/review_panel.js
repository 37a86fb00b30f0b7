// Shows the review of a game: a graph of the margin after each move, and a list of mistakes.

import {button, field, html, part, say, show} from './page.js';
import {course, mistakes, SIZES, tallies, turningPoint} from './review.js';
import {boxes, figure, lower, who} from './words.js';

/**
 * @typedef {import('./match.js').Match} Match
 * @typedef {import('./review.js').Reviewed} Reviewed
 * @typedef {import('./review.js').Point} Point
 */

const WIDTH = 600, HEIGHT = 170, EDGE = 44, RIGHT = 14, FLOOR = 22;

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
  const known = reviewed && values ? reviewed : null;
  show(part('review-graph'), [graph(points, known && turningPoint(known), game, match)]);
  part('review-legend').hidden = points.length < 2;
  for (const save of document.querySelectorAll('[data-save="review-graph"]')) save.toggleAttribute('hidden', points.length < 2);
  show(part('review-counts'), known ? counts(known, match) : []);
  const own = (/** @type {import('./review.js').Mistake} */ {player}) => Number(match.mine && player === match.me);
  const listed = known ? mistakes(known).sort((one, other) => own(other) - own(one)) : [];   // those of the person first
  show(part('review-mistakes'), listed.map((mistake) => entry(mistake, game.ply, match)));
}

/**
 * Returns the parts of the graph: the margin of one player after each move, and a ring at the move that turned the game.
 *
 * @param {Point[]} points of player 1
 * @param {number | null} turn
 * @param {import('./game.js').Game} game
 * @param {Match} match
 */
function graph(points, turn, {ply, moves, board}, match) {
  const middle = (HEIGHT - FLOOR) / 2;
  const zero = html`<line class="zero" x1="${EDGE}" y1="${middle}" x2="${WIDTH - RIGHT}" y2="${middle}"/>`;
  if (points.length < 2) return zero;
  const known = points.filter(({low, high}) => low === high);
  const unknown = points.length - known.length;
  const most = Math.max(2, ...known.map(({low}) => Math.abs(low)));
  const width = WIDTH - EDGE - RIGHT;
  const step = width / (points.length - 1);
  const sign = match.viewpoint === 1 ? 1 : -1;
  const x = (/** @type {number} */ at) => EDGE + at * step;
  const y = (/** @type {number} */ margin) => middle - sign * margin / most * (middle - 10);
  const sides = [{player: match.viewpoint, top: 4, base: 18}, {player: 3 - match.viewpoint, top: middle, base: 2 * middle - 8}];
  const every = Math.max(5, Math.ceil(points.length / 60) * 5);
  const here = points[ply];
  return html`
    <g>${sides.map(({player, top}) => html`
      <rect class="half" data-player="${player}" x="${EDGE}" y="${top}" width="${width}" height="${middle - 4}"/>`)}
    ${unknown > 0 && html`
      <rect class="unknown" x="${EDGE}" y="4" width="${x(unknown - 0.5) - EDGE}" height="${HEIGHT - FLOOR - 4}"/>
      <text class="label" x="${EDGE + 8}" y="${middle - 6}">not known</text>`}
    ${sides.map(({player, base}) => html`
      <text class="label side" data-player="${player}" x="${EDGE + 8}" y="${base}">${who(match, player)} ahead</text>`)}
    ${zero}
    ${[most, 0, -most].map((margin) => html`
      <text class="tick" x="${EDGE - 6}" y="${y(sign * margin)}">${figure(margin)}</text>`)}
    <polyline class="course" points="${known.map(({ply: at, low}) => `${x(at)},${y(low)}`).join(' ')}"/>
    ${here && html`<line class="here" x1="${x(ply)}" y1="4" x2="${x(ply)}" y2="${HEIGHT - FLOOR}"/>`}
    ${points.map(({ply: at, low, high}) => html`
      <rect class="hit" x="${x(at) - step / 2}" y="0" width="${step}" height="${HEIGHT}" data-ply="${at}">
        <title>${at ? `${at}. ${board.edges[moves[at - 1]].name}` : 'The start'}: ${low === high ? result(low, match) : 'not known'}</title></rect>
      ${at % every === 0 && html`<text class="label move" x="${x(at)}" y="${HEIGHT - 6}">${at}</text>`}`)}
    ${turn && turned(x(turn), y(points[turn].low), middle)}
    ${here && here.low === here.high && html`<circle class="dot" cx="${x(ply)}" cy="${y(here.low)}" r="5"/>`}</g>`;
}

/**
 * Returns the mark of the move that turned the game, with its word towards the middle of the graph.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} middle
 */
function turned(x, y, middle) {
  return html`
    <circle class="turn" cx="${x}" cy="${y}" r="8"/>
    <text class="label turn" x="${x > WIDTH / 2 ? x - 14 : x + 14}" y="${y < middle ? y + 12 : y - 4}" text-anchor="${x > WIDTH / 2 ? 'end' : 'start'}">turned</text>`;
}

/**
 * Returns the rows of both players' mistakes by size, and accuracy.
 *
 * @param {Reviewed} reviewed
 * @param {Match} match
 */
function counts(reviewed, match) {
  const both = tallies(reviewed);
  const sizes = SIZES.map(([name, from], index) => {
    const next = SIZES[index + 1]?.[1];
    const range = `(${from}${!next ? '+' : next > from + 1 ? `\u2013${next - 1}` : ''})`;
    return [`${name} ${range}`, ...both.map((one) => one.sizes[index])];
  });
  const accuracy = both.map(({moves, good}) => (moves ? `${Math.round(100 * good / moves)}%` : '\u2013'));
  return [html`
    <thead><tr><td></td>${[1, 2].map((player) => html`<th scope="col" data-player="${player}">${who(match, player)}</th>`)}</tr></thead>`, html`
    <tbody>${[...sizes, ['accuracy', ...accuracy]].map(([name, ...cells]) => html`
      <tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>`];
}

/**
 * @param {number} one the margin of player 1
 * @param {Match} match
 */
function result(one, match) {
  const name = who(match, one > 0 ? 1 : 2);
  return one === 0 ? 'a tie under best play' : `${lower(name)} ${name === 'You' ? 'win' : 'wins'} by ${Math.abs(one)} under best play`;
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
      title="Shows the position before move ${move} of player ${player}">
      <span class="ply">${move}</span><span class="who">${who(match, player)}</span><span class="edge-name">${edge}</span>
      <span class="lost">cost ${boxes(lost / 2)}</span>
      <span class="better">${better}</span></button></li>`;
}
