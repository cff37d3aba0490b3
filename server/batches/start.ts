import { driver, driverKind } from './driver'
import type { WatchUse } from './run-lane'
import { runStep } from './run-step'

/** Has this process work on batches from now on, until `stopDriver`; nothing where the work comes as requests, or there is none. */
export async function startBatches(watchUse: WatchUse): Promise<void> {
  if (driverKind() !== 'bullmq') return
  const { start } = await driver()
  await start?.((step, stopping, failures) => runStep(step, stopping, failures, watchUse))
}
