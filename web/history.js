// The list of moves, including undone ones. Each move is a button that leads to its position.

import {attributes, html, show} from './page.js';
import {boxes} from './words.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./knowledge.js').Recorded} Recorded
 */

/**
 * @param {HTMLElement} list
 * @param {Board} board
 * @param {Recorded[]} moves
 * @param {number} ply
 * @param {boolean} here whether the board shows this line
 */
export function paintMoves(list, board, moves, ply, here) {
  show(list, moves.map((move) => entry(board, move, ply, here)));
  const at = `${ply} of ${moves.length}`;
  if (list.dataset.at === at || list.clientHeight === 0) return;   // hidden, it has no place to scroll to
  list.dataset.at = at;
  // Scrolls the list but never the page.
  /** @type {HTMLElement | null} */
  const current = list.querySelector(`[data-ply="${ply}"]`);
  const {scrollTop, clientHeight} = list;
  const top = current ? current.offsetTop : 0;
  if (top < scrollTop || top + 34 > scrollTop + clientHeight) list.scrollTop = top - clientHeight / 2;
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
  const state = {'data-undone': String(move.ply > ply), 'aria-current': String(here && move.ply === ply),
                 'data-tip': `Move ${move.ply}${cost ? ` cost ${boxes(cost)}` : ''}`};
  // The visible text is a part of the label that a screen reader speaks.
  return html`
    <li><button type="button" data-ply="${move.ply}" data-player="${move.player}"${attributes(state)}>
      <span class="unseen">Move </span><span class="ply">${move.ply}</span>
      <span class="unseen">, player ${move.player}: </span><span class="edge-name">${board.edges[move.edge].name}</span>
      ${took > 0 && html`
        <span class="unseen">, took ${boxes(took)} </span><span class="took">${'\u25a0'.repeat(took)}</span>`}
      ${cost > 0 && html`<span class="unseen">, cost boxes: </span><span class="lost">\u2212${cost}</span>`}
    </button></li>`;
}
