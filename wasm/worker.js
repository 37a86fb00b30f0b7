// A worker that holds the module: answers the questions that it is sent, one after the other, and tells what it finds
// as it finds it. While it answers it hears nothing; local.js ends it to cancel a question.
//
// It is sent {start} once, then {id, path, params, body}, and sends {id, name, text} for each event and {id, done} at
// the end of an answer. The first message is {started}, or {failed} with the reason.
//
// The module with threads has as many as the machine has cores, 8 at most, as parallel/threads.cpp has it.

import {ask} from './ask.js';
import {placeFiles} from './files.js';

const MOST_THREADS = 8;

/** @type {any} */
let module;

/**
 * @param {{compiled: WebAssembly.Module, threads: boolean, files: import('./files.js').Listed, base: string,
 *          limits: {memory: number, atOnce: number, longest: number}}} start
 */
async function begin({compiled, threads, files, base, limits}) {
  const {default: make} = await import(threads ? './pipopipette-threads.mjs' : './pipopipette.mjs');
  module = await make({
    helpers: Math.min(navigator.hardwareConcurrency, MOST_THREADS) - 1,
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(made: WebAssembly.Instance, module: WebAssembly.Module) => void} made
     */
    instantiateWasm(imports, made) {
      WebAssembly.instantiate(compiled, imports).then((instance) => made(instance, compiled), failed);
      return {};
    },
  });
  placeFiles(module.FS, files, base);
  module._pipo_start(limits.memory, limits.atOnce, limits.longest);
}

/** @param {any} error */
function failed(error) {
  postMessage({failed: String(error?.message ?? error)});
}

onmessage = async ({data}) => {
  if (data.start) {
    try {
      await begin(data.start);
      postMessage({started: true});
    } catch (error) {
      failed(error);
    }
    return;
  }
  const {id} = data;
  try {
    ask(module, data, (name, text) => postMessage({id, name, text}));
    postMessage({id, done: true});
  } catch (error) {
    failed(error);   // the module has ended: its memory is used up, or it has a fault
  }
};
