import cluster from 'node:cluster'
import type { MetricData } from '@opentelemetry/sdk-metrics'

/** A message from the primary to another process. */
export type ToWorker = 'pages are prepared' | 'no more connections' | 'send metrics'

/** A message to the primary; `metrics` has what is new since the last one. */
export type ToPrimary = 'stopped listening' | 'prepared' | { metrics: MetricData[] }

/** Waits until the primary sends this message. Returns at once if the process was started without a primary. */
export function waitForMessage(awaited: ToWorker): Promise<void> {
  if (!cluster.isWorker) return Promise.resolve()
  return new Promise((resolve) => {
    function hear(message: unknown) {
      if (message !== awaited) return
      process.off('message', hear)
      resolve()
    }
    process.on('message', hear)
  })
}
