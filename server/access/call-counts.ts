import { randomUUID } from 'node:crypto'
import { afterAnswer, waitUntil } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { monthOf } from './calendar'

/** How often a process writes what it has counted, at most. If it crashes, the calls since then are missing. */
const everyMs = 10_000

const keepSeconds = 400 * 86_400

/** How long the store knows what a process has written: longer than it is away between two tries. */
const keepNumberSeconds = 43_200

/** How long a process that ends waits for a store that is away, and how often it tries. */
const finishMs = 5_000
const pauseMs = 100

/** A hash: `resolve:ok` -> the calls of everybody in a month (`2026-11`, UTC). */
const keyOf = (month: string) => `calls:${month}`

/** The number of what a process wrote last. The hash tag is the key of the month, so that both share a slot on a cluster. */
const numberKeyOf = (month: string) => `{${keyOf(month)}}:written:${processId}`
const processId = randomUUID()

/** Adds calls to a month, once however often it is asked to. */
const add = script(`
local calls, written = unpack(KEYS)
if tonumber(redis.call('GET', written) or '0') >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', written, ARGV[1], 'EX', ARGV[2])
for at = 4, #ARGV, 2 do redis.call('HINCRBY', calls, ARGV[at], ARGV[at + 1]) end
redis.call('EXPIRE', calls, ARGV[3])
return 1
`)

/**
 * The calls of all accounts and visitors that this process has not sent to the store. Counting one is an increment and no more:
 * what was counted is written behind an answer, all at once, every ten seconds at most.
 */
const unwritten = {
  /** By the month in which they came, operation and outcome: `2026-11:resolve:ok`. */
  calls: new Map<string, number>(),
  /** From when on (epoch milliseconds) whoever counts a call tells `writeCounts`. */
  dueMs: 0,
}

/** What was sent and may have arrived: sent again as it was, so that the store knows it by its number. */
let sent: Array<{ month: string; calls: Map<string, number>; number: number }> = []
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

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
  const kind = `${monthOf(startedMs)}:${operation}:${outcome}`
  unwritten.calls.set(kind, (unwritten.calls.get(kind) ?? 0) + calls)
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

/** Calls of one kind. */
export interface CallCount {
  operation: string
  outcome: string
  calls: number
}

/**
 * The calls of everybody in a month.
 * @param month `2026-11`.
 */
export async function readCallCounts(month: string): Promise<CallCount[]> {
  const { redis } = await store()
  const kinds = await redis.hgetall<Record<string, number>>(keyOf(month))
  return Object.entries(kinds ?? {}).map(([kind, calls]) => {
    const [operation = '', outcome = ''] = kind.split(':')
    return { operation, outcome, calls }
  })
}

const isLeft = () => unwritten.calls.size + sent.length > 0

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
  await send()
  sent = byMonth(unwritten.calls).map(([month, calls]) => ({ month, calls, number: ++lastNumber }))
  unwritten.calls.clear()
  await send()
}

/** @throws StoreUnavailable. */
async function send(): Promise<void> {
  for (let [first] = sent; first; [first] = sent) {
    const { month, calls, number } = first
    const args = [number, keepNumberSeconds, keepSeconds, ...[...calls].flat()]
    await runScript(add, [keyOf(month), numberKeyOf(month)], args)
    sent.shift()
  }
}

function byMonth(counted: ReadonlyMap<string, number>): Array<[month: string, calls: Map<string, number>]> {
  const months = new Map<string, Map<string, number>>()
  for (const [kind, calls] of counted) {
    const [month = '', operation, outcome] = kind.split(':')
    months.set(month, (months.get(month) ?? new Map()).set(`${operation}:${outcome}`, calls))
  }
  return [...months]
}
