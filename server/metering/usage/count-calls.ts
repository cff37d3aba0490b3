import { randomUUID } from 'node:crypto'
import { type CalendarDay, calendarDay } from '@/server/metering/access/calendar'
import { afterResponse, waitUntil } from '@/server/platform/runtime/after-answer'
import { script } from '@/server/platform/store/script'
import { runScript } from '@/server/platform/store/store'
import { answersOfDay, answersOfMonth, type CountsHash, callsOf, dayMs, durationBounds } from './counts'

/**
 * Counts calls in the totals for all accounts and visitors, with the same outcomes as in an account's usage: `ok`
 * (counted), `failed` (refunded), and `rejected` (over a quota or a limit). Only increments numbers in memory, because
 * it runs on every call.
 * @param startedMs when the calls arrived, epoch milliseconds.
 */
export function countCalls(
  operation: string,
  outcome: 'ok' | 'failed' | 'rejected',
  startedMs: number,
  calls: number,
): void {
  addLater(hashesAt(startedMs).calls, `${operation}:${outcome}`, calls)
}

/** The lookups, which do not include documents, health, sign-in, calls from other services, or background batches. */
const lookups: ReadonlySet<string> = new Set(['resolve', 'search', 'convert', 'batch'])

const hourMs = 3_600_000

/** The status of a call whose caller disconnected before the response. */
const leftStatus = 499

/** The facts about a response that `countAnswer` needs. */
interface ResponseFacts {
  operation: string
  status: number
  code: string | null
  /**
   * Whether the input caused the failure, regardless of the status: for example, a link that does not point to a
   * listing.
   */
  isOfInput: boolean
  /** When the call arrived, epoch milliseconds. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit the call; null if the store was not called. */
  storeMs: number | null
  /** How long the lookup took, including short links and calls to Google; null if nothing was looked up. */
  upstreamMs: number | null
}

/** The error codes for calls that fail because of short links or Google. */
const upstreamCodes: ReadonlySet<string | null> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'link_unreachable',
])

/** Counts a response for the status page. Only increments numbers in memory. */
export function countAnswer(facts: ResponseFacts): void {
  const { operation, status, code, isOfInput, startedMs, durationMs, upstreamMs } = facts
  if (!isLookup(facts) || status === leftStatus) return
  const { today, ofMonth, ofDay } = hashesAt(startedMs)
  const hour = Math.floor((startedMs % dayMs) / hourMs)
  const isUnanswered = upstreamCodes.has(code) && !isOfInput
  // A failure caused by Google or short links is not Pinref's failure. It is not counted as answered or failed here,
  // but is counted separately below.
  if (!isUnanswered) addLater(ofMonth, `${today.day}:${status >= 500 && !isOfInput ? 'failed' : 'ok'}`)
  // A rejection is quick, and a batch takes as long as its slowest item.
  if (status < 400 && operation !== 'batch') {
    addLater(ofDay, `${hour}:${boundOf(durationMs)}`)
    addLater(ofDay, `${hour}:own:${boundOf(durationMs - (upstreamMs ?? 0))}`)
  }
  if (upstreamMs !== null || isUnanswered) addLater(ofDay, `${hour}:asked`)
  if (isUnanswered) addLater(ofDay, `${hour}:unanswered`)
}

const boundOf = (ms: number) => durationBounds.find((bound) => ms <= bound) ?? 'more'

/** A call from our own pages is a lookup if the store had to admit the call. */
const isLookup = ({ operation, storeMs }: ResponseFacts) =>
  lookups.has(operation) || (operation === 'trpc' && storeMs !== null)

/** The hashes that one day's calls are counted in. */
interface HashesOfDay {
  today: CalendarDay
  calls: CountsHash
  ofMonth: CountsHash
  ofDay: CountsHash
}

let cached: HashesOfDay | undefined

/** Returns the hashes for a time's day. Cached for the day, because every call needs them. */
function hashesAt(timeMs: number): HashesOfDay {
  const today = calendarDay(timeMs)
  if (cached?.today !== today) {
    const { month, day } = today
    cached = { today, calls: callsOf(month), ofMonth: answersOfMonth(month), ofDay: answersOfDay(`${month}-${day}`) }
  }
  return cached
}

/** The minimum time between two writes by a process. If a process crashes, the counts since its last write are lost. */
const everyMs = 10_000

/** How long the store remembers a process's last write: longer than any outage between a write and its retry. */
const keepNumberSeconds = 43_200

/** How long an exiting process waits for a store that does not respond, and how long it pauses between tries. */
const finishMs = 5_000
const pauseMs = 100

/** The Redis key for the number of this process's last write. The hash tag is the hash's key, so both share a slot. */
const numberKeyOf = (key: string) => `{${key}}:written:${processId}`
const processId = randomUUID()

/** Adds to a hash's counts, but only once, no matter how many times the same write is sent. */
const add = script(`
local counts, written = unpack(KEYS)
if tonumber(redis.call('GET', written) or '0') >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', written, ARGV[1], 'EX', ARGV[2])
for at = 4, #ARGV, 2 do redis.call('HINCRBY', counts, ARGV[at], ARGV[at + 1]) end
redis.call('EXPIRE', counts, ARGV[3])
return 1
`)

/** Increments for one hash, by field. */
interface Additions extends CountsHash {
  counts: Map<string, number>
}

/**
 * Counts that this process has not yet sent to the store. All of these counts are written at once in the background, at
 * most once every ten seconds.
 */
const unwritten = {
  /** By hash key. */
  hashes: new Map<string, Additions>(),
  /** After this time (epoch milliseconds), counting also calls `writeCounts`. */
  dueMs: 0,
}

/**
 * Writes that were sent and may have arrived. Such writes are sent again unchanged, and the store recognizes them by
 * their number.
 */
const sent = new Set<Additions & { number: number }>()
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

/**
 * Adds to a count that is written to the store later. Only increments a number in memory, because it runs on every
 * call.
 */
function addLater({ key, keepSeconds }: CountsHash, field: string, by = 1): void {
  let hash = unwritten.hashes.get(key)
  if (hash === undefined) {
    hash = { key, keepSeconds, counts: new Map() }
    unwritten.hashes.set(key, hash)
  }
  hash.counts.set(field, (hash.counts.get(field) ?? 0) + by)
  if (Date.now() >= unwritten.dueMs) writeCounts()
}

/**
 * Writes the counts in ten seconds, or now if the host may freeze the process before then, but at most once every ten
 * seconds.
 */
function writeCounts(): void {
  if (waitUntil.value && Date.now() >= nextAt) afterResponse(write())
  else writeLater()
}

/** Writes the remaining counts if the store responds within a few seconds. Called before the process exits. */
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
  // No timer runs while the process is frozen, so later calls check the clock.
  unwritten.dueMs = waitUntil.value ? nextAt : Number.POSITIVE_INFINITY
}

/**
 * Writes the counts unless a write is in progress. Never fails: counts that cannot be written are retained for the next
 * write.
 */
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

/** Sends all hashes at once, in one round trip. @throws StoreUnavailable. */
async function send(): Promise<void> {
  const sending = [...sent].map(async (additions) => {
    const { key, keepSeconds, counts, number } = additions
    const args = [number, keepNumberSeconds, keepSeconds, ...[...counts].flat()]
    await runScript(add, [key, numberKeyOf(key)], args)
    sent.delete(additions)
  })
  await Promise.all(sending)
}
