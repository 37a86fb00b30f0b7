// Shows what the theory says about the position, next to the board: the paragraphs of /explain. Terms
// are explained, edges light up in the picture, and the components that the text names are tinted there.

import {around, element} from './page.js';
import {TERMS} from './terms.js';

/**
 * @typedef {import('api').components['schemas']['Explanation']} Explained
 * @typedef {Explained['components'][number]} Component
 * @typedef {Explained['paragraphs'][number]} Paragraph
 * @typedef {Paragraph['lines'][number]['pieces'][number]} Piece
 * @typedef {import('./picture.js').Tint} Tint
 */

const TINTS = 8;

/**
 * Components that are not yet divided into chains and loops get the background tint.
 *
 * @param {Component} component
 * @param {number} index
 */
function tintOf(component, index) {
  return component.kind === 'other' ? 'other' : index % TINTS;
}

/**
 * Returns the letter of a component. A single part that is not yet divided needs none.
 *
 * @param {Component} component
 * @param {Component[]} all
 */
function letterOf(component, all) {
  return component.kind === 'other' && all.length === 1 ? '' : component.mark;
}

/**
 * Returns, by box, its mark in the picture and the number of its tint.
 *
 * @param {Explained | undefined} explained
 */
export function tintsOf(explained) {
  /** @type {Map<number, Tint>} */
  const tints = new Map();
  explained?.components.forEach((component, index, all) => {
    for (const box of component.boxes) tints.set(box, {mark: letterOf(component, all), tint: tintOf(component, index)});
  });
  for (const group of explained?.on_offer ?? []) for (const box of group.boxes) tints.set(box, {mark: '*', tint: 'offer'});
  return tints;
}

export class Explanation {
  #place;
  #shown = '';
  #open = false;   // whether the details are unfolded

  /**
   * Calls lit(names) with the edges to light up in the picture, or with null.
   *
   * @param {HTMLElement} place
   * @param {(edges: Set<string> | null) => void} lit
   */
  constructor(place, lit) {
    this.#place = place;
    for (const [start, end] of [['mouseover', 'mouseout'], ['focusin', 'focusout']]) {
      place.addEventListener(start, (event) => {
        const line = around(event, '[data-edges]');
        if (line) lit(new Set(line.dataset.edges?.split(' ')));
      });
      place.addEventListener(end, () => lit(null));
    }
  }

  /**
   * Paints the text. Without `values` it only describes the position and gives none away.
   *
   * @param {import('./knowledge.js').Known} known
   * @param {boolean} over
   * @param {boolean} values
   */
  paint({explanation: explained, problem}, over, values) {
    const show = `${over} ${values} ${explained?.position} ${Boolean(explained?.exact)} ${problem?.message}`;
    if (this.#shown === show) return;
    this.#shown = show;
    if (over) return this.#place.replaceChildren(element('p', {}, 'No box is left: the board is full.'));
    if (!explained && problem) return this.#place.replaceChildren(element('p', {}, `No explanation: ${problem.message}`));
    if (!explained) return this.#place.replaceChildren(element('p', {}, '\u2026'));
    const all = shown(explained, values);
    const draw = (/** @type {boolean} */ brief) => all.filter((paragraph) => paragraph.brief === brief).map((paragraph) => section(paragraph, explained.components));
    const details = element('details', {open: this.#open}, element('summary', {}, 'Details and sources'), ...draw(false));
    details.addEventListener('toggle', () => {
      this.#open = details.open;
    });
    this.#place.replaceChildren(...draw(true), details);
  }
}

/**
 * Returns the paragraphs to show. Without `values` they only describe the position: lines that tell a value, a move or the winner are left out.
 *
 * @param {Explained} explained
 * @param {boolean} values
 * @returns {Paragraph[]}
 */
export function shown({paragraphs}, values) {
  return paragraphs.map(({lines, ...more}) => ({...more, lines: lines.filter(({tells}) => values || !tells)})).filter(({lines}) => lines.length > 0);
}

/**
 * @param {Paragraph} paragraph
 * @param {Component[]} components
 */
function section({title, lines}, components) {
  const place = element('section', {}, element('h3', {}, title[0].toUpperCase() + title.slice(1)));
  for (const {pieces, depth, edges, component: mark} of lines) {
    const line = element('p', {}, ...pieces.map(part));
    line.dataset.depth = String(depth);
    const component = components.find((one) => one.mark === mark);
    if (component) {
      const swatch = element('span', {className: 'swatch'}, letterOf(component, components));
      swatch.dataset.tint = String(tintOf(component, components.indexOf(component)));
      line.className = 'legend';
      line.prepend(swatch, ' ');
    }
    if (edges.length) line.dataset.edges = edges.join(' ');
    place.append(line);
  }
  return place;
}

/** @type {(piece: Piece) => string | Node} */
function part(piece) {
  if (typeof piece === 'string') return piece.replace(/(?<=^|[ (])-(?=\d)/g, '\u2212');
  if ('edge' in piece) return element('b', {className: 'edge-name'}, piece.edge);
  if ('source' in piece) return element('cite', {}, piece.source);
  const term = element('button', {className: 'term'}, piece.words);
  term.type = 'button';
  term.dataset.tip = TERMS[/** @type {import('./terms.js').Term} */ (piece.term)];
  return term;
}
