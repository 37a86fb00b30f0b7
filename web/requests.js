// The only module through which the page asks the server. Every failure is a Problem with one line for
// people and a `kind`: the last word of its type, or "gone" if the server does not answer.

export class Problem extends Error {
  /**
   * @param {{type?: string, title?: string, detail?: string} | null} about
   * @param {number} status
   */
  constructor(about, status = 0) {
    const {type = '', title = `No answer (status ${status})`, detail = ''} = about ?? {};
    super(detail || title);
    this.kind = type.split(':').pop() || 'unknown';
    this.title = title;
    this.detail = detail;
  }
}

// The page asks a server, or the module that its head names (wasm/local.js).
const module = globalThis.document?.querySelector?.('meta[name=answers]')?.getAttribute('content');
/** @type {Promise<(address: string, options: {method: string, body?: string, signal?: AbortSignal}) => Promise<Response>> | null} */
const asked = module ? import(new URL(module, document.baseURI).href).then(({answer}) => answer) : null;

const GONE = module ? {type: 'gone', title: 'The page does not get its solver', detail: 'Load the page again when the network is there.'} : {
  type: 'gone', title: 'The server does not answer', detail: 'Check that "pipo serve" is running. The page goes on when it answers.'};

const ASK_AGAIN = 4000;    // milliseconds, while the server is gone

/** @type {Set<() => void>} */
const waiting = new Set();
let gone = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Calls `back` whenever the server answers again after it did not. It is asked until it does.
 *
 * @param {() => void} back
 */
export function onReturn(back) {
  waiting.add(back);
}

/** @param {boolean} answers */
function note(answers) {
  const back = gone && answers;
  gone = !answers;
  clearTimeout(timer);
  if (gone) timer = setTimeout(() => askJson('health').catch(() => {}), ASK_AGAIN);
  if (back) for (const one of waiting) one();
}

/**
 * @typedef {Record<string, string | number | boolean | undefined>} Params undefined ones are left out
 * @typedef {{method?: string, body?: string, signal?: AbortSignal}} Options
 */

/**
 * @param {string} path
 * @param {Params} params
 * @param {Options} options
 */
async function send(path, params, {method = 'GET', body, signal} = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const address = `/api/v1/${path}` + (given.length ? `?${query}` : '');
  let answer;
  try {
    answer = await (asked ? await asked : fetch)(address, {method, body, signal});
  } catch (/** @type {any} */ error) {
    if (error.name === 'AbortError') throw error;
    note(false);
    throw new Problem(GONE);
  }
  note(true);
  if (answer.ok) return answer;
  throw new Problem(await answer.json().catch(() => null), answer.status);
}

export const CUT_OFF = new Problem({type: 'broken', title: 'The answer was cut off', detail: 'Only part of it came. Try again.'});

/**
 * Sends a request to /api/v1/ that is answered by server-sent events, and returns them as they
 * come. Comments are left out. Throws a Problem, also if the stream breaks off; the caller knows
 * the last event. The end of the signal closes the connection.
 *
 * @param {string} path
 * @param {Params} params
 * @param {Options} options
 * @returns {AsyncGenerator<{name: string, data: any}>}
 */
export async function* events(path, params, options) {
  const {body} = await send(path, params, options);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ;) {
    const {done, value} = await reader.read().catch((error) => {
      if (error.name === 'AbortError') throw error;
      note(false);
      throw new Problem(GONE);
    });
    if (done) return;
    const blocks = (text + decoder.decode(value, {stream: true})).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? [];
      if (name) yield {name, data: JSON.parse(data)};
    }
  }
}

/**
 * Sends a request to /api/v1/ and returns the answer, or throws a Problem. The caller knows its
 * type from docs/openapi.json.
 *
 * @param {string} path
 * @param {Params} params
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function askJson(path, params = {}, options = {}) {
  const answer = await send(path, params, options);
  return answer.json().catch((/** @type {any} */ error) => {
    throw error.name === 'AbortError' ? error : CUT_OFF;
  });
}
