// The package in node: the module and the files of the atlas are beside this file, tables in folders of the disk.

import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';

import {badInput} from './errors.js';
import {startRules} from './rules.js';
import {useEnvironment} from './session.js';

export * from './api.js';

// A worker of node, as browsers have them. It keeps the process alive only while it works.
class NodeWorker {
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;
  /** @type {((error: any) => void) | null} */
  onerror = null;
  #worker = new Worker(new URL('./node-worker.js', import.meta.url));

  constructor() {
    this.#worker.on('message', (data) => {
      if (data.started || data.done || data.failed) this.#worker.unref();
      this.onmessage?.({data});
    });
    this.#worker.on('error', (error) => this.onerror?.(error));
  }

  /** @param {object} message */
  postMessage(message) {
    this.#worker.ref();
    this.#worker.postMessage(message);
  }

  terminate() {
    this.#worker.terminate();
  }
}

// The folders of the atlas: of this package, and of pipopipette-atlas if it is installed.
function atlases() {
  const folders = [fileURLToPath(new URL('../atlas', import.meta.url))];
  try {
    folders.push(fileURLToPath(new URL('./atlas', import.meta.resolve('pipopipette-atlas'))));
  } catch {
    // It is not there.
  }
  return folders.filter((folder) => existsSync(folder));
}

// Without a folder, those of PIPO_TABLES, or else "tables".
function usualFolders() {
  const named = process.env.PIPO_TABLES;
  if (!named) return existsSync('tables') ? ['tables'] : [];
  const folders = named.split(':');
  if (folders.includes('')) throw badInput(`PIPO_TABLES, '${named}', has an empty entry; separate folders by single colons`);
  return folders;
}

const compiled = await WebAssembly.compile(await readFile(new URL('./pipopipette.wasm', import.meta.url)));
useEnvironment({
  compiled,
  worker: () => new NodeWorker(),
  async files(atlas) {
    return {atlas: atlas === true ? atlases() : [atlas].filter((folder) => typeof folder === 'string')};
  },
  folders: (given) => (given.length > 0 ? given : usualFolders()).map((folder) => resolve(folder instanceof URL ? fileURLToPath(folder) : folder)),
});
await startRules(compiled);
