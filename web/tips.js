// Tooltips of all elements with `data-tip`, in one element that floats over the page. A mouse points at the element, or
// the Tab key reaches it. A term of the theory, which does nothing else, also answers a tap or click. Escape hides the
// tooltip.

import {around} from './page.js';

const LEAVE = 150;     // milliseconds to move the pointer into the tooltip
const GAP = 8;         // pixels

/** @param {Event} event */
const anchorOf = (event) => around(event, '[data-tip]');

export class Tips {
  #tip;
  /** @type {HTMLElement | null} */
  #anchor = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

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
      if (pointerType === 'touch' || !this.#anchor) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.hide(), LEAVE);
    });
    document.addEventListener('click', (event) => {
      const term = around(event, '.term');
      if (term) this.show(term);
      else if (!around(event, '#tip')) this.hide();
    }, {capture: true});
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

  /** @param {HTMLElement} anchor */
  show(anchor) {
    if (this.#anchor !== anchor) this.hide();
    this.#anchor = anchor;
    this.#tip.textContent = anchor.dataset.tip ?? '';
    this.#tip.hidden = false;
    anchor.setAttribute('aria-describedby', this.#tip.id);
    const {width, height} = this.#tip.getBoundingClientRect();
    const at = anchor.getBoundingClientRect();
    const above = at.top - height - GAP;
    const left = Math.min(document.documentElement.clientWidth - width - GAP, (at.left + at.right - width) / 2);
    this.#tip.style.left = `${Math.max(GAP, left)}px`;
    this.#tip.style.top = `${above >= 0 ? above : at.bottom + GAP}px`;
  }

  hide() {
    clearTimeout(this.#timer);
    this.#anchor?.removeAttribute('aria-describedby');
    this.#anchor = null;
    this.#tip.hidden = true;
  }
}
