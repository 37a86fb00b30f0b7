// The rules for the JavaScript of the page and of its tests: those that ESLint recommends, and some that find mistakes.

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';

// npm installs into the build folder, not beside the sources.
const {default: js} = await import(createRequire(join(resolve(process.env.PIPO_BROWSER_MODULES), 'here.js')).resolve('@eslint/js'));

const names = (words) => Object.fromEntries(words.split(' ').map((word) => [word, 'readonly']));
const BROWSER = names('AbortController URL Element HTMLElement Image Node Option TextDecoder URLSearchParams XMLSerializer clearInterval clearTimeout document ' +
                      'fetch getComputedStyle globalThis history location matchMedia navigator queueMicrotask setInterval setTimeout window');
const PAGE = names('caches crossOriginIsolated localStorage Event HTMLAnchorElement Uint32Array MutationObserver NodeFilter PerformanceObserver getComputedStyle requestAnimationFrame scrollTo innerHeight innerWidth scrollX scrollY');
const NODE = names('AbortController AbortSignal Buffer performance DOMException ReadableStream TextEncoder URL console globalThis process setImmediate');

const WORKER = names('AbortController DOMException ReadableStream Response TextEncoder URL WebAssembly Worker XMLHttpRequest addEventListener caches clients fetch ' +
                     'crossOriginIsolated crypto Headers isSecureContext location navigator registration setTimeout');

export default [
  js.configs.recommended,
  {
    languageOptions: {ecmaVersion: 2022, sourceType: 'module'},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      'eqeqeq': 'error',
      'no-implicit-coercion': 'error',
      'no-param-reassign': 'error',
      'no-shadow': 'error',
      'no-unused-private-class-members': 'error',
      'no-useless-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {files: ['wasm/*.js'], languageOptions: {globals: {...WORKER, globalThis: 'readonly', SITE: 'readonly'}}},
  {files: ['wasm/npm/*.js'], languageOptions: {globals: {...WORKER, ...NODE, Blob: 'readonly'}}},
  {files: ['wasm/*.mjs'], languageOptions: {globals: NODE}},
  {files: ['web/*.js'], languageOptions: {globals: BROWSER}},
  // Tests pass functions to the page.
  {files: ['tests/**/*.mjs'], languageOptions: {globals: {...BROWSER, ...PAGE, ...NODE}}},
];
