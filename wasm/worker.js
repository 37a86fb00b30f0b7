// The worker of the page. The module with threads has as many as the machine has cores, 8 at most, as
// parallel/threads.cpp has it.

import {placeFiles} from './files.js';
import {instantiated, serve} from './serve.js';

const MOST_THREADS = 8;

/**
 * @typedef {{compiled: WebAssembly.Module, threads: boolean, files: import('./files.js').Listed, base: string,
 *            limits: {memory: number, atOnce: number, longest: number}}} Start
 */

serve(globalThis, async (/** @type {Start} */ {compiled, threads, files, base, limits}) => {
  const {default: make} = await import(threads ? './pipopipette-threads.mjs' : './pipopipette.mjs');
  const module = await instantiated(make, compiled, {helpers: Math.min(navigator.hardwareConcurrency, MOST_THREADS) - 1});
  placeFiles(module.FS, files, base);
  module._pipo_start(limits.memory, limits.atOnce, limits.longest);
  return module;
});
