// The files of tables, by the paths that they have in the module (files.js), for the scripts that describe or measure it.
import {existsSync, readdirSync, statSync} from 'node:fs';

const WHOLE = 8 * 2 ** 20;   // bytes; a larger file is read in pieces

/**
 * Returns the files of the tables in a folder; `place` is the folder's path in the module.
 *
 * @param {string} root
 * @param {string} place
 */
export function listed(root, place) {
  /** @type {import('./files.js').Listed} */
  const files = {};
  for (const table of readdirSync(root).filter((name) => existsSync(`${root}/${name}/manifest.json`)).sort()) {
    for (const name of readdirSync(`${root}/${table}`).filter((one) => /^(manifest\.json|layer-\d+\.pipo)$/.test(one)).sort()) {
      const at = `${root}/${table}/${name}`;
      const {size: bytes} = statSync(at);
      files[`${place}/${table}/${name}`] = {bytes, at, ...(bytes > WHOLE && {pieces: true})};
    }
  }
  return files;
}
