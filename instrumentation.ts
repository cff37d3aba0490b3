import { pagesOnly } from '@/server/platform/runtime/per-process'

/** The delay before the store is opened, while pages that need no store are served. */
const beforeStoreMs = 500

/** Runs once before Next serves. Imports come after the first line, or they would also be built for the edge. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (pagesOnly.value) {
    // Our server has already checked the environment and the store. This loads slowly, so nothing waits for it.
    setTimeout(async () => {
      const { store } = await import('@/server/platform/store/store')
      // The first page that needs the store tries again.
      await store().catch(() => {})
    }, beforeStoreMs)
    return
  }
  const { startRouteFiles } = await import('@/server/entrances/http/start')
  await startRouteFiles()
}
