// Chooses the board: the board of an available table, or any other board with up to 64 edges.

import {edgeCount, fits, MAX_EDGES} from './geometry.js';
import {newGame} from './game.js';

const OTHER = 'other';
const HERE = 'here';   // the board on the page, if it is not the start of a table

// Returns the game that begins at the table's start, whose edges no player drew.
export function gameOf(table) {
  const [board, bits] = table.position.split(':');
  const [rows, cols] = board.split('x').map(Number);
  return newGame({rows, cols, start: bits});
}

// Returns the table with which the page begins: the largest one from the empty board that is not
// too narrow, or else the largest table.
export function firstTable(tables) {
  const size = ({board}) => board.split('x').map(Number);
  const fitting = tables.filter((table) => fits(...size(table)));
  const sensible = fitting.filter((table) => table.start === 'american' && Math.max(...size(table)) <= 2 * Math.min(...size(table)));
  const [first = null] = [...(sensible.length ? sensible : fitting)].sort((a, b) => b.edges - a.edges);
  return first;
}

export class Choice {
  #select;
  #other;
  #rows;
  #cols;
  #set;
  #tables = [];
  #showOther = false;

  constructor(part, chosen) {
    [this.#select, this.#other, this.#rows, this.#cols, this.#set] = ['board-choice', 'other-board', 'rows', 'columns', 'set-board'].map(part);
    this.#select.addEventListener('change', () => {
      this.#showOther = this.#select.value === OTHER;
      this.#paintOther();
      if (this.#select.value === HERE) return;
      const table = this.#tables.find(({table: name}) => name === this.#select.value);
      if (table) chosen(gameOf(table));
      else this.#rows.focus();
    });
    for (const input of [this.#rows, this.#cols]) input.addEventListener('input', () => this.#paintOther());
    this.#other.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!fits(...this.#size())) return;
      this.#showOther = false;
      chosen(newGame({rows: this.#size()[0], cols: this.#size()[1]}));
    });
  }

  #size() {
    return [this.#rows, this.#cols].map((input) => Math.trunc(Number(input.value)));
  }

  #paintOther() {
    this.#other.hidden = !this.#showOther;
    const [rows, cols] = this.#size();
    const fit = fits(rows, cols);
    this.#set.disabled = !fit;
    this.#other.querySelector('output').textContent = fit ? `${edgeCount(rows, cols)} edges` : `at most ${MAX_EDGES} edges`;
  }

  paint(tables, game) {
    if (this.#tables !== tables) {
      this.#tables = tables;
      this.#select.replaceChildren(...tables.filter(({board}) => fits(...board.split('x').map(Number))).map(option), new Option('other\u2026', OTHER));
    }
    if (this.#showOther) return;
    const {board, start} = game;
    const own = tables.find(({position}) => position === `${board.name}:${start}`);
    const here = this.#select.querySelector(`[value="${HERE}"]`);
    if (own) here?.remove();
    else (here ?? this.#select.insertBefore(new Option('', HERE), this.#select.firstChild)).textContent =
        times(board.name) + (start.includes('1') ? ', position' : '');
    this.#select.value = own?.table ?? HERE;
    this.#paintOther();
  }
}

function times(board) {
  return board.replace('x', ' \u00d7 ');
}

function option({table, board, start}) {
  return new Option(times(board) + (start === 'american' ? '' : ` ${start}`), table);
}
