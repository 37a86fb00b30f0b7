// The list of moves, including undone ones. Each move is a button that leads to its position.

import {around, element} from './page.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./analysis.js').Recorded} Recorded
 */

/**
 * An entry of the list: its text, whether its move is undone (1), the last one (0) or before (-1), and whether the board
 * shows this line.
 *
 * @typedef {{item: HTMLElement, button: HTMLElement, text: string, at: number, here: boolean}} Shown
 */

export class History {
  #list;
  #start;
  /** @type {Shown[]} */
  #shown = [];   // by move

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
    let changed = this.#shown.length !== moves.length;
    for (const {item} of this.#shown.splice(moves.length)) item.remove();
    moves.forEach((move, index) => {
      const shown = this.#shown[index] ??= entry(this.#list);
      changed = paintEntry(shown, board, move, ply, here) || changed;
    });
    if (!changed) return;
    // Scrolls the list but never the page.
    /** @type {HTMLElement | null} */
    const current = this.#list.querySelector(`[data-ply="${ply}"]`);
    const {scrollTop, clientHeight} = this.#list;
    const top = current ? current.offsetTop : 0;
    if (top < scrollTop || top + 34 > scrollTop + clientHeight) this.#list.scrollTop = top - clientHeight / 2;
  }
}

/** @param {HTMLElement} list */
function entry(list) {
  const button = element('button', {});
  button.type = 'button';
  const item = list.appendChild(element('li', {}, button));
  return {item, button, text: '', at: NaN, here: false};
}

/**
 * Paints an entry, and returns whether anything is new.
 *
 * @param {Shown} shown
 * @param {Board} board
 * @param {Recorded} move
 * @param {number} ply
 * @param {boolean} here
 */
function paintEntry(shown, board, move, ply, here) {
  const {button} = shown;
  const edge = board.edges[move.edge].name;
  const took = move.boxes.length;
  const at = Math.sign(move.ply - ply);
  const text = `${move.ply} ${edge} ${move.player} ${took} ${move.lost}`;
  if (shown.at === at && shown.here === here && shown.text === text) return false;
  shown.at = at;
  shown.here = here;
  button.dataset.undone = String(at > 0);
  button.setAttribute('aria-current', String(here && at === 0));
  if (shown.text === text) return true;
  shown.text = text;
  button.dataset.ply = String(move.ply);
  button.dataset.player = String(move.player);
  // The visible text is a part of the label that a screen reader speaks.
  const parts = [part('unseen', 'Move '), part('ply', String(move.ply)), part('unseen', `, player ${move.player}: `), part('edge-name', edge)];
  if (took) parts.push(part('unseen', `, took ${took === 1 ? 'a box' : `${took} boxes`} `), part('took', '\u25a0'.repeat(took)));
  if (move.lost) parts.push(part('unseen', ', threw away '), part('lost', `\u2212${move.lost}`));
  button.replaceChildren(...parts);
  button.dataset.tip = `Move ${move.ply}` + (move.lost ? `: threw away a margin of ${move.lost}` : '');
  return true;
}

/**
 * @param {string} className
 * @param {string} words
 */
function part(className, words) {
  return element('span', {className}, words);
}
