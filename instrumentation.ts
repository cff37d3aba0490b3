/** Next calls this once before it serves: an environment that is not right, or a store that does not open, ends the start. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { store } = await import('@/server/store/store')
  await store()
  const { startTelemetry } = await import('@/server/observability/telemetry')
  await startTelemetry()
}
