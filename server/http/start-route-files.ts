import { startTelemetry } from '@/server/observability/telemetry'
import { store } from '@/server/store/store'
import { prepareStore } from './prepare-store'
import { startQueueLater } from './start-queue'
import { tellSetup } from './tell-setup'

/** Prepares what Next needs. An invalid environment, a store that does not open, or a wrong secret ends the process. */
export async function startRouteFiles(): Promise<void> {
  try {
    await store()
    await prepareStore()
  } catch (error) {
    // Next would continue and answer every request with a bare 500.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  await startTelemetry()
  startQueueLater()
  tellSetup()
}
