import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { calendarDay } from '@/server/access/calendar'
import { redisKeys } from '@/server/access/redis-keys'
import { store } from '@/server/store/store'
import type { Command } from '@/server/store/transport'

/*
 * What batches have in the store: the names of the keys, and how values are read and written.
 */

/**
 * Returns the Redis keys of one account's batches. All share the hash tag `{account}` with its profile, API keys and counts, so
 * that one script may use them together, on a cluster too.
 */
export function batchesOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: the ids of the batches -> when they were made, epoch milliseconds. Expired batches may still be in it. */
    index: `${tag}:batches`,
    /** Hash: id of a batch -> "<lines> <bytes>" that its parts take of what the account may store. Expired ones may still be in it. */
    stored: `${tag}:batches-stored`,
    /** Text for 24 hours: the id of the batch that was made with an `Idempotency-Key`, and the digest of that request. */
    made: (idempotency: string) => `${tag}:batch-made:${idempotency}`,
    /** Number for 24 hours: how many of those there are. */
    madeCount: `${tag}:batch-made-count`,
  }
}

/**
 * Returns the Redis keys of one batch.
 * @param id `batch_` and 16 characters base62.
 */
export function batchKeys(accountId: string, id: string) {
  const batch = `{${accountId}}:batch:${id}`
  return {
    /**
     * Hash: settings, state and counts, see `Batch`; `next`: the first chunk that no lane has taken; `lane:0`: the chunk that
     * lane 0 has, see `lane-scripts.ts`.
     */
    record: batch,
    /** Hash: number of a part -> its JSON, see `Part`. */
    parts: `${batch}:parts`,
    /** Hash: `<token of the part>:<chunk of the part>` -> its lines, packed. */
    input: `${batch}:input`,
    /** Hash: the same fields -> the fingerprints of the lines, 16 characters each. Removed once the batch is prepared. */
    fingerprints: `${batch}:prints`,
    /** Hash: number of a chunk -> which of its lines are the same as others, packed. A chunk without such lines has no field. */
    same: `${batch}:same`,
    /** Hash: `<chunk>:<first line>` -> results of a slice, packed; `<chunk>` -> where its slices begin, e.g. `0 100 200 `. */
    results: `${batch}:results`,
    /** Text that expires: the details (see `Details`) for the results that begin at this line, packed. */
    details: (chunk: number, from: number) => `${batch}:details:${chunk}:${from}`,
  }
}

/** Returns the Redis keys of a batch that stay until it is deleted or expires. */
export function lastingKeys(accountId: string, id: string): string[] {
  const { record, parts, input, fingerprints, same, results } = batchKeys(accountId, id)
  return [record, parts, input, fingerprints, same, results]
}

/**
 * Hash, on hosts whose queue may give up on a step: `<account> <batch>` -> the progress of the batch when the sweep last looked,
 * see `sweep`. Has all batches that have begun and not ended; the next sweep removes those that have ended or are gone.
 */
export const sweptBatches = 'batches:swept'

/** Returns the day and the months whose counts a script may touch, and the Redis keys of those counts. */
export function countsAt(accountId: string, nowMs: number) {
  const { month, day, monthStartSeconds } = calendarDay(nowMs)
  const monthBefore = calendarDay((monthStartSeconds - 1) * 1000).month
  const { counts } = redisKeys(accountId)
  return { date: `${month}-${day}`, month, monthBefore, counts: counts(month), countsBefore: counts(monthBefore) }
}

/**
 * Sends one command and returns the raw reply of the store. A client that parses replies as JSON could turn a packed value that
 * looks like a number into one.
 * @throws PinrefError `store_unavailable`; an Error if the command fails.
 */
export async function askStore<T>(...command: Command): Promise<T> {
  const reply = await (await store()).send(command)
  if ('error' in reply) throw new Error(`a command of a batch failed: ${reply.error}`)
  return reply.result as T
}

/** Reads all fields of a hash. */
export async function readHash(key: string): Promise<Record<string, string>> {
  return fieldsOf(await askStore<string[]>('HGETALL', key))
}

/** Returns the fields of a hash from the reply to `HGETALL`, in which names and values alternate. */
export const fieldsOf = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1] ?? '']))

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Deflates a JSON value to base64 text: lists of links and identifiers shrink to between a third and a half of their size. */
export async function pack(value: unknown): Promise<string> {
  return (await deflate(JSON.stringify(value), { level: 5 })).toString('base64')
}

/**
 * Returns the value that was packed.
 * @param onBytes called with the number of its bytes, unpacked.
 */
export async function unpack<T>(packed: string, onBytes?: (bytes: number) => void): Promise<T> {
  const json = await inflate(Buffer.from(packed, 'base64'))
  onBytes?.(json.byteLength)
  return JSON.parse(json.toString('utf8')) as T
}

/**
 * Reads and unpacks a field of a hash; null if there is none.
 * @param onBytes called with the number of its bytes, unpacked.
 */
export async function readPacked<T>(key: string, field: string, onBytes?: (bytes: number) => void): Promise<T | null> {
  const packed = await askStore<string | null>('HGET', key, field)
  return packed === null ? null : unpack<T>(packed, onBytes)
}
