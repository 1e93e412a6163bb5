// What this page is made of is kept by the service worker, so that it opens in a hut without a network, from the first
// visit on. The worker itself only sees what is loaded after it has woken up.

/** Asks for it, and calls back when all is kept; returns how to stop waiting. */
export function keepForLater(done: () => void): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker || !import.meta.env.PROD) return () => undefined;
  const heard = ({ data }: MessageEvent) => data === 'kept' && done();
  worker.addEventListener('message', heard);
  void worker.ready.then(({ active }) => active?.postMessage({ keep: loaded() }));
  return () => worker.removeEventListener('message', heard);
}

function loaded(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = files.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  return [...new Set(own.map(({ pathname }) => pathname))];
}
