// The editor of positions: while it is open, the board draws and erases edges instead of moving.

import {cleared, flattened, mirrored, rotated, toggled, withScore, withTurn} from './edit.js';
import {view} from './game.js';
import {button, field, part, select} from './page.js';

/** @typedef {import('./game.js').Game} Game */

export class Editor {
  on = false;
  #match;

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.#match = match;
    button('edit').addEventListener('click', () => this.open(!this.on));
    button('edit-done').addEventListener('click', () => this.open(false));
    for (const [id, change] of Object.entries({'edit-mirror': mirrored, 'edit-rotate': rotated, 'edit-clear': cleared})) {
      button(id).addEventListener('click', () => this.#change(change));
    }
    select('edit-turn').addEventListener('change', () => this.#change((game) => withTurn(game, Number(select('edit-turn').value))));
    for (const player of [1, 2]) {
      field(`edit-score-${player}`).addEventListener('change', () => {
        this.#change((game) => withScore(game, [1, 2].map((one) => Math.max(0, Math.trunc(Number(field(`edit-score-${one}`).value) || 0)))));
      });
    }
  }

  /** @param {boolean} on */
  open(on) {
    this.on = on;
    if (on) this.#match.pause(true);
    this.#match.load(on ? flattened(this.#match.game) : this.#match.game, on ? 'Click edges to draw and to erase them.' : '');
  }

  /** @param {number} edge */
  toggle(edge) {
    this.#change((game) => toggled(game, edge));
  }

  /** @param {(game: Game) => Game} change */
  #change(change) {
    this.#match.load(change(flattened(this.#match.game)), 'Click edges to draw and to erase them.');
  }

  paint() {
    part('editing').hidden = !this.on;
    button('edit').setAttribute('aria-pressed', String(this.on));
    if (!this.on) return;
    const start = view(this.#match.game, 0);
    select('edit-turn').value = String(start.turn);
    for (const player of [1, 2]) field(`edit-score-${player}`).value = start.scoreKnown ? String(start.score[player - 1]) : '';
  }
}
