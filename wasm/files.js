// The files of the atlas as the module sees them: each is there from the beginning with its size, and is fetched as a
// whole when it is first opened. A worker may wait for a file; a page may not.

const NO_NETWORK = 40;   // ENETUNREACH, as Emscripten numbers it: the file may be there later
const DAMAGED = 29;      // EIO

/**
 * Tables by name, each with its files by name: bytes, and the address.
 *
 * @typedef {Record<string, Record<string, {bytes: number, at: string}>>} Listed
 */

/**
 * @param {string} address
 * @returns {Uint8Array | null} null: it cannot be had now
 */
function fetched(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

/**
 * Lists the files below /atlas.
 *
 * @param {any} FS Emscripten's file system
 * @param {Listed} tables
 * @param {string} base what addresses are relative to
 */
export function placeFiles(FS, tables, base) {
  FS.mkdir('/atlas');
  for (const [table, files] of Object.entries(tables)) {
    FS.mkdir(`/atlas/${table}`);
    for (const [name, {bytes, at}] of Object.entries(files)) {
      const node = FS.createFile(`/atlas/${table}`, name, {}, true, false);
      const {node_ops: own, stream_ops: streams} = node;
      let there = false;
      // The size is known before the file has been fetched.
      node.node_ops = {...own, getattr: (/** @type {any} */ of) => ({...own.getattr(of), size: bytes})};
      node.stream_ops = {...streams, open() {
        if (there) return;
        const contents = fetched(new URL(at, base).href);
        if (!contents) throw new FS.ErrnoError(NO_NETWORK);
        if (contents.length !== bytes) throw new FS.ErrnoError(DAMAGED);
        node.contents = contents;
        node.usedBytes = bytes;
        there = true;
      }};
    }
  }
}
