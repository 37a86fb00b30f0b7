// The module in this process, with the atlas of the sources in its memory.
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ATLAS = `${ROOT}atlas`;

// Returns ask(path, params, body), which returns the events of an answer: [[name, JSON]]. The limits are bytes and
// seconds.
export async function load({memory = 2 ** 31, atOnce = 100, longest = 300, atlas = true} = {}) {
  const {default: make} = await import(pathToFileURL(`${ROOT}build/wasm/pipopipette.mjs`).href);
  const module = await make();
  module.FS.mkdir('/atlas');
  const tables = readdirSync(ATLAS, {withFileTypes: true}).filter((entry) => atlas && entry.isDirectory());
  for (const {name: table} of tables) {
    module.FS.mkdir(`/atlas/${table}`);
    for (const name of readdirSync(`${ATLAS}/${table}`)) module.FS.writeFile(`/atlas/${table}/${name}`, readFileSync(`${ATLAS}/${table}/${name}`));
  }
  module._pipo_start(memory, atOnce, longest);
  return (path, params = {}, body = '') => {
    const events = [];
    module.tell = (name, text) => events.push([name, JSON.parse(text)]);
    const texts = [path, JSON.stringify(params), body].map((text) => module.stringToNewUTF8(text));
    module._pipo_ask(...texts);
    for (const text of texts) module._free(text);
    return events;
  };
}
