// Sends requests to the server. Every failure is a Problem with one line for people and a `kind`:
// the last word of its type, or "gone" if the server does not answer.

export class Problem extends Error {
  constructor({kind, status = 0, title = '', detail = ''}) {
    super(detail || title);
    Object.assign(this, {kind, status, title, detail});
  }
}

const GONE = {
  kind: 'gone',
  title: 'The server does not answer',
  detail: 'Check that "pipo serve" is running. You can go on playing; values return when it answers.',
};

export function problemOf(body, status = 0) {
  const kind = String(body?.type ?? '').split(':').pop() || 'unknown';
  return new Problem({kind, status, title: body?.title ?? `The server answered ${status}`, detail: body?.detail ?? ''});
}

async function send(path, params, {method = 'GET', body, signal} = {}) {
  const query = new URLSearchParams(Object.entries(params ?? {}).filter(([, value]) => value !== undefined));
  const address = `/api/v1/${path}` + (query.size ? `?${query}` : '');
  let answer;
  try {
    answer = await fetch(address, {method, body, signal});
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(GONE);
  }
  if (answer.ok) return answer;
  throw problemOf(await answer.json().catch(() => null), answer.status);
}

async function read(answer, how) {
  try {
    return await answer[how]();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem({kind: 'broken', title: 'The answer was cut off', detail: 'The server sent only part of an answer; try again.'});
  }
}

export async function askJson(path, params, options) {
  return read(await send(path, params, options), 'json');
}

export async function askText(path, params, options) {
  return read(await send(path, params, options), 'text');
}
