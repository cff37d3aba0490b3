import { startBatches } from '@/server/batches/start'

// Works on batches until it is killed.
startBatches(() => {}).catch((error: unknown) => {
  process.stderr.write(`${error}\n`)
  process.exit(1)
})
