// Light or dark: as the system is set, or as the switch is. The media attribute of its link decides
// whether dark.css overrides the light colours.

import {keep, kept} from './store.js';

/**
 * @param {HTMLElement} button
 * @param {HTMLLinkElement} sheet
 */
export function setUpTheme(button, sheet) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let {chosen} = kept('localStorage', 'theme', {chosen: ''});   // nothing means as the system
  const apply = () => {
    const dark = chosen ? chosen === 'dark' : system.matches;
    sheet.media = dark ? 'all' : 'not all';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.setAttribute('aria-pressed', String(dark));
  };
  button.addEventListener('click', () => {
    const dark = document.documentElement.dataset.theme !== 'dark';
    chosen = dark === system.matches ? '' : dark ? 'dark' : 'light';
    keep('localStorage', 'theme', {chosen});
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
