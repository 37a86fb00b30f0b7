// Solves a position that no table covers, by a job on the server, one at a time. It follows the
// job's events until there are exact values; if events do not arrive, it polls the job.

import {Recent} from './recent.js';
import {askJson, problemOf} from './requests.js';

const POLL = 500;  // milliseconds
const KEPT = 500;  // times of solved positions

export class Solver {
  #changed;
  #solved;
  #follow = null;
  job = null;        // the last job: {position, state, progress, plan, problem, byItself}
  seconds = new Recent(KEPT);  // time that each solved position took

  constructor(changed, solved) {
    this.#changed = changed;
    this.#solved = solved;
  }

  working(position) {
    const at = this.job;
    return Boolean(at && ['asking', 'queued', 'running'].includes(at.state) && (!position || at.position === position));
  }

  of(position) {
    return this.job?.position === position ? this.job : null;
  }

  async start(position, {byItself = false} = {}) {
    if (this.working(position)) return;
    const cancelled = this.cancel();
    const mine = this.job = {position, state: 'asking', byItself, id: null};
    this.#changed();
    await cancelled;
    if (this.job !== mine) return;
    try {
      const job = await askJson('solve', {position}, {method: 'POST'});
      // The server has one job per position, so a later request for this position gets the same
      // job.
      if (this.job !== mine) return void (this.working(position) || this.#drop(job.id));
      this.#take(mine, job);
      if (this.working(position)) this.#listen(mine);
    } catch (error) {
      this.#fail(mine, error);
    }
  }

  async cancel() {
    const mine = this.job;
    if (!this.working()) return;
    this.#stop();
    mine.state = 'cancelled';
    this.job = null;
    this.#changed();
    if (mine.id) await this.#drop(mine.id);
  }

  async #drop(id) {
    await askJson(`solve/${id}`, {}, {method: 'DELETE'}).catch(() => {});
  }

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

  #poll(mine) {
    const timer = setInterval(async () => {
      try {
        const job = await askJson(`solve/${mine.id}`, {});
        if (this.job === mine) this.#take(mine, job);
      } catch (error) {
        if (this.job === mine) this.#fail(mine, error);
      }
    }, POLL);
    this.#follow = () => clearInterval(timer);
  }

  #stop() {
    this.#follow?.();
    this.#follow = null;
  }

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

  #fail(mine, error) {
    if (this.job !== mine) return;
    this.#stop();
    mine.state = 'failed';
    mine.problem = error;
    this.#changed();
  }
}
