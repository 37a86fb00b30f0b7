// The three doors of the page: play, explore, puzzle; and the tabs of Explore. The entries of the browser's history keep
// both (navigation.js).

import {around, part} from './page.js';

/** @typedef {'play' | 'explore' | 'puzzle'} Mode */

const MODES = /** @type {const} */ (['play', 'explore', 'puzzle']);
const TABS = ['moves', 'review', 'theory', 'settings'];

export class Doors {
  /** @type {Mode} */
  mode = 'play';
  tab = 'moves';

  /**
   * @param {(mode: Mode) => void} chosen a person opens a door
   * @param {() => void} changed
   */
  constructor(chosen, changed) {
    for (const mode of MODES) part(`door-${mode}`).addEventListener('click', () => chosen(mode));
    const tabs = part('tab-moves').parentElement;
    tabs?.addEventListener('click', (event) => {
      const tab = around(event, '[role=tab]')?.id.slice(4);
      if (tab) this.enter(this.mode, tab);
      changed();
    });
    tabs?.addEventListener('keydown', (event) => {
      const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!by) return;
      event.preventDefault();
      const next = part(`tab-${TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]}`);
      next.click();
      next.focus();
    });
  }

  /**
   * @param {Mode} mode
   * @param {string} tab
   */
  enter(mode, tab = this.tab) {
    Object.assign(this, {mode, tab});
  }

  paint() {
    document.body.dataset.mode = this.mode;
    for (const mode of MODES) part(`door-${mode}`).setAttribute('aria-current', String(mode === this.mode));
    for (const tab of TABS) {
      const on = tab === this.tab;
      part(`tab-${tab}`).setAttribute('aria-selected', String(on));
      part(`tab-${tab}`).tabIndex = on ? 0 : -1;
      part(`panel-${tab}`).hidden = !on;
    }
  }
}
