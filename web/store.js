// What the browser keeps for the page: from visit to visit ("localStorage"), or over reloads while its
// tab is open ("sessionStorage"). The page also works without.

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
    return usual;
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
