// Tooltips of all elements with `data-tip`, in one element that floats over the page. A mouse points
// at the element, the Tab key reaches it, a finger stays on it. A term of the theory, which does
// nothing else, also answers a tap or click. Escape hides the tooltip.

import {around} from './page.js';

const STAY = 450;      // milliseconds that a finger stays
const LEAVE = 150;     // milliseconds to move the pointer into the tooltip
const GAP = 8;         // pixels
const NEAR = 12;       // pixels from the middle of an edge that a tooltip leaves free

/** @param {Event} event */
const anchorOf = (event) => around(event, 'body:not([data-mode=play]) [data-tip], [data-tip]:not([data-edge])');   // a game needs no coordinates

export class Tips {
  #tip;
  /** @type {HTMLElement | null} */
  #anchor = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stayed = false;   // the finger stayed, so its click does not count

  /** @param {HTMLElement} tip */
  constructor(tip) {
    this.#tip = tip;
    document.addEventListener('pointerover', (event) => {
      const anchor = anchorOf(event);
      if (event.pointerType === 'touch') return;
      if (anchor || around(event, '#tip')) clearTimeout(this.#timer);
      if (anchor) this.show(anchor);
    });
    document.addEventListener('pointerout', ({pointerType}) => {
      if (pointerType !== 'touch' && this.#anchor) this.#wait(LEAVE, () => this.hide());
    });
    document.addEventListener('pointerdown', (event) => {
      const anchor = anchorOf(event);
      this.#stayed = false;
      this.#wait(STAY, () => {
        if (event.pointerType !== 'touch' || !anchor) return;
        this.#stayed = true;
        this.show(anchor);
      });
    });
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => clearTimeout(this.#timer));
    document.addEventListener('click', (event) => {
      const term = around(event, '.term');
      if (this.#stayed) {
        event.preventDefault();
        event.stopPropagation();
      } else if (term) {
        this.show(term);
      } else if (!around(event, '#tip')) {
        this.hide();
      }
      this.#stayed = false;
    }, {capture: true});
    document.addEventListener('contextmenu', (event) => {
      if (this.#stayed) event.preventDefault();
    });
    document.addEventListener('focusin', (event) => {
      const anchor = anchorOf(event);
      if (anchor?.matches(':focus-visible')) this.show(anchor);
    });
    document.addEventListener('focusout', () => this.hide());
    document.addEventListener('keydown', ({key}) => key === 'Escape' && this.hide());
    // The Tab key scrolls to what it reaches.
    document.addEventListener('scroll', () => {
      if (this.#anchor && this.#anchor === document.activeElement) this.show(this.#anchor);
      else this.hide();
    }, {capture: true, passive: true});
  }

  /**
   * @param {number} time in milliseconds
   * @param {() => void} action instead of the one that waits
   */
  #wait(time, action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, time);
  }

  /** @param {HTMLElement} anchor */
  show(anchor) {
    if (this.#anchor !== anchor) this.hide();
    this.#anchor = anchor;
    this.#tip.textContent = anchor.dataset.tip ?? '';
    this.#tip.hidden = false;
    anchor.setAttribute('aria-describedby', this.#tip.id);
    const size = this.#tip.getBoundingClientRect();
    const {left, top} = anchor.dataset.edge ? inBox(anchor, size) : beside(anchor, size);
    this.#tip.style.left = `${Math.max(GAP, Math.min(document.documentElement.clientWidth - size.width - GAP, left))}px`;
    this.#tip.style.top = `${top}px`;
  }

  hide() {
    clearTimeout(this.#timer);
    this.#anchor?.removeAttribute('aria-describedby');
    this.#anchor = null;
    this.#tip.hidden = true;
  }
}

/**
 * Returns the place above an element, or below it if there is no room.
 *
 * @param {Element} anchor
 * @param {DOMRect} size of the tooltip
 */
function beside(anchor, {width, height}) {
  const at = anchor.getBoundingClientRect();
  const above = at.top - height - GAP;
  return {left: (at.left + at.right - width) / 2, top: above >= 0 ? above : at.bottom + GAP};
}

/**
 * Returns the place in the middle of a box beside an edge, where no value of another edge is.
 *
 * @param {HTMLElement} edge
 * @param {DOMRect} size of the tooltip
 */
function inBox(edge, {width, height}) {
  const at = (edge.querySelector('.hit') ?? edge).getBoundingClientRect();
  const [left, top] = [(at.left + at.right - width) / 2, (at.top + at.bottom - height) / 2];
  // On a small board the box is smaller than the tooltip, which must not cover its own edge.
  const down = Math.max(at.height / 2, height / 2 + NEAR);
  if (edge.dataset.edge?.startsWith('h')) return {left, top: top >= down ? top - down : top + down};
  const across = Math.max(at.width / 2, width / 2 + NEAR);
  const fits = left + across + width + GAP <= document.documentElement.clientWidth;
  return {left: fits ? left + across : left - across, top};
}
