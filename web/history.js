// The list of moves, including undone ones. Each move is a button that leads to its position.

import {around, element} from './page.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./analysis.js').Recorded} Recorded
 */

export class History {
  #list;
  #start;
  #shown = '';

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement | null} start the button that leads to the start of the game
   * @param {(ply: number) => void} goTo
   */
  constructor(list, start, goTo) {
    this.#list = list;
    this.#start = start;
    /** @param {Event} event */
    const go = (event) => {
      const button = around(event, '[data-ply]');
      if (button) goTo(Number(button.dataset.ply));
    };
    list.addEventListener('click', go);
    start?.addEventListener('click', go);
  }

  /**
   * @param {Board} board
   * @param {Recorded[]} moves
   * @param {number} ply
   * @param {boolean} here whether the board shows this line
   */
  paint(board, moves, ply, here) {
    this.#start?.setAttribute('aria-current', String(here && ply === 0));
    const show = JSON.stringify([board.name, moves, ply, here]);
    if (this.#shown === show) return;
    this.#shown = show;
    while (this.#list.children.length > moves.length) this.#list.lastElementChild?.remove();
    moves.forEach((move, index) => {
      const item = this.#list.children[index] ?? this.#list.appendChild(entry());
      paintEntry(/** @type {HTMLElement} */ (item.firstElementChild), board, move, ply, here);
    });
    // Scrolls the list but never the page.
    /** @type {HTMLElement | null} */
    const current = this.#list.querySelector(`[data-ply="${ply}"]`);
    const {scrollTop, clientHeight} = this.#list;
    const top = current ? current.offsetTop : 0;
    if (top < scrollTop || top + 34 > scrollTop + clientHeight) this.#list.scrollTop = top - clientHeight / 2;
  }
}

function entry() {
  const button = element('button', {});
  button.type = 'button';
  return element('li', {}, button);
}

/**
 * @param {HTMLElement} button
 * @param {Board} board
 * @param {Recorded} move
 * @param {number} ply
 * @param {boolean} here
 */
function paintEntry(button, board, move, ply, here) {
  const edge = board.edges[move.edge].name;
  const took = move.boxes.length;
  button.dataset.ply = String(move.ply);
  button.dataset.player = String(move.player);
  button.dataset.undone = String(move.ply > ply);
  button.setAttribute('aria-current', String(here && move.ply === ply));
  // The visible text is a part of the label that a screen reader speaks.
  const parts = [part('unseen', 'Move '), part('ply', String(move.ply)), part('unseen', `, player ${move.player}: `), part('edge-name', edge)];
  if (took) parts.push(part('unseen', `, took ${took === 1 ? 'a box' : `${took} boxes`} `), part('took', '\u25a0'.repeat(took)));
  if (move.lost) parts.push(part('unseen', ', threw away '), part('lost', `\u2212${move.lost}`));
  button.replaceChildren(...parts);
  button.dataset.tip = `Move ${move.ply}` + (move.lost ? `: threw away a margin of ${move.lost}` : '');
}

/**
 * @param {string} className
 * @param {string} words
 */
function part(className, words) {
  return element('span', {className}, words);
}
