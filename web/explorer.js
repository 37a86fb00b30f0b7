// The page: passes the state to its parts, and the actions of people to the state.

import {Announcer} from './announce.js';
import {askJson, onReturn, Problem} from './requests.js';
import {Choice, firstTable, gameOf, listed} from './choice.js';
import {Editor} from './editor.js';
import {Daily} from './daily.js';
import {Doors} from './doors.js';
import {lightUp, paintExplanation, tintsOf} from './explain.js';
import {branch, mainLine, newGame, variation} from './game.js';
import {Hints} from './hints.js';
import {paintMoves} from './history.js';
import {asPuzzle, decode, encode, puzzleIn} from './link.js';
import {makeBoard} from './geometry.js';
import {Lesson} from './lesson.js';
import {Notation} from './notation.js';
import {NewGame} from './new_game.js';
import {around, field, part, say, select} from './page.js';
import {turningPoint} from './review.js';
import {paintReview} from './review_panel.js';
import {Picture} from './picture.js';
import {Puzzle} from './puzzle.js';
import {setUpSaving} from './save.js';
import {paintScore} from './score.js';
import {Session} from './session.js';
import {paintTask} from './task.js';
import {setUpTheme} from './theme.js';
import {Tips} from './tips.js';

/** @typedef {import('./knowledge.js').Recorded} Recorded */

const DAILY = '#daily';
const CASUAL = 3;   // the level of the first opponent
const SETTINGS = /** @type {const} */ (['values', 'names', 'tints', 'solveOn']);

const help = /** @type {HTMLDialogElement} */ (part('help'));
const session = new Session(render);
const tell = () => session.tell();
/** @type {Set<string> | null} */
let lit = null;
let linkShown = '';   // the address that the page wrote last
let entryShown = '';  // and the entry of the browser's history that belongs to it
let loadsShown = 0;   // the value of match.loads at the last entry of the browser's history

const picture = new Picture(/** @type {any} */ (part('board')), draw);
const editor = new Editor(session.match);
const hints = new Hints();
const puzzle = new Puzzle(session);
const daily = new Daily(puzzle, () => session.match.game.board);
const lesson = new Lesson(session, puzzle);
const announcer = new Announcer(part('announced'));
new Tips(part('tip'));
const choice = new Choice((game) => {
  if (doors.mode === 'puzzle') daily.next(game.board);
  else session.match.load(game);
}, tell);
const notation = new Notation(session, open);
const doors = new Doors(enter, tell);
const versus = new NewGame(session.match, (begin) => {
  doors.enter('play');
  settle();
  begin();
});

/**
 * Opens a door. Explore shows the game on the board, or before the first game the largest solved board.
 *
 * @param {import('./doors.js').Mode} mode
 */
function enter(mode) {
  if (mode === doors.mode) return;
  const {match} = session;
  const before = doors.mode;
  puzzle.leave();
  lesson.leave();
  doors.enter(mode);
  settle();
  const {game} = match;
  const first = firstTable(session.tables);
  if (mode === 'explore' && before === 'play' && game.moves.length === 0 && first && !game.start.includes('1')) match.load(gameOf(first));
  // A game that was not played here is not played on by itself: "Play here" does that.
  if (mode === 'play' && !match.mine) match.load(newGame({rows: game.board.rows, cols: game.board.cols}));
  if (mode === 'puzzle') daily.next(game.board);
  tell();
}

// Applies the open door to the session.
function settle() {
  const {match} = session;
  if (editor.on && doors.mode !== 'explore') editor.open(false);
  session.quiet = doors.mode === 'play';
  if (session.quiet && !match.somePerfect) Object.assign(match, {players: {1: 'human', 2: 'perfect'}, level: CASUAL});
  match.setPlays(session.quiet);
}

/**
 * Opens a game that a person has sent, or a puzzle.
 *
 * @param {import('./game.js').Game} game
 * @param {import('./puzzle.js').Goal | null} asked the goal, if it is a puzzle
 * @param {boolean} [first] whether the page begins with it
 */
function open(game, asked, first = false) {
  doors.enter(asked ? 'puzzle' : 'explore');
  if (game.moves.length > 0 && !asked) doors.open('review');
  settle();
  daily.leave();
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
  const {match, knowledge} = session;
  match.event = hints.next(match.game.board, match.now.position, knowledge.answer(match.now.position));
  tell();
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
  const played = values && reviewed && !game.varied ? main.moves[now.ply] ?? null : null;
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
  versus.paint(now.over ? turned(reviewed) : '');
  choice.paint(session.tables, game);
  paintControls();
  daily.paint(now);
  lesson.paint();
  editor.paint();
  notation.paint();
  announcer.say(part('task').hidden ? '' : part('solve-text').textContent ?? '');
  showLink(doors.mode === 'puzzle' && puzzle.hides(now.position) ? asPuzzle(encode(game), puzzle.goal) : encode(game));
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
  const {loads, halted, mine, game: {board: {rows, cols}, ...game}} = session.match;
  const state = {board: [rows, cols], game, opened: halted === 'opened', mode: doors.mode, mine};
  const entry = `${link} ${JSON.stringify(state)}`;
  if (link === linkShown && entry === entryShown) return;
  const another = loads !== loadsShown && linkShown !== '';
  linkShown = link;
  entryShown = entry;
  loadsShown = loads;
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
    doors.enter(state.mode);
    settle();
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
 * Enables or disables a button. A disabled one keeps the focus, and does nothing.
 *
 * @param {string} id
 * @param {boolean} on
 */
function enable(id, on) {
  part(id).setAttribute('aria-disabled', String(!on));
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
  if (!line) return;
  say('aside-title', `Variation after move ${from}`);
  part('aside-leave').hidden = !game.varied;
  paintMoves(part('aside-moves'), game.board, moves(knowledge.record(line)).slice(from), line.ply, game.varied);
}

/**
 * Returns in words at which move the game turned, as far as is known.
 *
 * @param {import('./review.js').Reviewed | null} reviewed
 */
function turned(reviewed) {
  if (!reviewed || session.review.working) return session.jobs ? 'Looking for the move at which the game turned\u2026' : '';
  const ply = turningPoint(reviewed);
  return ply ? `The game turned at move ${ply}.` : 'The game did not turn in the part whose values are known.';
}

function paintControls() {
  const {match, settings} = session;
  const {game, paused} = match;
  part('resume').hidden = !match.rests;
  enable('undo', match.canUndo);
  enable('redo', match.canRedo);
  const stands = match.somePerfect && (paused || game.ply < game.moves.length);
  enable('pause', match.somePerfect && !match.now.over);
  say('pause', stands ? 'Resume' : 'Pause');
  part('pause').dataset.stands = String(stands);
  for (const setting of SETTINGS) field(`set-${setting}`).checked = settings[setting];
  select('set-seconds').value = String(settings.seconds);
}

function setUpControls() {
  setUpSaving();
  /** @type {(id: string, action: () => void) => void} */
  const click = (id, action) => part(id).addEventListener('click', () => {
    if (part(id).getAttribute('aria-disabled') !== 'true') action();
  });
  click('undo', () => session.match.step(-1));
  click('redo', () => session.match.step(1));
  click('new', () => session.match.restart());
  click('rematch', () => {
    const {match} = session;
    match.begin({level: match.level, handicap: match.handicap, me: match.me && 3 - match.me}, false);
  });
  click('play-review', () => {
    doors.open('review');
    enter('explore');
    queueMicrotask(() => part('review-ply').focus());   // the arrow keys step through the game
  });
  click('pause', () => (part('pause').dataset.stands === 'true' ? session.resume() : session.match.pause(true)));
  click('resume', () => session.resume());
  // Moves and positions lead to their place in the game.
  document.addEventListener('click', (event) => {
    const ply = around(event, '[data-ply]')?.dataset.ply;
    if (ply && around(event, '#aside')) session.match.goToVariation(Number(ply));
    else if (ply) session.match.goToMain(Number(ply));
  });
  const slider = field('review-ply');
  slider.addEventListener('input', () => session.match.goToMain(Number(slider.value)));
  lightUp(part('explain-text'), (edges) => {
    lit = edges;
    tell();
  });
  click('review-start', () => session.examine());
  click('review-cancel', () => session.review.cancel());
  click('aside-leave', () => session.match.goToMain(branch(session.match.game)));
  click('solve', () => session.solve());
  click('solve-cancel', () => session.decline());
  click('retry', () => again());
  click('dismiss', () => session.dismiss());
  click('hint', giveHint);
  click('help-open', () => help.showModal());
  click('help-close', () => help.close());
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', ({target, clientX: x, clientY: y}) => {
      const {left, right, top, bottom} = dialog.getBoundingClientRect();
      if (target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close();
    });
  }
  for (const setting of SETTINGS) {
    const box = field(`set-${setting}`);
    box.addEventListener('change', () => session.settings.set(setting, box.checked));
  }
  const seconds = select('set-seconds');
  seconds.addEventListener('change', () => session.settings.set('seconds', Number(seconds.value)));
  window.addEventListener('popstate', () => showEntry());
  window.addEventListener('hashchange', () => openLink());
  document.addEventListener('keydown', shortcut);
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
  if (around(event, 'input:not([type=checkbox]), textarea, select')) return;
  /** @type {Record<string, () => void>} */
  const actions = {u: () => session.match.step(-1), r: () => session.match.step(1), v: () => session.settings.set('values', !session.settings.values),
                   c: () => session.settings.set('names', !session.settings.names), h: doors.mode === 'play' ? () => {} : giveHint,
                   '?': () => help.showModal()};
  const ply = session.match.game.ply + (event.key === 'ArrowLeft' ? -1 : 1);
  if (!around(event, '#board, input, [role=tab]')) {
    actions.ArrowLeft = actions.ArrowRight = () => session.match.goTo(Math.max(0, Math.min(session.match.game.moves.length, ply)));
  }
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

// Opens the game that the address names, or says what is wrong with the address. The user cannot go
// back to the game with which the page begins.
function openLink({first = false} = {}) {
  if (location.hash === linkShown) return false;
  linkShown = '';   // so that the address shows the current game in any case
  tell();
  if (location.hash.length < 2) return false;
  if (location.hash === DAILY) {
    doors.enter('puzzle');
    settle();
    daily.today();
    return false;
  }
  try {
    open(decode(location.hash), puzzleIn(location.hash), first);
    return true;
  } catch (/** @type {any} */ error) {
    doors.enter('explore');
    settle();
    session.match.show(session.match.game);
    session.trouble = {problem: new Problem({title: 'The address does not describe a game', detail: error.message})};
    tell();
    return false;
  }
}

function again() {
  if (session.tables.length === 0) loadTables();
  session.retry();
}

// The server answers again.
function returned() {
  if (session.tables.length === 0) loadTables();
}

async function loadTables({first = false} = {}) {
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
  if (first) session.match.show(gameOf(listed([])[0]));
  tell();
}

// Opens a link at once. Without a link, the page must know the tables first.
async function start() {
  if (location.hash.length < 2) doors.enter('play');
  settle();
  setUpTheme(part('theme'), /** @type {HTMLLinkElement} */ (part('dark')));
  setUpControls();
  onReturn(returned);
  const linked = location.hash.length > 1;
  session.ready = linked;
  if (linked && !showEntry()) openLink({first: true});
  await loadTables({first: !linked});
}

start();
