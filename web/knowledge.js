// What is known of positions: answers of tables and of solving, by position. An answer belongs to
// the position it names and is never shown for another, however late it comes.

import {askJson, Problem} from './requests.js';

// Of each position: {state: "asking" | "known" | "none" | "failed", answer, problem}. "none" is that
// no table covers it, "failed" that the question had no answer.
export class Knowledge {
  #positions = new Map();
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

  // Keeps what solving found.
  learn(position, answer) {
    if (answer?.position === position && Array.isArray(answer.moves)) this.#set(position, {state: 'known', answer});
  }

  // Asks the tables, unless that has been done. What was asked before and is still open is dropped.
  async ask(position, {again = false} = {}) {
    const {state, problem} = this.of(position);
    if (state === 'known' || state === 'asking' || (state === 'none' && !again)) return;
    if (state === 'failed' && !again) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#set(position, {state: 'asking', problem});  // what is wrong stays in sight until there is an answer
    try {
      const answer = await askJson('moves', {position}, {signal: asking.signal});
      if (answer?.position !== position) {
        throw new Problem({kind: 'broken', title: 'The answer was for another position', detail: 'It was not used; try again.'});
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
