import { randomUUID } from 'node:crypto'
import { afterAnswer } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { monthOf } from './calendar'

/** What came of a call, as in an account's usage: `ok`: counted; `failed`: refunded; `rejected`: over a quota or a limit. */
export type Outcome = 'ok' | 'failed' | 'rejected'

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

/** Calls of one month, by `resolve:ok`. */
type Calls = Map<string, number>

/** By month: what has not been sent to the store. */
let counted = new Map<string, Calls>()

/** What was sent and may have arrived: sent again as it was, so that the store knows it by its number. */
let sent: Array<{ month: string; calls: Calls; number: number }> = []
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

/**
 * Counts a call among those of all accounts and visitors. It costs the call no store command: what was counted is written
 * behind an answer, all at once, every ten seconds at most.
 * @param operation `resolve`, `search` or `convert`.
 * @param startedMs when it came, epoch milliseconds.
 */
export function countCall(operation: string, outcome: Outcome, startedMs: number): void {
  const month = monthOf(startedMs)
  const calls: Calls = counted.get(month) ?? new Map()
  const kind = `${operation}:${outcome}`
  counted.set(month, calls.set(kind, (calls.get(kind) ?? 0) + 1))
  // A process that was frozen since has a timer that did not run.
  if (Date.now() >= nextAt) afterAnswer(write())
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

const isLeft = () => counted.size + sent.length > 0

const pause = () => new Promise((wake) => setTimeout(wake, pauseMs))

function writeLater(): void {
  waiting ??= setTimeout(() => void write(), Math.min(everyMs, nextAt - Date.now())).unref()
}

/** Writes what is counted, unless that is under way. Never fails: what cannot be written is kept for the next time. */
function write(): Promise<void> {
  clearTimeout(waiting)
  waiting = undefined
  nextAt = Date.now() + everyMs
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
  sent = [...counted].map(([month, calls]) => ({ month, calls, number: ++lastNumber }))
  counted = new Map()
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
