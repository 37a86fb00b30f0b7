// The board in SVG. Its parts stay the same while the board does, and with them the focus, and what a
// screen reader is reading. A box is 100 units wide.

import {neighbour} from './geometry.js';
import {around, attributes, html, part, show} from './page.js';
import {edgeName, figure, shade} from './words.js';

/**
 * @typedef {import('./geometry.js').Board} Board
 * @typedef {import('./geometry.js').Edge} Edge
 * @typedef {import('./geometry.js').Box} Box
 * @typedef {import('./game.js').View} View
 * @typedef {import('./knowledge.js').Answer} Answer
 * @typedef {{mark: string, tint: string | number}} Tint the letter and the colour of a box's component
 */

const UNIT = 100;
const MARGIN = 33;
const LEAST = 3 * UNIT + 2 * MARGIN;   // the picture of a smaller board is as large, its boxes are not larger

/**
 * The contents of the board.
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
 * @typedef {{now: View, answer: Answer | null, guess: number | null, tints: Map<number, Tint> | null,
 *            lit: Set<string> | null, still: boolean, names: boolean, viewpoint: number, played: number | null}} Scene
 */

export class Picture {
  #svg;
  /** @type {Board | null} */
  #board = null;
  #at = 0;        // the edge that the Tab key reaches
  #painted = '';  // the position
  /** @type {number | null} */
  #fresh = null;  // the edge that was drawn just now

  /**
   * @param {SVGElement} svg
   * @param {(edge: number) => void} draw
   */
  constructor(svg, draw) {
    this.#svg = svg;
    svg.addEventListener('click', (event) => {
      const edge = this.#edgeAt(event);
      if (edge) draw(edge.index);
    });
    svg.addEventListener('keydown', (event) => {
      const edge = this.#edgeAt(event);
      if (!edge || !this.#board || event.ctrlKey || event.altKey || event.metaKey) return;
      const next = neighbour(this.#board, edge, event.key);
      if (event.key === 'Enter' || event.key === ' ') draw(edge.index);
      else if (next !== edge) this.focus(next.index);
      else return;
      event.preventDefault();
    });
    // On the element around it, because a listener for this event makes an SVG a stop of the Tab key in Chromium.
    svg.parentElement?.addEventListener('focusin', (event) => {
      const edge = this.#edgeAt(event);
      if (!edge) return;
      this.#part(this.#at)?.setAttribute('tabindex', '-1');
      this.#at = edge.index;
      this.#part(this.#at)?.setAttribute('tabindex', '0');
    });
  }

  /** @param {Scene} scene */
  paint(scene) {
    const {now, answer, still, names} = scene;
    const {board, position} = now;
    if (this.#board?.name !== board.name) {
      this.#size(board);
      this.#fresh = null;
    } else if (this.#painted !== position) {
      this.#fresh = now.last?.edge ?? null;
    }
    this.#painted = position;
    const moves = new Map((answer?.moves ?? []).map((move) => [move.index, move]));
    const best = new Set(answer?.best ?? []);
    this.#svg.toggleAttribute('data-still', still);
    this.#svg.toggleAttribute('data-names', names);
    this.#svg.toggleAttribute('data-even', best.size > 1 && best.size === moves.size);
    this.#svg.dataset.turn = String(now.turn);
    show(part('board-boxes'), board.boxes.map((box) => this.#box(box, scene)));
    show(part('board-edges'), board.edges.map((edge) => (
      this.#edge(edge, scene, moves.get(edge.index), best.has(edge.name)))));
  }

  // Makes room for a board, and shows what never changes on it.
  /** @param {Board} board */
  #size(board) {
    const {rows, cols} = board;
    this.#board = board;
    this.#at = 0;
    const [width, height] = [cols, rows].map((count) => Math.max(count * UNIT + 2 * MARGIN, LEAST));
    this.#svg.setAttribute('viewBox', `${(cols * UNIT - width) / 2} ${(rows * UNIT - height) / 2} ${width} ${height}`);
    this.#svg.style.setProperty('--columns', String(cols));
    this.#svg.style.setProperty('--rows', String(rows));
    this.#svg.setAttribute('aria-label', `Board of ${rows} rows and ${cols} columns of boxes`);
    const [across, down] = [cols + 1, rows + 1];
    const dots = Array.from({length: across * down}, (_, dot) => [dot % across, Math.floor(dot / across)]);
    part('board-edges').replaceChildren();
    show(part('board-dots'), dots.map(([x, y]) => html`<circle cx="${x * UNIT}" cy="${y * UNIT}" r="7.5"/>`));
  }

  /**
   * @param {Box} box
   * @param {Scene} scene
   */
  #box({index, row, col}, {now, tints}) {
    const owner = now.owners[index];
    const tint = owner === 0 ? tints?.get(index) : null;
    const state = {'data-box': index, 'data-owner': owner < 0 ? 'unknown' : owner > 0 && owner,
                   'data-mark': tint?.mark || null, 'data-tint': tint?.tint};
    return html`
      <g class="box" transform="translate(${col * UNIT} ${row * UNIT})"${attributes(state)}>
        <rect class="fill" x="9" y="9" width="82" height="82" rx="12"/>
        <rect class="pattern" x="9" y="9" width="82" height="82" rx="12"/>
        <text class="name" x="50" y="50">${owner > 0 ? owner : tint?.mark}</text></g>`;
  }

  /**
   * @param {Edge} edge
   * @param {Scene} scene
   * @param {Answer['moves'][number] | undefined} valued
   * @param {boolean} best
   */
  #edge(edge, {now, guess, lit, viewpoint, played}, valued, best) {
    const {index, name, kind} = edge;
    const by = now.drawnBy[index];
    const open = by === 0;
    const move = open && valued ? valued : null;
    const guessed = open && !move && index === guess;
    const value = !move ? 0 : now.turn === viewpoint ? move.value : -move.value;
    const text = move ? figure(value) : guessed ? '?' : '';
    const last = now.last?.edge === index;
    const state = {
      'tabindex': index === this.#at ? 0 : -1, 'aria-label': edgeName(now.board, edge, now, move, best, guessed),
      'aria-disabled': !open, 'data-edge': name, 'data-index': index, 'data-state': open ? 'open' : 'drawn',
      'data-by': by > 0 && by, 'data-last': last, 'data-fresh': index === this.#fresh, 'data-value': move && value,
      'data-shade': move && shade(move.value, now.turn), 'data-best': move && best, 'data-guess': guessed,
      'data-played': index === played, 'data-lit': lit?.has(name), 'data-long': text.length > 2 && text.length,
    };
    const half = UNIT / 2;
    const [dx, dy] = kind === 'h' ? [half, 0] : [0, half];
    const line = {x1: -dx, y1: -dy, x2: dx, y2: dy};
    return html`
      <g transform="translate(${edge.x * half} ${edge.y * half})"><g class="edge" role="button"${attributes(state)}>
        <polygon class="hit" points="0,-50 50,0 0,50 -50,0"/>
        <line class="ring"${attributes(line)}/><line class="line"${attributes(line)}/>
        <rect class="halo" x="-31" y="-21" width="62" height="42" rx="21"/>
        <rect class="plate" x="-26" y="-16" width="52" height="32" rx="16"/>
        <text class="figure" x="0" y="1">${text}</text></g>
        <text class="name" x="0" y="33" aria-hidden="true">${name}</text></g>`;
  }

  /**
   * @param {number} index of an edge
   * @returns {SVGElement | null}
   */
  #part(index) {
    return this.#svg.querySelector(`[data-index="${index}"]`);
  }

  // Focuses an edge: the one that the Tab key reaches, unless another one is given.
  focus(index = this.#at) {
    this.#part(index)?.focus();
  }

  /** @param {Event} event */
  #edgeAt(event) {
    const index = around(event, '[data-index]')?.dataset.index;
    return index && this.#board ? this.#board.edges[Number(index)] : null;
  }
}
