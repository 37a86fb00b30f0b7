// The lists of moves, of the game and of the variation beside it, including undone ones. Each move is a button that
// leads to its position.

import {branch, variation} from './game.js';
import {attributes, html, part, say, show} from './page.js';
import {boxes} from './words.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./knowledge.js').Recorded} Recorded
 */

/**
 * @param {import('./game.js').Game} game
 * @param {import('./game.js').Game} main its main line
 * @param {(line: import('./game.js').Game) => Recorded[]} moves
 */
export function paintHistory(game, main, moves) {
  const {board, varied} = game;
  paintMoves(part('history'), board, moves(main), main.ply, !varied);
  part('history-start').setAttribute('aria-current', String(!varied && main.ply === 0));
  const line = variation(game);
  const from = line ? branch(line) : 0;
  part('aside').hidden = !line || (!varied && from === line.moves.length);
  part('beside').hidden = !varied;
  if (!line) return;
  for (const title of ['aside-title', 'beside-title']) say(title, `Variation after move ${from}`);
  paintMoves(part('aside-moves'), board, moves(line).slice(from), line.ply, varied);
}

/**
 * @param {HTMLElement} list
 * @param {Board} board
 * @param {Recorded[]} moves
 * @param {number} ply
 * @param {boolean} here whether the board shows this line
 */
function paintMoves(list, board, moves, ply, here) {
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
  const state = {'data-undone': String(move.ply > ply), 'aria-current': String(here && move.ply === ply)};
  // The visible text is a part of the label that a screen reader speaks.
  return html`
    <li><button type="button" data-ply="${move.ply}" data-player="${move.player}"${attributes(state)}>
      <span class="unseen">Move </span><span class="ply">${move.ply}</span>
      <span class="unseen">, player ${move.player}: </span><span class="edge-name">${board.edges[move.edge].name}</span>
      ${took > 0 && html`
        <span class="unseen">, took ${boxes(took)} </span><span class="took">${'\u25a0'.repeat(took)}</span>`}
      ${cost > 0 && html`<span class="unseen">, cost boxes: </span><span class="lost" title="It cost ${boxes(cost)}">\u2212${cost}</span>`}
    </button></li>`;
}
