// Starts the service worker once the page is there: see components/offline/service-worker.js.
addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(() => {}))
