// The parts of a browser that the modules of the page use: fetch and timers. The test
// answers the requests and advances the time, so no result depends on real time.

const ALL = ['fetch', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];

export class Browser {
  asked = [];     // every request: "GET moves 2x2:000000000000", "DELETE jobs/1"
  addresses = []; // and its address
  #open = [];     // the requests without an answer
  #timers = new Map();
  #now = 0;
  static #last = 0;   // no two timers have the same number, even of two tests

  constructor(t) {
    const real = Object.fromEntries(ALL.map((name) => [name, globalThis[name]]));
    t.after(() => Object.assign(globalThis, real));
    globalThis.fetch = (address, options) => this.#fetch(address, options);
    globalThis.setTimeout = (action, delay = 0) => this.#start({action, due: this.#now + delay});
    globalThis.setInterval = (action, every) => this.#start({action, due: this.#now + every, every});
    globalThis.clearTimeout = globalThis.clearInterval = (id) => void this.#timers.delete(id);
  }

  #fetch(address, {method = 'GET', signal} = {}) {
    const {pathname, searchParams} = new URL(address, 'http://localhost');
    const path = pathname.replace('/api/v1/', '');
    const what = [method, path, searchParams.get('position')].filter(Boolean).join(' ');
    this.asked.push(what);
    this.addresses.push({pathname, searchParams});
    return new Promise((resolve, reject) => {
      const one = {what, resolve, reject, dropped: false};
      this.#open.push(one);
      signal?.addEventListener('abort', () => {
        this.#open = this.#open.filter((other) => other !== one);
        one.dropped = true;
        one.stream?.error(dropped());
        reject(dropped());
      });
    });
  }

  #start(timer) {
    this.#timers.set(++Browser.#last, timer);
    return Browser.#last;
  }

  // Returns the requests without an answer.
  waiting() {
    return this.#open.map(({what}) => what);
  }

  // Takes the oldest open request that begins with this text.
  #take(what) {
    const index = this.#open.findIndex((one) => `${one.what} `.startsWith(`${what} `));
    if (index < 0) throw new Error(`nobody asks ${what}; asked was ${this.asked.join(', ')}`);
    return this.#open.splice(index, 1)[0];
  }

  // Answers the oldest open request that begins with this text: "GET moves", or "GET moves
  // 2x2:000000000000".
  async answer(what, body, status = 200) {
    await this.settle();
    this.#take(what).resolve({ok: status < 400, status, json: async () => body});
    await this.settle();
  }

  // Answers the oldest open request that begins with this text by a stream of events, which begins
  // with these: [name, data].
  async stream(what, ...told) {
    await this.settle();
    const one = this.#take(what);
    const body = new ReadableStream({start(stream) { one.stream = stream; }});
    one.resolve({ok: true, status: 200, body});
    const bytes = new TextEncoder();
    let id = 0;
    const stream = {
      send: async (name, data) => {
        one.stream.enqueue(bytes.encode(`event: ${name}\nid: ${++id}\ndata: ${JSON.stringify(data)}\n\n`));
        await this.settle();
      },
      // A piece of the text, as it comes.
      text: async (text) => {
        one.stream.enqueue(bytes.encode(text));
        await this.settle();
      },
      end: async () => {
        one.stream.close();
        await this.settle();
      },
      fail: async () => {
        one.stream.error(new TypeError('network error'));
        await this.settle();
      },
      get dropped() { return one.dropped; },
    };
    for (const [name, data] of told) await stream.send(name, data);
    return stream;
  }

  // Fails a request as if the server had stopped.
  async refuse(what) {
    await this.settle();
    this.#take(what).reject(new TypeError('Failed to fetch'));
    await this.settle();
  }

  // Waits until all work is done that needs no answer and no time.
  async settle() {
    await new Promise(setImmediate);
  }

  // Advances the time by this many milliseconds.
  async pass(time) {
    await this.settle();
    const end = this.#now + time;
    for (;;) {
      const [id, next] = [...this.#timers].reduce((one, other) => (other[1].due < one[1].due ? other : one), [0, {due: Infinity}]);
      if (next.due > end) break;
      this.#now = next.due;
      if (next.every) next.due += next.every;
      else this.#timers.delete(id);
      next.action();
      await this.settle();
    }
    this.#now = end;
  }
}

function dropped() {
  return new DOMException('The request was dropped', 'AbortError');
}

// The reply of the server if no table covers the position.
export const NO_TABLE = {type: 'urn:pipopipette:problem:no-table', title: 'No table', status: 404, detail: 'make one'};

// An answer to "GET moves": the edge with this index is worth 2 more than every other one.
export function movesOf(position, best) {
  const open = [...position.split(':')[1]].flatMap((bit, index) => (bit === '0' ? [index] : []));
  return {position, value: 0, moves: open.map((index) => ({index, value: index === best ? 0 : -2}))};
}

// The events of an analysis that knows the values at once, as movesOf().
export function known(position, best) {
  return [['moves', movesOf(position, best)], ['explanation', {position, exact: {}}], ['done', {position, by: 'table'}]];
}

// Those before the values are known, and those of a position that is too large.
export function begun(position) {
  return [['bounds', {position, value_bounds: [-4, 4]}], ['explanation', {position, exact: null}], ['guess', guess(position, 1)],
          ['progress', {state: 'running', plan: null, progress: null}]];
}

export function tooLarge(position, missing) {
  return [['unsolved', {position, reason: 'beyond-limits', detail: 'too large', missing_edges: missing}], ['done', {position, by: null}]];
}

export function guess(position, index) {
  return {position, edge: 'h0.1', index, by: 'theory', value: null, reason: 'a theorem'};
}
