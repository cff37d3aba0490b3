import { randomUUID } from 'node:crypto'
import { afterAnswer, waitUntil } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { type CalendarDay, calendarDay } from './calendar'

/*
 * Counts calls and answers for the whole server. Counting is an increment in memory; the counts are written to the store in the
 * background. `read-counts.ts` reads them.
 */

/** A Redis hash of counts, which expires. */
export interface CountsHash {
  /** Its Redis key. */
  key: string
  /** How long it is kept after it was last written. */
  keepSeconds: number
}

/** The hash of everybody's calls in a month (`2026-11`, UTC): `resolve:ok` -> how many. */
export const callsOf = (month: string): CountsHash => ({ key: `calls:${month}`, keepSeconds: 400 * 86_400 })

/**
 * Counts calls in the totals of all accounts and visitors, with the outcomes of an account's usage: `ok`: counted; `failed`:
 * refunded; `rejected`: over a quota or a limit. Only an increment in memory, because every call makes it.
 * @param startedMs when the calls came, epoch milliseconds.
 */
export function countCalls(
  operation: string,
  outcome: 'ok' | 'failed' | 'rejected',
  startedMs: number,
  calls: number,
): void {
  addLater(hashesAt(startedMs).calls, `${operation}:${outcome}`, calls)
}

export const dayMs = 86_400_000
const hourMs = 3_600_000

/** How many days can be looked at, today included. */
export const daysKept = 90

/** The hash of a month's answers (`2026-11`, UTC): `22:ok`, `22:failed` -> calls of that day answered, or failed on our side. */
export const answersOfMonth = (month: string): CountsHash => ({
  key: `answers:${month}`,
  keepSeconds: (daysKept + 1) * 86_400,
})

/**
 * The hash of a day's answers by the hour (`2026-11-22`, UTC), kept until none of its hours is within the last 24. `14:50` -> how
 * many answers took at most 50 ms and more than the bound before; `14:more` -> how many took longer than the last bound.
 * `14:asked`, `14:unanswered` -> calls that looked something up, and those that failed because short links or Google did.
 */
export const answersOfDay = (day: string): CountsHash => ({ key: `answers:${day}`, keepSeconds: 2 * 86_400 })

/** Upper bounds in milliseconds. */
export const durationBounds = [
  1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000,
] as const

/** The hashes that calls of one day are counted in. */
interface HashesOfDay {
  today: CalendarDay
  calls: CountsHash
  ofMonth: CountsHash
  ofDay: CountsHash
}

let known: HashesOfDay | undefined

/** Returns the hashes of the day of a time. Cached for the day, because every call needs them. */
function hashesAt(timeMs: number): HashesOfDay {
  const today = calendarDay(timeMs)
  if (known?.today !== today) {
    const { month, day } = today
    known = { today, calls: callsOf(month), ofMonth: answersOfMonth(month), ofDay: answersOfDay(`${month}-${day}`) }
  }
  return known
}

/** The lookups. Not among them: documents, health, sign-in, calls from other services, and batches in the background. */
const lookups: ReadonlySet<string> = new Set(['resolve', 'search', 'convert', 'batch'])

/** The status of a call whose caller left before the answer. */
const leftStatus = 499

/** What `countAnswer` needs to know of an answer. */
interface Answered {
  operation: string
  status: number
  code: string | null
  /** When the call came, epoch milliseconds. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit it; null if it was not asked. */
  storeMs: number | null
  /** How long the lookup took, with its short links and calls to Google; null if nothing was looked up. */
  upstreamMs: number | null
}

/** The error codes of calls that fail because short links or Google do. */
const upstreamCodes: ReadonlySet<string | null> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'link_unreachable',
])

/** Counts an answer for the status page. Only increments in memory. */
export function countAnswer(answered: Answered): void {
  const { operation, status, code, startedMs, durationMs, upstreamMs } = answered
  if (!isLookup(answered) || status === leftStatus) return
  const { today, ofMonth, ofDay } = hashesAt(startedMs)
  const hour = Math.floor((startedMs % dayMs) / hourMs)
  addLater(ofMonth, `${today.day}:${status >= 500 ? 'failed' : 'ok'}`)
  // A refusal is quick, and a batch takes as long as its slowest item.
  if (status < 400 && operation !== 'batch')
    addLater(ofDay, `${hour}:${durationBounds.find((bound) => durationMs <= bound) ?? 'more'}`)
  const isUnanswered = upstreamCodes.has(code)
  if (upstreamMs !== null || isUnanswered) addLater(ofDay, `${hour}:asked`)
  if (isUnanswered) addLater(ofDay, `${hour}:unanswered`)
}

/** A call from our own pages is a lookup if the store had to admit it. */
const isLookup = ({ operation, storeMs }: Answered) =>
  lookups.has(operation) || (operation === 'trpc' && storeMs !== null)

/** The shortest time between two writes of a process. If it crashes, the counts since its last write are lost. */
const everyMs = 10_000

/** How long the store remembers the last write of a process: longer than an outage of the store between two tries. */
const keepNumberSeconds = 43_200

/** How long a process that ends waits for a store that does not answer, and how long it pauses between tries. */
const finishMs = 5_000
const pauseMs = 100

/** The Redis key for the number of this process's last write. Its hash tag is the key of the hash, so both share a slot. */
const numberKeyOf = (key: string) => `{${key}}:written:${processId}`
const processId = randomUUID()

/** Adds to the counts of a hash, once however often the same write is sent. */
const add = script(`
local counts, written = unpack(KEYS)
if tonumber(redis.call('GET', written) or '0') >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', written, ARGV[1], 'EX', ARGV[2])
for at = 4, #ARGV, 2 do redis.call('HINCRBY', counts, ARGV[at], ARGV[at + 1]) end
redis.call('EXPIRE', counts, ARGV[3])
return 1
`)

/** What is to be added to one hash, by field. */
interface Additions extends CountsHash {
  counts: Map<string, number>
}

/**
 * What this process has counted and not yet sent to the store. It is written in the background, all at once, at most every ten
 * seconds.
 */
const unwritten = {
  /** By the key of the hash. */
  hashes: new Map<string, Additions>(),
  /** From this time on (epoch milliseconds), counting also calls `writeCounts`. */
  dueMs: 0,
}

/** Writes that were sent and may have arrived. They are sent again unchanged, and the store recognizes them by their number. */
const sent = new Set<Additions & { number: number }>()
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

/** Adds to a count that is later written to the store. Only an increment in memory, so that every call can afford it. */
function addLater({ key, keepSeconds }: CountsHash, field: string, by = 1): void {
  let hash = unwritten.hashes.get(key)
  if (hash === undefined) {
    hash = { key, keepSeconds, counts: new Map() }
    unwritten.hashes.set(key, hash)
  }
  hash.counts.set(field, (hash.counts.get(field) ?? 0) + by)
  if (Date.now() >= unwritten.dueMs) writeCounts()
}

/** Has the counts written in ten seconds, or now if the host may freeze the process before then; not again within ten seconds. */
function writeCounts(): void {
  if (waitUntil.value && Date.now() >= nextAt) afterAnswer(write())
  else writeLater()
}

/** Writes the remaining counts, if the store answers within a few seconds. Called before the process ends. */
export async function finishCounts(): Promise<void> {
  const latest = Date.now() + finishMs
  await write()
  while (isLeft() && Date.now() <= latest) {
    await pause()
    await write()
  }
}

const isLeft = () => unwritten.hashes.size + sent.size > 0

const pause = () => new Promise((wake) => setTimeout(wake, pauseMs))

function writeLater(): void {
  waiting ??= setTimeout(() => void write(), everyMs).unref()
  // No timer runs while the process is frozen, so the calls after that look at the clock.
  unwritten.dueMs = waitUntil.value ? nextAt : Number.POSITIVE_INFINITY
}

/** Writes the counts, unless a write is under way. Never fails: what cannot be written is kept for the next time. */
function write(): Promise<void> {
  clearTimeout(waiting)
  waiting = undefined
  nextAt = Date.now() + everyMs
  unwritten.dueMs = 0
  writing ??= writeAll()
    .catch(() => {})
    .finally(() => {
      writing = undefined
      if (isLeft()) writeLater()
    })
  return writing
}

/** @throws StoreUnavailable. */
async function writeAll(): Promise<void> {
  // Earlier writes go first, because the store remembers only the last number for each hash.
  await send()
  for (const hash of unwritten.hashes.values()) sent.add({ ...hash, number: ++lastNumber })
  unwritten.hashes.clear()
  await send()
}

/** Sends all hashes at once, which is one round trip. @throws StoreUnavailable. */
async function send(): Promise<void> {
  const sending = [...sent].map(async (additions) => {
    const { key, keepSeconds, counts, number } = additions
    const args = [number, keepNumberSeconds, keepSeconds, ...[...counts].flat()]
    await runScript(add, [key, numberKeyOf(key)], args)
    sent.delete(additions)
  })
  await Promise.all(sending)
}
