import cluster from 'node:cluster'
import type { MetricData } from '@opentelemetry/sdk-metrics'

/** A message from the primary to another process. */
export type ToWorker = 'pages are prepared' | 'no more connections' | 'send metrics'

/** A message to the primary. `metrics` has the changes since the last one. */
export type ToPrimary = 'stopped listening' | 'prepared' | { metrics: MetricData[] }

/** Waits until the primary sends this message. Returns immediately if the process was started without a primary. */
export function waitForMessage(expected: ToWorker): Promise<void> {
  if (!cluster.isWorker) return Promise.resolve()
  return new Promise((resolve) => {
    function onMessage(message: unknown) {
      if (message !== expected) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
  })
}
