// The files of tables as the module sees them: each is there from the beginning with its size. A file is fetched as a
// whole when it is first opened, a large one piece by piece when it is read. A worker may wait for that; a page may not.

const NO_NETWORK = 40;      // ENETUNREACH, as Emscripten numbers it: the file may be there later
const MISSING = 44;         // ENOENT
const DAMAGED = 29;         // EIO
const PIECE = 65_536;       // bytes: a header, an entry of an index or a block are in one or two pieces
const MOST_PIECES = 1024;   // that are kept, of all files together

/**
 * Files by their paths in the module: bytes, the address, and whether the file is read in pieces.
 *
 * @typedef {{bytes: number, at: string, pieces?: boolean}} Far
 * @typedef {Record<string, Far>} Listed
 */

/**
 * @param {string} address
 * @param {[number, number]} [range] the first byte and the last
 * @returns {Uint8Array | number} or an error number of Emscripten
 */
function fetched(address, range) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  if (range) request.setRequestHeader('Range', `bytes=${range[0]}-${range[1]}`);
  try {
    request.send();
  } catch {
    return NO_NETWORK;
  }
  if (request.status === (range ? 206 : 200)) return new Uint8Array(request.response);
  if (request.status === 404) return MISSING;
  return request.status === 0 || request.status >= 500 ? NO_NETWORK : DAMAGED;
}

/**
 * @param {any} FS Emscripten's file system
 * @param {string} address
 * @param {number} bytes
 * @param {[number, number]} [range]
 */
function whole(FS, address, bytes, range) {
  const contents = fetched(address, range);
  if (typeof contents === 'number') throw new FS.ErrnoError(contents);
  if (contents.length !== bytes) throw new FS.ErrnoError(NO_NETWORK);   // cut off, or a page in its place
  return contents;
}

// The pieces of large files by address and number; the one that was used last is the last one.
class Pieces {
  /** @type {Map<string, Uint8Array>} */
  #kept = new Map();
  #FS;

  /** @param {any} FS */
  constructor(FS) {
    this.#FS = FS;
  }

  /**
   * Returns the piece of a file that has this byte.
   *
   * @param {string} address
   * @param {number} bytes of the file
   * @param {number} place
   */
  #with(address, bytes, place) {
    const first = place - place % PIECE;
    const end = Math.min(first + PIECE, bytes);
    const key = `${address} ${first}`;
    const piece = this.#kept.get(key) ?? whole(this.#FS, address, end - first, [first, end - 1]);
    this.#kept.delete(key);
    this.#kept.set(key, piece);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_PIECES) break;
      this.#kept.delete(oldest);
    }
    return piece;
  }

  /**
   * Copies a part of a file. Returns its bytes, fewer at the end of the file.
   *
   * @param {string} address
   * @param {number} bytes of the file
   * @param {number} place
   * @param {Int8Array} to
   */
  read(address, bytes, place, to) {
    const end = Math.min(place + to.length, bytes);
    for (let at = place; at < end;) {
      const piece = this.#with(address, bytes, at);
      const part = piece.subarray(at % PIECE, at % PIECE + end - at);
      to.set(part, at - place);
      at += part.length;
    }
    return Math.max(0, end - place);
  }
}

/**
 * Lists the files.
 *
 * @param {any} FS Emscripten's file system
 * @param {Listed} files
 * @param {string} base what addresses are relative to
 */
export function placeFiles(FS, files, base) {
  const kept = new Pieces(FS);
  for (const [path, {bytes, at, pieces}] of Object.entries(files)) {
    const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const address = new URL(at, base).href;
    FS.mkdirTree(folder);
    const node = FS.createFile(folder, name, {}, true, false);
    const {node_ops: own, stream_ops: streams} = node;
    // The size is known before the file has been fetched.
    node.node_ops = {...own, getattr: (/** @type {any} */ of) => ({...own.getattr(of), size: bytes})};
    node.stream_ops = pieces ? {
      ...streams,
      /**
       * @param {any} stream
       * @param {Int8Array} memory
       * @param {number} offset
       * @param {number} length
       * @param {number} place
       */
      read: (stream, memory, offset, length, place) => kept.read(address, bytes, place, memory.subarray(offset, offset + length)),
    } : {
      ...streams,
      open() {
        if (node.usedBytes === bytes) return;
        node.contents = whole(FS, address, bytes);
        node.usedBytes = bytes;
      },
    };
  }
}
