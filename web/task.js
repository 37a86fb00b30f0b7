// The panel for positions without known values: the reason, the button to solve, its progress, and
// messages about problems.

import {part, say} from './page.js';

/**
 * @typedef {import('./solve.js').Job} Job
 * @typedef {import('./session.js').Session} Session
 */

/** @param {number} count */
function seconds(count) {
  return count < 1.5 ? 'about a second' : count < 100 ? `about ${Math.round(count)} seconds` : `about ${Math.round(count / 60)} minutes`;
}

/** @param {number} count */
function amount(count) {
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)} billion` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} million` : count.toLocaleString('en');
}

/** @param {Job} job */
function planned({plan}) {
  if (!plan) return '';
  const what = [plan.values ? `${amount(plan.values)} values` : '', plan.memory ? `${(plan.memory / 2 ** 20).toFixed(0)} MiB` : '',
                plan.seconds !== null && plan.seconds !== undefined ? seconds(plan.seconds) : ''].filter(Boolean);
  return what.length ? ` (${what.join(', ')})` : '';
}

/** @param {Job} job */
function progress(job) {
  const at = job.progress;
  const bar = /** @type {HTMLProgressElement} */ (part('solve-progress'));
  if (at?.total) {
    bar.max = at.total;
    bar.value = Math.min(at.done, at.total);
  } else {
    bar.removeAttribute('value');
  }
  const layer = at && at.layer !== undefined ? `, layer ${at.layer}` : '';
  return `${job.state === 'queued' ? 'Waiting for its turn' : 'Solving'}${planned(job)}${layer}\u2026`;
}

/** @param {Session} session */
export function paintTask(session) {
  const {match: {now}, analysis: {knowledge, solver}} = session;
  const known = knowledge.of(now.position);
  const job = solver.of(now.position);
  const working = solver.working(now.position);
  const elsewhere = solver.working() && !working;
  const offer = known.state === 'none' && !working && !now.over;
  part('solve').hidden = !offer;
  part('solve-progress').hidden = part('solve-cancel').hidden = !working && !elsewhere;
  part('solve-text').textContent = working && job ? progress(job)
      : elsewhere && solver.job ? `${progress(solver.job)} (a position before)`
      : offer ? (job?.problem ? `Not solved: ${job.problem.message}` : 'No table covers this position.') : '';
  part('solve-text').dataset.problem = String(Boolean(offer && job?.problem));
  part('task').hidden = !part('solve-text').textContent;
  paintTrouble(session, known, now.over);
}

/**
 * @param {Session} session
 * @param {import('./knowledge.js').Known} known
 * @param {boolean} over
 */
function paintTrouble({trouble}, known, over) {
  const problem = trouble?.problem ?? (known.state !== 'none' && !over ? known.problem ?? null : null);
  const words = [trouble?.text, problem && [problem.title, problem.detail].filter(Boolean).join(': ')].filter(Boolean).join(' ');
  say('trouble-text', words);
  part('trouble').hidden = !words;
  part('retry').hidden = !problem || known.state === 'none' || known.state === 'known';
  part('dismiss').hidden = !trouble;
}
