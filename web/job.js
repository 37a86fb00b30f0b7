// Follows a job on the server by its events; if events do not arrive, it polls the job.

import {askJson} from './requests.js';

/** @typedef {import('api').components['schemas']['Job']} ServerJob */

const POLL = 500;  // milliseconds
const ENDS = ['done', 'failed', 'cancelled'];

/** @param {string} state */
export function isOver(state) {
  return ENDS.includes(state);
}

/**
 * Calls take(job) for each change of the job, up to its end, or failed(problem) once. Returns a
 * function that ends this.
 *
 * @param {string} id
 * @param {(job: ServerJob) => void} take
 * @param {(problem: import('./requests.js').Problem) => void} failed
 */
export function follow(id, take, failed) {
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
export async function drop(id) {
  await askJson(`jobs/${id}`, {}, {method: 'DELETE'}).catch(() => {});
}
