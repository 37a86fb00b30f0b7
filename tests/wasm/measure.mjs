// The size of the module, and the time of sweeps in it, in one thread and in two, beside one thread of the program.
// Fails only if the module is larger than a page should load.
//
//     measure.mjs [--depths | --far TABLE]
//
// --depths: also the time of positions of 4x5 and 5x5 by their number of drawn edges. --far TABLE: also what is fetched of
// a table for positions with all of their moves; TABLE is its folder.
import {execFileSync} from 'node:child_process';
import {closeSync, openSync, readFileSync, readSync, statSync} from 'node:fs';
import {basename, dirname, resolve} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';

import {listed} from '../../wasm/listed.mjs';
import {load} from './module.mjs';

const PIPO = resolve(process.env.PIPO ?? 'build/release/pipo');
const MOST = 600_000;   // bytes by brotli
const ROUNDS = 3;       // the best of these counts

const files = ['pipopipette.wasm', 'pipopipette.mjs'].map((name) => readFileSync(`build/wasm/${name}`));
const size = (pack) => files.reduce((sum, file) => sum + pack(file).length, 0);
const packed = size(brotliCompressSync);
console.log(`module: ${size((file) => file)} bytes, gzip ${size(gzipSync)}, brotli ${packed}`);

// Drawn edges by a fixed rule, a typical opening each.
const position = (board, edges, drawn) => `${board}:${Array.from({length: edges}, (_, edge) => Number((edge * 7) % edges < drawn)).join('')}`;
const SWEEPS = [['4x5', 49, 9], ['4x5', 49, 12], ['4x4', 40, 5], ['5x5', 60, 16], ['5x5', 60, 18], ['5x5', 60, 20]];

function best(run) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; ++round) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least / 1000;
}

for (const [board, edges, drawn] of SWEEPS) {
  const start = position(board, edges, drawn);
  const native = best(() => execFileSync(PIPO, ['solve', '--threads', '1', start]));
  const times = [];
  for (const helpers of [0, 1]) {
    const modules = [];
    for (let round = 0; round < ROUNDS; ++round) modules.push(await load({atlas: false, helpers}));   // none remembers the sweep
    times.push(best(() => modules.pop()('moves', {position: start})));
  }
  const [one, two] = times;
  console.log(`${board} with ${drawn} drawn edges: ${one.toFixed(2)} s, in two threads ${two.toFixed(2)} s, the program ${native.toFixed(2)} s, ` +
              `ratio ${(one / native).toFixed(2)}`);
}
if (packed > MOST) {
  console.error(`The module has more than ${MOST} bytes.`);
  process.exitCode = 1;
}

// Random positions by their number of drawn edges, each asked of a module that remembers nothing.
const EACH = 5;
let state = 1;
const chance = () => ((state = (state * 48271) % 2147483647) / 2147483647);

function randomPosition(board, edges, drawn) {
  const chosen = new Set();
  while (chosen.size < drawn) chosen.add(Math.floor(chance() * edges));
  return `${board}:${Array.from({length: edges}, (_, edge) => Number(chosen.has(edge))).join('')}`;
}

if (process.argv.includes('--depths')) {
  for (const [board, edges, first, last] of [['4x5', 49, 0, 20], ['5x5', 60, 14, 24]]) {
    const all = [];
    for (let drawn = first; drawn <= last; ++drawn) {
      const times = [];
      let bytes = 0;
      let refused = 0;
      for (let each = 0; each < (drawn === 0 ? 1 : EACH); ++each) {
        const ask = await load({memory: 1.5 * 2 ** 30, longest: 300});
        const begin = performance.now();
        const [[name]] = ask('moves', {position: randomPosition(board, edges, drawn), time: '300'});
        if (name === 'answer') times.push((performance.now() - begin) / 1000);
        else ++refused;
        bytes = Math.max(bytes, ask.bytes());
      }
      times.sort((a, b) => a - b);
      all.push(...times);
      const [median, worst] = [times[times.length >> 1], times.at(-1)].map((time) => time?.toFixed(2) ?? '-');
      console.log(`${board} with ${drawn} drawn edges: median ${median} s, worst ${worst} s, ${(bytes / 2 ** 20).toFixed(0)} MiB, ${refused} refused`);
    }
    all.sort((a, b) => a - b);
    console.log(`${board}: median ${all[all.length >> 1].toFixed(2)} s, worst ${all.at(-1).toFixed(2)} s`);
  }
}

// Counts what a browser would fetch.
async function measureFar(folder) {
  let requests = 0;
  let fetched = 0;
  globalThis.XMLHttpRequest = class {
    range = null;

    open(method, address) { this.path = new URL(address).pathname; }

    setRequestHeader(name, value) { this.range = /(\d+)-(\d+)/.exec(value).slice(1).map(Number); }

    send() {
      const [first, last] = this.range ?? [0, statSync(this.path).size - 1];
      const bytes = new Uint8Array(last - first + 1);
      const file = openSync(this.path);
      readSync(file, bytes, 0, bytes.length, first);
      closeSync(file);
      this.status = this.range ? 206 : 200;
      this.response = bytes.buffer;
      ++requests;
      fetched += bytes.length;
    }
  };
  const table = basename(folder);
  const far = Object.fromEntries(Object.entries(listed(dirname(folder), '/tables')).filter(([path]) => path.startsWith(`/tables/${table}/`)));
  const [rows, columns] = table.split('x').map(Number);
  const edges = rows * (columns + 1) + columns * (rows + 1);
  for (let drawn = 4; drawn < edges; drawn += 4) {
    const ask = await load({fetched: far});
    [requests, fetched] = [0, 0];
    ask('moves', {position: position(table, edges, drawn)});
    console.log(`${table} with ${drawn} drawn edges: ${requests} requests, ${(fetched / 1e6).toFixed(2)} MB`);
  }
}

const asked = process.argv.indexOf('--far');
if (asked > 0) await measureFar(resolve(process.argv[asked + 1]));
