// The page without a network: service-worker.js keeps its files. A page that came from `tsumugi serve` is as old or new as
// the program and is not kept.

/** Keeps the page, or forgets it. `offer` is told of a new version and given what takes it into use. */
export async function prepareOffline(backend, offer) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  if (backend === "server") await forget(workers);
  else if (backend === "worker") await keep(workers, offer);
}

async function keep(workers, offer) {
  // Where it cannot be kept, a folder without the script for instance, it works as before while there is a network.
  const registration = await workers.register("service-worker.js").catch(() => null);
  if (!registration) return;
  const look = () => {
    const { waiting } = registration;
    if (waiting && workers.controller) offer(() => waiting.postMessage("take over"));
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  workers.addEventListener("controllerchange", () => location.reload());
  look();
}

/** A folder of files was served at this address before. */
async function forget(workers) {
  const here = new URL("./", location.href).href;
  const registration = await workers.getRegistration().catch(() => null);
  if (registration?.scope !== here) return;
  await registration.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("tsumugi ")).map((name) => caches.delete(name)));
  if (workers.controller) location.reload();
}
