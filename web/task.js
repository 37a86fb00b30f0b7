// The panel for positions without known values: the reason, the button to solve, its progress, and
// messages about problems.

const by = (id) => document.getElementById(id);

function seconds(count) {
  return count < 1.5 ? 'about a second' : count < 100 ? `about ${Math.round(count)} seconds` : `about ${Math.round(count / 60)} minutes`;
}

function amount(count) {
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)} billion` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} million` : count.toLocaleString('en');
}

function planned({plan}) {
  if (!plan) return '';
  const what = [plan.values ? `${amount(plan.values)} values` : '', plan.memory ? `${(plan.memory / 2 ** 20).toFixed(0)} MiB` : '',
                plan.seconds != null ? seconds(plan.seconds) : ''].filter(Boolean);
  return what.length ? ` (${what.join(', ')})` : '';
}

function progress(job) {
  const at = job.progress;
  const bar = by('solve-progress');
  if (at?.total) {
    bar.max = at.total;
    bar.value = Math.min(at.done, at.total);
  } else {
    bar.removeAttribute('value');
  }
  const layer = at && at.layer != null ? `, layer ${at.layer}` : '';
  return `${job.state === 'queued' ? 'Waiting for its turn' : 'Solving'}${planned(job)}${layer}\u2026`;
}

export function paintTask(session) {
  const {match: {now}, analysis: {knowledge, solver}} = session;
  const known = knowledge.of(now.position);
  const job = solver.of(now.position);
  const working = solver.working(now.position);
  const elsewhere = solver.working() && !working;
  const offer = known.state === 'none' && !working && !now.over;
  by('solve').hidden = !offer;
  by('solve-progress').hidden = by('solve-cancel').hidden = !working && !elsewhere;
  by('solve-text').textContent = working ? progress(job)
      : elsewhere ? `${progress(solver.job)} (a position before)`
      : offer ? (job?.problem ? `Not solved: ${job.problem.message}` : 'No table covers this position.') : '';
  by('solve-text').dataset.problem = String(Boolean(offer && job?.problem));
  by('task').hidden = !by('solve-text').textContent;
  paintTrouble(session, known, now.over);
}

function paintTrouble({trouble}, known, over) {
  const problem = trouble?.problem ?? (known.state !== 'none' && !over ? known.problem ?? null : null);
  const words = [trouble?.text, problem && [problem.title, problem.detail].filter(Boolean).join(': ')].filter(Boolean).join(' ');
  const place = by('trouble-text');
  if (place.textContent !== words) place.textContent = words;
  by('trouble').hidden = !words;
  by('retry').hidden = !problem || known.state === 'none' || known.state === 'known';
  by('dismiss').hidden = !trouble;
}
