// Saves a picture of the page, the board or the graph of a review, as SVG or PNG.

import {around, attributes, html, part} from './page.js';

const SCALE = 2;   // pixels of a PNG for each unit of its picture
const LOOKS = ['display', 'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
               'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

/**
 * Returns the picture as a file of its own, with the style that it has on the page.
 *
 * @param {SVGSVGElement} svg
 */
function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')]);
  from.forEach((old, index) => {
    const style = getComputedStyle(old);
    for (const {name} of [...to[index].attributes]) if (/^(class|role|tabindex|aria-|data-)/.test(name)) to[index].removeAttribute(name);
    for (const look of LOOKS) to[index].setAttribute(look, style.getPropertyValue(look));
  });
  const {x, y, width, height} = svg.viewBox.baseVal;
  for (const [name, value] of Object.entries({xmlns: 'http://www.w3.org/2000/svg', width, height})) copy.setAttribute(name, String(value));
  const colour = getComputedStyle(part('main').querySelector('.stage') ?? svg).backgroundColor;
  copy.insertAdjacentHTML('afterbegin', html`<rect${attributes({x, y, width, height, fill: colour})}/>`.text);
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

// Lets all buttons with `data-save`, the id of a picture, save it as `data-as` says.
export function setUpSaving() {
  document.addEventListener('click', async (event) => {
    const button = around(event, '[data-save]');
    if (!button) return;
    const {save = '', as} = button.dataset;
    const picture = standalone(/** @type {any} */ (part(save)));
    const link = document.createElement('a');
    link.href = as === 'png' ? await png(picture) : `data:image/svg+xml,${encodeURIComponent(picture.text)}`;
    link.download = `pipopipette-${save}.${as}`;
    link.click();
  });
}
