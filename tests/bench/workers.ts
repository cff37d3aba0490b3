import { newCaller } from '../load/caller'
import { type Load, load, requestsOf, together } from '../load/load'
import type { Stage } from '../load/stage'
import { median } from '../load/statistics'
import { startApp } from '../support/start-app'

const counts = [1, 2, 4] as const
const connections = 32
const rounds = 2
/**
 * The order in which servers take turns in a round, by their number of workers, and the length of a turn in seconds.
 */
const turns = [1, 2, 4, 4, 2, 1] as const
const turnSeconds = 1
/** The first plan's monthly quota, and enough calls to exceed that quota. */
const quota = 1_000
const calls = 2_400

/** One server's measurements, as medians over the rounds. */
export interface MeasuredWorkers {
  workers: number
  perSecond: number
  /** Calls a second, as a multiple of the one-worker server's calls in the same round. */
  ratio: number
  p99Ms: number
  /** Calls admitted under a quota of 1,000 when 2,400 arrive at once. */
  admitted: number
}

type Count = (typeof counts)[number]
type Combined = ReturnType<typeof together>

/**
 * Measures the same call on servers with 1, 2, and 4 workers that share one Redis server.
 * @throws Error if a quota of N did not admit exactly N calls.
 */
export async function measureWorkers(stage: Stage, keys: readonly string[]): Promise<MeasuredWorkers[]> {
  const servers = await Promise.all(
    counts.map(async (workers) => {
      const app = await startApp('node', { ...stage.env, WEB_CONCURRENCY: String(workers) }, { output: 'ignore' })
      return { workers, app, url: `${app.url}/api/convert` }
    }),
  )
  const requests = requestsOf([{ cid: '3545450935484072529' }], keys)
  const urlOf = (count: Count) => servers.find(({ workers }) => workers === count)?.url ?? ''

  async function round(): Promise<Record<Count, Combined>> {
    const taken: Record<Count, Load[]> = { 1: [], 2: [], 4: [] }
    for (const workers of turns) {
      const done = await load({ url: urlOf(workers), requests }, connections, { seconds: turnSeconds })
      if (done.errors > 0) throw new Error(`${done.errors} calls failed with ${workers} workers`)
      taken[workers].push(done)
    }
    return { 1: together(taken[1]), 2: together(taken[2]), 4: together(taken[4]) }
  }

  // The first round warms up.
  await round()
  const measured: Record<Count, Combined>[] = []
  for (let turn = 0; turn < rounds; turn++) measured.push(await round())

  const figures: MeasuredWorkers[] = []
  for (const { workers, url } of servers) {
    const admitted = await admittedOf(url, (await newCaller('starter')).key)
    if (admitted !== quota) throw new Error(`${workers} workers admitted ${admitted} calls of a quota of ${quota}`)
    figures.push({
      workers,
      perSecond: median(measured.map((loads) => loads[workers].perSecond)),
      ratio: median(measured.map((loads) => loads[workers].perSecond / loads[1].perSecond)),
      p99Ms: median(measured.map((loads) => loads[workers].p99Ms)),
      admitted,
    })
  }
  await Promise.all(servers.map(({ app }) => app.stop()))
  return figures
}

/**
 * Makes many calls at once and returns the number of 200 responses.
 * @throws Error for a status other than 200 and 429.
 */
async function admittedOf(url: string, key: string): Promise<number> {
  const { statuses, errors } = await load({ url, requests: requestsOf([{ cid: '1' }], [key]) }, 200, { calls })
  const { 200: admitted = 0, 429: refused = 0 } = statuses
  if (admitted + refused !== calls) throw new Error(`${calls - admitted - refused} of ${errors} calls failed`)
  return admitted
}
