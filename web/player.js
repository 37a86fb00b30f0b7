// The perfect player: plays after a short while, so that one can follow. Where values are known it
// picks at random among the moves that are at most its handicap worse than the best; where they are
// not it asks the server what it would play.

import {askJson} from './requests.js';
import {within} from './values.js';

const PAUSE = 650;  // milliseconds before a move

// The index of a move of this answer, at most `k` below the best one.
export function pick(answer, k, random = Math.random) {
  const moves = within(answer, k);
  return moves[Math.floor(random() * moves.length)].index;
}

export class Player {
  #play;
  #failed;
  #turn = null;   // the turn it is busy with

  // Calls play(edge, how) or failed(problem) once for each move(), unless rest() comes first.
  constructor(play, failed) {
    this.#play = play;
    this.#failed = failed;
  }

  rest() {
    clearTimeout(this.#turn?.timer);
    this.#turn = null;
  }

  // It is to move in this position; `answer` has the values, or is null where there are none to come.
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
