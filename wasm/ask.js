// Asks the module a question. It is answered before the function returns.

/**
 * @param {any} module as Emscripten makes it
 * @param {{path: string, params: Record<string, string>, body: string}} question
 * @param {(name: string, text: string) => void} tell is called for each event of the answer
 */
export function ask(module, {path, params, body}, tell) {
  module.tell = tell;
  const places = [path, JSON.stringify(params), body].map((text) => module.stringToNewUTF8(text));
  module._pipo_ask(...places);
  for (const place of places) module._free(place);
}
