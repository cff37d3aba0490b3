import { measureSteps } from './one-redis'
import { simulate } from './simulation'

/*
 * `npm run task simulate:cluster` measures what docs/scaling.md quotes: first, what calls and accounts cost on one Redis
 * server (`redis`), then how a Redis Cluster behaves with many accounts, and when it loses a master (`cluster`). Each
 * part has its own process, because a process's store is fixed. `SIMULATE_ACCOUNTS`, `SIMULATE_KEYS` (per account), and
 * `SIMULATE_CALLS` change the size of the second part.
 */
const parts: Record<string, () => Promise<void>> = { redis: measureSteps, cluster: simulate }
const [name = ''] = process.argv.slice(2)
const part = parts[name]
if (!part) throw new Error(`There is no ${name}: ${Object.keys(parts).join(', ')}.`)
await part()
process.exit()
