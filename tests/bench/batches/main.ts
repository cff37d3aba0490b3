import { mkdtempSync, readFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@/server/access/key-store'
import { writeProfile } from '@/server/access/profile'
import { readUsage } from '@/server/access/usage'
import { store } from '@/server/store/store'
import { residentMb } from '../../support/app-processes'
import { newAccount } from '../../support/new-account'
import { removeFolder } from '../../support/remove-folder'
import { startApp } from '../../support/start-app'
import { killAgainAndAgain, redisPid } from './chaos'
import { batchClient } from './client'
import { partsOf, placeIdAt } from './lines'

/*
 * A batch of a million links, identifiers only, on an app with the embedded Redis: how long it takes to send it, to run it and to fetch
 * it, and how much memory that needs. Every line is held against what it must be, and the counts against the lines. With CHAOS=1 the app
 * and the store are killed again and again meanwhile, the store hangs, and another batch is cancelled in the middle.
 */

const lines = Number(process.env.LINES ?? 1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-batches-'))
const env = { DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for the benchmark', BURST_LIMIT: '1000000', LOG_LEVEL: 'error' }
Object.assign(process.env, env)

const start = () =>
  startApp('node', { ...env, WEB_CONCURRENCY: process.env.WEB_CONCURRENCY ?? String(Math.min(cpus().length, 4)) })
const first = await start()
let app = () => first
const accountId = await newAccount()
await writeProfile(accountId, { plan: 'unlimited' })
const { key } = await createKey(accountId, 'Bench', null)
const client = batchClient(() => app().url, key)
/** Resident memory; 0 while it is away. */
function redisMb(): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${redisPid(dataDir)}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
const peak = { app: 0, redis: 0 }
/** Lines of another batch that were found. */
let extra = 0
const rest = { app: residentMb(app().process.pid), redis: redisMb() }
const watch = setInterval(() => {
  peak.app = Math.max(peak.app, residentMb(app().process.pid))
  peak.redis = Math.max(peak.redis, redisMb())
}, 1_000)

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work()
  const seconds = (performance.now() - started) / 1_000
  const pace = Math.round(lines / seconds).toLocaleString('en')
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${pace} lines a second\n`)
  return done
}

const chaos = process.env.CHAOS ? killAgainAndAgain(first, start, dataDir) : null
if (chaos) app = chaos.app
const { id } = await client.make('?operation=resolve&details=none')
await timed('sent in parts', async () => {
  let part = 0
  for (const text of partsOf(lines)) await client.put(id, ++part, text)
})
await timed('run', async () => {
  await client.start(id)
  while ((await client.get(id)).state !== 'finished') await sleep(200)
})
if (process.env.CHAOS) await cancelInTheMiddle()
await chaos?.stop()
const memory = `memory: app ${mb(rest.app)} at rest, ${mb(peak.app)} at most; Redis ${mb(rest.redis)} at rest, ${mb(peak.redis)} at most\n`
const file = await timed('fetched as CSV', () => client.file(id, 'csv'))
await timed('fetched in pages and checked', async () => {
  let line = 0
  for await (const row of client.rows(id)) {
    if (row.line !== line + 1 || row.listing?.place_id !== placeIdAt(line)) throw new Error(`line ${line + 1} is wrong`)
    line += 1
  }
  if (line !== lines) throw new Error(`${line} lines instead of ${lines}`)
})
const batch = await client.get(id)
const { used, days } = await readUsage(accountId)
process.stdout.write(`${memory}CSV: ${mb(file / 1_048_576)}\n${JSON.stringify({ lines: batch.lines, used, days })}\n`)
if (used !== lines + extra || batch.lines.found !== lines) throw new Error('the counts are not exact')
clearInterval(watch)
await (await store()).close()
await app().stop()
removeFolder(dataDir)
process.exit(0)

/** Another batch, cancelled while it runs: what it has found stays and is counted, and nothing else. */
async function cancelInTheMiddle(): Promise<void> {
  const other = (await client.make('?operation=resolve&details=none')).id
  for (const [part, text] of [...partsOf(100_000)].entries()) await client.put(other, part + 1, text)
  await client.start(other)
  while ((await client.get(other)).lines.done === 0) await sleep(50)
  const cancelled = await client.cancel(other)
  await sleep(3_000)
  const { lines: left } = await client.get(other)
  if (left.found !== cancelled.lines.found) throw new Error('something was found after the batch had been cancelled')
  extra = left.found
  process.stdout.write(`cancelled after ${left.found} lines\n`)
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`
}
