// The editor of positions: while it is open, the board draws and erases edges instead of moving.

import {newGame, view} from './game.js';
import {button, field, part, say, select} from './page.js';

/** @typedef {import('./game.js').Game} Game */

const HOW = 'Click edges to draw or to erase.';

/**
 * Returns the position on the board as a game without moves.
 *
 * @param {Game} game
 */
export function flattened(game) {
  const now = view(game);
  const {rows, cols} = game.board;
  const owners = now.owners.map((owner) => Math.max(0, owner));
  return newGame({rows, cols, start: now.bits, turn: now.turn, score: now.scoreKnown ? now.score : null, owners: owners.some(Boolean) ? owners : null});
}

/**
 * Returns the number of complete boxes.
 *
 * @param {Game} game
 */
function complete(game) {
  return game.board.boxes.length - view(game).left;
}

/**
 * Draws or erases an edge. A box that it completes has no known owner.
 *
 * @param {Game} game flattened
 * @param {number} edge
 * @returns {Game}
 */
export function toggled(game, edge) {
  const bits = [...game.start];
  bits[edge] = bits[edge] === '1' ? '0' : '1';
  const changed = {...game, start: bits.join('')};
  // A known score stays only if the boxes that were complete still are, and no other.
  return {...changed, score: complete(changed) === complete(game) ? game.score : null};
}

/**
 * @param {Game} game without moves
 * @param {number[]} score
 * @returns {Game} an impossible score becomes an unknown one
 */
export function withScore(game, score) {
  return {...game, score: score[0] + score[1] <= complete(game) ? score : null};
}

export class Editor {
  on = false;
  #match;
  #made = new WeakSet();   // the games that this editing has made
  /** @type {Game | null} */
  #refused = null;         // the game whose fields have an impossible score

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.#match = match;
    button('edit').addEventListener('click', () => this.open(!this.on));
    button('edit-done').addEventListener('click', () => this.open(false));
    button('edit-clear').addEventListener('click', () => this.#change(({board}) => newGame(board)));
    select('edit-turn').addEventListener('change', () => this.#change((game) => ({...game, turn: Number(select('edit-turn').value)})));
    for (const player of [1, 2]) {
      field(`edit-score-${player}`).addEventListener('change', () => this.#score());
    }
  }

  /** @param {boolean} on */
  open(on) {
    this.on = on;
    this.#made = new WeakSet();
    this.#match.note(on ? HOW : '');
  }

  /** @param {number} edge */
  toggle(edge) {
    this.#change((game) => toggled(game, edge));
  }

  #score() {
    const score = [1, 2].map((player) => Math.max(0, Math.trunc(field(`edit-score-${player}`).valueAsNumber || 0)));
    const game = withScore(flattened(this.#match.game), score);
    if (game.score) return this.#change(() => game);
    const taken = complete(game);
    this.#refused = this.#match.game;
    this.#match.note(`The score ${score.join('\u2013')} is not possible: ${taken === 1 ? '1 box is' : `${taken} boxes are`} complete.`);
  }

  // The first change begins another game, which the others change further.
  /** @param {(game: Game) => Game} change */
  #change(change) {
    const before = this.#match.game;
    const game = change(flattened(before));
    if (this.#made.has(before)) this.#match.edit(game, HOW);
    else this.#match.load(game, HOW);
    this.#made.add(this.#match.game);
  }

  paint() {
    part('editing').hidden = !this.on;
    button('edit').setAttribute('aria-pressed', String(this.on));
    if (!this.on) return;
    const {now, game} = this.#match;
    const refused = this.#refused === game;
    select('edit-turn').value = String(now.turn);
    for (const player of [1, 2]) {
      const score = field(`edit-score-${player}`);
      if (!refused) score.value = now.scoreKnown ? String(now.score[player - 1]) : '';
      score.setAttribute('aria-invalid', String(refused));
    }
    say('edit-said', refused ? this.#match.event : HOW);
    part('edit-said').dataset.problem = String(refused);
  }
}
