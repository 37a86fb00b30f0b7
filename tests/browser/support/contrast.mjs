// The contrast ratio of text and background (WCAG 2), by the computed styles of the page. Runs in the page.

// [{what, ratio, large}] of every visible text, except that of disabled elements (WCAG 1.4.3).
export function contrasts() {
  const parse = (colour) => {
    const parts = /^rgba?\(([^)]*)\)$/.exec(colour)?.[1].split(/[\s,/]+/).map(Number);
    if (parts) return [...parts.slice(0, 3), parts[3] ?? 1];
    const mixed = /^color\(srgb ([^)]*)\)$/.exec(colour)?.[1].split(/[\s/]+/).map(Number);
    return mixed ? [...mixed.slice(0, 3).map((part) => part * 255), mixed[3] ?? 1] : null;
  };
  const over = (top, ground) => top.slice(0, 3).map((part, index) => part * top[3] + ground[index] * (1 - top[3]));
  const luminance = (colour) => colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // The background colour at this element, without SVG.
  const ground = (part) => {
    const layers = [];
    for (let at = part; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour && colour[3] > 0) layers.push(colour);
      if (colour?.[3] === 1) break;
    }
    return layers.reverse().reduce((below, colour) => over(colour, below), [255, 255, 255]);
  };
  // The opacity of an element, including that of its ancestors.
  const strength = (part) => {
    let all = 1;
    for (let at = part; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  const painted = (part, name = 'fill') => {
    const style = getComputedStyle(part);
    const colour = style.display === 'none' ? null : parse(style[name]);
    return colour && [...colour.slice(0, 3), colour[3] * Number(style[`${name}Opacity`]) * strength(part)];
  };
  const found = [];
  const add = (part, what, colour, below, drawing = false) => {
    const style = getComputedStyle(part);
    const size = parseFloat(style.fontSize) * (part.ownerSVGElement ? part.getScreenCTM().a : 1);
    found.push({what, ratio: ratio(over(colour, below), below), large: drawing || size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)});
  };
  for (const figure of document.querySelectorAll('#board .edge .figure')) {
    if (!figure.textContent) continue;
    const plate = painted(figure.parentElement.querySelector('.plate'));
    add(figure, `figure of ${figure.parentElement.dataset.edge}`, painted(figure), plate ? over(plate, ground(figure)) : ground(figure));
  }
  for (const name of document.querySelectorAll('#board .box .name')) {
    if (!name.textContent) continue;
    const fill = painted(name.parentElement.querySelector('.fill'));
    add(name, `name of box ${name.parentElement.dataset.box}`, painted(name), fill ? over(fill, ground(name)) : ground(name));
  }
  for (const line of document.querySelectorAll('#board .edge[data-state="open"]:not([data-value]) .line')) {
    add(line, `line of ${line.parentElement.dataset.edge}`, painted(line, 'stroke'), ground(line), true);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const part = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || part.closest('svg, script, noscript, .unseen, :disabled, [aria-disabled="true"]') || !part.checkVisibility({visibilityProperty: true})) continue;
    if (part.closest('label')?.control?.disabled || part.closest('select') && part.tagName === 'OPTION') continue;
    const colour = parse(getComputedStyle(part).color);
    add(part, `"${walker.currentNode.data.trim().slice(0, 30)}"`, [...colour.slice(0, 3), colour[3] * strength(part)], ground(part));
  }
  return found;
}
