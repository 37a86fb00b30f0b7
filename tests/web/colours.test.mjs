// The colours of light.css and dark.css: text is readable on its background (WCAG AA), and the colours
// of the two players, and of the values that they win, differ for every kind of colour vision.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

function colours(...files) {
  const found = {};
  for (const file of files) {
    const text = readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8');
    for (const [, name, value] of text.matchAll(/--([a-z0-9-]+): #([0-9a-f]{6});/g)) {
      found[name] = [0, 2, 4].map((at) => parseInt(value.slice(at, at + 2), 16) / 255);
    }
  }
  return found;
}

const themes = {light: colours('light.css'), dark: colours('light.css', 'dark.css')};
const linear = (colour) => colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
const luminance = (colour) => linear(colour).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// The appearance of a colour to people without one kind of cone: Machado, Oliveira and Fernandes,
// A physiologically-based model for simulation of color vision deficiency, 2009, severity 1.
const VISIONS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function lab(colour, vision) {
  const [r, g, b] = vision.map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, index) => sum + factor * linear(colour)[index], 0))));
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
                     (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function difference(one, other, vision) {
  const [a, b] = [lab(one, vision), lab(other, vision)];
  return Math.hypot(...a.map((part, index) => part - b[index]));
}

for (const [theme, of] of Object.entries(themes)) {
  test(`${theme}: text is readable`, () => {
    const read = [['ink', 'page'], ['ink', 'surface'], ['ink', 'sunk'], ['muted', 'page'], ['muted', 'surface'], ['muted', 'sunk'],
                  ['on-primary', 'primary'], ['alarm', 'surface'], ['ink', 'alarm-soft'], ['player-1', 'surface'], ['player-2', 'surface'],
                  ['player-1', 'player-1-soft'], ['player-2', 'player-2-soft'], ['surface', 'player-1'], ['surface', 'player-2']];
    for (const name of ['player-1', 'zero', 'player-2']) read.push([name, 'surface'], ['on-value', name], [name, 'page']);
    for (let tint = 0; tint < 8; ++tint) read.push([`tint-${tint}`, 'surface']);
    for (const [text, ground] of read) {
      const ratio = contrast(of[text], of[ground]);
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });

  test(`${theme}: the players differ for all colour vision`, () => {
    for (const [name, vision] of Object.entries(VISIONS)) {
      for (const [one, other] of [['player-1', 'player-2'], ['player-1-soft', 'player-2-soft']]) {
        const far = difference(of[one], of[other], vision);
        assert.ok(far >= 10, `${one} and ${other} with ${name}: ${far.toFixed(1)}`);
      }
    }
  });
}
