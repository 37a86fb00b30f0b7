// The list of moves, including undone ones. Each move is a button that leads to its position.

import {around, element, show} from './page.js';
import {boxes} from './values.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./knowledge.js').Recorded} Recorded
 */

export class History {
  #list;
  #start;
  #at = '';   // the move in view

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
    show(this.#list, moves.map((move) => element('li', {}, entry(board, move, ply, here))));
    const at = `${ply} of ${moves.length}`;
    if (this.#at === at) return;
    this.#at = at;
    // Scrolls the list but never the page.
    /** @type {HTMLElement | null} */
    const current = this.#list.querySelector(`[data-ply="${ply}"]`);
    const {scrollTop, clientHeight} = this.#list;
    const top = current ? current.offsetTop : 0;
    if (top < scrollTop || top + 34 > scrollTop + clientHeight) this.#list.scrollTop = top - clientHeight / 2;
  }
}

/**
 * @param {Board} board
 * @param {Recorded} move
 * @param {number} ply
 * @param {boolean} here
 */
function entry(board, move, ply, here) {
  const took = move.boxes.length;
  const cost = (move.lost ?? 0) / 2;
  /** @type {(className: string, words: string) => HTMLElement} */
  const part = (className, words) => element('span', {className}, words);
  // The visible text is a part of the label that a screen reader speaks.
  const parts = [part('unseen', 'Move '), part('ply', String(move.ply)), part('unseen', `, player ${move.player}: `), part('edge-name', board.edges[move.edge].name)];
  if (took) parts.push(part('unseen', `, took ${took === 1 ? 'a box' : `${took} boxes`} `), part('took', '\u25a0'.repeat(took)));
  if (cost) parts.push(part('unseen', ', cost boxes: '), part('lost', `\u2212${cost}`));
  return element('button', {type: 'button', 'data-ply': move.ply, 'data-player': move.player, 'data-undone': String(move.ply > ply),
                            'aria-current': String(here && move.ply === ply),
                            'data-tip': `Move ${move.ply}${cost ? ` cost ${boxes(cost)}` : ''}`}, ...parts);
}
