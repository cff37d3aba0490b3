import { startQueue } from '@/server/entrances/http/start'

// Works on batches until it is killed.
startQueue().catch((error: unknown) => {
  process.stderr.write(`${error}\n`)
  process.exit(1)
})
