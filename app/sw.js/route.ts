import worker from '@/components/offline/service-worker.js?text'

// The service worker is the same for every browser until the next build. Each page checks for changes when it opens.
export const dynamic = 'force-static'

/** Returns this build's service worker. A browser replaces a different service worker with this one. */
export const GET = (): Response =>
  new Response(`const build = ${JSON.stringify(process.env.BUILD_ID)}\n${worker}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
