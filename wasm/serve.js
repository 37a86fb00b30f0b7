// The work of a worker that holds a module: answers the questions that it is sent, one after the other, and tells what
// it finds as it finds it. While it answers it hears nothing; answerer.js ends it to cancel a question.
//
// It is sent {start} once, then {id, path, params, body}, and sends {id, name, text} for each event and {id, done} at
// the end of an answer. The first message is {started}, or {failed} with the reason.

import {ask} from './ask.js';

/**
 * Returns a module with a memory of its own.
 *
 * @param {(options: object) => Promise<any>} make of Emscripten
 * @param {WebAssembly.Module} compiled
 * @param {object} [options] of `make`
 * @returns {Promise<any>}
 */
export function instantiated(make, compiled, options) {
  return new Promise((done, failed) => make({
    ...options,
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(made: WebAssembly.Instance, module: WebAssembly.Module) => void} made
     */
    instantiateWasm(imports, made) {
      WebAssembly.instantiate(compiled, imports).then((instance) => made(instance, compiled), failed);
      return {};
    },
  }).then(done, failed));
}

/**
 * @param {{onmessage: any, postMessage(message: object): void}} port
 * @param {(start: any) => Promise<any>} begin returns the module, with what it needs
 */
export function serve(port, begin) {
  /** @type {any} */
  let module;
  port.onmessage = async (/** @type {{data: any}} */ {data}) => {
    const {id, start} = data;
    try {
      if (start) {
        module = await begin(start);
        port.postMessage({started: true});
      } else {
        ask(module, data, (name, text) => port.postMessage({id, name, text}));
        port.postMessage({id, done: true});
      }
    } catch (/** @type {any} */ error) {
      // The module cannot begin, or has ended: its memory is used up, or it has a fault.
      port.postMessage({failed: String(error?.message ?? error)});
    }
  };
}
