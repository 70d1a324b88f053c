// What the site keeps on the device: its own static files and the offline page, nothing else.
// Tables, moves and streams always go to the server: a kept table would show a hand that has moved on,
// and one person's page to the next. The view that serves this file writes SHELL in front of it.

const { version, offline, static: shelf, assets } = self.SHELL;
const PREFIX = "shell-";
const NAME = PREFIX + version;
// A file with a content hash in its name never changes, so it may be kept for good.
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

async function fill() {
  const cache = await caches.open(NAME);
  // Asked for without cookies: the kept page carries neither name nor preference of whoever sat here.
  const page = new Request(offline, { credentials: "omit", cache: "reload" });
  await cache.addAll([page, ...assets.map((asset) => new Request(asset, { cache: "reload" }))]);
  await self.skipWaiting();
}

async function sweep() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
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

async function fromServer(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
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
  else if (request.mode === "navigate") event.respondWith(fromServer(event));
});
