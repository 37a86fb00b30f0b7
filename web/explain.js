// Shows the output of `pipo explain` beside the board. It explains the terms of the theory, lights
// up edges in the picture, and tints the components that the text names.

import {Recent} from './recent.js';
import {askJson, askText} from './requests.js';

const TINTS = 8;
const KEPT = 100;  // explained positions

const TERMS = {
  'double-crosses on strings': 'moves that complete the last two boxes of a string at once',
  'double-cross on strings': 'a move that completes the last two boxes of a string at once',
  'loony endgame': 'a position in which every move gives away a long string or a loop',
  'fully controlled value': 'the controller\'s margin from keeping control to the very end',
  'controlled value': 'the controller\'s margin from keeping control, but taking the last piece whole',
  'terminal bonus': 'what taking the last piece whole adds to the controller\'s margin',
  'keep control': 'hand back the last two boxes of a string, or the last four of a loop, so that the opponent must open the next',
  'give up control': 'take all boxes on offer, and then have to move elsewhere',
  'chain formula': 'the parity of the number of long chains decides who gets control: one player wants it even, the other odd',
  'controller': 'the player who answers in the endgame, and can make the opponent open every time',
  'Nimstring': 'the same moves, but a player who cannot move loses; its winner gets control',
  'nim-value': 'the value in Nimstring: with 0 the player to move loses',
  'long chains': 'chains of three boxes or more',
  'opener': 'the player who must open the next string or loop',
  'joint': 'a box with three or four open edges',
  'dipper': 'a loop with a chain attached',
  'string': 'a run of boxes with two open edges each',
  'margin': 'boxes of one player minus boxes of the other, from here to the end',
  'loony': 'the player to move can decide who must move next',
};
const TERM = new RegExp(`\\b(${Object.keys(TERMS).join('|')})\\b|\\b([hv]\\d+\\.\\d+)\\b|(\\[[A-Z][^\\]]*\\])|(\\d*-(?:chain|loop)s?)|^((?:After taking all, )?(?:best|worse by \\d+|also|advised|best in Nimstring):)`, 'gi');
const PIECES = {chain: 'a run of boxes from outside to outside; once opened, all its boxes can be taken', loop: 'a ring of boxes with two open edges each'};

// Returns the paragraphs of the text: [{title, lines: [{depth, words}]}]. It leaves out the picture
// at the top and the exact value, since the board shows both.
export function paragraphs(text) {
  const found = [];
  for (const line of text.split('\n')) {
    if (/^[a-z]/.test(line)) found.push({title: line, lines: []});
    const at = /^( +)(\S.*)$/.exec(line);
    const paragraph = found.at(-1);
    if (!at || !paragraph) continue;
    const depth = at[1].length / 2;
    const before = paragraph.lines.at(-1);
    // The continuation of a broken line is indented by four more columns.
    if (before && depth >= before.depth + 2) before.words += ' ' + at[2];
    else paragraph.lines.push({depth, words: at[2]});
  }
  return found.filter(({title}) => !/^(by (the table|a sweep|a search)|exact value)$/.test(title));
}

// Components that are not yet divided into chains and loops get the background tint.
function tintOf(component, index) {
  return component.kind === 'other' ? 'other' : index % TINTS;
}

// Returns, by box, its mark in the picture and the number of its tint.
export function tintsOf(explained) {
  const tints = new Map();
  explained?.components.forEach((component, index) => {
    for (const box of component.boxes) tints.set(box, {mark: component.mark, tint: tintOf(component, index)});
  });
  for (const group of explained?.on_offer ?? []) for (const box of group.boxes) tints.set(box, {mark: '*', tint: 'offer'});
  return tints;
}

export class Explanation {
  #place;
  #changed;
  #asking = null;
  #known = new Recent(KEPT);
  #shown = '';

  // Calls lit(names) with the edges to light up in the picture, or with null.
  constructor(place, changed, lit) {
    this.#place = place;
    this.#changed = changed;
    for (const [start, end] of [['mouseover', 'mouseout'], ['focusin', 'focusout']]) {
      place.addEventListener(start, (event) => {
        const line = event.target.closest('[data-edges]');
        if (line) lit(new Set(line.dataset.edges.split(' ')));
      });
      place.addEventListener(end, () => lit(null));
    }
  }

  // Returns the tints of this position, as far as they are known.
  tints(position) {
    return tintsOf(this.#known.get(position)?.json);
  }

  async ask(position) {
    if (this.#known.get(position)) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#known.set(position, {});
    try {
      // The requests run one after the other, because each may take the server a while.
      const json = await askJson('explain', {position}, {signal: asking.signal});
      if (json.position !== position) return;
      this.#known.set(position, {json});
      this.#changed();
      const text = await askText('explain', {position, format: 'text'}, {signal: asking.signal});
      this.#known.set(position, {json, paragraphs: paragraphs(text)});
    } catch (problem) {
      if (problem.name === 'AbortError') this.#known.delete(position);
      else this.#known.set(position, {problem});
    }
    this.#changed();
  }

  forget(position) {
    if (this.#known.get(position)?.problem) this.#known.delete(position);
  }

  // Paints the text. Without `moves` it only describes the position and gives no moves away.
  paint(position, over, moves) {
    const known = this.#known.get(position);
    const show = `${position} ${over} ${moves} ${known ? Object.keys(known) : ''}`;
    if (this.#shown === show) return;
    this.#shown = show;
    if (over) return this.#place.replaceChildren(line('p', 'No box is left: the board is full.'));
    if (known?.problem) return this.#place.replaceChildren(line('p', `No explanation: ${known.problem.message}`));
    if (!known?.paragraphs) return this.#place.replaceChildren(line('p', '\u2026'));
    const marks = new Map(known.json.components.map((component, index) => [component.mark, {index, component}]));
    this.#place.replaceChildren(...known.paragraphs.filter(({title}) => moves || title !== 'moves').map((paragraph) => section(paragraph, marks)));
  }
}

function line(name, words) {
  const part = document.createElement(name);
  part.append(...rich(words));
  return part;
}

function section({title, lines}, marks) {
  const long = lines.length > 8;
  const place = document.createElement(long ? 'details' : 'section');
  place.append(line(long ? 'summary' : 'h3', title[0].toUpperCase() + title.slice(1)));
  const left = title === 'components';
  for (const {depth, words} of lines) {
    const named = left && /^([A-Za-z]+) (.*)$/.exec(words);
    const mark = named && depth >= 2 ? marks.get(named[1]) : null;
    const part = mark ? legend(named[1], named[2], mark) : line('p', readable(words));
    part.dataset.depth = depth;
    const edges = mark ? mark.component.edges : words.match(/\b[hv]\d+\.\d+\b/g);
    if (edges?.length) part.dataset.edges = edges.join(' ');
    place.append(part);
  }
  return place;
}

// Returns a line as a sentence, with a typographic minus.
function readable(words) {
  const said = words.replace(/^- /, '\u2013 ').replace(/(^|[ (])-(?=\d)/g, '$1\u2212');
  return /^[a-z]{2}/.test(said) ? said[0].toUpperCase() + said.slice(1) : said;
}

// Returns a component: its mark in the colour that it has in the picture, and its name.
function legend(name, words, {index, component}) {
  const part = line('p', words);
  const swatch = document.createElement('span');
  swatch.className = 'swatch';
  swatch.dataset.tint = tintOf(component, index);
  swatch.textContent = name;
  part.className = 'legend';
  part.prepend(swatch, ' ');
  return part;
}

// Yields words, with terms as <abbr>, edges as <b> and sources in a muted style.
function* rich(words) {
  let from = 0;
  for (const found of words.matchAll(TERM)) {
    yield words.slice(from, found.index);
    from = found.index + found[0].length;
    const [, term, edge, source, piece, rank] = found;
    const part = document.createElement(term || piece ? 'abbr' : edge ? 'b' : rank ? 'span' : 'cite');
    if (rank) part.className = 'rank';
    if (term) part.title = TERMS[term] ?? TERMS[term.toLowerCase()];
    if (piece) part.title = piece.includes('loop') ? PIECES.loop : PIECES.chain;
    if (edge) part.className = 'edge-name';
    part.textContent = source ? source.slice(1, -1) : found[0];
    yield part;
  }
  yield words.slice(from);
}
