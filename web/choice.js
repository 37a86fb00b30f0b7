// Chooses the board: the board of an available table, or any other board.

import {edgeCount, fits, MAX_SIDE} from './geometry.js';
import {newGame} from './game.js';
import {around, button, field, part, select} from './page.js';

/**
 * @typedef {import('./session.js').Table} Table
 * @typedef {import('./game.js').Game} Game
 */

const OTHER = 'other';
const USUAL = '5x5';   // the board that people play, with a table or without
const HERE = 'here';   // the board on the page, if it is not the start of a table

/**
 * Returns the game that begins at the table's start, whose edges no player drew.
 *
 * @param {Pick<Table, 'position'>} table
 */
export function gameOf(table) {
  const [board, bits] = table.position.split(':');
  const [rows, cols] = board.split('x').map(Number);
  return newGame({rows, cols, start: bits});
}

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
  const fitting = tables.filter(({board}) => fits(...size(board)));
  const sensible = fitting.filter(({board, start}) => start === 'american' && Math.max(...size(board)) <= 2 * Math.min(...size(board)));
  const [first = null] = [...(sensible.length ? sensible : fitting)].sort((a, b) => b.edges - a.edges);
  return first;
}

export class Choice {
  #select = select('board-choice');
  #other = part('other-board');
  #rows = field('rows');
  #cols = field('columns');
  /** @type {Table[]} */
  #tables = [];
  #showOther = false;
  /** @type {Game | null} */
  #shown = null;    // the game when the page was painted last

  /**
   * @param {(game: Game) => void} chosen
   * @param {() => void} changed
   */
  constructor(chosen, changed) {
    const close = () => {
      if (!this.#showOther) return;
      this.#showOther = false;
      changed();
    };
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
    });
    document.addEventListener('pointerdown', (event) => {
      if (!around(event, '.board-choice')) close();
    });
    this.#select.addEventListener('change', () => {
      this.#showOther = this.#select.value === OTHER;
      this.#paintOther();
      if (this.#select.value === HERE) return;
      const table = listed(this.#tables).find(({table: name}) => name === this.#select.value);
      if (table) chosen(gameOf(table));
      else this.#rows.focus();
    });
    for (const input of [this.#rows, this.#cols]) input.addEventListener('input', () => this.#paintOther());
    this.#other.addEventListener('submit', (event) => {
      event.preventDefault();
      const [rows, cols] = this.#size();
      if (!fits(rows, cols)) return;
      this.#showOther = false;
      chosen(newGame({rows, cols}));
    });
  }

  #size() {
    return [this.#rows, this.#cols].map((input) => Math.trunc(Number(input.value)));
  }

  #paintOther() {
    this.#other.hidden = !this.#showOther;
    const [rows, cols] = this.#size();
    const fit = fits(rows, cols);
    button('set-board').disabled = !fit;
    part('other-size').textContent = fit ? `${edgeCount(rows, cols)} edges` : `at most ${MAX_SIDE} rows and columns`;
  }

  /**
   * @param {Table[]} tables
   * @param {Game} game
   */
  paint(tables, game) {
    if (this.#tables !== tables) {
      this.#tables = tables;
      this.#select.replaceChildren(...listed(tables).map(option), new Option('other\u2026', OTHER));
    }
    const {board, start} = game;
    if (this.#shown?.moves !== game.moves || this.#shown.start !== start) this.#showOther = false;
    this.#shown = game;
    if (this.#showOther) return;
    const own = listed(tables).find(({position}) => position === `${board.name}:${start}`);
    const here = [...this.#select.options].find(({value}) => value === HERE) ?? new Option('', HERE);
    if (own) {
      here.remove();
    } else {
      here.textContent = times(board.name) + (start.includes('1') ? ', position' : '');
      if (!here.parentNode) this.#select.prepend(here);
    }
    this.#select.value = own?.table ?? HERE;
    this.#paintOther();
  }
}

/**
 * Returns the boards of the list: 5x5, then those of the tables.
 *
 * @param {Table[]} tables
 * @returns {Pick<Table, 'table' | 'board' | 'start' | 'position'>[]}
 */
export function listed(tables) {
  const usual = {table: USUAL, board: USUAL, start: 'american', position: `${USUAL}:${'0'.repeat(edgeCount(...size(USUAL)))}`};
  return [usual, ...tables.filter(({table, board}) => table !== USUAL && fits(...size(board)))];
}

/** @param {string} board */
function times(board) {
  return board.replace('x', ' \u00d7 ');
}

/** @param {Pick<Table, 'table' | 'board' | 'start'>} table */
function option({table, board, start}) {
  return new Option(times(board) + (start === 'american' ? '' : ` ${start}`), table);
}
