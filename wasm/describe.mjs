// Lists what the module answers from, for pages that ask it: the tables as GET /api/v1/tables does, and their files by
// the paths that they have in the module.
//
//     node wasm/describe.mjs FOLDER ATLAS [TABLES]     FOLDER has the module; TABLES a folder of more tables
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {ask} from './ask.js';

const WHOLE = 8 * 2 ** 20;   // bytes; a larger file is read in pieces

const [folder, ...roots] = process.argv.slice(2).map((path) => resolve(path));
const {default: make} = await import(pathToFileURL(`${folder}/pipopipette.mjs`).href);
const module = await make();
const files = {};
for (const [number, root] of roots.entries()) {
  const place = ['/atlas', '/tables'][number];
  for (const table of readdirSync(root).filter((name) => existsSync(`${root}/${name}/manifest.json`)).sort()) {
    module.FS.mkdirTree(`${place}/${table}`);
    for (const name of readdirSync(`${root}/${table}`).filter((one) => /^(manifest\.json|layer-\d+\.pipo)$/.test(one)).sort()) {
      const path = `${root}/${table}/${name}`;
      const {size: bytes} = statSync(path);
      files[`${place}/${table}/${name}`] = {bytes, at: relative('.', path), ...(bytes > WHOLE && {pieces: true})};
      if (name === 'manifest.json') module.FS.writeFile(`${place}/${table}/${name}`, readFileSync(path));
    }
  }
}
module._pipo_start(2 ** 30, 1, 1);
ask(module, {path: 'tables', params: {}, body: ''}, (name, text) => {
  if (name !== 'answer') throw new Error(text);
  console.log(JSON.stringify({tables: JSON.parse(text), files}));
});
