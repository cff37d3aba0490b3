import cluster from 'node:cluster'

/** A message from the primary to a worker. */
export type ToWorker = 'pages are prepared' | 'no more connections'

/** A message from a worker to the primary. */
export type ToPrimary = 'stopped listening'

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
