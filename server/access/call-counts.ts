import { randomUUID } from 'node:crypto'
import { afterAnswer, waitUntil } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { type CalendarDay, calendarDay } from './calendar'

/*
 * What is counted of calls, and how it comes into the store: counting is an increment in memory, and what was counted is written
 * behind an answer. `read-counts.ts` reads it.
 */

/** A hash of counts that expires by itself. */
export interface CountsHash {
  /** Its Redis key. */
  key: string
  /** How long it is kept after it was last written. */
  keepSeconds: number
}

/** A hash: `resolve:ok` -> the calls of everybody in a month (`2026-11`, UTC). */
export const callsOf = (month: string): CountsHash => ({ key: `calls:${month}`, keepSeconds: 400 * 86_400 })

/**
 * Counts calls among those of all accounts and visitors, by what came of them, as an account's usage has it: `ok`: counted; `failed`:
 * refunded; `rejected`: over a quota or a limit. An increment in memory: every call makes it.
 * @param startedMs when they came, epoch milliseconds.
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

/** A hash: `22:ok` and `22:failed` -> how many calls of a day of the month (`2026-11`, UTC) were answered, or failed through us. */
export const answersOfMonth = (month: string): CountsHash => ({
  key: `answers:${month}`,
  keepSeconds: (daysKept + 1) * 86_400,
})

/**
 * A hash of the hours of a day (`2026-11-22`, UTC), kept until no hour of it belongs to the last day. `14:50` -> how many answers took at
 * most 50 ms and more than the bound before it, `14:more` those above the last. `14:asked`, `14:unanswered` -> calls for which short links
 * or Google were asked, and those that failed over it.
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

/** Named once a day: every call needs them. */
function hashesAt(timeMs: number): HashesOfDay {
  const today = calendarDay(timeMs)
  if (known?.today !== today) {
    const { month, day } = today
    known = { today, calls: callsOf(month), ofMonth: answersOfMonth(month), ofDay: answersOfDay(`${month}-${day}`) }
  }
  return known
}

/** The lookups. Not counted: documents, health, sign-in, what other services send us, and batches in the background. */
const lookups: ReadonlySet<string> = new Set(['resolve', 'search', 'convert', 'batch'])

/** Of a call that its caller left before its answer. */
const leftStatus = 499

/** What is counted of an answer. */
interface Answered {
  operation: string
  status: number
  code: string | null
  /** When the call came, epoch milliseconds. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit it; null where it was not asked. */
  storeMs: number | null
  /** How long short links and Google took; null where none was asked. */
  upstreamMs: number | null
}

/** What fails when short links or Google do. */
const upstreamCodes: ReadonlySet<string | null> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'link_unreachable',
])

/** Counts an answer among those of everybody, for the status page: increments in memory. */
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

/** Of what our own pages ask for, a lookup is what has to be admitted. */
const isLookup = ({ operation, storeMs }: Answered) =>
  lookups.has(operation) || (operation === 'trpc' && storeMs !== null)

/** How often a process writes what it has counted, at most. If it crashes, what was counted since then is missing. */
const everyMs = 10_000

/** How long the store knows what a process has written: longer than it is away between two tries. */
const keepNumberSeconds = 43_200

/** How long a process that ends waits for a store that is away, and how often it tries. */
const finishMs = 5_000
const pauseMs = 100

/** The number of what a process wrote last. The hash tag is the key of the hash, so that both share a slot on a cluster. */
const numberKeyOf = (key: string) => `{${key}}:written:${processId}`
const processId = randomUUID()

/** Adds to the counts of a hash, once however often it is asked to. */
const add = script(`
local counts, written = unpack(KEYS)
if tonumber(redis.call('GET', written) or '0') >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', written, ARGV[1], 'EX', ARGV[2])
for at = 4, #ARGV, 2 do redis.call('HINCRBY', counts, ARGV[at], ARGV[at + 1]) end
redis.call('EXPIRE', counts, ARGV[3])
return 1
`)

/** What is added to one hash, by its fields. */
interface Additions extends CountsHash {
  counts: Map<string, number>
}

/**
 * What this process has counted and not sent to the store. Counting is an increment and no more: what was counted is written
 * behind an answer, all at once, every ten seconds at most.
 */
const unwritten = {
  /** By the key of the hash. */
  hashes: new Map<string, Additions>(),
  /** From when on (epoch milliseconds) whoever counts tells `writeCounts`. */
  dueMs: 0,
}

/** What was sent and may have arrived: sent again as it was, so that the store knows it by its number. */
const sent = new Set<Additions & { number: number }>()
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

/** Adds to a count in the store: here an increment in memory, so that every call can make it. */
function addLater({ key, keepSeconds }: CountsHash, field: string, by = 1): void {
  let hash = unwritten.hashes.get(key)
  if (hash === undefined) {
    hash = { key, keepSeconds, counts: new Map() }
    unwritten.hashes.set(key, hash)
  }
  hash.counts.set(field, (hash.counts.get(field) ?? 0) + by)
  if (Date.now() >= unwritten.dueMs) writeCounts()
}

/** Has what is counted written in ten seconds, or now where that must be done before the process is frozen. */
function writeCounts(): void {
  if (waitUntil.value && Date.now() >= nextAt) afterAnswer(write())
  else writeLater()
}

/** Writes what is still counted, as far as the store can be asked within a few seconds; called before the process ends. */
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
  // While a process is frozen no timer runs: the calls after it look at the clock.
  unwritten.dueMs = waitUntil.value ? nextAt : Number.POSITIVE_INFINITY
}

/** Writes what is counted, unless that is under way. Never fails: what cannot be written is kept for the next time. */
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
  // What was sent before goes first: of each hash the store knows the last number alone.
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
