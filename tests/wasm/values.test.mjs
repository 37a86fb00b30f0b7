// The module's values are those of the native program, which sweeps with several threads and other instructions.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import test from 'node:test';

import {load} from './module.mjs';

const PIPO = resolve(process.env.PIPO ?? 'build/release/pipo');

// Random numbers below `end`, the same in every run.
let state = 57;
function random(end) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
}

function position(rows, columns, drawn) {
  const edges = rows * (columns + 1) + columns * (rows + 1);
  const bits = Array(edges).fill('0');
  for (let left = drawn; left > 0;) {
    const edge = random(edges);
    if (bits[edge] === '1') continue;
    bits[edge] = '1';
    left -= 1;
  }
  return `${rows}x${columns}:${bits.join('')}`;
}

// Returns the answers of the native program, with the values of all moves.
function native(positions) {
  const lines = execFileSync(PIPO, ['solve', '--batch', '-', '--format', 'jsonl'],
                             {input: positions.join('\n'), encoding: 'utf8', maxBuffer: 2 ** 30}).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function compare(ask, positions) {
  const values = ({value, moves, best}) => ({value, moves: moves.map((move) => [move.edge, move.captures, move.value]), best});
  native(positions).forEach((expected, index) => {
    const [[name, answer]] = ask('moves', {position: positions[index]});
    assert.equal(name, 'answer', positions[index]);
    assert.deepEqual(values(answer), values(expected), positions[index]);
  });
}

test('10,000 positions of ten boards', async () => {
  const ask = await load();
  const positions = [];
  for (const [rows, columns] of [[1, 5], [1, 9], [2, 2], [2, 3], [3, 2], [2, 4], [3, 3], [2, 5], [3, 4], [4, 3]]) {
    const edges = rows * (columns + 1) + columns * (rows + 1);
    for (let i = 0; i < 1000; ++i) positions.push(position(rows, columns, random(edges + 1)));
  }
  compare(ask, positions);
});

test('200 sweeps, and 40 of them in two threads', async () => {
  const positions = [];
  for (let i = 0; i < 50; ++i) {
    positions.push(position(5, 5, 21 + random(3)), position(4, 5, 14 + random(4)), position(4, 4, 8 + random(4)), position(3, 6, 14 + random(4)));
  }
  compare(await load({atlas: false}), positions);
  compare(await load({atlas: false, helpers: 1}), positions.slice(0, 40));
});

test('a position beyond the memory is refused beforehand', async () => {
  const ask = await load({memory: 100 * 2 ** 20, atlas: false});
  const begin = performance.now();
  const [[name, problem]] = ask('moves', {position: position(5, 5, 14)});
  assert.equal(name, 'problem');
  assert.equal(problem.type, 'urn:pipopipette:problem:beyond-limits');
  assert.match(problem.detail, /100 MiB|104 MB|memory/);
  assert.ok(performance.now() - begin < 60_000, 'no sweep was begun');
});

test('memory stays within its limit over many sweeps', async () => {
  const before = process.memoryUsage().rss;
  const ask = await load({memory: 256 * 2 ** 20, atlas: false});
  for (let i = 0; i < 60; ++i) ask('moves', {position: position(5, 5, 20)});
  const taken = process.memoryUsage().rss - before;
  assert.ok(taken < 450e6, `60 sweeps have taken ${taken} bytes`);
});

test('analyse tells what a server tells, a review goes back to the first move', async () => {
  const ask = await load();
  const names = ask('analyse', {position: '3x3:000000000000000000000000', time: '5', seed: '1'}).map(([name]) => name);
  assert.deepEqual(names.slice(-3), ['moves', 'explanation', 'done']);
  const events = ask('review', {notation: 'moves', time: '20'}, '3x3 h0.0; v0.0; h1.1; v1.1; h2.2');
  const [last, {state: end, review}] = events.at(-1);
  assert.deepEqual([last, end, review.moves.length], ['done', 'done', 5]);
  assert.ok(events.length > 2 && events.slice(0, -1).every(([name]) => name === 'running'));
  const [[name, problem]] = ask('review', {}, 'x');
  assert.deepEqual([name, problem.status], ['problem', 400]);
  assert.equal(ask('nothing')[0][1].type, 'urn:pipopipette:problem:not-found');
});

test('a file that cannot be fetched now is asked for again', async (t) => {
  let gone = true;
  let page = false;   // in place of the files
  const asked = [];
  globalThis.XMLHttpRequest = class {
    open(method, address) { this.address = address; }

    send() {
      asked.push(this.address);
      if (gone) throw new Error('no network');
      this.status = 200;
      this.response = page ? new TextEncoder().encode('<!doctype html>').buffer : new Uint8Array(readFileSync(new URL(this.address).pathname.slice(1))).buffer;
    }
  };
  t.after(() => delete globalThis.XMLHttpRequest);
  const files = Object.fromEntries(['manifest.json', 'layer-00.pipo'].map((name) => {
    const at = `atlas/4x4/${name}`;
    return [`/${at}`, {bytes: statSync(at).size, at}];
  }));
  const ask = await load({fetched: files});
  const empty = {position: position(4, 4, 0)};
  const [[, problem]] = ask('value', empty);
  assert.match(problem.detail, /manifest\.json: could not be fetched; try again/);
  assert.equal(problem.title, 'A file has not arrived');
  [gone, page] = [false, true];
  const [[, other]] = ask('value', empty);
  assert.match(other.detail, /manifest\.json: could not be fetched; try again/);
  page = false;
  const [[, {value, atlas}]] = ask('value', empty);
  assert.deepEqual([value, atlas], [0, true]);
  ask('value', empty);
  assert.deepEqual(asked.slice(-2), ['http://host/atlas/4x4/manifest.json', 'http://host/atlas/4x4/layer-00.pipo']);
});
