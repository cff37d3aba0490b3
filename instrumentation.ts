import { isSite, preparation } from '@/server/platform/runtime/per-process'

/** Runs once before Next serves. Imports come after the first line, or they would also be built for the edge. */
export async function register() {
  // A site process prepares itself.
  if (process.env.NEXT_RUNTIME !== 'nodejs' || isSite.value) return
  const prepare = async () => (await import('@/server/entrances/http/start')).startRouteFiles()
  // On Vercel, a caller is already waiting. The API prepares the process with its own copy of these modules, and pages
  // with this one.
  if (process.env.VERCEL) preparation.value ??= prepare
  else await prepare()
}
