// Answers the page's requests without a server: takes what `fetch` would take for a path of /api/v1, and returns the
// Response that a server would give. The questions go to workers that hold the module.
//
// There are two workers. One takes what may be long, and remembers what it has solved; a question in it is cancelled by
// ending the worker, unless it ends by itself at once. The other answers short questions meanwhile.

import {Answerer} from './answerer.js';

const AT_ONCE = 1;                      // seconds for a question without a time
const LONGEST = 300;
const MEMORY = {long: 1.5 * 2 ** 30, short: 0.5 * 2 ** 30};   // bytes
const LIMITS = {jobs: 1, memory_bytes: MEMORY.long, job_seconds: LONGEST, request_seconds: AT_ONCE};   // as a server tells them

/**
 * @typedef {import('./answerer.js').Question} Question
 * @typedef {import('./answerer.js').Tell} Tell
 */

const here = import.meta.url;
/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiling = new Map();
/** @typedef {{tables: any, files: import('./files.js').Listed}} Listing */
/** @type {Promise<Listing> | undefined} */
let listing;

// Both forget what failed, so that it is tried again.
/** @param {boolean} threads */
function compiled(threads) {
  const name = threads ? './pipopipette-threads.wasm' : './pipopipette.wasm';
  const found = compiling.get(name) ?? load(name).then(async (reply) => WebAssembly.compile(await reply.arrayBuffer()))
    .catch((error) => {
      compiling.delete(name);
      if (!(error instanceof WebAssembly.CompileError)) throw error;
      throw new Error(`${name} has not arrived whole, or this browser is too old (${error.message}); load the page again`);
    });
  compiling.set(name, found);
  return found;
}
const listed = () => (listing ??= load('./answers.json').then(async (reply) => readable(await reply.json()))
  .catch((error) => { listing = undefined; throw error; }));

/** @param {string} name */
async function load(name) {
  const reply = await fetch(new URL(name, here));
  if (!reply.ok) throw new TypeError(`${name} is not there`);
  return reply;
}

// Returns the listing without the tables that have large files, if the host sends no parts of files.
/** @param {Listing} all */
async function readable(all) {
  const folder = (/** @type {string} */ path) => path.slice(0, path.lastIndexOf('/'));
  const large = Object.entries(all.files).filter(([, {pieces}]) => pieces);
  if (large.length === 0) return all;
  // Without a network they cannot be read either.
  const part = await fetch(new URL(large[0][1].at, here), {headers: {Range: 'bytes=0-0'}}).catch(() => null);
  await part?.body?.cancel();
  if (part?.status === 206) return all;
  const unread = new Set(large.map(([path]) => folder(path)));
  return {
    files: Object.fromEntries(Object.entries(all.files).filter(([path]) => !unread.has(folder(path)))),
    tables: {...all.tables, tables: all.tables.tables.filter((/** @type {any} */ one) => one.atlas || !unread.has(`/tables/${one.table}`))},
  };
}

/**
 * @param {number} memory bytes of a question
 * @param {boolean} threads
 */
const answererWith = (memory, threads) => new Answerer(() => new Worker(new URL('./worker.js', here), {type: 'module'}), async () => {
  const [module, {files}] = await Promise.all([compiled(threads), listed()]);
  return {compiled: module, threads, files, base: here, limits: {memory, atOnce: AT_ONCE, longest: LONGEST}};
});

// Only pages that are isolated may have threads (keep.js).
const long = answererWith(MEMORY.long, crossOriginIsolated);
const short = answererWith(MEMORY.short, false);

/**
 * @param {Question} question
 * @param {Tell} tell
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<string | undefined>} why it could not be answered
 */
function ask(question, tell, signal) {
  const seconds = question.path === 'review' ? LONGEST : Number(question.params.time ?? AT_ONCE);
  const answerer = seconds > AT_ONCE || long.idle ? long : short;
  return new Promise((ended) => answerer.ask({question, tell, ended}, signal ?? undefined));
}

/** @param {string} detail */
const broken = (detail) => JSON.stringify(
    {type: 'urn:pipopipette:problem:internal', title: 'The answer could not be found', status: 500, detail});

/**
 * @param {string} text
 * @param {number} [status]
 */
const reply = (text, status = 200) => new Response(text, {status, headers: {'Content-Type': 'application/json'}});

/**
 * Returns the answer to a question with one event.
 *
 * @param {Question} question
 * @param {AbortSignal | null} [signal]
 */
async function whole(question, signal) {
  /** @type {Response | undefined} */
  let answered;
  const failure = await ask(question, (name, text) => {
    answered = reply(text, name === 'answer' ? 200 : JSON.parse(text).status);
  }, signal);
  signal?.throwIfAborted();
  return answered ?? reply(broken(failure ?? 'the worker ended'), 500);
}

/**
 * Returns the events of a question as a server sends them.
 *
 * @param {Question} question
 * @param {AbortSignal | null | undefined} signal
 * @param {(name: string, text: string) => string} data
 */
function stream(question, signal, data) {
  const encoder = new TextEncoder();
  return new Response(new ReadableStream({
    async start(controller) {
      const tell = (/** @type {string} */ name, /** @type {string} */ text) => {
        if (signal?.aborted) return;
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${data(name, text.trim())}\n\n`));
      };
      const stopped = () => controller.error(new DOMException('it was left', 'AbortError'));
      if (signal?.aborted) return stopped();
      signal?.addEventListener('abort', stopped);
      const failure = await ask(question, tell, signal);
      signal?.removeEventListener('abort', stopped);
      if (signal?.aborted) return;
      if (failure) tell('problem', broken(failure));
      controller.close();
    },
  }), {headers: {'Content-Type': 'text/event-stream'}});
}

// The reviews that were asked for, by number. As on a server, their events are asked for by themselves.
/** @type {Map<string, {question: Question, stop: AbortController}>} */
const reviews = new Map();

/** @param {Question} question */
function beginReview(question) {
  const id = String(reviews.size + 1);
  reviews.set(id, {question, stop: new AbortController()});
  return reply(JSON.stringify({id, state: 'queued', review: null, problem: null}), 202);
}

/**
 * @param {string} id
 * @param {string} method
 */
function reviewAt(id, method) {
  const review = reviews.get(id);
  if (!review) return reply(broken('there is no such review'), 404);
  if (method === 'DELETE') {
    review.stop.abort();
    return reply(JSON.stringify({id, state: 'cancelled'}));
  }
  return stream(review.question, review.stop.signal, (name, text) => (
    name === 'problem' ? JSON.stringify({state: 'failed', review: null, problem: JSON.parse(text)}) : text));
}

/**
 * Answers as `fetch` does.
 *
 * @param {string} address
 * @param {{method?: string, body?: string, signal?: AbortSignal | null}} [options]
 * @returns {Promise<Response>}
 */
export async function answer(address, {method = 'GET', body = '', signal} = {}) {
  const {pathname, searchParams} = new URL(address, here);
  const path = pathname.replace('/api/v1/', '');
  const question = {path, params: Object.fromEntries(searchParams), body};
  const [first, id] = path.split('/');
  if (first === 'health') return reply('{"status":"ok"}');
  if (first === 'tables') return reply(JSON.stringify({...(await listed()).tables, limits: LIMITS}));
  if (first === 'jobs') return reviewAt(id, method);
  if (first === 'review') return beginReview(question);
  return first === 'analyse' ? stream(question, signal, (name, text) => text) : whole(question, signal);
}

// Later visits need no network. The tables are kept once the page has had its first answer.
if ('serviceWorker' in navigator && isSecureContext) {
  navigator.serviceWorker.register(new URL('./sw.js', here)).then(() => navigator.serviceWorker.ready)
    .then(({active}) => compiled(crossOriginIsolated).then(() => active?.postMessage('keep'))).catch(() => {});
}
