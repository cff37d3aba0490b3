import { pagesOnly } from '@/server/runtime/per-process'

/** Time in which the first pages can be answered that need no store. */
const beforeStoreMs = 500

/** Next calls this once before it serves. What is imported here stands behind the first line, or it would be built for the edge, too. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (pagesOnly.value) {
    // Our own server has looked at the environment and the store. This takes long to load, and nobody is to wait for it.
    setTimeout(async () => {
      const { store } = await import('@/server/store/store')
      // The first page that needs it tries again.
      await store().then(
        ({ guard }) => guard.beginLater(),
        () => {},
      )
    }, beforeStoreMs)
    return
  }
  const { startRouteFiles } = await import('@/server/http/start')
  await startRouteFiles()
}
