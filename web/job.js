// Jobs on the server, one at a time: asked for, followed by its events to its end, and cancelled.

import {askJson, problemOf} from './requests.js';

/** @typedef {import('api').components['schemas']['Job']} ServerJob */

/**
 * The state of a job as far as the page knows it.
 *
 * @typedef {{state: 'asking' | ServerJob['state'], id: string | null, problem?: import('./requests.js').Problem | null}} Asked
 */

const POLL = 500;  // milliseconds
const ENDS = ['done', 'failed', 'cancelled'];

/** @param {string} state */
function isOver(state) {
  return ENDS.includes(state);
}

/**
 * Calls take(job) for each change of the job, up to its end, or failed(problem) once. Returns a
 * function that ends this. If events do not arrive, it polls the job.
 *
 * @param {string} id
 * @param {(job: ServerJob) => void} take
 * @param {(problem: import('./requests.js').Problem) => void} failed
 */
function follow(id, take, failed) {
  let over = false;
  let stop = () => {};
  const end = () => {
    over = true;
    stop();
  };
  /** @param {ServerJob} job */
  const told = (job) => {
    if (over) return;
    if (isOver(job.state)) end();
    take(job);
  };
  const poll = () => {
    const timer = setInterval(async () => {
      try {
        told(await askJson(`jobs/${id}`));
      } catch (/** @type {any} */ problem) {
        if (over) return;
        end();
        failed(problem);
      }
    }, POLL);
    stop = () => clearInterval(timer);
  };
  const events = new EventSource(`/api/v1/jobs/${id}/events`);
  stop = () => events.close();
  for (const name of ['progress', ...ENDS]) events.addEventListener(name, (event) => told(JSON.parse(event.data)));
  events.onerror = () => {
    if (over) return;
    stop();
    poll();
  };
  return end;
}

/** @param {string} id */
async function drop(id) {
  await askJson(`jobs/${id}`, {}, {method: 'DELETE'}).catch(() => {});
}

/** @template {Asked} T */
export class JobClient {
  #changed;
  #told;
  #stop = () => {};
  /** @type {T | null} */
  at = null;  // the last job

  /**
   * Calls told(at, job) with each state of the job, before changed().
   *
   * @param {() => void} changed
   * @param {(at: T, job: ServerJob) => void} told
   */
  constructor(changed, told) {
    this.#changed = changed;
    this.#told = told;
  }

  get working() {
    return this.at !== null && !isOver(this.at.state);
  }

  /**
   * Starts a job in the place of the last one, which has ended. The server has one job for each
   * question, so a job that comes too late is dropped only unless `again()`: it is asked for anew.
   *
   * @param {T} mine
   * @param {() => Promise<ServerJob | null>} ask null: it is not needed any more
   */
  async start(mine, ask, again = () => false) {
    this.at = mine;
    this.#changed();
    try {
      const job = await ask();
      if (!job) return;
      if (this.at !== mine || mine.state !== 'asking') return void (again() || drop(job.id));
      this.#take(mine, job);
      if (this.working) this.#stop = follow(job.id, (now) => this.#take(mine, now), (problem) => this.#fail(mine, problem));
    } catch (/** @type {any} */ problem) {
      this.#fail(mine, problem);
    }
  }

  async cancel() {
    const mine = this.at;
    if (!mine || !this.working) return;
    this.#stop();
    mine.state = 'cancelled';
    this.#changed();
    if (mine.id) await drop(mine.id);
  }

  /**
   * @param {T} mine
   * @param {ServerJob} job
   */
  #take(mine, job) {
    if (this.at !== mine) return;
    mine.id = job.id;
    mine.state = job.state;
    if (job.state === 'failed') mine.problem = problemOf(job.problem);
    this.#told(mine, job);
    this.#changed();
  }

  /**
   * @param {T} mine
   * @param {import('./requests.js').Problem} problem
   */
  #fail(mine, problem) {
    if (this.at !== mine) return;
    this.#stop();
    mine.state = 'failed';
    mine.problem = problem;
    this.#changed();
  }
}
