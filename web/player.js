// The perfect player. It moves after a short pause, so that people can follow. If values are known,
// it picks at random among the moves that are at most its handicap worse than the best. Otherwise
// it asks the server for a move.

import {askJson} from './requests.js';
import {within} from './values.js';

const PAUSE = 650;  // milliseconds before a move

// Returns the index of a move of this answer that is at most `k` worse than the best one.
export function pick(answer, k, random = Math.random) {
  const moves = within(answer, k);
  return moves[Math.floor(random() * moves.length)].index;
}

export class Player {
  #play;
  #failed;
  #turn = null;   // the turn in progress

  // Calls play(edge, how) or failed(problem) once for each move(), unless rest() comes first.
  constructor(play, failed) {
    this.#play = play;
    this.#failed = failed;
  }

  rest() {
    clearTimeout(this.#turn?.timer);
    this.#turn = null;
  }

  // Starts a turn of the perfect player in this position. `answer` has the values, or is null if
  // none will arrive.
  move(position, board, answer, k) {
    if (this.#turn?.position === position) return;
    this.rest();
    const turn = this.#turn = {position};
    turn.timer = setTimeout(async () => {
      try {
        const choice = answer ? {edge: pick(answer, k), by: 'value'} : await this.#ask(position, board);
        if (this.#turn !== turn) return;
        this.#turn = null;
        this.#play(choice.edge, choice.by);
      } catch (problem) {
        if (this.#turn !== turn) return;
        this.#turn = null;
        this.#failed(problem);
      }
    }, PAUSE);
  }

  async #ask(position, board) {
    const choice = await askJson('choose', {position});
    return {edge: board.byName.get(choice.edge).index, by: choice.by};
  }
}
