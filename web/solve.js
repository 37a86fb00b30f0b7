// Solves a position that no table covers, by a job on the server, one at a time.

import {JobClient} from './job.js';
import {Recent} from './recent.js';
import {askJson} from './requests.js';

/**
 * @typedef {import('api').components['schemas']['Job']} ServerJob
 * @typedef {import('./knowledge.js').Answer} Answer
 */

/**
 * A job, from the request to its end. `time` is its limit in seconds; without it, that of the server.
 *
 * @typedef {{position: string, state: 'asking' | ServerJob['state'], byItself: boolean, time: number | undefined, id: string | null,
 *            plan?: ServerJob['plan'], progress?: ServerJob['progress'], problem?: import('./requests.js').Problem}} Job
 */

const KEPT = 500;  // positions

/**
 * Why a position was not solved: the time it had, and about how many edges are missing until the
 * server can solve it, if that is known.
 *
 * @typedef {{time: number, missing: number | null, problem: import('./requests.js').Problem}} Refused
 */

export class Solver {
  #changed;
  /** @type {JobClient<Job>} */
  #client;
  /** @type {Recent<string, Refused>} */
  refused = new Recent(KEPT);

  /**
   * @param {() => void} changed
   * @param {(position: string, answer: Answer | null) => void} solved
   */
  constructor(changed, solved) {
    this.#changed = changed;
    this.#client = new JobClient(changed, (mine, job) => {
      mine.plan = job.plan;
      mine.progress = job.progress;
      if (mine.problem?.kind === 'beyond-limits') {
        this.refused.set(mine.position, {time: mine.time ?? Infinity, missing: job.missing_edges, problem: mine.problem});
      }
      if (job.state === 'done') solved(mine.position, job.answer);
    });
  }

  // The last job, unless it was cancelled.
  get job() {
    return this.#client.at;
  }

  /**
   * Returns whether the server works on this position, or on any.
   *
   * @param {string} [position]
   */
  working(position) {
    return this.#client.working && (!position || this.job?.position === position);
  }

  /**
   * Returns the job of this position, also a finished one.
   *
   * @param {string} position
   */
  of(position) {
    return this.job?.position === position ? this.job : null;
  }

  /**
   * @param {string} position
   * @param {{byItself?: boolean, time?: number}} how
   */
  async start(position, {byItself = false, time} = {}) {
    if (this.working(position) && this.job?.time === time) return;
    const cancelled = this.cancel();
    /** @type {Job} */
    const mine = {position, state: 'asking', byItself, time, id: null};
    await this.#client.start(mine, async () => {
      await cancelled;
      return this.job === mine ? askJson('solve', {position, time}, {method: 'POST'}) : null;
    }, () => this.working(position));
  }

  async cancel() {
    if (!this.working()) return;
    const dropped = this.#client.cancel();
    this.forget();
    this.#changed();
    await dropped;
  }

  // Forgets that the last job failed, for example because the server was gone.
  forget() {
    if (!this.working()) this.#client.at = null;
  }
}
