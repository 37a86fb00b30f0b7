// The board in SVG. Its parts are created once per board and then only painted. So the focus, and
// the element that a screen reader is reading, stay the same. A box is 100 units wide.

import {neighbour} from './geometry.js';
import {around} from './page.js';
import {figure, plain, shade} from './values.js';
import {edgeName} from './words.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./geometry.js').Edge} Edge
 * @typedef {import('./geometry.js').Box} Box
 * @typedef {import('./game.js').View} View
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{mark: string, tint: string | number}} Tint the letter and the colour of a box's component
 */

const SVG = 'http://www.w3.org/2000/svg';
const UNIT = 100;
const MARGIN = 33;
const LEAST = 3 * UNIT + 2 * MARGIN;   // the picture of a smaller board is as large, its boxes are not larger

/**
 * Makes a part of a picture.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean>} attributes
 * @param {Element | null} parent
 * @returns {SVGElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, parent = null) {
  const part = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, String(value));
  parent?.append(part);
  return part;
}

/**
 * Sets an attribute, or removes it.
 *
 * @param {Element} part
 * @param {string} name
 * @param {string | number | boolean | null | undefined} on
 */
function flag(part, name, on) {
  if (on === null || on === undefined || on === false) part.removeAttribute(name);
  else part.setAttribute(name, on === true ? 'true' : String(on));
}

/**
 * @param {Element} part
 * @param {string} selector
 * @param {string} words
 */
function write(part, selector, words) {
  const place = part.querySelector(selector);
  if (place) place.textContent = words;
}

export class Picture {
  #svg;
  #draw;
  /** @type {Board | null} */
  #board = null;
  /** @type {SVGElement[]} */
  #edges = [];
  /** @type {SVGElement[]} */
  #boxes = [];
  #at = 0;        // the edge that the Tab key reaches
  /** @type {string | null} */
  #painted = null;

  /**
   * @param {SVGElement} svg
   * @param {(edge: number) => void} draw
   */
  constructor(svg, draw) {
    this.#svg = svg;
    this.#draw = draw;
    svg.addEventListener('click', (event) => this.#clicked(event));
    svg.addEventListener('keydown', (event) => this.#key(event));
    // On the element around it, because a listener for this event makes an SVG a stop of the Tab key in Chromium.
    svg.parentElement?.addEventListener('focusin', (event) => this.#focused(event));
  }

  /** @param {Board} board */
  #build(board) {
    this.#board = board;
    this.#at = 0;
    this.#painted = null;
    for (const old of this.#svg.querySelectorAll('.layer')) old.remove();
    const [width, height] = [board.cols, board.rows].map((count) => Math.max(count * UNIT + 2 * MARGIN, LEAST));
    this.#svg.setAttribute('viewBox', `${(board.cols * UNIT - width) / 2} ${(board.rows * UNIT - height) / 2} ${width} ${height}`);
    this.#svg.style.setProperty('--columns', String(board.cols));
    this.#svg.style.setProperty('--rows', String(board.rows));
    this.#svg.setAttribute('aria-label', `Board of ${board.rows} rows and ${board.cols} columns of boxes`);
    const layers = ['boxes', 'edges', 'dots', 'names'].map((name) => make('g', {class: `layer ${name}`}, this.#svg));
    this.#boxes = board.boxes.map((box) => this.#makeBox(box, layers[0]));
    this.#edges = board.edges.map((edge) => this.#makeEdge(edge, layers[1]));
    layers[0].setAttribute('aria-hidden', 'true');
    layers[2].setAttribute('aria-hidden', 'true');
    layers[3].setAttribute('aria-hidden', 'true');
    for (const edge of board.edges) {
      make('text', {x: edge.x * UNIT / 2, y: edge.y * UNIT / 2 + 33}, layers[3]).textContent = edge.name;
    }
    for (let row = 0; row <= board.rows; ++row) {
      for (let col = 0; col <= board.cols; ++col) make('circle', {cx: col * UNIT, cy: row * UNIT, r: 7.5}, layers[2]);
    }
  }

  /**
   * @param {Box} box
   * @param {Element} layer
   */
  #makeBox(box, layer) {
    const part = make('g', {class: 'box', 'data-box': box.index, transform: `translate(${box.col * UNIT} ${box.row * UNIT})`}, layer);
    make('rect', {class: 'fill', x: 9, y: 9, width: 82, height: 82, rx: 12}, part);
    make('rect', {class: 'pattern', x: 9, y: 9, width: 82, height: 82, rx: 12}, part);
    make('text', {class: 'name', x: 50, y: 50}, part);
    return part;
  }

  /**
   * @param {Edge} edge
   * @param {Element} layer
   */
  #makeEdge(edge, layer) {
    const part = make('g', {class: 'edge', role: 'button', tabindex: -1, 'data-tip': edge.name, 'data-edge': edge.name, 'data-index': edge.index,
                            transform: `translate(${edge.x * UNIT / 2} ${edge.y * UNIT / 2})`}, layer);
    const half = UNIT / 2;
    const line = edge.kind === 'h' ? {x1: -half, y1: 0, x2: half, y2: 0} : {x1: 0, y1: -half, x2: 0, y2: half};
    make('polygon', {class: 'hit', points: `0,${-half} ${half},0 0,${half} ${-half},0`}, part);
    make('line', {class: 'ring', ...line}, part);
    make('line', {class: 'line', ...line}, part);
    make('rect', {class: 'halo', x: -31, y: -21, width: 62, height: 42, rx: 21}, part);
    make('rect', {class: 'plate', x: -26, y: -16, width: 52, height: 32, rx: 16}, part);
    make('text', {class: 'figure', x: 0, y: 1}, part);
    return part;
  }

  /**
   * Paints the board.
   *
   * - answer: its values, or null
   * - guess: the move of the computer where there are no values, or null
   * - tints: by box
   * - lit: names of edges that are pointed at elsewhere
   * - still: whether no person may draw
   * - names: whether to show the coordinates of edges
   * - viewpoint: the player whose margins are shown
   * - played: the move of the reviewed game in this position, or null
   *
   * @param {{board: Board, now: View, answer: Answer | null, guess: number | null, tints: Map<number, Tint> | null, lit: Set<string> | null, still: boolean, names: boolean,
   *          viewpoint: number, played: number | null}} what
   */
  paint({board, now, answer, guess, tints, lit, still, names, viewpoint, played}) {
    if (this.#board?.name !== board.name) this.#build(board);
    const moves = new Map((answer?.moves ?? []).map((move) => [move.index, move]));
    const best = new Set(answer?.best ?? []);
    const before = this.#painted;
    this.#painted = now.position;
    flag(this.#svg, 'data-still', still);
    flag(this.#svg, 'data-names', names);
    flag(this.#svg, 'data-turn', now.turn);
    flag(this.#svg, 'data-even', best.size > 1 && best.size === moves.size);
    for (const edge of board.edges) {
      this.#paintEdge(edge, now, moves.get(edge.index) ?? null, best.has(edge.name), edge.index === guess, lit, before !== null && before !== now.position, viewpoint);
      flag(this.#edges[edge.index], 'data-played', edge.index === played);
    }
    for (const box of board.boxes) this.#paintBox(box, now, tints?.get(box.index));
  }

  /**
   * @param {Edge} edge
   * @param {View} now
   * @param {Answer['moves'][number] | null} move
   * @param {boolean} best
   * @param {boolean} guess
   * @param {Set<string> | null} lit
   * @param {boolean} moved whether the position is another one than before
   * @param {number} viewpoint
   */
  #paintEdge(edge, now, move, best, guess, lit, moved, viewpoint) {
    const part = this.#edges[edge.index];
    const by = now.drawnBy[edge.index];
    const open = by === 0;
    const last = now.last?.edge === edge.index;
    flag(part, 'data-state', open ? 'open' : 'drawn');
    flag(part, 'data-by', by > 0 ? by : null);
    flag(part, 'data-last', last);
    if (moved) flag(part, 'data-fresh', last);
    const value = !move ? 0 : now.turn === viewpoint ? move.value : -move.value;
    flag(part, 'data-value', move && open ? plain(value) : null);
    flag(part, 'data-shade', move && open ? shade(move.value, now.turn) : null);
    flag(part, 'data-best', Boolean(move && open && best));
    flag(part, 'data-guess', guess && open && !move);
    flag(part, 'data-lit', Boolean(lit?.has(edge.name)));
    flag(part, 'aria-disabled', !open);
    part.setAttribute('aria-label', edgeName(now.board, edge, now, open ? move : null, best, guess && open));
    part.setAttribute('tabindex', edge.index === this.#at ? '0' : '-1');
    const text = !open ? '' : move ? figure(value) : guess ? '?' : '';
    write(part, '.figure', text);
    flag(part, 'data-long', text.length > 2 && text.length);
  }

  /**
   * @param {Box} box
   * @param {View} now
   * @param {Tint | undefined} tint
   */
  #paintBox(box, now, tint) {
    const part = this.#boxes[box.index];
    const owner = now.owners[box.index];
    flag(part, 'data-owner', owner > 0 ? owner : owner < 0 ? 'unknown' : null);
    const shown = owner === 0 ? tint : null;
    flag(part, 'data-mark', shown?.mark || null);
    flag(part, 'data-tint', shown ? shown.tint : null);
    write(part, '.name', owner > 0 ? String(owner) : shown?.mark ?? '');
  }

  // Focuses the edge that the Tab key reaches.
  focus() {
    this.#edges[this.#at]?.focus();
  }

  /** @param {Event} event */
  #edgeAt(event) {
    const part = around(event, '[data-index]');
    return part && this.#board ? this.#board.edges[Number(part.dataset.index)] : null;
  }

  /** @param {Event} event */
  #clicked(event) {
    const edge = this.#edgeAt(event);
    if (edge) this.#draw(edge.index);
  }

  /** @param {Event} event */
  #focused(event) {
    const edge = this.#edgeAt(event);
    if (!edge) return;
    this.#edges[this.#at].setAttribute('tabindex', '-1');
    this.#at = edge.index;
    this.#edges[this.#at].setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const edge = this.#edgeAt(event);
    if (!edge || !this.#board || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      this.#draw(edge.index);
    } else {
      const next = neighbour(this.#board, edge, event.key);
      if (next === edge) return;
      this.#edges[next.index].focus();
    }
    event.preventDefault();
  }
}
