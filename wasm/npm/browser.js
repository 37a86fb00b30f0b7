// The package in a browser: the module and the files of the atlas are fetched, beside this file.

import {badInput} from './errors.js';
import {startRules} from './rules.js';
import {useEnvironment} from './session.js';

export * from './api.js';

const HERE = import.meta.url;
const REST = 'pipopipette-atlas';   // a name in a variable is not for bundlers
const NO_ATLAS = '; name the address of a copy, new Tables({atlas: address}), or leave it out, {atlas: false}';

/**
 * @param {URL | string} address
 * @param {string} [remedy]
 */
async function load(address, remedy = '') {
  const reply = await fetch(address).catch(() => null);
  if (!reply?.ok) throw new TypeError(`${address} cannot be fetched${remedy}`);
  return reply;
}

/**
 * Returns the files of a list, at their whole addresses.
 *
 * @param {string | URL} address
 * @returns {Promise<[string, import('../files.js').Far][]>}
 */
async function filesAt(address) {
  const list = new URL(address, location.href);
  /** @type {import('../files.js').Listed | null} */
  const files = await (await load(list, NO_ATLAS)).json().catch(() => null);   // some hosts have a page for every address
  if (!files) throw new TypeError(`${list} is not a list of files${NO_ATLAS}`);
  return Object.entries(files).map(([path, file]) => [path, {...file, at: new URL(file.at, list).href}]);
}

// The lists of files of the atlas: of this package, and of pipopipette-atlas if the page maps its name.
function atlases() {
  const lists = [new URL('../atlas.json', HERE).href];
  try {
    lists.push(import.meta.resolve(REST));
  } catch {
    // It is not there.
  }
  return lists;
}

// Browsers run no workers of other hosts, but a worker of this page may import from them. Bundlers take the worker along
// that the page's own host has; some give this file no address of a host.
function worker() {
  const {origin, protocol} = new URL(HERE);
  if (origin === location.origin || !protocol.startsWith('http')) {
    return new Worker(new URL('./browser-worker.js', import.meta.url), {type: 'module'});
  }
  const source = `import '${new URL('./browser-worker.js', HERE).href}';`;
  return new Worker(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})), {type: 'module'});
}

const compiled = await WebAssembly.compile(await (await load(new URL('./pipopipette.wasm', import.meta.url))).arrayBuffer());
useEnvironment({
  compiled,
  worker,
  async files(atlas) {
    const lists = atlas === true ? atlases() : [atlas].filter((address) => typeof address === 'string');
    return {files: Object.fromEntries((await Promise.all(lists.map(filesAt))).flat()), base: location.href};
  },
  folders(given) {
    if (given.length > 0) throw badInput('a browser opens no folders; leave them out, and the atlas answers');
    return [];
  },
});
await startRules(compiled);
