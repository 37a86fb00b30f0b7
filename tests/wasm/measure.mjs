// The size of the module, and the time of sweeps in it beside one thread of the program. Fails only if the module is
// larger than a page should load.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';

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
  const modules = [];
  for (let round = 0; round < ROUNDS; ++round) modules.push(await load({atlas: false}));   // none remembers the sweep
  const here = best(() => modules.pop()('moves', {position: start}));
  console.log(`${board} with ${drawn} drawn edges: ${here.toFixed(2)} s, the program ${native.toFixed(2)} s, ratio ${(here / native).toFixed(2)}`);
}
if (packed > MOST) {
  console.error(`The module has more than ${MOST} bytes.`);
  process.exitCode = 1;
}
