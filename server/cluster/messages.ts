import cluster from 'node:cluster'

/** What the primary tells a worker. */
export type ToWorker = 'pages are prepared' | 'no more connections'

/** What a worker tells the primary. */
export type ToPrimary = 'stopped listening'

/** Waits in a worker until the primary tells it this; not at all in one that was started by itself. */
export function told(awaited: ToWorker): Promise<void> {
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
