/* global build */
// Caches one page, which reads identifiers without a network, and shows it in place of a page that cannot be loaded. It caches no
// results, account data, or other pages. `app/sw.js/route.ts` prepends `build`, so that each build has its own worker.

const cacheName = `pinref-${build}`
const offlinePage = '/offline'

/** Looks up a request in the cache by its path, ignoring the rest. */
const cached = async (request) =>
  (await caches.open(cacheName)).match(request, { ignoreSearch: true, ignoreVary: true })

/** Caches the page and the files that it refers to: its scripts, styles, and fonts. */
async function cachePage() {
  // Without cookies, as a visitor sees it.
  const page = await fetch(offlinePage, { credentials: 'omit', cache: 'no-cache' })
  if (!page.ok) throw new Error('The offline page could not be fetched.')
  const html = await page.clone().text()
  const names = new Set(html.match(/static\/[\w./~-]+\.(?:js|css|woff2)\b/g))
  const cache = await caches.open(cacheName)
  await cache.addAll(['/page.js', ...[...names].map((name) => `/_next/${name}`)])
  await cache.put(offlinePage, page)
}

addEventListener('install', (event) => {
  // No open page needs the previous worker.
  event.waitUntil(cachePage().then(() => self.skipWaiting()))
})

addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('pinref-') && name !== cacheName
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))))
})

/** Tries the network first, and falls back to the cache. */
const fetched = (request, instead) =>
  fetch(request).catch(async (error) => {
    const found = await cached(instead)
    if (found) return found
    throw error
  })

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') {
    // The browser must send requests that start a lookup itself. If the worker forwarded them, a link on another site would
    // look like one of ours: https://github.com/whatwg/fetch/issues/1321
    const looksUp = pathname === '/share' || searchParams.has('sent')
    if (!looksUp || !navigator.onLine) event.respondWith(fetched(request, offlinePage))
  } else if (['script', 'style', 'font'].includes(request.destination)) {
    event.respondWith(fetched(request, request))
  }
})
