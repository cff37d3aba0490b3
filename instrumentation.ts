/** Next calls this once before it serves. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startRouteFiles } = await import('@/server/http/start-route-files')
  await startRouteFiles()
}
