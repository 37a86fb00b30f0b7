// The panel for positions without known values: the reason, the button to solve, its progress, and
// messages about problems.

import {button, part, say} from './page.js';
import {enough, withoutValues} from './words.js';

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
  const what = [plan.values ? `${amount(plan.values)} values` : '', plan.memory_bytes ? `${(plan.memory_bytes / 2 ** 20).toFixed(0)} MiB` : '',
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

/** @param {number} time the most that a job may take, in seconds */
function longest(time) {
  return time < 100 ? `${time} seconds` : `${Math.round(time / 60)} minutes`;
}

/**
 * Returns why this position cannot be solved, if that is known; else nothing.
 *
 * @param {Session} session
 * @param {number | null} missing
 */
function whyNot({match: {now}, analysis, seconds: most, jobs}, missing) {
  if (!jobs) return 'No table covers this position, and this server solves none (it was started with --jobs 0).';
  if (missing) return enough(now, missing);
  const refused = analysis.refusal(now, most);
  return refused ? `Not solved: ${refused.message}.`.replace(/\.\.$/, '.') : '';
}

/**
 * @param {Session} session
 * @param {number[] | undefined} bounds of the value, by the theory
 * @param {boolean} values whether values and the like are shown
 */
export function paintTask(session, bounds, values = session.settings.values) {
  const {match: {now}, analysis} = session;
  const {knowledge, solver} = analysis;
  const known = knowledge.of(now.position);
  const working = solver.working();
  const unknown = known.state === 'none' && !solver.working(now.position) && !now.over && !session.review.working;
  const why = whyNot(session, analysis.missing(now));
  const failed = solver.of(now.position)?.problem;
  button('solve').hidden = !unknown || why !== '';
  say('solve', `Solve (at most ${longest(session.seconds)})`);
  part('solve-progress').hidden = part('solve-cancel').hidden = !working;
  const choice = values ? analysis.guesses.of(now.position)?.reply : undefined;
  const broken = failed && failed.kind !== 'beyond-limits' ? `Not solved: ${failed.message}` : '';
  say('solve-text', working && solver.job ? `${progress(solver.job)}${solver.job.position === now.position ? '' : ' (a position before)'}`
      : unknown ? broken || withoutValues(why, values ? bounds : undefined, choice) : '');
  part('solve-text').dataset.problem = String(Boolean(unknown && broken));
  part('task').hidden = !part('solve-text').textContent && !unknown;
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
