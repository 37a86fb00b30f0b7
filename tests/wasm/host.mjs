// A host of static files that can be cut off, slow, or have a damaged file.
import {createReadStream, existsSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join} from 'node:path';

const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
               '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json'};
const PLACE = '/some/place (1)/';   // the site is not at the root

export class Host {
  delay = 0;          // milliseconds for each file
  damaged = null;     // a RegExp of paths whose files arrive with other bytes
  replaced = null;    // a RegExp of paths that are answered by a page, as if it were the file
  ranges = true;      // whether it sends parts of files
  headers = {};       // what else it sends, such as {'Access-Control-Allow-Origin': '*'}
  asked = [];         // paths, with the range if one is asked for
  #server;
  #folder;
  #port = 0;

  constructor(folder) {
    this.#folder = folder;
  }

  get address() {
    return `http://127.0.0.1:${this.#port}${encodeURI(PLACE)}`;
  }

  async open(folder = this.#folder) {
    this.#folder = folder;
    this.#server = createServer((request, reply) => setTimeout(() => this.#answer(request, reply), this.delay));
    await new Promise((listening) => this.#server.listen(this.#port, '127.0.0.1', listening));
    this.#port = this.#server.address().port;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #answer(request, reply) {
    const path = decodeURI(new URL(request.url, this.address).pathname);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    this.asked.push(first ? `${path} ${first}-${last}` : path);
    const file = join(this.#folder, path.slice(PLACE.length).replace(/(^|\/)$/, '$1index.html'));
    if (!path.startsWith(PLACE) || !existsSync(file)) return reply.writeHead(404).end();
    if (this.replaced?.test(path)) return reply.writeHead(200, {'Content-Type': 'text/html'}).end('<!doctype html>');
    const {size} = statSync(file);
    const [start, end] = first && this.ranges ? [Number(first), Math.min(Number(last), size - 1)] : [0, size - 1];
    const headers = {'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Content-Length': end - start + 1, ...this.headers};
    if (first && this.ranges) reply.writeHead(206, {...headers, 'Content-Range': `bytes ${start}-${end}/${size}`});
    else reply.writeHead(200, headers);
    const contents = createReadStream(file, {start, end});
    if (!this.damaged?.test(path)) return contents.pipe(reply);
    contents.on('data', (bytes) => reply.write(bytes.fill(0))).on('end', () => reply.end());
  }
}
