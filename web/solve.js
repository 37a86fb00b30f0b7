// Solves a position that no table covers, by a job on the server, one at a time.

import {drop, follow} from './job.js';
import {Recent} from './recent.js';
import {askJson, problemOf} from './requests.js';

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
  #solved;
  /** @type {(() => void) | null} */
  #follow = null;
  /** @type {Job | null} */
  job = null;        // the last job
  /** @type {Recent<string, Refused>} */
  refused = new Recent(KEPT);

  /**
   * @param {() => void} changed
   * @param {(position: string, answer: Answer | null) => void} solved
   */
  constructor(changed, solved) {
    this.#changed = changed;
    this.#solved = solved;
  }

  /**
   * Returns whether the server works on this position, or on any.
   *
   * @param {string} [position]
   */
  working(position) {
    const at = this.job;
    return Boolean(at && ['asking', 'queued', 'running'].includes(at.state) && (!position || at.position === position));
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
    this.job = mine;
    this.#changed();
    await cancelled;
    if (this.job !== mine) return;
    try {
      /** @type {ServerJob} */
      const job = await askJson('solve', {position, time}, {method: 'POST'});
      // The server has one job per position, so a later request for this position gets the same
      // job.
      if (this.job !== mine) return void (this.working(position) || drop(job.id));
      this.#take(mine, job);
      if (this.working(position)) {
        this.#follow = follow(job.id, (now) => this.job === mine && this.#take(mine, now), (problem) => this.#fail(mine, problem));
      }
    } catch (/** @type {any} */ error) {
      this.#fail(mine, error);
    }
  }

  async cancel() {
    const mine = this.job;
    if (!mine || !this.working()) return;
    this.#stop();
    mine.state = 'cancelled';
    this.job = null;
    this.#changed();
    if (mine.id) await drop(mine.id);
  }

  // Forgets that the last job failed, for example because the server was gone.
  forget() {
    if (this.working()) return;
    this.job = null;
  }

  #stop() {
    this.#follow?.();
    this.#follow = null;
  }

  /**
   * @param {Job} mine
   * @param {ServerJob} job
   */
  #take(mine, job) {
    mine.id = job.id;
    mine.state = job.state;
    mine.plan = job.plan;
    mine.progress = job.progress;
    if (job.state === 'failed') {
      mine.problem = problemOf(job.problem);
      if (mine.problem.kind === 'beyond-limits') {
        this.refused.set(mine.position, {time: mine.time ?? Infinity, missing: job.missing_edges, problem: mine.problem});
      }
    }
    if (job.state === 'done') this.#solved(mine.position, job.answer);
    this.#changed();
  }

  /**
   * @param {Job} mine
   * @param {import('./requests.js').Problem} error
   */
  #fail(mine, error) {
    if (this.job !== mine) return;
    this.#stop();
    mine.state = 'failed';
    mine.problem = error;
    this.#changed();
  }
}
