// The answers known for positions, from tables and from solving. An answer belongs to the position
// that it names and is never shown for another one, however late it arrives.

import {Recent} from './recent.js';
import {askJson, Problem} from './requests.js';

const KEPT = 500;  // positions: those of some games; an answer has some KiB

// Keeps for each position {state: "asking" | "known" | "none" | "failed", answer, problem}. "none"
// means that no table covers it, "failed" that the request got no answer.
export class Knowledge {
  #positions = new Recent(KEPT);
  #changed;
  #asking = null;

  constructor(changed) {
    this.#changed = changed;
  }

  of(position) {
    return this.#positions.get(position) ?? {state: 'unasked'};
  }

  answer(position) {
    return this.of(position).answer ?? null;
  }

  // Keeps the result of solving.
  learn(position, answer) {
    if (answer?.position === position && Array.isArray(answer.moves)) this.#set(position, {state: 'known', answer});
  }

  // Asks the tables about a position, once; `again` repeats the request if there is no answer yet.
  // Cancels an earlier request that is still open.
  async ask(position, {again = false} = {}) {
    const {state, problem} = this.of(position);
    if (state === 'known' || state === 'asking' || (state === 'none' && !again)) return;
    if (state === 'failed' && !again) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#set(position, {state: 'asking', problem});  // the problem stays visible until there is an answer
    try {
      const answer = await askJson('moves', {position}, {signal: asking.signal});
      if (answer?.position !== position) {
        throw new Problem({kind: 'broken', title: 'The answer was for another position', detail: 'The page ignored it; try again.'});
      }
      this.#set(position, {state: 'known', answer});
    } catch (error) {
      if (this.of(position).state !== 'asking') return;
      if (error.name === 'AbortError') this.#forget(position);
      else if (error.kind === 'no-table') this.#set(position, {state: 'none', problem: error});
      else this.#set(position, {state: 'failed', problem: error});
    }
  }

  #forget(position) {
    this.#positions.delete(position);
    this.#changed();
  }

  #set(position, known) {
    this.#positions.set(position, known);
    this.#changed();
  }
}
