import { isSite } from '@/server/platform/runtime/per-process'

/** Runs once before Next serves. Imports come after the first line, or they would also be built for the edge. */
export async function register() {
  // A site process prepares itself.
  if (process.env.NEXT_RUNTIME !== 'nodejs' || isSite.value) return
  const { startRouteFiles } = await import('@/server/entrances/http/start')
  await startRouteFiles()
}
