// A worker that holds the module: answers the questions that it is sent, one after the other, and tells what it finds
// as it finds it. While it answers it hears nothing; local.js ends it to cancel a question.
//
// It is sent {start} once, then {id, path, params, body}, and sends {id, name, text} for each event and {id, done} at
// the end of an answer. The first message is {started}, or {failed} with the reason.

import make from './pipopipette.mjs';
import {ask} from './ask.js';
import {placeFiles} from './files.js';

/** @type {any} */
let module;

/**
 * @param {{compiled: WebAssembly.Module, files: import('./files.js').Listed, base: string,
 *          limits: {memory: number, atOnce: number, longest: number}}} start
 */
async function begin({compiled, files, base, limits}) {
  module = await make({
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(made: WebAssembly.Instance) => void} made
     */
    instantiateWasm(imports, made) {
      WebAssembly.instantiate(compiled, imports).then(made, failed);
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
