// Asks a worker that holds the module, one question after the other. A question is cancelled by ending the worker,
// unless it ends by itself at once; the next question begins another worker.

const SOON = 250;   // milliseconds in which a cancelled question may end by itself

/**
 * @typedef {{path: string, params: Record<string, string>, body: string}} Question
 * @typedef {(name: string, text: string) => void} Tell
 * @typedef {{question: Question, tell: Tell, ended: (failure?: string) => void}} Asked
 * @typedef {object} AnyWorker of a browser or of node
 * @property {any} onmessage
 * @property {any} onerror
 * @property {(message: object) => void} postMessage
 * @property {() => void} terminate
 */

export class Answerer {
  #make;
  #starting;
  /** @type {AnyWorker | null} */
  #worker = null;
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Asked | null} */
  #at = null;
  #ready = false;

  /**
   * @param {() => AnyWorker} make
   * @param {() => Promise<object>} starting returns what the worker needs to begin
   */
  constructor(make, starting) {
    this.#make = make;
    this.#starting = starting;
  }

  get idle() {
    return !this.#at && this.#waiting.length === 0;
  }

  /**
   * @param {Asked} asked
   * @param {AbortSignal} [signal]
   */
  ask(asked, signal) {
    if (signal?.aborted) return asked.ended();
    const cancel = () => this.#cancel(waiting);
    const waiting = {...asked, ended: (/** @type {string | undefined} */ failure) => {
      signal?.removeEventListener('abort', cancel);
      asked.ended(failure);
    }};
    signal?.addEventListener('abort', cancel);
    this.#waiting.push(waiting);
    if (!this.#worker) this.#begin();
    else this.#next();
  }

  async #begin() {
    /** @type {AnyWorker | null} */
    let worker = null;
    // A worker that has been ended may still be heard for a moment.
    const its = (/** @type {(event: any) => void} */ hear) => (/** @type {any} */ event) => { if (worker === this.#worker) hear(event); };
    try {
      worker = this.#worker = this.#make();
      worker.onmessage = its(({data}) => this.#take(data));
      worker.onerror = its(() => this.end('the worker could not begin'));
      const start = await this.#starting();
      if (worker === this.#worker) worker.postMessage({start});
    } catch (/** @type {any} */ error) {
      if (worker === this.#worker) this.end(error.message);
    }
  }

  /** @param {any} data */
  #take(data) {
    if (data.failed) return this.end(data.failed);
    if (data.started) this.#ready = true;
    else if (!data.done) return this.#at?.tell(data.name, data.text);
    else this.#finish();
    this.#next();
  }

  #next() {
    const next = this.#ready && !this.#at && this.#waiting.shift();
    if (!next) return;
    this.#at = next;
    this.#worker?.postMessage({id: 0, ...next.question});
  }

  /** @param {string} [failure] */
  #finish(failure) {
    const ended = this.#at;
    this.#at = null;
    ended?.ended(failure);
  }

  // Ends the worker and all questions. The next question begins another one.
  /** @param {string} reason */
  end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#finish(reason);
    for (const {ended} of this.#waiting.splice(0)) ended(reason);
  }

  /** @param {Asked} asked */
  #cancel(asked) {
    const place = this.#waiting.indexOf(asked);
    if (place >= 0) this.#waiting.splice(place, 1)[0].ended();
    if (this.#at !== asked) return;
    setTimeout(() => {
      if (this.#at !== asked) return;
      this.#worker?.terminate();
      this.#worker = null;
      this.#ready = false;
      this.#finish();
      if (this.#waiting.length > 0) this.#begin();
    }, SOON);
  }
}
