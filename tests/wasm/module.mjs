// The module in this process, with the atlas of the sources in its memory.
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {ask} from '../../wasm/ask.js';
import {placeFiles} from '../../wasm/files.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ATLAS = `${ROOT}atlas`;

// Returns ask(path, params, body), which returns the events of an answer, [[name, JSON]], and whose bytes() are those of
// the module's memory. The limits are bytes and
// seconds. `fetched` are files to be fetched when they are first opened, in the place of the atlas. With `helpers` it is
// the module with threads.
export async function load({memory = 2 ** 31, atOnce = 100, longest = 300, atlas = true, fetched = null, helpers = 0} = {}) {
  const threads = helpers > 0 ? '-threads' : '';
  const {default: make} = await import(pathToFileURL(`${ROOT}build/wasm${threads}/pipopipette${threads}.mjs`).href);
  const module = await make({helpers});
  if (fetched) placeFiles(module.FS, fetched, 'http://host/');
  else module.FS.mkdir('/atlas');
  const tables = readdirSync(ATLAS, {withFileTypes: true}).filter((entry) => atlas && !fetched && entry.isDirectory());
  for (const {name: table} of tables) {
    module.FS.mkdir(`/atlas/${table}`);
    for (const name of readdirSync(`${ATLAS}/${table}`)) module.FS.writeFile(`/atlas/${table}/${name}`, readFileSync(`${ATLAS}/${table}/${name}`));
  }
  module._pipo_start(memory, atOnce, longest);
  const asked = (path, params = {}, body = '') => {
    const events = [];
    ask(module, {path, params, body}, (name, text) => events.push([name, JSON.parse(text)]));
    return events;
  };
  asked.bytes = () => module.HEAP8.length;
  return asked;
}
