import { Redis } from 'ioredis'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { listingOf, storeListings } from '@/server/features/watchlists/listings'
import { watchKeys } from '@/server/features/watchlists/watch-store'
import { stopQueue } from '@/server/platform/queue/queue'
import { askStore } from '@/server/platform/store/untyped'
import { cidOf, day, eventsOf, numbered, pass, startChangingGoogle, told, untilIdle } from '../../batches/watchlists'
import { startWorkerProcesses } from '../../batches/worker-processes'
import { count, report } from '../../load/report'
import { samplePeaks } from '../../load/sample'
import { setStage } from '../../load/stage'
import { commandsOf, sumOf } from '../../support/command-stats'
import { newRichAccount } from '../../support/new-account'

/*
 * `npm run task bench:watch`: two processes watch listings, 1% of which change. The Google stand-in responds after 10 ms.
 * `LISTINGS` sets the number of listings (default 100,000). Fails if an event is missing or was stored twice.
 */

const latencyMs = 10
const listed = Number(process.env.LISTINGS ?? 100_000)
const processes = 2
/** The maximum number of listings added per call. */
const addedAtOnce = 10_000

const google = await startChangingGoogle()
google.simulator.latencyMs = latencyMs
const stage = await setStage({ settings: { ...google.env, BURST_LIMIT: '1000000' } })
const admin = new Redis(stage.redis.url)
const rows: Array<[what: string, figure: string]> = []

/** Does a round of work and adds its figures to the table. */
async function round(name: string, work: () => Promise<unknown>): Promise<void> {
  const { length: before } = google.simulator.calls
  const started = performance.now()
  const commands = sumOf(await commandsOf(admin, work))
  const seconds = (performance.now() - started) / 1_000
  const calls = google.simulator.calls.length - before
  rows.push([`${name}: seconds`, seconds.toFixed(1)])
  rows.push([`${name}: listings a second`, count(listed / seconds)])
  rows.push([`${name}: Redis commands for each listing`, (commands / listed).toFixed(2)])
  if (calls > 0) rows.push([`${name}: calls to Google for each listing`, (calls / listed).toFixed(2)])
}

const accountId = await newRichAccount()
const listings = numbered(listed, 0)
const watchlist = await createWatchlist(accountId, {
  name: 'Bench',
  period: 'weekly',
  digest: 'off',
  isTest: false,
  source: null,
})
await round('add', async () => {
  for (let at = 0; at < listed; at += addedAtOnce) {
    const sent = listings.slice(at, at + addedAtOnce)
    const added = sent.map(({ placeId }, index) => {
      return listingOf({ text: placeId, reference: `s-${String(at + index).padStart(8, '0')}` })
    })
    await storeListings(accountId, watchlist, added)
  }
})
const { id } = watchlist
const workers = await startWorkerProcesses(processes, 'no text has this')
const memory = samplePeaks(() => ({ workers: workers.residentMb() }), 1_000)
const untilChecked = () => untilIdle(accountId, id, 3_600_000)
await round('baseline', untilChecked)
const baseline = await eventsOf(accountId, id)

const changed = listings.filter((_, at) => at % 100 === 7)
google.simulator.change(
  ...changed.map(({ placeId }, at) => {
    return { place_id: placeId, moved_to: numbered(1, 500_000 + at)[0]?.placeId ?? '' }
  }),
)
google.simulator.latencyMs = latencyMs
await pass(accountId, id, 7 * day)
await round('recheck', untilChecked)
memory.stop()
await workers.stop()

const events = told(await eventsOf(accountId, id))
const expected = changed.map((one) => `moved ${cidOf(one)}`).sort()
const keys = Object.values(watchKeys(accountId, id))
const sizes = await Promise.all(keys.map((key) => askStore<number | null>('MEMORY', 'USAGE', key, 'SAMPLES', 0)))
const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
rows.push(['memory of a process at most, MB', count(memory.peaks.workers / processes)])
rows.push(['bytes in the store for each listing', (bytes / listed).toFixed(1)])
rows.push(['events of the first check', count(baseline.length)])
rows.push(['events of the recheck; expected', `${count(events.length)}; ${count(expected.length)}`])
const isExact = baseline.length === 0 && events.join() === expected.join()
await stopQueue()
admin.disconnect()
await google.stop()
await stage.end()
report({
  name: 'watch',
  tables: [{ title: `${count(listed)} listings, ${processes} processes`, head: ['', ''], rows }],
  figures: Object.fromEntries(rows),
  faults: isExact ? [] : ['events are missing or were stored twice'],
})
process.exit()
