// Solves a position that no table covers, by a job on the server, one at a time. It follows the
// job's events until there are exact values; if events do not arrive, it polls the job.

import {Recent} from './recent.js';
import {askJson, problemOf} from './requests.js';

/**
 * @typedef {import('api').components['schemas']['Job']} ServerJob
 * @typedef {import('./knowledge.js').Answer} Answer
 */

/**
 * A job, from the request to its end.
 *
 * @typedef {{position: string, state: 'asking' | ServerJob['state'], byItself: boolean, id: string | null,
 *            plan?: ServerJob['plan'], progress?: ServerJob['progress'], problem?: import('./requests.js').Problem}} Job
 */

const POLL = 500;  // milliseconds
const KEPT = 500;  // times of solved positions

export class Solver {
  #changed;
  #solved;
  /** @type {(() => void) | null} */
  #follow = null;
  /** @type {Job | null} */
  job = null;        // the last job
  /** @type {Recent<string, number>} */
  seconds = new Recent(KEPT);  // time that each solved position took

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

  /** @param {string} position */
  async start(position, {byItself = false} = {}) {
    if (this.working(position)) return;
    const cancelled = this.cancel();
    /** @type {Job} */
    const mine = {position, state: 'asking', byItself, id: null};
    this.job = mine;
    this.#changed();
    await cancelled;
    if (this.job !== mine) return;
    try {
      /** @type {ServerJob} */
      const job = await askJson('solve', {position}, {method: 'POST'});
      // The server has one job per position, so a later request for this position gets the same
      // job.
      if (this.job !== mine) return void (this.working(position) || this.#drop(job.id));
      this.#take(mine, job);
      if (this.working(position)) this.#listen(mine);
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
    if (mine.id) await this.#drop(mine.id);
  }

  /** @param {string} id */
  async #drop(id) {
    await askJson(`solve/${id}`, {}, {method: 'DELETE'}).catch(() => {});
  }

  /** @param {Job} mine */
  #listen(mine) {
    const events = new EventSource(`/api/v1/solve/${mine.id}/events`);
    this.#follow = () => events.close();
    for (const name of ['progress', 'done', 'failed', 'cancelled']) {
      events.addEventListener(name, (event) => {
        if (this.job === mine) this.#take(mine, JSON.parse(event.data));
      });
    }
    events.onerror = () => {
      if (this.job !== mine || !this.working()) return;
      this.#stop();
      this.#poll(mine);
    };
  }

  /** @param {Job} mine */
  #poll(mine) {
    const timer = setInterval(async () => {
      try {
        const job = await askJson(`solve/${mine.id}`, {});
        if (this.job === mine) this.#take(mine, job);
      } catch (/** @type {any} */ error) {
        if (this.job === mine) this.#fail(mine, error);
      }
    }, POLL);
    this.#follow = () => clearInterval(timer);
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
    if (['done', 'failed', 'cancelled'].includes(job.state)) this.#stop();
    if (job.state === 'failed') mine.problem = problemOf(job.problem);
    if (job.state === 'done') {
      this.seconds.set(mine.position, job.seconds ?? 0);
      this.#solved(mine.position, job.answer);
    }
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
