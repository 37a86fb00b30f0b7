// The worker of node. The module sees the folders of tables of the disk under their own paths.

import {existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {parentPort} from 'node:worker_threads';

import {serve} from '../serve.js';
import {started} from './start.js';

/** @typedef {{compiled: WebAssembly.Module, atlas: string[], options: {folders: string[]}}} Start */

/**
 * Shows the module a folder of the disk.
 *
 * @param {any} module
 * @param {string} folder
 * @param {string} at
 */
function mount({FS, NODEFS}, folder, at) {
  FS.mkdirTree(at);
  FS.mount(NODEFS, {root: folder}, at);
}

/**
 * Shows the module the tables of a folder, one by one, since it does not follow links that lead out of a folder.
 *
 * @param {any} module
 * @param {string} folder
 * @param {string} at
 */
function mountTables(module, folder, at) {
  const tables = readdirSync(folder).filter((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isDirectory());
  module.FS.mkdirTree(at);
  for (const table of tables) mount(module, realpathSync(join(folder, table)), `${at}/${table}`);
}

serve(/** @type {any} */ (parentPort), (/** @type {Start} */ {compiled, atlas, options}) => started(compiled, options, (module) => {
  for (const folder of atlas) mountTables(module, folder, '/atlas');
  for (const folder of new Set(options.folders)) {
    if (!existsSync(folder)) continue;   // the module says so
    try {
      mountTables(module, folder, folder);
    } catch {
      mount(module, folder, folder);   // it cannot be listed; the module finds out why
    }
  }
}));
