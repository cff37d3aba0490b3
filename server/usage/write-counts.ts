import { randomUUID } from 'node:crypto'
import { afterResponse, waitUntil } from '@/server/runtime/after-answer'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import type { CountsHash } from './counts'

/** The shortest time between two writes of a process. If it crashes, the counts since its last write are lost. */
const everyMs = 10_000

/** How long the store remembers the last write of a process: longer than any store outage between two tries. */
const keepNumberSeconds = 43_200

/** How long an exiting process waits for a store that does not respond, and how long it pauses between tries. */
const finishMs = 5_000
const pauseMs = 100

/** The Redis key for the number of this process's last write. Its hash tag is the key of the hash, so both share a slot. */
const numberKeyOf = (key: string) => `{${key}}:written:${processId}`
const processId = randomUUID()

/** Adds to the counts of a hash, only once no matter how often the same write is sent. */
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
 * Counts that this process has not yet sent to the store. They are written in the background, all at once, at most every ten
 * seconds.
 */
const unwritten = {
  /** By the key of the hash. */
  hashes: new Map<string, Additions>(),
  /** After this time (epoch milliseconds), counting also calls `writeCounts`. */
  dueMs: 0,
}

/** Writes that were sent and may have arrived. They are sent again unchanged, and the store recognizes them by their number. */
const sent = new Set<Additions & { number: number }>()
let lastNumber = 0

let nextAt = 0
let waiting: NodeJS.Timeout | undefined
let writing: Promise<void> | undefined

/** Adds to a count that is written to the store later. Only increments in memory, because it runs in every call. */
export function addLater({ key, keepSeconds }: CountsHash, field: string, by = 1): void {
  let hash = unwritten.hashes.get(key)
  if (hash === undefined) {
    hash = { key, keepSeconds, counts: new Map() }
    unwritten.hashes.set(key, hash)
  }
  hash.counts.set(field, (hash.counts.get(field) ?? 0) + by)
  if (Date.now() >= unwritten.dueMs) writeCounts()
}

/** Writes the counts in ten seconds, or now if the host may freeze the process before then, but at most every ten seconds. */
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

/** Writes the counts unless a write is in progress. Never fails: counts that cannot be written are kept for the next time. */
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
