// The client in TypeScript (client.ts), compiled by check.sh, asks the server.

import assert from 'node:assert/strict';
import {resolve} from 'node:path';
import test from 'node:test';

import {Server, probe} from './support/program.mjs';

const {Client} = await import(resolve(process.env.PIPO_BROWSER_MODULES, 'client.js'));

test('a generated client ranks moves, chooses, and reviews a game', async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const client = new Client(new URL(server.address).origin);
  const position = '3x3:110001000011101010101000';
  const {moves, best} = probe(position);
  const wanted = [...moves].sort((a, b) => b.value - a.value || a.index - b.index).map(({edge}) => edge);
  assert.deepEqual(await client.ranking(position), wanted);
  const choice = await client.choice(position, 0.5);
  assert.equal(choice.by, 'table');
  assert.ok(best.includes(choice.edge));
  const names = ['h0.0', 'v0.1', 'h1.0', 'v0.0', 'h0.1', 'h1.1', 'v0.2'];
  const losses = await client.losses(`1x2 ${names.join('; ')}`);
  assert.equal(losses.length, 7);
  assert.ok(losses.every((lost) => lost !== null && lost >= 0 && lost % 2 === 0), String(losses));
  await assert.rejects(client.ranking('3x3:01'), /3x3 needs 24 edges/);
});
