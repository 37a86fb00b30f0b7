// Keeps the page for visits without a network. scripts/site.py puts the list of files in the place of SITE; every name
// but that of the page has the hash of its content, so what is kept under a name never changes.
//
// The page and its module are kept before this worker takes over, the tables of the atlas after that, one by one. A new
// version waits until the last page of the old one is closed, so no page gets files of two versions. Nothing is kept
// that has another hash than its name: an error page of the host, a file that was cut off, a page that is still the old
// one in the cache of the browser.
//
// Its replies have the headers that isolate a page, which may have threads then. So a host need not send them, but for
// threads in a first visit. It leaves alone what is not of the site: other pages of the host, below it, and copies of
// the site in other folders, whose caches have other names.

const {version, page, now, later} = SITE;
const ITS_CACHES = `pipopipette ${registration.scope} `;
const CACHE = ITS_CACHES + version;
const PAGES = [page, 'index.html'].map(addressOf);
const FILES = new Set([...now, ...later].map(addressOf));

addEventListener('install', (event) => event.waitUntil(keep(now)));

addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE && name.startsWith(ITS_CACHES)) await takeOver(name);
  await clients.claim();
})()));

// Keeps the rest, and what the browser has dropped: the page asks for it when it has been answered. What cannot be kept
// now is tried again in the next visit.
addEventListener('message', (event) => event.waitUntil(keep([...now, ...later]).catch(() => {})));

addEventListener('fetch', (event) => {
  const {request} = event;
  const address = request.mode === 'navigate' ? visited(request.url) : request.url;
  if (request.method === 'GET' && FILES.has(address)) event.respondWith(answer(event, address).then(isolated));
});

function addressOf(file) {
  return new URL(file, location.href).href;
}

// Returns the address of the page if that is what is visited.
function visited(url) {
  const {origin, pathname} = new URL(url);
  return PAGES.includes(origin + pathname) ? PAGES[0] : null;
}

function isolated({body, status, statusText, headers}) {
  const all = new Headers(headers);
  all.set('Cross-Origin-Opener-Policy', 'same-origin');
  all.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(body, {status, statusText, headers: all});
}

// Returns whether the bytes are those of the file, by the hash in its name, or for the page by the version.
async function isWhole(file, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, version.length);
  return file === page ? hash === version : file.includes(`.${hash}.`);
}

// Fetches a file, if need be past the cache of the browser. Returns null if it does not arrive whole.
async function fetched(file) {
  for (const cache of ['default', 'reload']) {
    const reply = await fetch(file, {cache});
    if (reply.ok && await isWhole(file, await reply.clone().arrayBuffer())) return reply;
  }
  return null;
}

// Keeps files that are not kept yet. Throws if one of them does not arrive whole; the others are kept all the same.
async function keep(files) {
  const cache = await caches.open(CACHE);
  const broken = [];
  for (const file of files) {
    if (await cache.match(file)) continue;
    const reply = await fetched(file);
    if (reply) await cache.put(file, reply);
    else broken.push(file);
  }
  if (broken.length > 0) throw new Error(`not as the site has them: ${broken.join(', ')}`);
}

// Moves what the new version has under the same name, and drops the rest.
async function takeOver(name) {
  const [old, cache] = await Promise.all([caches.open(name), caches.open(CACHE)]);
  for (const file of later) {
    const kept = await old.match(file);
    if (kept && !await cache.match(file)) await cache.put(file, kept);
  }
  await caches.delete(name);
}

async function answer({request}, address) {
  const cache = await caches.open(CACHE);
  return await cache.match(address) ?? fetch(request);
}
