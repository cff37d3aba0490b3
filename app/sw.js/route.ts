import worker from '@/components/offline/service-worker.js?text'

// The same for everybody until the next build: every page that is opened asks whether it has changed.
export const dynamic = 'force-static'

/** The service worker of this build. A browser that finds another than it has runs that one in its place. */
export const GET = (): Response =>
  new Response(`const build = ${JSON.stringify(process.env.BUILD_ID)}\n${worker}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
