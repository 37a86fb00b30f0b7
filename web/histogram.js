// A plot of the values of a layer (all positions with the same number of drawn edges). It has one
// bar per value and marks the value of the position on the board.

import {askJson} from './requests.js';
import {element} from './page.js';
import {make} from './picture.js';
import {figure, shade} from './values.js';

/**
 * @typedef {import('./session.js').Table} Table
 * @typedef {import('api').components['schemas']['Layer']} Layer
 */

const HEIGHT = 150;
const FLOOR = 118;   // the y-coordinate of the bars' feet
const TOP = 20;

/**
 * Returns the table whose layers contain the position: the one that answered, or else the board's.
 * Returns null if no table answered.
 *
 * @param {Table[]} tables
 * @param {import('./geometry.js').Board} board
 * @param {import('./knowledge.js').Answer | null} answer
 */
export function tableOf(tables, board, answer) {
  const name = answer?.table ?? [board.rows, board.cols].sort((a, b) => a - b).join('x');
  return answer && (answer.by ?? 'table') === 'table' ? tables.find(({table}) => table === name) ?? null : null;
}

/** @typedef {[margin: number, positions: number]} Count */

export class Histogram {
  #svg;
  #caption;
  #table;
  #changed;
  /** @type {Map<string, Map<number, Layer> | null>} */
  #layers = new Map();   // by table
  #shown = '';

  /**
   * @param {Element} svg
   * @param {HTMLElement} caption
   * @param {HTMLElement} table
   * @param {() => void} changed
   */
  constructor(svg, caption, table, changed) {
    this.#svg = svg;
    this.#caption = caption;
    this.#table = table;
    this.#changed = changed;
  }

  /** @param {string} table */
  async #ask(table) {
    this.#layers.set(table, null);
    try {
      /** @type {import('api').components['schemas']['TableWithLayers']} */
      const {layers} = await askJson(`tables/${table}`);
      this.#layers.set(table, new Map(layers.map((layer) => [layer.layer, layer])));
    } catch {
      this.#layers.delete(table);
      return;
    }
    this.#changed();
  }

  /**
   * Shows the layer of this position if a table covers it. Returns whether there is anything to
   * see.
   *
   * @param {Table | null} table
   * @param {number} layer
   * @param {number | null} value
   */
  paint(table, layer, value) {
    if (table && !this.#layers.has(table.table)) this.#ask(table.table);
    const known = table ? this.#layers.get(table.table)?.get(layer) : null;
    const show = `${known ? table?.table : ''} ${layer} ${value}`;
    if (this.#shown === show) return Boolean(known);
    this.#shown = show;
    const counts = Object.entries(known?.values ?? {}).map(([margin, count]) => /** @type {Count} */ ([Number(margin), count])).sort((a, b) => a[0] - b[0]);
    this.#draw(counts, value);
    const total = known ? known.stored.toLocaleString('en') : 0;
    this.#caption.textContent = known
        ? `${layer} ${layer === 1 ? 'edge' : 'edges'} drawn: ${total} stored ${known.stored === 1 ? 'position' : 'positions'}, by value. The table stores positions without a box to take, and mirror images only once.`
        : '';
    this.#table.replaceChildren(...rows(counts, value));
    return Boolean(known);
  }

  /**
   * @param {Count[]} counts
   * @param {number | null} value
   */
  #draw(counts, value) {
    const margins = counts.map(([margin]) => margin);
    if (value !== null) margins.push(value);
    const low = Math.min(...margins, 0), high = Math.max(...margins, 0);
    const step = Math.min(44, 340 / (high - low + 1));
    const width = Math.max(170, step * (high - low + 1));
    const indent = (width - step * (high - low + 1)) / 2;
    const most = Math.max(1, ...counts.map(([, count]) => count));
    /** @param {number} margin */
    const x = (margin) => indent + (margin - low + 0.5) * step;
    this.#svg.replaceChildren();
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    make('line', {class: 'floor', x1: 0, y1: FLOOR + 0.5, x2: width, y2: FLOOR + 0.5}, this.#svg);
    for (const [margin, count] of counts) {
      const height = Math.max(2, (FLOOR - TOP) * count / most);
      make('rect', {class: 'bar', x: x(margin) - step * 0.4, y: FLOOR - height, width: step * 0.8, height, rx: Math.min(3, step / 5),
                                'data-shade': shade(margin), 'data-here': margin === value, 'data-tip': `${figure(margin)}: ${count.toLocaleString('en')}`}, this.#svg);
      if (margin === value) make('text', {class: 'count', x: Math.max(18, Math.min(width - 18, x(margin))), y: FLOOR - height - 6}, this.#svg).textContent = count.toLocaleString('en');
    }
    const every = step < 16 ? 2 : 1;
    for (let margin = low; margin <= high; ++margin) {
      if (margin % every !== 0 && margin !== value) continue;
      make('text', {class: 'tick', x: x(margin), y: FLOOR + 16, 'data-here': margin === value}, this.#svg).textContent = figure(margin);
    }
    if (value !== null) make('path', {class: 'here', d: `M${x(value)} ${FLOOR + 21} l5 8 h-10 z`}, this.#svg);
  }
}

/**
 * @param {Count[]} counts
 * @param {number | null} value
 */
function rows(counts, value) {
  return counts.map(([margin, count]) => {
    const head = element('th', {}, figure(margin) + (margin === value ? ' (this position)' : ''));
    head.scope = 'row';
    return element('tr', {}, head, element('td', {}, count.toLocaleString('en')));
  });
}
