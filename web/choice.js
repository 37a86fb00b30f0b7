// Chooses the board: the board of an available table, or any other board.

import {edgeCount, fits} from './geometry.js';
import {gameAt, newGame} from './game.js';
import {dialog, field, html, part, select, show} from './page.js';

/**
 * @typedef {import('./session.js').Table} Table
 * @typedef {import('./game.js').Game} Game
 */

const OTHER = 'other';
const USUAL = '5x5';   // the board that people play, with a table or without
const FIRST = [USUAL, '4x4', '3x3', '4x5'];
const GROUPS = {swedish: 'Borders drawn (Swedish)', icelandic: 'Two borders drawn (Icelandic)'};
const HERE = 'here';   // the board on the page, if it is not the start of a table

/** @param {string} board */
function size(board) {
  const [rows, cols] = board.split('x').map(Number);
  return /** @type {const} */ ([rows, cols]);
}

/**
 * Returns the table with which the page begins: the largest one from the empty board that is not
 * too narrow, or else the largest table.
 *
 * @param {Table[]} tables
 */
export function firstTable(tables) {
  /** @type {(table: Table) => number} */
  const sensible = ({board, start}) => Number(start === 'american' && Math.max(...size(board)) <= 2 * Math.min(...size(board)));
  const [first = null] = tables.filter(({board}) => fits(...size(board)))
      .sort((one, other) => sensible(other) - sensible(one) || other.edges - one.edges);
  return first;
}

/**
 * Lets people choose a board: in the list, or any other one in the dialog that its last entry opens.
 *
 * @param {import('./session.js').Session} session
 * @param {(game: Game) => void} chosen
 */
export function setUpChoice(session, chosen) {
  const list = select('board-choice');
  list.addEventListener('change', () => {
    const table = listed(session.tables).find(({table: name}) => name === list.value);
    if (table) chosen(gameAt(table.position));
    else if (list.value === OTHER) dialog('other-board').showModal();
    session.tell();   // the list shows the board on the page
  });
  dialog('other-board').addEventListener('submit', ({submitter}) => {
    if (submitter === part('set-board')) chosen(newGame({rows: field('rows').valueAsNumber, cols: field('columns').valueAsNumber}));
  });
}

/**
 * @param {Table[]} tables
 * @param {Game} game
 */
export function paintChoice(tables, {board, start}) {
  const boards = listed(tables);
  const own = boards.find(({position}) => position === `${board.name}:${start}`);
  const here = {table: HERE, board: board.name, start: start.includes('1') ? HERE : 'american'};
  const list = own ? boards : [here, ...boards];
  const groups = Object.entries(GROUPS).filter(([kind]) => list.some((table) => table.start === kind));
  show(part('board-choice'), [...list.filter((table) => !(table.start in GROUPS)).map(option), html`<option value="${OTHER}">other\u2026</option>`,
    ...groups.map(([kind, about]) => html`<optgroup label="${about}">${list.filter((table) => table.start === kind).map(option)}</optgroup>`)]);
  select('board-choice').value = own?.table ?? HERE;
}

/**
 * Returns the place of a board in the list: those that people play, the others by size, then the strips.
 *
 * @param {Pick<Table, 'board'>} table
 */
function place({board}) {
  const [rows, cols] = size(board);
  return FIRST.includes(board) ? FIRST.indexOf(board) : 100 * rows + cols + (rows === 1 || cols === 1 ? 10_000 : 0);
}

/**
 * Returns the boards of the list: 5x5, then those of the tables.
 *
 * @param {Table[]} tables
 * @returns {Pick<Table, 'table' | 'board' | 'start' | 'position'>[]}
 */
export function listed(tables) {
  const usual = {table: USUAL, board: USUAL, start: 'american', position: `${USUAL}:${'0'.repeat(edgeCount(...size(USUAL)))}`};
  return [usual, ...tables.filter(({table, board}) => table !== USUAL && fits(...size(board)))].sort((one, other) => place(one) - place(other));
}

/** @param {Pick<Table, 'table' | 'board' | 'start'>} table */
function option({table, board, start}) {
  const about = start === 'american' ? '' : start === HERE ? ', position' : ` ${start}`;
  return html`<option value="${table}">${board.replace('x', ' \u00d7 ')}${about}</option>`;
}
