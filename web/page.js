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
 * Makes an element with attributes, of which false ones are left out, and with contents.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | undefined>} attributes
 * @param {...(string | Node)} contents
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes, ...contents) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) made.setAttribute(key === 'className' ? 'class' : key, String(value));
  }
  made.append(...contents);
  return made;
}

/**
 * Gives a place these contents. Elements that are there already stay and only get what is new, so
 * they keep the focus, and screen readers read nothing again.
 *
 * @param {Node} place
 * @param {Iterable<Node>} contents
 */
export function show(place, contents) {
  let at = place.firstChild;
  for (const node of [...contents]) {
    if (!at) {
      place.appendChild(node);
    } else if (at.nodeName !== node.nodeName) {
      at.replaceWith(node);
      at = node.nextSibling;
    } else {
      if (at instanceof Element) dress(at, /** @type {Element} */ (node));
      else if (at.nodeValue !== node.nodeValue) at.nodeValue = node.nodeValue;
      at = at.nextSibling;
    }
  }
  while (at) {
    const next = at.nextSibling;
    place.removeChild(at);
    at = next;
  }
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function dress(old, now) {
  // A tooltip and the user change these two.
  for (const {name} of [...old.attributes]) if (!now.hasAttribute(name) && !['aria-describedby', 'open'].includes(name)) old.removeAttribute(name);
  for (const {name, value} of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  show(old, now.childNodes);
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
