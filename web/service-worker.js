// Keeps the page for the time when there is no network. `tsumugi site` writes the list of its files into this script;
// offline.js registers it, where no server answers.
//
// A version is kept whole or not at all. Every file is compared with the list before it is kept, so a web server that has
// been given only half of a new version does not make a page of two. A page in use keeps its version until the person asks
// for the new one, or has closed all windows of the old.

const SITE = { version: "", files: {} };

const scope = new URL(registration.scope);
/** Other pages of the same origin have caches of their own. */
const FAMILY = `tsumugi ${scope.pathname} `;
const CACHE = FAMILY + SITE.version;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(find(name, event.request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.entries(SITE.files).map(([name, digest]) => keep(cache, name, digest)));
}

async function keep(cache, name, digest) {
  if (await cache.match(name)) return;
  const response = await fetch(name, { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await sha256(bytes)) !== digest) throw new Error(`${name} belongs to another version`);
  // A new response: one that came by way of a redirection is not accepted for a page.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  await cache.put(name, new Response(bytes, { headers: { "Content-Type": type } }));
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function dropOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The file that a request is for, if it is one of the list. */
function nameOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return Object.hasOwn(SITE.files, name) ? name : null;
}

async function find(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}
