import { pagesOnly } from '@/server/runtime/pages-only'

/** Time in which the first pages can be answered that need no store. */
const beforeStoreMs = 500

/** Next calls this once before it serves. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (pagesOnly.value) {
    // Our own server has looked at the environment and the store. What follows takes long to load, and nobody is to wait for it.
    setTimeout(() => void openStore(), beforeStoreMs)
    return
  }
  const { startRouteFiles } = await import('@/server/http/start-route-files')
  await startRouteFiles()
}

/** Opens the store ahead of the first page that needs it, which tries again where this fails. */
async function openStore() {
  const { store } = await import('@/server/store/store')
  await store().catch(() => {})
}
