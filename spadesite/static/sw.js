// The service worker: it caches the site's static files and the offline page, nothing else.
// Tables, moves and streams are never cached: a cached table would be stale, and could show one player's page to
// another on the same device. The view of this file inserts SHELL before its first line.

const { version, offline, static: shelf, assets } = self.SHELL;
const PREFIX = "shell-";
const NAME = PREFIX + version;
// A file with a content hash in its name never changes, so its cached copy never goes stale.
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

async function fill() {
  const cache = await caches.open(NAME);
  // Fetched without cookies: the cached page must hold no player's name or preferences.
  const page = new Request(offline, { credentials: "omit", cache: "reload" });
  await cache.addAll([page, ...assets.map((asset) => new Request(asset, { cache: "reload" }))]);
  await self.skipWaiting();
}

async function sweep() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  // In Firefox a navigation whose preload fails does not show the offline page. Preload stays enabled in a registration
  // until it is disabled.
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

async function fromShelf(request, isHashed) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && isHashed) return kept;
  try {
    const fresh = await fetch(request);
    if (isHashed && fresh.status === 200) await cache.put(request, fresh.clone());
    return fresh;
  } catch (lost) {
    if (kept) return kept;
    throw lost;
  }
}

async function fromServer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(offline, { ignoreVary: true })) || Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(sweep()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith(shelf)) event.respondWith(fromShelf(request, HASHED.test(pathname)));
  else if (request.mode === "navigate") event.respondWith(fromServer(request));
});
