// Keeps the files of one version, so that the page opens without a network, and never mixes two
// versions. A new version takes over when all tabs of the old one are closed. The build writes
// values in place of the names in capitals that this file does not declare.
const CACHE = `quadrille-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
  const sweep = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('quadrille-') && name !== CACHE) await caches.delete(name);
    }
  };
  event.waitUntil(sweep());
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const find = async () => {
    const cache = await caches.open(CACHE);
    const found = await cache.match(event.request, { ignoreSearch: true });
    return found ?? fetch(event.request);
  };
  event.respondWith(find());
});
