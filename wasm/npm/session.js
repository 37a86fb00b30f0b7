// A session: a worker with a module of its own, which answers questions about tables and to a solver. The worker
// begins with the first question.

import {Answerer} from '../answerer.js';
import {ClosedError, exceptionFor, internal} from './errors.js';

/**
 * The difference between browsers and node.
 *
 * @typedef {object} Environment
 * @property {WebAssembly.Module} compiled
 * @property {() => import('../answerer.js').AnyWorker} worker
 * @property {(atlas: boolean | string) => Promise<object>} files returns what the worker needs to show the module its atlas
 * @property {(folders: (string | URL)[]) => string[]} folders returns the folders of tables to open if these are given
 */

/** @type {Environment} */
export let environment;

/** @param {Environment} given */
export function useEnvironment(given) {
  environment = given;
}

/**
 * The options of a session, as module.cpp describes them, and where its atlas is.
 *
 * @typedef {{folders: string[], atlas: boolean | string, [name: string]: any}} Options
 */

export class Session {
  #answerer;
  #closed = false;

  /** @param {Options} options */
  constructor(options) {
    this.#answerer = new Answerer(environment.worker, async () => ({
      compiled: environment.compiled,
      options: {...options, atlas: options.atlas !== false},
      ...await environment.files(options.atlas),
    }));
  }

  get closed() {
    return this.#closed;
  }

  // Ends the worker. Questions that it has not answered end with ClosedError.
  close() {
    this.#closed = true;
    this.#answerer.end('closed');
  }

  /**
   * Returns the answer to a question.
   *
   * @param {string} name
   * @param {object} given
   * @param {{signal?: AbortSignal, told?: (event: string, json: any) => void}} [options] `told` is called for each event
   *     before the answer; if it throws, the question is cancelled
   * @returns {Promise<any>}
   */
  ask(name, given, {signal, told} = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#closed) throw closed();
      const cancel = new AbortController();
      const fail = (/** @type {unknown} */ reason) => { reject(reason); cancel.abort(); };
      const left = () => fail(signal?.reason);
      signal?.addEventListener('abort', left);

      const tell = (/** @type {string} */ event, /** @type {string} */ text) => {
        if (cancel.signal.aborted) return;
        const json = JSON.parse(text);
        if (event === 'answer') return resolve(json);
        if (event === 'error') return reject(exceptionFor(json));
        try {
          told?.(event, json);
        } catch (error) {
          fail(error);
        }
      };
      // After an answer or an error, this rejection has no effect.
      const ended = (/** @type {string | undefined} */ failure) => {
        signal?.removeEventListener('abort', left);
        reject(this.#closed ? closed() : internal(failure ?? 'the worker ended without an answer'));
      };
      this.#answerer.ask({question: {path: name, params: {}, body: JSON.stringify(given)}, tell, ended}, cancel.signal);
    });
  }
}

export const closed = () => new ClosedError('bad_input', 'it is closed');

/**
 * Returns an answer with its names in the spelling of JavaScript.
 *
 * @param {Record<string, any>} json
 * @returns {any}
 */
export const spelled = (json) => Object.fromEntries(Object.entries(json).map(
    ([name, value]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]));

/**
 * Throws TypeError if an option has another name than these.
 *
 * @param {object} options
 * @param {string[]} names
 * @param {string} what
 */
export function checkNames(options, names, what) {
  const other = Object.keys(options).find((name) => !names.includes(name));
  if (other) throw new TypeError(`${other} is not an option of ${what}; there are ${names.join(', ')}`);
}

/**
 * Returns a number of bytes, or of another unit, as it is given. Throws TypeError or RangeError if it is none.
 *
 * @param {unknown} bytes
 * @param {string} name
 * @param {string} [unit]
 */
export function byteNumber(bytes, name, unit = 'bytes') {
  if (typeof bytes !== 'number') throw new TypeError(`${name} must be a number of ${unit}`);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new RangeError(`${name} must be a whole number of ${unit}, not ${bytes}`);
  return bytes;
}
