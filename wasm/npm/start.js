// Begins a module of the package.

import make from './pipopipette.mjs';
import {instantiated} from '../serve.js';

/**
 * Returns a module that has started.
 *
 * @param {WebAssembly.Module} compiled
 * @param {object} options of Tables and Solver, as module.cpp describes them
 * @param {(module: any) => void} [place] shows it its files
 */
export async function started(compiled, options, place) {
  const module = await instantiated(make, compiled);
  place?.(module);
  const text = module.stringToNewUTF8(JSON.stringify(options));
  module._pipo_start(text);
  module._free(text);
  return module;
}
