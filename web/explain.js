// Shows what the theory says about the position, next to the board: the paragraphs of /explain. Terms open their
// explanation, which is in index.html; edges light up in the picture, and the components that the text names are tinted
// there.

import {around, attributes, html, show} from './page.js';

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

/**
 * Calls lit(names) with the edges that the text names where a person points, or with null.
 *
 * @param {HTMLElement} place
 * @param {(edges: Set<string> | null) => void} lit
 */
export function lightUp(place, lit) {
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
 * @param {HTMLElement} place
 * @param {import('./knowledge.js').Known} known
 * @param {boolean} over
 * @param {boolean} values
 */
export function paintExplanation(place, {explanation: explained, problem}, over, values) {
  if (over || !explained) {
    const why = over ? 'No box is left: the board is full.' : problem ? `No explanation: ${problem.message}` : '\u2026';
    return show(place, [html`<p>${why}</p>`]);
  }
  const sections = (/** @type {boolean} */ brief) => shown(explained, values)
      .filter((paragraph) => paragraph.brief === brief).map((paragraph) => section(paragraph, explained.components));
  const details = html`<details><summary>Details and sources</summary>${sections(false)}</details>`;
  show(place, [...sections(true), details]);
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
  return html`
    <section><h3>${title[0].toUpperCase() + title.slice(1)}</h3>
      ${lines.map(({pieces, depth, edges, component: mark}) => {
        const index = components.findIndex((one) => one.mark === mark);
        const component = components[index];
        const state = {'class': component && 'legend', 'data-edges': edges.length > 0 && edges.join(' ')};
        const letter = component && html`
          <span class="swatch" data-tint="${tintOf(component, index)}">${letterOf(component, components)}</span> `;
        return html`<p data-depth="${depth}"${attributes(state)}>${letter}${pieces.map(markup)}</p>`;
      })}
    </section>`;
}

/** @param {Piece} piece */
function markup(piece) {
  if (typeof piece === 'string') return piece.replace(/(?<=^|[ (])-(?=\d)/g, '\u2212');
  if ('edge' in piece) return html`<b class="edge-name">${piece.edge}</b>`;
  if ('source' in piece) return html`<cite>${piece.source}</cite>`;
  return html`<button type="button" class="term" popovertarget="term-${piece.term.replaceAll(' ', '-')}">${piece.words}</button>`;
}
