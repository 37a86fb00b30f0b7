// The elements of index.html, by id.

/** @type {(id: string) => HTMLElement} */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const button = /** @type {(id: string) => HTMLButtonElement} */ (part);
export const field = /** @type {(id: string) => HTMLInputElement} */ (part);
export const dialog = /** @type {(id: string) => HTMLDialogElement} */ (part);
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

// A piece of a picture or page as text, in which all that came from elsewhere is escaped.
class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * Returns the text of a value in a template: other pieces as they are, lists joined, nothing for false and null.
 *
 * @param {unknown} value
 * @returns {string}
 */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (value instanceof Markup) return value.text;
  if (value === false || value === null || value === undefined) return '';
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @type {WeakMap<TemplateStringsArray, string[]>} */
const templates = new WeakMap();   // without the line breaks

/**
 * The tag of templates for show(). Line breaks beside tags and values do not count.
 *
 * @param {TemplateStringsArray} pieces
 * @param {...unknown} values
 */
export function html(pieces, ...values) {
  const raw = templates.get(pieces) ?? pieces.map((piece) => piece.replace(/(^|>)\n\s*|\n\s*(?=<|$)/g, '$1'));
  templates.set(pieces, raw);
  return new Markup(String.raw({raw}, ...values.map(textOf)));
}

/**
 * Returns attributes for a template; those that are false or null are left out.
 *
 * @param {Record<string, string | number | boolean | null | undefined>} all
 */
export function attributes(all) {
  const given = Object.entries(all).filter(([, value]) => value !== false && value !== null && value !== undefined);
  return new Markup(given.map(([name, value]) => ` ${name}="${textOf(value)}"`).join(''));
}

/** @type {WeakMap<Element, string>} */
const texts = new WeakMap();   // from which show() made an element

/**
 * Gives a place these elements. Those that are there already stay and only get what is new, so they
 * keep the focus, and screen readers read nothing again.
 *
 * @param {Element} place
 * @param {Markup[]} contents one element each
 */
export function show(place, contents) {
  contents.forEach(({text}, index) => {
    const old = place.children[index] ?? null;
    if (old && texts.get(old) === text) return;
    const made = /** @type {Element} */ (place.cloneNode(false));   // so that parts of an SVG are made as such
    made.innerHTML = text;
    put(place, old, /** @type {Element} */ (made.firstElementChild));
    texts.set(place.children[index], text);
  });
  while (place.children.length > contents.length) place.lastElementChild?.remove();
}

/**
 * Makes a child of a place like a new one, or appends the new one.
 *
 * @param {Element} place
 * @param {ChildNode | null} old
 * @param {ChildNode} now
 */
function put(place, old, now) {
  if (!old) place.append(now);
  else if (old.nodeName !== now.nodeName) old.replaceWith(now);
  else if (old instanceof Element) dress(old, /** @type {Element} */ (now));
  else if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function dress(old, now) {
  for (const {name} of [...old.attributes]) {
    if (!now.hasAttribute(name) && name !== 'open') old.removeAttribute(name);   // people open details
  }
  for (const {name, value} of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  after.forEach((node, index) => put(old, before[index] ?? null, node));
  for (const more of before.slice(after.length)) more.remove();
}

/**
 * Copies a text, and returns whether the browser lets the page do that.
 *
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Brings the open tab into view. On a telephone it is then directly below the board, which stays in sight.
export function showPanels() {
  const below = getComputedStyle(part('beside')).position === 'sticky';
  document.querySelector('.panels')?.scrollIntoView({block: below ? 'start' : 'nearest'});
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
