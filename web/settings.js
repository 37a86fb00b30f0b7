// The things that the browser keeps for the page: from visit to visit ("localStorage"), such as the settings and the
// colours, or over reloads while its tab is open ("sessionStorage"). The page also works without.

/** @typedef {'localStorage' | 'sessionStorage'} Store */

/**
 * Returns what was kept under this name, with the usual values for what is not there.
 *
 * @template {object} T
 * @param {Store} store
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function kept(store, name, usual) {
  try {
    return {...usual, ...JSON.parse(globalThis[store].getItem(`pipopipette-${name}`) ?? '{}')};
  } catch {
    return {...usual};
  }
}

/**
 * @param {Store} store
 * @param {string} name
 * @param {object} value
 */
export function keep(store, name, value) {
  try {
    globalThis[store].setItem(`pipopipette-${name}`, JSON.stringify(value));
  } catch { /* used, but not kept */ }
}

/**
 * - values: show the values of moves
 * - names: show the coordinates of edges
 * - tints: colour chains and loops in the picture
 * - solveOn: solve each position automatically, if that takes no longer than
 * - seconds: the time to think about a position
 *
 * @typedef {{values: boolean, names: boolean, tints: boolean, solveOn: boolean, seconds: number}} Settings
 */

/** @type {Settings} */
const USUAL = {values: true, names: false, tints: true, solveOn: true, seconds: 5};

export function keptSettings() {
  return kept('localStorage', 'settings', USUAL);
}

/**
 * Keeps some settings, and those that another tab may have changed.
 *
 * @param {Partial<Settings>} changed
 */
export function keepSettings(changed) {
  keep('localStorage', 'settings', {...keptSettings(), ...changed});
}

/**
 * Sets light or dark colours: as the system is set, or as the switch is. The media attribute of its link
 * decides whether dark.css overrides the light colours.
 *
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
