// The theory in sentences.

import assert from 'node:assert/strict';
import test from 'node:test';

import {TERMS} from '../../web/terms.js';
import {paragraphs} from '../../web/theory.js';

// An explanation with only what a test is about.
function explained(more) {
  return {exact: null, outcome: null, on_offer: [], components: [], stage: 'before-endgame', role: 'unknown', role_source: null, nimstring: null,
          chain_formula: {open_edges: 9, boxes: 4, wanted: 'odd', d: null}, endgame: null, exchange: null, margin: null, advice: [], leads: [], ...more};
}

const plain = ({pieces}) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece.words ?? piece.edge ?? `[${piece.source}]`)).join('');

// The sentences of the paragraph with this title.
function said(about, title) {
  return paragraphs(explained(about)).find((one) => one.title.startsWith(title))?.sentences.map(plain) ?? [];
}

const component = (kind, lengths, size, length_class = null) => ({mark: 'A', name: 'T(0+1+2)', kind, lengths, length_class, boxes: Array(size).fill(0), edges: ['h0.0']});

test('components are described in words', () => {
  const words = (...one) => said({components: [component(...one)]}, 'What is left')[1];
  assert.equal(words('chain', [7], 7, 'very long'), 'a very long chain of 7 boxes');
  assert.equal(words('chain', [1], 1, 'short'), 'a short chain of 1 box');
  assert.equal(words('loop', [4], 4), 'a loop of 4 boxes');
  assert.equal(words('T', [0, 1, 2], 4), 'a joint with strings of 0, 1 and 2 boxes');
  assert.equal(words('X', [0, 1, 2, 2], 6), 'a joint of four with strings of 0, 1, 2 and 2 boxes');
  assert.equal(words('dipper', [3, 4], 8), 'a dipper with strings of 3 and 4 boxes');
  assert.equal(words('eight', [1, 1, 3], 7), 'an eight with strings of 1, 1 and 3 boxes');
  assert.equal(words('other', [], 9), '9 boxes, not yet divided into chains and loops');
});

test('boxes on offer come first, and light up', () => {
  const [left] = paragraphs(explained({on_offer: [{boxes: [0, 1], edges: ['h0.0', 'v0.1']}, {boxes: [3], edges: ['v1.2']}]}));
  assert.equal(plain(left.sentences[0]), '3 boxes are on offer, marked *.');
  assert.deepEqual(left.sentences[0].edges, ['h0.0', 'v0.1', 'v1.2']);
  assert.equal(plain(left.sentences[1]), 'No other box is left.');
});

test('the player in control', () => {
  const components = [component('chain', [3], 3, 'long'), component('loop', [4], 4)];
  assert.deepEqual(said({components, role: 'opener', role_source: 'Sierra, definition 32(c)', stage: 'loony-endgame', nimstring: {loony: false, nim_value: 0, next_player_wins: false},
                         chain_formula: {boxes: 7, wanted: 'even', d: 1}}, 'Control'),
                   ['The player to move must open; the opponent is the controller. [Sierra, definition 32(c)]',
                    'Its nim-value is 0, so the opponent wins Nimstring. [Sierra, corollary 24]',
                    '1 double-cross on strings will come. [Sierra, proposition 43]',
                    'By the chain formula the player to move needs an even number to get control. [Sierra, theorem 47]']);
  assert.match(said({components: [component('loop', [4], 4)], role: 'opener'}, 'Control')[0], /the opponent takes all boxes left/);
  assert.equal(said({components, role: 'chooser'}, 'Control').length, 1);
});

const advice = (more) => ({action: 'nimstring', best: false, after_taking: false, boxes: 0, handed_back: 0, components: [], moves: ['h2.0'], edges: ['h2.0', 'h3.0'],
                           margin: null, cost: null, source: null, exact: null, ...more});

test('advice is ranked by exact values, or else by the theory', () => {
  const words = (exact, ...all) => said({exact, advice: all}, 'Moves');
  const exact = {value: 3, best: ['v0.0', 'v1.1'], by: 'table'};
  assert.deepEqual(words(exact, advice({exact: 3}), advice({exact: 1, boxes: 2, after_taking: true})),
                   ['Best: win Nimstring by h2.0 h3.0: +3', 'After taking all, worse by 2: win Nimstring by h2.0 h3.0, sacrificing 2 boxes: +1']);
  assert.deepEqual(words(exact, advice({exact: -1}))[0], 'Best: v0.0 v1.1: +3');
  assert.deepEqual(words(null, advice({best: true}), advice({action: 'take', boxes: 1}), advice({action: 'keep-control', boxes: 5, handed_back: 2, margin: -4})),
                   ['Advised: win Nimstring by h2.0 h3.0', 'Also: take 1 box (h2.0)', 'Also: keep control: take 3 of 5 and leave the last two (h2.0): \u22124']);
  assert.deepEqual(words(null), ['The theory advises no move: there are too many positions to search.']);
});

test('advice names its component', () => {
  const components = [{...component('chain', [5], 5, 'very long')}, {...component('loop', [4], 4), mark: 'B'}, {...component('dipper', [3, 4], 8), mark: 'C'}];
  const words = (more) => said({components, advice: [advice({action: 'open', boxes: 4, ...more})]}, 'Moves')[0];
  assert.equal(words({components: ['B']}), 'Possible: open the loop of 4 boxes, B (h2.0)');
  assert.equal(words({components: ['A', 'B'], action: 'offer', cost: 5}), 'Possible: offer a chain of 5 boxes, one of A and B (h2.0): costs 5');
  assert.equal(words({components: ['C']}), 'Possible: open 4 boxes of the dipper C (h2.0)');
});

test('who wins, for either player moving next', () => {
  const words = (which, whole_game) => said({outcome: {class: which, next: 5, second: -5, whole_game}}, whole_game ? 'Who wins the game' : 'Who wins the boxes left');
  assert.deepEqual(words('N', false), ['The player who moves next wins: the margin for the player to move is +5, and \u22125 if the opponent moved instead. [Mao-Peng, section 1]']);
  assert.match(words('tied', true)[0], /because of a tie/);
  assert.deepEqual(said({}, 'Who wins'), []);
});

test('every term is explained, and every source and edge is known as such', () => {
  for (const {sentences} of paragraphs(explained({components: [component('T', [0, 1, 2], 4)], role: 'controller', advice: [advice({best: true, source: 'Sierra, corollary 24'})]}))) {
    for (const {pieces} of sentences) {
      for (const piece of pieces) {
        if (typeof piece === 'string') assert.doesNotMatch(piece, /[hv]\d\.\d|Sierra|joint|controller/);
        else if ('term' in piece) assert.ok(TERMS[piece.term].length > 10);
      }
    }
  }
});
