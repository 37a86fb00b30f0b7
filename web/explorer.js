// The page: passes the state to its parts, and the actions of people to the state.

import {Announcer} from './announce.js';
import {askJson, Problem} from './requests.js';
import {Choice, firstTable, gameOf} from './choice.js';
import {Editor} from './editor.js';
import {Explanation} from './explain.js';
import {Histogram, tableOf} from './histogram.js';
import {Hints} from './hints.js';
import {History} from './history.js';
import {asPuzzle, decode, encode, isPuzzle} from './link.js';
import {Notation} from './notation.js';
import {around, field, part, say, select} from './page.js';
import {Picture} from './picture.js';
import {Puzzle} from './puzzle.js';
import {paintScore} from './score.js';
import {Session} from './session.js';
import {paintTask} from './task.js';
import {setUpTheme} from './theme.js';
import {Tips} from './tips.js';

const SETTINGS = /** @type {const} */ (['values', 'names', 'tints', 'solveOn']);

const help = /** @type {HTMLDialogElement} */ (part('help'));
const session = new Session(render);
const tell = () => session.tell();
/** @type {Set<string> | null} */
let lit = null;
let linkShown = '';   // the address that the page wrote last

const picture = new Picture(/** @type {any} */ (part('board')), draw);
const history = new History(part('history'), part('history-start'), (ply) => session.match.goTo(ply));
const explanation = new Explanation(part('explain-text'), tell, (edges) => {
  lit = edges;
  tell();
});
const histogram = new Histogram(part('histogram'), part('histogram-caption'), part('histogram-table'), tell);
const editor = new Editor(session.match);
const hints = new Hints();
const puzzle = new Puzzle(session);
const announcer = new Announcer(part('announced'));
new Tips(part('tip'));
const choice = new Choice((game) => session.match.load(game));
const notation = new Notation(session, (game) => session.match.load(game));

/**
 * Draws an edge for a person: into the position, as the answer to a puzzle, or as a move.
 *
 * @param {number} edge
 */
function draw(edge) {
  if (editor.on) editor.toggle(edge);
  else if (puzzle.hides(session.match.now.position)) puzzle.answer(edge);
  else session.match.draw(edge);
}

function giveHint() {
  const {match, analysis} = session;
  match.event = hints.next(match.game.board, match.now.position, analysis.knowledge.answer(match.now.position));
  tell();
}

function render() {
  const focused = document.activeElement;
  const {match, analysis, settings} = session;
  const {game, now} = match;
  const answer = analysis.knowledge.answer(now.position);
  const values = settings.values && !puzzle.hides(now.position);
  const shown = values ? answer : null;
  const explains = /** @type {HTMLDetailsElement} */ (part('explain')).open;
  const settled = !['unasked', 'asking'].includes(analysis.knowledge.of(now.position).state);
  if (explains && settled && !now.over) explanation.ask(now.position);
  const tints = explains && settings.tints ? explanation.tints(now.position) : null;
  picture.paint({board: game.board, now, answer: shown, tints, lit: lit ?? hints.lit(now.position), still: match.perfectToMove, names: settings.names});
  paintScore(session, shown);
  paintTask(session);
  history.paint(game.board, analysis.record(game).map((move) => (values ? move : {...move, lost: null})), game.ply);
  explanation.paint(now.position, now.over, values);
  const table = tableOf(session.tables, game.board, shown);
  part('layer').hidden = !histogram.paint(table, now.layer, shown ? shown.value : null);
  choice.paint(session.tables, game);
  paintControls();
  editor.paint();
  announcer.say(part('task').hidden ? '' : part('solve-text').textContent ?? '');
  showLink(puzzle.hides(now.position) ? asPuzzle(encode(game)) : encode(game));
  keepFocus(focused);
}

/**
 * Moves the focus to the board if its element was removed or hidden, so that it never falls to the
 * body of the page.
 *
 * @param {Element | null} focused
 */
function keepFocus(focused) {
  if (!focused || focused === document.body) return;
  if (!focused.isConnected || !focused.checkVisibility() || focused.matches(':disabled')) picture.focus();
}

// If the address has changed by itself and the page has not yet read it, it is not overwritten.
/** @param {string} link */
function showLink(link) {
  if (link === linkShown) return;
  linkShown = link;
  if (location.hash !== link) window.history.replaceState(null, '', link);
}

/**
 * A disabled button keeps the focus, and does nothing.
 *
 * @param {string} id
 * @param {boolean} on
 */
function enable(id, on) {
  part(id).setAttribute('aria-disabled', String(!on));
}

function paintControls() {
  const {match, settings} = session;
  const {game, players, paused} = match;
  enable('undo', game.ply > 0);
  enable('redo', game.ply < game.moves.length);
  const perfect = players[1] === 'perfect' || players[2] === 'perfect';
  const stands = paused || game.ply < game.moves.length;
  enable('pause', perfect && !match.now.over);
  say('pause', stands && perfect ? 'Resume' : 'Pause');
  part('pause').dataset.stands = String(stands && perfect);
  part('watch').setAttribute('aria-pressed', String(match.bothPerfect));
  for (const player of [1, 2]) select(`player-${player}`).value = players[player];
  for (const setting of SETTINGS) field(`set-${setting}`).checked = settings[setting];
}

function setUpControls() {
  /** @type {(id: string, action: () => void) => void} */
  const click = (id, action) => part(id).addEventListener('click', () => {
    if (part(id).getAttribute('aria-disabled') !== 'true') action();
  });
  click('undo', () => session.match.step(-1));
  click('redo', () => session.match.step(1));
  click('new', () => session.match.restart());
  click('watch', () => session.match.watch());
  click('pause', () => session.match.pause(part('pause').dataset.stands !== 'true'));
  click('solve', () => session.solve());
  click('solve-cancel', () => session.analysis.decline());
  click('retry', () => again());
  click('dismiss', () => session.dismiss());
  click('hint', giveHint);
  click('puzzle', () => {
    editor.on = false;
    puzzle.next();
  });
  click('help-open', () => help.showModal());
  click('help-close', () => help.close());
  for (const player of [1, 2]) {
    const kind = select(`player-${player}`);
    kind.addEventListener('change', () => session.match.setPlayer(player, kind.value === 'perfect' ? 'perfect' : 'human'));
  }
  const handicap = field('handicap');
  handicap.addEventListener('input', () => session.match.setHandicap(Math.max(0, Math.trunc(Number(handicap.value) || 0))));
  for (const setting of SETTINGS) {
    const box = field(`set-${setting}`);
    box.addEventListener('change', () => session.settings.set(setting, box.checked));
  }
  part('explain').addEventListener('toggle', tell);
  window.addEventListener('hashchange', () => openLink());
  document.addEventListener('keydown', shortcut);
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
  if (around(event, 'input:not([type=checkbox]), textarea, select')) return;
  /** @type {Record<string, () => void>} */
  const actions = {u: () => session.match.step(-1), r: () => session.match.step(1), v: () => session.settings.set('values', !session.settings.values),
                   c: () => session.settings.set('names', !session.settings.names), h: giveHint,
                   '?': () => help.showModal()};
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

// Opens the game that the address names, or says what is wrong with the address.
function openLink() {
  if (location.hash === linkShown) return false;
  linkShown = '';   // so that the address shows the current game in any case
  tell();
  if (location.hash.length < 2) return false;
  try {
    session.match.load(decode(location.hash));
    if (isPuzzle(location.hash)) puzzle.start();
    return true;
  } catch (/** @type {any} */ error) {
    session.match.load(session.match.game);
    session.trouble = {problem: new Problem({title: 'The address does not describe a game', detail: error.message})};
    tell();
    return false;
  }
}

function again() {
  if (session.tables.length === 0) loadTables();
  explanation.forget(session.match.now.position);
  session.retry();
}

async function loadTables() {
  try {
    /** @type {import('api').components['schemas']['Boards']} */
    const {tables, notations, version} = await askJson('boards');
    session.tables = tables;
    session.notations = notations;
    notation.list(notations);
    part('version').textContent = version;
  } catch (/** @type {any} */ problem) {
    session.trouble = {problem};
  }
  tell();
}

// Opens a link at once. Without a link, the page must know the tables first.
async function start() {
  setUpTheme(part('theme'), /** @type {HTMLLinkElement} */ (part('dark')));
  setUpControls();
  const linked = location.hash.length > 1;
  if (linked) openLink();
  await loadTables();
  if (linked || session.match.game.moves.length > 0) return;
  const first = firstTable(session.tables);
  if (first) session.match.load(gameOf(first));
}

start();
