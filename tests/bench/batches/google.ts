import { setTimeout as sleep } from 'node:timers/promises'
import { newCaller } from '../../load/caller'
import { redisMb } from '../../load/embedded'
import { count, mb, report, timed } from '../../load/report'
import { setStage } from '../../load/stage'
import { madeUpIds, numberedListing } from '../../simulator/listings'
import { placesError } from '../../simulator/places/errors'
import type { Rule } from '../../simulator/rules'
import type { Simulator } from '../../simulator/simulator'
import { randomFrom } from './chaos'
import { checkLines, checkMonth } from './check'
import { batchClient } from './client'
import { type LineAt, partsOf } from './lines'
import { batchSettings } from './settings'

const upstreamMs = 10

/** The faults between Pinref and Google, in sequence, each for at most a second. */
const faults: ReadonlyArray<readonly [name: string, rule: Rule]> = [
  ['503', { answer: placesError('unavailable'), times: 40 }],
  ['connections reset', { transport: 'reset', times: 20 }],
  ['500', { answer: placesError('internal'), times: 20 }],
  ['slow answers', { delayMs: 3_000, times: 10 }],
  ['bodies cut short', { transport: 'truncate', times: 20 }],
  ['502 with a page', { answer: placesError('bad_gateway'), times: 20 }],
  ['connections closed within a body', { transport: 'cut_short', times: 20 }],
  ['no HTTP', { transport: 'not_http', times: 10 }],
  [
    'another listing',
    { answer: (one) => ({ ...one, body: one.body.replace(/ChIJ[\w-]{23}/g, madeUpIds(7n).placeId) }), times: 5 },
  ],
]

/** This fault makes a batch wait for a minute, so it occurs only in every third round. */
const limit = ['429', { answer: placesError('minute_quota'), times: 3 }] as const
const limitEvery = 3

/** The pause between two faults, and the pause after each round. */
const pauseMs = 1_000
const roundMs = 60_000

/** Place ids. Every hundredth line is for a removed listing; every twentieth repeats one of the first thousand. */
const placeIdAt: LineAt = (line) => {
  if (line >= 1_000 && line % 20 === 7) return { ...placeIdAt(line % 1_000), sameAs: (line % 1_000) + 1 }
  const { placeId } = line % 100 === 99 ? madeUpIds(1_000_000_000n + BigInt(line)) : numberedListing(line)
  return { text: placeId, placeId, sameAs: null }
}

const isGone = (placeId: string | null, line: number) => placeId === madeUpIds(1_000_000_000n + BigInt(line)).placeId

/**
 * Measures the duration of a batch that calls the stand-in for Google for each line (ids only), while the responses
 * take turns being slow, broken, rejected, and missing. Checks that each line has the right listing, or failed because of a
 * scripted fault.
 */
export async function google(): Promise<void> {
  const lines = Number(process.env.LINES ?? 100_000)
  const seed = Number(process.env.SEED ?? 1)
  const stage = await setStage({
    settings: batchSettings,
    store: 'embedded',
    google: { latencyMs: upstreamMs, settings: { UPSTREAM_CALLER_SHARE: '100', UPSTREAM_DEADLINE_MS: '2000' } },
  })
  const { key } = await newCaller()
  await stage.leaveStore()
  const app = await stage.start({ WEB_CONCURRENCY: '2' })
  const client = batchClient(() => app.url, key)
  const id = await client.send('operation=resolve&details=checked', partsOf(lines, placeIdAt))
  const trouble = makeTrouble(stage.google, randomFrom(seed))
  await timed('run', lines, async () => {
    await client.start(id)
    await client.until(id, ({ state }) => state === 'finished')
  })
  await trouble.stop()
  const memory = { app: app.residentMb(), redis: redisMb(stage.folder) }

  let failures = 0
  const due = await checkLines(client, id, placeIdAt, ({ row, duplicate_of, state, listing, problem }, { placeId }) => {
    if (state === 'found') return listing?.place_id === placeId && listing?.listing_status === 'listed'
    if (isGone(placeId, (duplicate_of ?? row) - 1))
      return state === 'not_found' && problem?.code === 'listing_not_found'
    if (state !== 'failed') return false
    failures += 1
    return problem?.code === 'upstream_unavailable'
  })
  await checkMonth(client, due)
  await stage.end()
  report({
    name: 'batches-google',
    tables: [
      {
        title: `${count(due.ok)} lines found and charged; ${count(due.failed)} failed and not charged`,
        head: ['calls for which a fault was scripted', ''],
        rows: [...trouble.counted].map(([name, times]) => [name, count(times)]),
        note: `${count(failures)} lines failed for a fault. Memory at the end: app ${mb(memory.app)}, Redis ${mb(memory.redis)}.`,
      },
    ],
    figures: { due, failures, faults: Object.fromEntries(trouble.counted), memory },
    faults: [],
  })
}

/** Scripts one fault after another, in a new order each round, until it is stopped. */
function makeTrouble(simulator: Simulator, random: () => number) {
  const counted = new Map<string, number>()
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function work(): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const inRound = round % limitEvery === 0 ? [...faults, limit] : faults
      const order = inRound.map((fault) => ({ fault, at: random() })).sort((a, b) => a.at - b.at)
      for (const { fault } of order) {
        const [name, rule] = fault
        counted.set(name, (counted.get(name) ?? 0) + (rule.times ?? 0))
        simulator.reset()
        simulator.script(rule)
        await pause(pauseMs)
      }
      simulator.reset()
      await pause(roundMs)
    }
    simulator.reset()
  }
  const working = work()
  return {
    /** The number of calls for which each fault was scripted. */
    counted,
    async stop(): Promise<void> {
      stopping.abort()
      await working
    },
  }
}
