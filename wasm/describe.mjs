// Lists what the module answers from, for pages that ask it: the tables as GET /api/v1/tables does, and their files by
// the paths that they have in the module.
//
//     node wasm/describe.mjs FOLDER ATLAS [TABLES]     FOLDER has the module; TABLES a folder of more tables
import {readFileSync} from 'node:fs';
import {dirname, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {ask} from './ask.js';
import {listed} from './listed.mjs';

const [folder, ...roots] = process.argv.slice(2).map((path) => resolve(path));
const {default: make} = await import(pathToFileURL(`${folder}/pipopipette.mjs`).href);
const module = await make();
const files = Object.assign({}, ...roots.map((root, number) => listed(root, ['/atlas', '/tables'][number])));
for (const [path, file] of Object.entries(files)) {
  if (path.endsWith('/manifest.json')) {
    module.FS.mkdirTree(dirname(path));
    module.FS.writeFile(path, readFileSync(file.at));
  }
  file.at = relative('.', file.at);
}
module._pipo_start(2 ** 30, 1, 1);
ask(module, {path: 'tables', params: {}, body: ''}, (name, text) => {
  if (name !== 'answer') throw new Error(text);
  console.log(JSON.stringify({tables: JSON.parse(text), files}));
});
