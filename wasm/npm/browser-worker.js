// The worker of a browser. The module sees the files of the atlas.

import {placeFiles} from '../files.js';
import {serve} from '../serve.js';
import {started} from './start.js';

/** @typedef {{compiled: WebAssembly.Module, files: import('../files.js').Listed, base: string, options: object}} Start */

serve(globalThis, (/** @type {Start} */ {compiled, files, base, options}) => (
  started(compiled, options, ({FS}) => placeFiles(FS, files, base))));
