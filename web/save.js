// Saves a picture of the page, the board or the graph of a review, as SVG or PNG.

import {mainLine, view} from './game.js';
import {around, attributes, html, part} from './page.js';
import {lower, who} from './words.js';

const SCALE = 2;   // pixels of a PNG for each unit of its picture
const LOOKS = ['display', 'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
               'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

/**
 * Returns the picture as a file of its own, with the style that it has on the page and with a title.
 *
 * @param {SVGSVGElement} svg
 * @param {string} title
 */
function standalone(svg, title) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')]);
  from.forEach((old, index) => {
    const style = getComputedStyle(old);
    for (const {name} of [...to[index].attributes]) if (/^(class|role|style|tabindex|aria-|data-)/.test(name)) to[index].removeAttribute(name);
    for (const look of LOOKS) to[index].setAttribute(look, style.getPropertyValue(look));
  });
  const inside = svg.viewBox.baseVal;
  const size = Math.max(14, inside.width / 36);   // of the letters of the title, and of the margins
  const [x, y, width, height] = [inside.x - size, inside.y - 2.5 * size, inside.width + 2 * size, inside.height + 3.5 * size];
  const all = {xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `${x} ${y} ${width} ${height}`};
  for (const [name, value] of Object.entries(all)) copy.setAttribute(name, String(value));
  const {backgroundColor, color, fontFamily} = getComputedStyle(part('main').querySelector('.stage') ?? svg);
  const letters = {'x': x + size, 'y': y + 2 * size, 'font-family': fontFamily, 'font-size': size, 'font-weight': 600, 'fill': color};
  copy.insertAdjacentHTML('afterbegin', html`
    <title>${title}</title><rect${attributes({x, y, width, height, fill: backgroundColor})}/><text${attributes(letters)}>${title}</text>`.text);
  return {text: new XMLSerializer().serializeToString(copy), width, height};
}

/** @param {{text: string, width: number, height: number}} picture */
async function png({text, width, height}) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/**
 * Returns who played, the score, and the board: at the end of the game, or in the position on the board.
 *
 * @param {import('./match.js').Match} match
 * @param {boolean} whole
 */
function titleOf(match, whole) {
  const main = mainLine(match.game);
  const {board, score: [one, two]} = whole ? view(main, main.moves.length) : match.now;
  return `${who(match, 1)} against ${lower(who(match, 2))}: ${one} \u2013 ${two} on ${board.rows} \u00d7 ${board.cols}`;
}

/**
 * Lets all buttons with `data-save`, the id of a picture, save it as `data-as` says.
 *
 * @param {import('./match.js').Match} match
 */
export function setUpSaving(match) {
  document.addEventListener('click', async (event) => {
    const button = around(event, '[data-save]');
    if (!button) return;
    const {save = '', as} = button.dataset;
    const picture = standalone(/** @type {any} */ (part(save)), titleOf(match, save !== 'board'));
    const link = document.createElement('a');
    link.href = as === 'png' ? await png(picture) : `data:image/svg+xml,${encodeURIComponent(picture.text)}`;
    link.download = `pipopipette-${save}.${as}`;
    link.click();
  });
}
