// The panel for positions without known values: the reason, the button to solve, its progress, and
// messages about problems.

import {button, part, say} from './page.js';
import {withoutValues} from './words.js';

/**
 * @typedef {import('./knowledge.js').Known} Known
 * @typedef {import('api').components['schemas']['AnalysisProgress']} Progress
 * @typedef {import('./session.js').Session} Session
 */

/** @param {number} seconds */
function time(seconds) {
  return seconds < 1.5 ? 'a second' : seconds < 100 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;
}

/** @param {Progress} job */
function progress(job) {
  const at = job.progress;
  const bar = /** @type {HTMLProgressElement} */ (part('solve-progress'));
  if (at?.total) {
    bar.max = at.total;
    bar.value = Math.min(at.done, at.total);
  } else {
    bar.removeAttribute('value');
  }
  const seconds = job.plan?.seconds ?? null;
  return `${job.state === 'queued' ? 'Waiting for its turn' : 'Solving'}${seconds === null ? '' : ` (about ${time(seconds)})`}\u2026`;
}

/**
 * Returns why this position cannot be solved, if that is known; else nothing.
 *
 * @param {Session} session
 * @param {Known} known
 */
function whyNot({match: {now}, seconds: most, jobs}, {unsolved, time: had}) {
  if (!jobs) return 'No table covers this position, and this server solves none (it was started with --jobs 0).';
  if (unsolved?.reason !== 'beyond-limits') return '';
  const missing = unsolved.missing_edges;
  if (missing) {
    return `This computer can solve the game when about ${missing} more ${missing === 1 ? 'edge is' : 'edges are'} drawn: ` +
           `exact values from about move ${now.ply + missing + 1}.`;
  }
  if (missing === null) return 'This board is too large to solve so early. Draw more lines.';
  return had >= most ? `Not solved: ${unsolved.detail}.` : '';
}

/**
 * @param {Session} session
 * @param {boolean} values whether values and the like are shown
 */
export function paintTask(session, values = session.settings.values) {
  const {match: {now}, seconds: most} = session;
  const known = session.knowledge.of(now.position);
  const {state, unsolved, bounds, guess} = known;
  const working = state === 'asking' && known.progress && !unsolved ? known.progress : null;
  const unknown = Boolean(unsolved) && most > 0 && !known.moves && !now.over && !session.review.working;
  const why = unknown ? whyNot(session, known) : '';
  button('solve').hidden = !unknown || why !== '';
  say('solve', `Solve (at most ${time(most)})`);
  part('solve-progress').hidden = part('solve-cancel').hidden = !working;
  const broken = unsolved && ['busy', 'too-many-jobs'].includes(unsolved.reason) ? `Not solved: ${unsolved.detail}.` : '';
  say('solve-text', working ? progress(working)
      : unknown ? broken || withoutValues(why, values ? bounds?.value_bounds : undefined, values ? guess : undefined, now.left) : '');
  part('solve-text').dataset.problem = String(unknown && broken !== '');
  part('task').hidden = !part('solve-text').textContent && !unknown;
  say('announced', part('solve-text').textContent ?? '');   // outside of what is hidden at times, so that it is read
  paintTrouble(session, known, now.over);
}

/**
 * @param {Session} session
 * @param {Known} known
 * @param {boolean} over
 */
function paintTrouble({trouble}, {problem: told, state}, over) {
  const problem = trouble?.problem ?? (over ? null : told ?? null);
  const words = [trouble?.text, problem && [problem.title, problem.detail].filter(Boolean).join(': ')].filter(Boolean).join(' ');
  say('trouble-text', words);
  part('trouble').hidden = !words;
  say('trouble-end', problem && state === 'failed' ? 'Try again' : 'Dismiss');
}
