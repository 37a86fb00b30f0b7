// The page: passes the state to its parts, and the actions of people to the state.

import {askJson, onReturn} from './requests.js';
import {listed, paintChoice, setUpChoice} from './choice.js';
import {Editor} from './editor.js';
import {Daily} from './daily.js';
import {Doors} from './doors.js';
import {lightUp, paintExplanation, tintsOf} from './explain.js';
import {branch, gameAt, mainLine, variation} from './game.js';
import {nextHint} from './hints.js';
import {paintHistory} from './history.js';
import {Lesson} from './lesson.js';
import {Navigation} from './navigation.js';
import {Notation} from './notation.js';
import {paintOpponent, setUpNewGame} from './new_game.js';
import {around, copied, dialog, field, part, say, select, showPanels} from './page.js';
import {paintReview} from './review_panel.js';
import {Picture} from './picture.js';
import {Puzzle} from './puzzle.js';
import {setUpSaving} from './save.js';
import {paintScore} from './score.js';
import {Session} from './session.js';
import {paintTask} from './task.js';
import {setUpTheme} from './settings.js';

const SETTINGS = /** @type {const} */ (['values', 'names', 'tints', 'solveOn']);

const session = new Session(render);
const tell = () => session.tell();
/** @type {Set<string> | null} */
let lit = null;
/** @type {import('./hints.js').Hint | null} */
let hint = null;

const picture = new Picture(/** @type {any} */ (part('board')), draw);
const editor = new Editor(session.match);
const puzzle = new Puzzle(session);
const daily = new Daily(puzzle, () => session.match.game.board);
const lesson = new Lesson(session, puzzle);
const doors = new Doors((mode) => navigation.enter(mode), tell);
const navigation = new Navigation(session, {doors, puzzle, daily, lesson, editor});
const notation = new Notation(session, (game, asked) => navigation.open(game, asked));

/**
 * Uses the edge that a person chose: edits the position, answers the puzzle, or makes the move.
 *
 * @param {number} edge
 */
function draw(edge) {
  if (editor.on) editor.toggle(edge);
  else if (puzzle.hides(session.match.now)) puzzle.answer(edge);
  else session.match.draw(edge);
}

function giveHint() {
  const {match, match: {now}, knowledge} = session;
  if (doors.mode === 'play' || match.perfectToMove) return;
  const answer = knowledge.answer(now.position);
  puzzle.hinted ||= puzzle.hides(now) && answer !== null;
  hint = nextHint(now, answer, hint);
  match.note(hint.words);
}

function render() {
  part('main').inert = false;
  const focused = document.activeElement;
  const {match, knowledge, settings} = session;
  const {game, now} = match;
  const known = knowledge.of(now.position);
  const answer = known.moves ?? null;
  // While the next puzzle is looked for, the last one keeps its secret.
  const values = settings.values && !session.drawing && !puzzle.hides(now) && (!session.quiet || now.over);
  const shown = values ? answer : null;
  doors.paint();
  const explains = doors.mode === 'explore' && doors.tab === 'theory';
  const tints = explains && settings.tints ? tintsOf(known.explanation) : null;
  const guessed = values && !answer ? known.guess : undefined;
  const main = mainLine(game);
  const reviewed = session.review.of(main);
  const played = (values || lesson.on) && reviewed && !game.varied ? main.moves[now.ply] ?? null : null;
  const hinted = hint?.position === now.position ? hint.edges : null;
  picture.paint({now, answer: shown, guess: guessed?.index ?? null, tints, lit: lit ?? hinted, still: match.perfectToMove,
                 names: settings.names, viewpoint: match.viewpoint, played});
  paintScore(session, shown);
  paintTask(session, values);
  paintReview(main, reviewed, {working: session.review.working, waits: match.perfectToMove, jobs: session.jobs, values, match});
  paintHistory(game, main, (line) => knowledge.record(line, line === main ? reviewed?.review?.moves : [])
      .map((move) => (values ? move : {...move, lost: null})));
  paintExplanation(part('explain-text'), known, now.over, values);
  paintOpponent(session, reviewed);
  paintChoice(session.tables, game);
  paintControls();
  daily.paint();
  lesson.paint();
  editor.paint();
  notation.paint();
  if (!session.drawing) navigation.showLink();
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

function paintControls() {
  const {match} = session;
  // A disabled button keeps the focus, and does nothing.
  const can = {undo: match.canUndo, redo: match.canRedo, pause: !match.now.over};
  for (const [id, on] of Object.entries(can)) part(id).setAttribute('aria-disabled', String(!on));
  say('pause', match.rests ? 'Resume' : 'Pause');
  part('pause').classList.toggle('primary', match.rests);
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
  'pause': () => (session.match.rests ? session.resume() : session.match.halt('asked')),
  'review-start': () => session.examine(),
  'review-cancel': () => session.review.cancel(),
  'aside-leave': () => session.match.goTo(branch(session.match.game), mainLine(session.match.game)),
  'solve': () => session.solve(),
  'solve-cancel': () => session.decline(),
  'trouble-end': () => {
    loadTables();
    session.retry();
  },
  'hint': giveHint,
  'copy-link': copyLink,
  'puzzle-link': copyLink,
  'help-open': () => dialog('help').showModal(),
};

async function copyLink() {
  const said = await copied(location.href) ? 'The link is copied.' : 'This browser does not let the page copy. The link is the address of the page.';
  if (session.match.solves) say('share-said', said);   // the status has the question
  else session.match.note(said);
}

function showReview() {
  doors.enter(doors.mode, 'review');
  navigation.enter('explore');
  queueMicrotask(() => part('review-ply').focus({preventScroll: true}));   // the arrow keys step through the game
  queueMicrotask(showPanels);
}

function setUpControls() {
  setUpSaving(session.match);
  const askNewGame = setUpNewGame(session.match, (begin) => {
    navigation.settle('play');
    begin();
  });
  setUpChoice(session, (game) => {
    const {match} = session;
    if (doors.mode === 'puzzle') daily.next(game.board);
    else if (doors.mode === 'play' && match.mine && !match.now.over) askNewGame(game);
    else match.load(game);
  });
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
  for (const setting of SETTINGS) {
    const box = field(`set-${setting}`);
    box.checked = session.settings[setting];
    box.addEventListener('change', () => session.set({[setting]: box.checked}));
  }
  const seconds = select('set-seconds');
  seconds.value = String(session.settings.seconds);
  seconds.addEventListener('change', () => session.set({seconds: Number(seconds.value)}));
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
  const {match} = session;
  if (by && !around(event, '#board, input, [role=tab]')) match.solves ? match.step(by > 0 ? 1 : -1) : match.goTo(match.game.ply + by);
  else if (control) control.click();
  else return;
  event.preventDefault();
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
  navigation.settle('play');
  setUpTheme(part('theme'), /** @type {HTMLLinkElement} */ (part('dark')));
  setUpControls();
  onReturn(() => void loadTables());
  const linked = location.hash.length > 1;
  session.ready = linked;
  if (linked && !navigation.showEntry()) navigation.openLink({first: true});
  await loadTables({first: !linked});
}

start();
