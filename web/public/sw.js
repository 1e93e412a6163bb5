// Keeps the app itself, so that it opens at once and without a network, and drawn cards, whose addresses show the same
// for ever. Never keeps anything of a game: whatever is under /api is always asked of the server.
const SHELL = 'deckname-shell-1';
const PICTURES = 'deckname-pictures-1';
const PATIENCE = 4000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const known = [SHELL, PICTURES];
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !known.includes(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function fromCacheFirst(request, name) {
  const cache = await caches.open(name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** The page names the files it is made of: when it changes, those of the old one have done their duty. */
async function keep(cache, page) {
  const [old, text] = [await cache.match('/'), await page.clone().text()];
  if (old && (await old.text()) !== text) for (const file of await cache.keys()) await cache.delete(file);
  await cache.put('/', page);
}

/** What is kept, where the network takes too long to say that there is none. */
async function fromNetworkFirst(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match('/');
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await keep(cache, answer.clone());
    return answer;
  });
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  return (await Promise.race([fresh, ...(kept ? [late] : [])]).catch(() => kept)) ?? kept ?? Response.error();
}

/** A page names the files it has loaded before this worker woke up. */
async function keepAll(paths) {
  const cache = await caches.open(SHELL);
  await Promise.all(['/', ...paths].map(async (path) => (await cache.match(path)) ?? cache.add(path)));
}

self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keepAll(event.data.keep).then(() => event.source.postMessage('kept')));
});

/** The server names all pictures there are: others that we keep were drawn anew since. */
async function clearAway(list) {
  if (!list.ok) return;
  const [cache, named] = [await caches.open(PICTURES), new Set(Object.values(await list.json()))];
  for (const kept of await cache.keys()) if (!named.has(new URL(kept.url).pathname)) await cache.delete(kept);
}

function listOfPictures(event) {
  const list = fetch(event.request);
  event.waitUntil(list.then((answer) => clearAway(answer.clone())).catch(() => {}));
  return list;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/pictures/')) event.respondWith(fromCacheFirst(request, PICTURES));
  else if (pathname === '/api/pictures') event.respondWith(listOfPictures(event));
  else if (pathname.startsWith('/api/')) return;
  else if (pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(request, SHELL));
  else if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(request));
});
