// The page: passes the state to its parts, and the actions of people to the state.

import {announcer} from './announce.js';
import {askJson, onReturn, Problem} from './requests.js';
import {firstTable, listed, paintChoice, setUpChoice} from './choice.js';
import {Editor} from './editor.js';
import {Daily, DAILY} from './daily.js';
import {Doors} from './doors.js';
import {lightUp, paintExplanation, tintsOf} from './explain.js';
import {branch, gameAt, mainLine, newGame, variation} from './game.js';
import {Hints} from './hints.js';
import {paintMoves} from './history.js';
import {decode, encode, puzzleIn} from './link.js';
import {makeBoard} from './geometry.js';
import {Lesson} from './lesson.js';
import {Notation} from './notation.js';
import {moveOf, nameOf, paintOpponent, setUpNewGame} from './new_game.js';
import {around, dialog, field, part, say, select, showPanels} from './page.js';
import {course, mistakes, turningPoint} from './review.js';
import {paintReview} from './review_panel.js';
import {Picture} from './picture.js';
import {Puzzle} from './puzzle.js';
import {setUpSaving} from './save.js';
import {paintScore} from './score.js';
import {Session} from './session.js';
import {paintTask} from './task.js';
import {setUpTheme} from './settings.js';
import {Tips} from './tips.js';

/** @typedef {import('./knowledge.js').Recorded} Recorded */

const SETTINGS = /** @type {const} */ (['values', 'names', 'tints', 'solveOn']);

const session = new Session(render);
const tell = () => session.tell();
/** @type {Set<string> | null} */
let lit = null;
let linkShown = '';   // the address that the page wrote last
let entryShown = '';  // and the entry of the browser's history that belongs to it
/** @type {(() => void) | null} */
let playing = null;   // leads back to the unfinished game, while a person looks through another door
let seedShown = 0;    // the match.seed of the last entry of the browser's history

const picture = new Picture(/** @type {any} */ (part('board')), draw);
const editor = new Editor(session.match);
const hints = new Hints();
const puzzle = new Puzzle(session);
const daily = new Daily(puzzle, () => session.match.game.board);
const lesson = new Lesson(session, puzzle);
const announce = announcer(part('announced'));
new Tips(part('tip'));
const notation = new Notation(session, open);
const doors = new Doors(enter, tell);

/**
 * Opens a door. Explore shows the game on the board, or before the first game the largest solved board. Play goes on
 * with the game that a person has left.
 *
 * @param {import('./doors.js').Mode} mode
 */
function enter(mode) {
  if (mode === doors.mode) return;
  const {match} = session;
  const before = doors.mode;
  if (before === 'play') playing = match.mine && !match.now.over ? match.bookmark() : null;
  puzzle.leave();
  lesson.leave();
  settle(mode);
  const {game} = match;
  const first = firstTable(session.tables);
  const untouched = game.moves.length === 0 && !game.start.includes('1');
  if (mode === 'explore' && before === 'play' && first && untouched) match.load(gameAt(first.position));
  // A game that was not played here is not played on by itself: "Play here" does that.
  if (mode === 'play' && playing) playing();
  else if (mode === 'play' && !match.mine) match.load(newGame(game.board));
  if (mode === 'puzzle') daily.next(game.board);
  tell();
}

/**
 * Applies a door to the session.
 *
 * @param {import('./doors.js').Mode} mode
 * @param {string} [tab] of Explore
 */
function settle(mode, tab) {
  const {match} = session;
  if (mode !== doors.mode) window.scrollTo(0, 0);   // so that what is new is in view
  doors.enter(mode, tab);
  daily.leave();
  if (editor.on && mode !== 'explore') editor.open(false);
  session.quiet = mode === 'play';
  match.plays = session.quiet;
  match.solves = mode === 'puzzle';
}

/**
 * Opens a game that a person has sent, or a puzzle.
 *
 * @param {import('./game.js').Game} game
 * @param {import('./puzzle.js').Goal | null} asked the goal, if it is a puzzle
 * @param {boolean} [first] whether the page begins with it
 */
function open(game, asked, first = false) {
  settle(asked ? 'puzzle' : 'explore', game.moves.length > 0 && !asked ? 'review' : doors.tab);
  lesson.leave();
  session.open(game, {first});
  if (asked) puzzle.start(asked);
}

/**
 * Uses the edge that a person chose: edits the position, answers the puzzle, or makes the move.
 *
 * @param {number} edge
 */
function draw(edge) {
  if (editor.on) editor.toggle(edge);
  else if (puzzle.hides(session.match.now.position)) puzzle.answer(edge);
  else session.match.draw(edge);
}

function giveHint() {
  if (doors.mode === 'play') return;
  const {match, match: {now}, knowledge} = session;
  const answer = knowledge.answer(now.position);
  puzzle.hinted ||= puzzle.hides(now.position) && answer !== null;
  match.note(hints.next(now, answer));
}

function render() {
  part('main').inert = false;
  const focused = document.activeElement;
  const {match, knowledge, settings} = session;
  const {game, now} = match;
  const known = knowledge.of(now.position);
  const answer = known.moves ?? null;
  // While the next puzzle is looked for, the last one keeps its secret.
  const values = settings.values && !session.drawing && !puzzle.hides(now.position) && (!session.quiet || now.over);
  const shown = values ? answer : null;
  doors.paint();
  const explains = doors.mode === 'explore' && doors.tab === 'theory';
  const tints = explains && settings.tints ? tintsOf(known.explanation) : null;
  const guessed = values && !answer ? known.guess : undefined;
  const main = mainLine(game);
  const reviewed = session.review.of(main);
  const played = (values || lesson.on) && reviewed && !game.varied ? main.moves[now.ply] ?? null : null;
  picture.paint({now, answer: shown, guess: guessed?.index ?? null, tints, lit: lit ?? hints.lit(now.position), still: match.perfectToMove,
                 names: settings.names, viewpoint: match.viewpoint, played});
  paintScore(session, shown);
  paintTask(session, values);
  paintReview(main, reviewed, {working: session.review.working, waits: match.perfectToMove, jobs: session.jobs, values, match});
  const moves = (/** @type {Recorded[]} */ record) => record.map((move) => (values ? move : {...move, lost: null}));
  paintMoves(part('history'), game.board, moves(knowledge.record(main, reviewed?.review?.moves)), main.ply, !game.varied);
  part('history-start').setAttribute('aria-current', String(!game.varied && main.ply === 0));
  paintAside(moves);
  paintExplanation(part('explain-text'), known, now.over, values);
  paintOpponent(match, now.over ? turned(reviewed) : {words: '', ply: null});
  paintChoice(session.tables, game);
  paintControls();
  daily.paint();
  lesson.paint();
  editor.paint();
  notation.paint();
  announce(part('task').hidden ? '' : part('solve-text').textContent ?? '');
  if (!session.drawing) showLink(daily.link ?? encode(game) + (doors.mode === 'puzzle' && puzzle.hides(now.position) ? `&puzzle=${puzzle.goal}` : ''));
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

/**
 * Writes the address. Each game that was begun or opened is an entry of the browser's history,
 * which also keeps the variation that is not on the board. If the address has changed by itself and
 * the page has not yet read it, it is not overwritten.
 *
 * @param {string} link
 */
function showLink(link) {
  const {seed, halted, mine, game: {board: {rows, cols}, ...game}} = session.match;
  const state = {board: [rows, cols], game, opened: halted === 'opened', mode: doors.mode, mine};
  const entry = `${link} ${JSON.stringify(state)}`;
  if (link === linkShown && entry === entryShown) return;
  const another = seed !== seedShown && linkShown !== '';
  linkShown = link;
  entryShown = entry;
  seedShown = seed;
  if (another && location.hash !== link) window.history.pushState(state, '', link);
  else window.history.replaceState(state, '', link);
}

// Shows the game of an entry of the browser's history, if the page has written it.
function showEntry() {
  const {state} = window.history;
  try {
    if (!state?.game) return false;
    const game = {...state.game, board: makeBoard(state.board[0], state.board[1])};
    if (encode(game) !== location.hash) return false;
    settle(state.mode);
    session.match.show(game);
    session.match.mine = state.mine;
    if (state.opened) session.match.halt('opened');
    if (game.kept) session.examine();
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows the variation beside the moves of the game, if there is one.
 *
 * @param {(record: Recorded[]) => Recorded[]} moves
 */
function paintAside(moves) {
  const {match: {game}, knowledge} = session;
  const line = variation(game);
  const from = line ? branch(line) : 0;
  part('aside').hidden = !line || (!game.varied && from === line.moves.length);
  part('beside').hidden = !game.varied;
  if (!line) return;
  for (const title of ['aside-title', 'beside-title']) say(title, `Variation after move ${from}`);
  paintMoves(part('aside-moves'), game.board, moves(knowledge.record(line)).slice(from), line.ply, game.varied);
}

/**
 * Returns at which move the game turned, or since when one player was ahead, as far as is known.
 *
 * @param {import('./review.js').Reviewed | null} reviewed
 * @returns {import('./new_game.js').Turn}
 */
function turned(reviewed) {
  const {match, review, jobs} = session;
  if (!reviewed || review.working) return {words: jobs ? 'Looking for the move at which the game turned\u2026' : '', ply: null};
  const turn = turningPoint(reviewed);
  const move = mistakes(reviewed).find(({ply}) => ply === turn);   // only a mistake changes who wins
  if (move) return {words: `The game turned at ${moveOf(match, move)} (${move.edge}).`, ply: move.ply - 1};
  const points = course(reviewed);
  const from = points.filter(({low, high}) => low !== high).length;
  const end = points.at(-1)?.low ?? 0;
  const name = end === 0 ? 'The game' : nameOf(match, end > 0 ? 1 : 2);
  const ahead = `${name} ${name === 'You' ? 'were' : 'was'} ${end === 0 ? 'even' : 'ahead'}`;
  return {words: from === points.length ? '' : `${ahead} ${from ? `from move ${from} on` : 'from the start'}, under best play.`, ply: null};
}

// Returns whether the computer waits for Resume.
function stands() {
  const {paused, game} = session.match;
  return paused || game.ply < game.moves.length;
}

function paintControls() {
  const {match} = session;
  part('resume').hidden = !match.rests;
  // A disabled button keeps the focus, and does nothing.
  const can = {undo: match.canUndo, redo: match.canRedo, pause: !match.now.over};
  for (const [id, on] of Object.entries(can)) part(id).setAttribute('aria-disabled', String(!on));
  say('pause', stands() ? 'Resume' : 'Pause');
}

/** @type {Record<string, () => void>} */
const BUTTONS = {
  'undo': () => session.match.step(-1),
  'redo': () => session.match.step(1),
  'new': () => session.match.restart(),
  'rematch': () => {
    const {match} = session;
    match.begin({...match.opponent, me: match.me && 3 - match.me}, false);
  },
  'play-review': showReview,
  'play-turn': showReview,
  'pause': () => (stands() ? session.resume() : session.match.halt('asked')),
  'resume': () => session.resume(),
  'review-start': () => session.examine(),
  'review-cancel': () => session.review.cancel(),
  'aside-leave': () => session.match.goTo(branch(session.match.game), mainLine(session.match.game)),
  'solve': () => session.solve(),
  'solve-cancel': () => session.decline(),
  'retry': () => {
    loadTables();
    session.retry();
  },
  'dismiss': () => {
    session.trouble = null;
    tell();
  },
  'hint': giveHint,
  'help-open': () => dialog('help').showModal(),
};

function showReview() {
  doors.enter(doors.mode, 'review');
  enter('explore');
  queueMicrotask(() => part('review-ply').focus({preventScroll: true}));   // the arrow keys step through the game
  queueMicrotask(showPanels);
}

function setUpControls() {
  setUpSaving();
  setUpNewGame(session.match, (begin) => {
    settle('play');
    begin();
  });
  setUpChoice(session, (game) => (doors.mode === 'puzzle' ? daily.next(game.board) : session.match.load(game)));
  document.addEventListener('click', (event) => {
    const button = around(event, 'button, [data-ply]');
    if (!button || button.getAttribute('aria-disabled') === 'true') return;
    BUTTONS[button.id]?.();
    // Moves and positions lead to their place in the game.
    const {ply} = button.dataset;
    const {match} = session;
    if (ply) match.goTo(Number(ply), around(event, '#aside') ? variation(match.game) : mainLine(match.game));
  });
  const slider = field('review-ply');
  slider.addEventListener('input', () => session.match.goTo(slider.valueAsNumber, mainLine(session.match.game)));
  lightUp(part('explain-text'), (edges) => {
    lit = edges;
    tell();
  });
  const {settings} = session;
  for (const setting of SETTINGS) {
    const box = field(`set-${setting}`);
    box.checked = settings[setting];
    box.addEventListener('change', () => settings.set(setting, box.checked));
  }
  const seconds = select('set-seconds');
  seconds.value = String(settings.seconds);
  seconds.addEventListener('change', () => settings.set('seconds', Number(seconds.value)));
  window.addEventListener('popstate', () => showEntry());
  window.addEventListener('hashchange', () => openLink());
  document.addEventListener('keydown', shortcut);
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
  if (around(event, 'input:not([type=checkbox]), textarea, select')) return;
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  /** @type {NodeListOf<HTMLElement>} */
  const controls = document.querySelectorAll('[data-key]');
  const control = [...controls].find(({dataset}) => dataset.key === event.key);
  if (by && !around(event, '#board, input, [role=tab]')) session.match.goTo(session.match.game.ply + by);
  else if (control) control.click();
  else return;
  event.preventDefault();
}

// Opens the game that the address names, or says what is wrong with the address. The user cannot go
// back to the game with which the page begins.
function openLink({first = false} = {}) {
  if (location.hash === linkShown) return false;
  linkShown = '';   // so that the address shows the current game in any case
  tell();
  if (location.hash.length < 2) return false;
  if (location.hash === DAILY) {
    settle('puzzle');
    daily.today();
    return false;
  }
  try {
    open(decode(location.hash), puzzleIn(location.hash), first);
    return true;
  } catch (/** @type {any} */ error) {
    settle('explore');
    session.match.show(session.match.game);
    session.trouble = {problem: new Problem({title: 'The address does not describe a game', detail: error.message})};
    tell();
    return false;
  }
}

async function loadTables({first = false} = {}) {
  if (session.tables.length > 0) return;
  try {
    /** @type {import('api').components['schemas']['Tables']} */
    const {tables, notations, version, limits} = await askJson('tables');
    session.tables = tables;
    session.seconds = limits.job_seconds;
    session.jobs = limits.jobs > 0;
    session.notations = notations;
    notation.list(notations);
    part('version').textContent = version;
  } catch (/** @type {any} */ problem) {
    session.trouble = {problem};
    session.seconds ||= 300;
  }
  session.ready = true;
  if (first) session.match.show(gameAt(listed([])[0].position));
  tell();
}

// Opens a link at once. Without a link, the page must know the tables first.
async function start() {
  settle(location.hash.length < 2 ? 'play' : doors.mode);
  setUpTheme(part('theme'), /** @type {HTMLLinkElement} */ (part('dark')));
  setUpControls();
  onReturn(() => void loadTables());
  const linked = location.hash.length > 1;
  session.ready = linked;
  if (linked && !showEntry()) openLink({first: true});
  await loadTables({first: !linked});
}

start();
