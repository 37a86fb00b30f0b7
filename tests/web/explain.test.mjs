// The theory's paragraphs as the page shows them.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {shown} from '../../web/explain.js';

const line = (words, tells) => ({depth: 0, tells, component: null, edges: [], pieces: [words]});

test('without values, lines that tell them are left out', () => {
  const paragraphs = [{title: 'components', lines: [line('7-chain, long', false)]}, {title: 'control', lines: [line('Nimstring: loony', true), line('chain formula', false)]},
                      {title: 'moves', lines: [line('best: h0.0', true)]}];
  const said = (values) => shown({paragraphs}, values).map(({title, lines}) => [title, ...lines.flatMap(({pieces}) => pieces)]);
  assert.deepEqual(said(true), [['components', '7-chain, long'], ['control', 'Nimstring: loony', 'chain formula'], ['moves', 'best: h0.0']]);
  assert.deepEqual(said(false), [['components', '7-chain, long'], ['control', 'chain formula']]);
});

test('every term that the sentences name is explained', () => {
  const named = [...['sentences', 'in_short'].map((name) => readFileSync(new URL(`../../theory/${name}.cpp`, import.meta.url), 'utf8')).join('').matchAll(/\b(?:counted_)?term\((?:\*formula\.d, )?"([^"]+)"/g)].map(([, name]) => name);
  const kinds = ['chain', 'loop', 'dipper', 'shackles', 'earmuffs', 'eight', 'joint'];
  assert.ok(new Set(named).size > 12);
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  for (const name of [...named, ...kinds]) assert.match(page, new RegExp(`<p id="term-${name.replaceAll(' ', '-')}" popover><b>.*:</b> .{10}`));
});
