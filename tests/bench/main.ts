import { parseArgs } from 'node:util'
import { loadPages } from '../attack/pages-load'
import { newCaller } from '../load/caller'
import { report } from '../load/report'
import { setStage } from '../load/stage'
import { type MeasuredPair, measureCalls, measurePair, middleOf } from './calls'
import { measureColdStarts } from './cold-start'
import { measureMillion } from './million-lines'
import { measureReadReference } from './read-reference'
import { coldStartTable, type Figures, type FiguresOnce, tablesOf } from './report'
import { buildPeers, startAll, startPair, startServers, stopServers } from './servers'
import { measureSignIn } from './sign-in'
import { measureStartAndMemory } from './start-and-memory'
import { measureStoreCosts } from './store-costs'
import { earlierFigures, writeTables } from './tables'
import { measureOverhead, measureUpstream } from './upstream'
import { measureWorkers } from './workers'

/*
 * `npm run bench [-- --runs 3]` measures Pinref and its peers, repeats the figures with targets in every run, and
 * prints the medians and ranges. With three or more runs, writes them into docs/performance.md. `--short` compares
 * Pinref with the Fastify peer alone, in up to three rounds of ten seconds. It passes as soon as one round does, and
 * fails only if Pinref has become much slower. `--cold-start` only measures Vercel's functions.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, short: { type: 'boolean' }, 'cold-start': { type: 'boolean' } },
})
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs.`)

/** The minimum for the short run, far below the target, because machines and their loads differ. */
const leastRatio = 0.55

const step = (text: string) => process.stderr.write(`${text}\n`)

const stage = await setStage({
  settings: { BURST_LIMIT: '1000000', FREE_DAILY_QUOTA: '1000000' },
  // A few callers make all the calls, so each makes many.
  google: { latencyMs: 200, settings: { UPSTREAM_CALLER_SHARE: '100' } },
})
// Each connection in the middle load has a key and its own account.
const callers = await Promise.all(Array.from({ length: 32 }, () => newCaller()))
const keys = callers.map(({ key }) => key)

if (values.short) {
  // Other programs can only make these figures worse. Other load changes the calls per second, but not a call's
  // processor time.
  const isFastEnough = ({ perSecond, micros }: MeasuredPair) =>
    perSecond >= leastRatio || micros.fastify / micros.node >= leastRatio
  const servers = await startPair(stage)
  const rounds = await measurePair(servers, keys, 3, isFastEnough)
  await stopServers(servers)
  await stage.end()
  const { perSecond, micros } = middleOf(rounds)
  step(
    `${perSecond.toFixed(2)} of the Fastify peer's calls a second (at least ${leastRatio}); processor time of a call:`,
  )
  step(`${micros.node.toFixed(0)} µs of the worker, ${micros.fastify.toFixed(0)} µs of the peer`)
  process.exit(rounds.some(isFastEnough) ? 0 : 1)
}

if (values['cold-start']) {
  const [key = ''] = keys
  const figures = await measureColdStarts(stage, key)
  await stage.end()
  report({ name: 'cold-start', tables: [coldStartTable([figures])], figures, faults: [] })
  process.exit(0)
}

step('Building the peers')
buildPeers()
const figures: Figures[] = []
for (let run = 1; run <= runs; run++) {
  step(`Run ${run} of ${runs}`)
  figures.push(await measureTargets())
}
step('Calls of every kind')
const once = await measureOnce()
await stage.end()

const tables = tablesOf(figures, once, earlierFigures())
report({ name: 'bench', tables, figures: { runs: figures, once }, faults: [] })
if (runs >= 3) {
  writeTables(runs, tables)
  step('The tables are in docs/performance.md.')
}
process.exit(0)

/** Measures all figures that have targets. */
async function measureTargets(): Promise<Figures> {
  const [key = ''] = keys
  const storeCosts = await measureStoreCosts(key, stage.env.REDIS_URL ?? '')
  const readReference = measureReadReference()
  const pair = await startPair(stage)
  const besideFastify = middleOf(await measurePair(pair, keys, 3))
  await stopServers(pair)
  step('  a resolve without its upstream')
  const overheadMs = await measureOverhead(stage, key)
  step('  calls while pages are drawn')
  const app = await startServers.node(stage)
  const pages = await loadPages(app.url, 30, 5)
  await app.stop()
  step('  start and memory')
  const startAndMemory = await measureStartAndMemory(stage, keys)
  step('  cold starts on Vercel')
  const coldStarts = await measureColdStarts(stage, key)
  step('  a batch')
  const million = measureMillion()
  return { besideFastify, overheadMs, pages, storeCosts, startAndMemory, coldStarts, readReference, million }
}

/** Measures the figures that explain the targets. */
async function measureOnce(): Promise<FiguresOnce> {
  const servers = await startAll(stage)
  const calls = await measureCalls(servers, keys)
  await stopServers(servers)
  step('  calls before and after a sign-in')
  const signInRatio = await measureSignIn(stage, keys)
  step('  several workers')
  const workers = await measureWorkers(stage, keys)
  step('  what upstream calls cost')
  const upstream = await measureUpstream(stage, keys[0] ?? '')
  return { calls, signInRatio, workers, upstream }
}
