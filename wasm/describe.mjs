// Lists what the module answers from, for pages that ask it: the tables as GET /api/v1/tables does, and their files.
//
//     node wasm/describe.mjs FOLDER ATLAS     FOLDER has the module
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {ask} from './ask.js';

const [folder, atlas] = process.argv.slice(2).map((path) => resolve(path));
const {default: make} = await import(pathToFileURL(`${folder}/pipopipette.mjs`).href);
const module = await make();
module.FS.mkdir('/atlas');
const files = {};
for (const {name: table} of readdirSync(atlas, {withFileTypes: true}).filter((entry) => entry.isDirectory())) {
  files[table] = {};
  module.FS.mkdir(`/atlas/${table}`);
  for (const name of readdirSync(`${atlas}/${table}`).sort()) {
    if (name === 'SHA256SUMS') continue;   // it is for people who fetch the files themselves
    const path = `${atlas}/${table}/${name}`;
    files[table][name] = {bytes: statSync(path).size, at: `atlas/${table}/${name}`};
    if (name === 'manifest.json') module.FS.writeFile(`/atlas/${table}/${name}`, readFileSync(path));
  }
}
module._pipo_start(2 ** 30, 1, 1);
ask(module, {path: 'tables', params: {}, body: ''}, (name, text) => {
  if (name !== 'answer') throw new Error(text);
  console.log(JSON.stringify({tables: JSON.parse(text), files}));
});
