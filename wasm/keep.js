// Keeps the page for visits without a network. scripts/site.py puts the list of files in the place of SITE; every name
// but that of the page has the hash of its content, so what is kept under a name never changes.
//
// The page and its module are kept before this worker takes over, the tables of the atlas after that, one by one. A new
// version waits until the last page of the old one is closed, so no page gets files of two versions.
//
// Its replies have the headers that isolate a page, which may have threads then. So a host need not send them, but for
// threads in a first visit.

const {version, page, now, later} = SITE;
const belongs = new Set(later.map((file) => new URL(file, location.href).href));
const CACHE = `pipopipette ${version}`;

addEventListener('install', (event) => event.waitUntil(keep(now)));

addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE && name.startsWith('pipopipette ')) await takeOver(name);
  await clients.claim();
})()));

// Keeps the rest: the page asks for it when it has been answered.
addEventListener('message', (event) => event.waitUntil(keep(later)));

addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(event).then(isolated));
});

function isolated({body, status, statusText, headers}) {
  const all = new Headers(headers);
  all.set('Cross-Origin-Opener-Policy', 'same-origin');
  all.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(body, {status, statusText, headers: all});
}

// Keeps files that are not kept yet.
async function keep(files) {
  const cache = await caches.open(CACHE);
  for (const file of files) if (!await cache.match(file)) await cache.add(file);
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

async function answer(event) {
  const {request} = event;
  const cache = await caches.open(CACHE);
  const visit = request.mode === 'navigate';
  const kept = await cache.match(visit ? page : request, {ignoreSearch: visit});
  if (kept) return kept;
  const reply = await fetch(request);
  // The page has its answer even if there is no room for a copy.
  if (reply.status === 200 && belongs.has(request.url)) event.waitUntil(cache.put(request, reply.clone()).catch(() => {}));
  return reply;
}
