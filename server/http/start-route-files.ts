import { startTelemetry } from '@/server/observability/telemetry'
import { pagesOnly } from '@/server/runtime/pages-only'
import { store } from '@/server/store/store'
import { prepareStore } from './prepare-store'
import { startQueueLater } from './start-queue'
import { tellSetup } from './tell-setup'

/** Opens what Next needs. An invalid environment, a store that does not open or a wrong secret ends the process. */
export async function startRouteFiles(): Promise<void> {
  try {
    await store()
    // Beside our own server, that one has done it.
    if (!pagesOnly.value) await prepareStore()
  } catch (error) {
    // Next would go on and answer every request with a bare 500.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  // Only calls are measured, and cost; beside our own server nobody makes one here.
  if (pagesOnly.value) return
  await startTelemetry()
  startQueueLater()
  tellSetup()
}
