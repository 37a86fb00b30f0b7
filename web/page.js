// The elements of index.html, by id.

/** @type {(id: string) => HTMLElement} */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const button = /** @type {(id: string) => HTMLButtonElement} */ (part);
export const field = /** @type {(id: string) => HTMLInputElement} */ (part);
export const select = /** @type {(id: string) => HTMLSelectElement} */ (part);

/**
 * Sets the text of an element. An unchanged text is left alone, so that screen readers do not read
 * it again.
 *
 * @param {string} id
 * @param {string} words
 */
export function say(id, words) {
  const place = part(id);
  if (place.textContent !== words) place.textContent = words;
}

/**
 * Makes an element with contents.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {{className?: string, title?: string}} properties
 * @param {...(string | Node)} contents
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties, ...contents) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...contents);
  return made;
}

/**
 * Returns the element at which an event happened, or the nearest one around it that fits.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
