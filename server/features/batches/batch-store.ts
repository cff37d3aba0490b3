import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { calendarDay } from '@/server/metering/access/calendar'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { askStore } from '@/server/platform/store/untyped'

/*
 * How batches are stored: the key names, and how values are read and written.
 */

/**
 * Returns the Redis keys for one account's batches. All keys share the hash tag `{account}` with the account's profile,
 * API keys, and counts, so that one script can use several of them, even on a cluster.
 */
export function batchesOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: batch ids -> creation time, epoch milliseconds. May still contain expired batches. */
    index: `${tag}:batches`,
    /** Hash: batch id -> "<lines> <bytes>" of the account's storage that its parts use. May still contain expired batches. */
    stored: `${tag}:batches-stored`,
    /** Text for 24 hours: the id of the batch created with an `Idempotency-Key`, and the digest of that request. */
    made: (idempotency: string) => `${tag}:batch-made:${idempotency}`,
    /** Number for 24 hours: how many batches were created with an `Idempotency-Key`. */
    madeCount: `${tag}:batch-made-count`,
  }
}

/**
 * Returns the Redis keys for one batch.
 * @param id `batch_` and 16 base62 characters.
 */
export function batchKeys(accountId: string, id: string) {
  const batch = redisKeys(accountId).batch(id)
  return {
    /**
     * Hash: settings, state, and counts, see `Batch`; `secret`: signs its callbacks, see `secrets.ts`; `next`: the first chunk that no lane has taken; `lane:0`: the chunk of
     * lane 0, see `lane-scripts.ts`.
     */
    record: batch,
    /** Hash: part number -> its JSON, see `Part`. */
    parts: `${batch}:parts`,
    /** Hash: `<token of the part>:<chunk of the part>` -> its lines, packed. */
    input: `${batch}:input`,
    /** Hash: the same fields -> the lines' fingerprints, 16 characters each. Removed once the batch is prepared. */
    fingerprints: `${batch}:prints`,
    /** Hash: chunk number -> which of its lines are duplicates, packed. A chunk without duplicates has no field. */
    same: `${batch}:same`,
    /** Hash: chunk number -> which of its rows have the listing of an earlier row, packed; once the batch has finished. */
    duplicates: `${batch}:duplicates`,
    /** Hash: chunk number -> the audit codes of its rows, packed (see `auditCode`); once the batch has finished. */
    findings: `${batch}:findings`,
    /** Hash: the same of the batch that this one repeats. */
    previousFindings: `${batch}:previous-findings`,
    /**
     * Hash: `<chunk>:<first line>` -> results of a slice, packed; `<chunk>` -> where the chunk's slices begin, e.g.
     * `0 100 200 `.
     */
    results: `${batch}:results`,
    /** Text that expires: the details (see `Details`) of the results that begin at this line, packed. */
    details: (chunk: number, from: number) => `${batch}:details:${chunk}:${from}`,
  }
}

/** Returns the Redis keys that a batch keeps until it is deleted or expires. */
export function lastingKeys(accountId: string, id: string): string[] {
  const { record, parts, input, fingerprints, same, duplicates, findings, previousFindings, results } = batchKeys(
    accountId,
    id,
  )
  return [record, parts, input, fingerprints, same, duplicates, findings, previousFindings, results]
}

/**
 * Hash, on hosts whose queue may give up on a step: `<account> <batch>` -> the progress of the batch at the last sweep, see
 * `sweep`. Contains all batches that have started but not ended; the next sweep removes batches that have ended or are
 * gone.
 */
export const sweptBatches = 'batches:swept'

/** Returns the day and months whose counts a script may change, and the Redis keys for these counts. */
export function countsAt(accountId: string, nowMs: number) {
  const { month, day, monthStartSeconds } = calendarDay(nowMs)
  const monthBefore = calendarDay((monthStartSeconds - 1) * 1000).month
  const { counts } = redisKeys(accountId)
  return { date: `${month}-${day}`, month, monthBefore, counts: counts(month), countsBefore: counts(monthBefore) }
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

/** Deflates a JSON value to base64 text. Lists of links and identifiers shrink by half to two-thirds. */
export async function pack(value: unknown): Promise<string> {
  return (await deflate(JSON.stringify(value), { level: 5 })).toString('base64')
}

/**
 * Unpacks a packed value.
 * @param onBytes called with its unpacked size in bytes.
 */
export async function unpack<T>(packed: string, onBytes?: (bytes: number) => void): Promise<T> {
  const json = await inflate(Buffer.from(packed, 'base64'))
  onBytes?.(json.byteLength)
  return JSON.parse(json.toString('utf8')) as T
}

/**
 * Reads and unpacks a field of a hash; null if there is none.
 * @param onBytes called with its unpacked size in bytes.
 */
export async function readPacked<T>(key: string, field: string, onBytes?: (bytes: number) => void): Promise<T | null> {
  const packed = await askStore<string | null>('HGET', key, field)
  return packed === null ? null : unpack<T>(packed, onBytes)
}

/** A part of a batch, as the caller sent it. */
export interface Part {
  /** Identifies this upload of the part. The fields of the part's chunks begin with this token. */
  token: string
  rows: number
  /** How many of its rows are headings and titles above them, and how many are blank. */
  headings: number
  blank: number
  /** How much of the account's storage it uses, in bytes. */
  bytes: number
  /** The number of lines in each of its chunks. */
  sizes: number[]
}

/** One chunk of a batch. Chunks are in line order. */
export interface Chunk {
  /** The chunk's field in the input hash. */
  field: string
  lines: number
  /** The number of its first line, from 0. */
  first: number
}

/** All of a batch's chunks, in order. */
export type ChunkTable = readonly Chunk[]

/** Returns the numbers of up to ten parts that are missing before the last part. */
export function missingParts(parts: ReadonlyMap<number, Part>): number[] {
  const last = Math.max(0, ...parts.keys())
  const missing: number[] = []
  for (let number = 1; number < last && missing.length < 10; number++) if (!parts.has(number)) missing.push(number)
  return missing
}

/** Returns all chunks of the parts, in order. */
export function orderChunks(parts: ReadonlyMap<number, Part>): ChunkTable {
  const table: Chunk[] = []
  let first = 0
  for (const [, { token, sizes }] of [...parts].sort(([a], [b]) => a - b)) {
    for (const [chunk, lines] of sizes.entries()) {
      table.push({ field: `${token}:${chunk}`, lines, first })
      first += lines
    }
  }
  return table
}

/** Returns the number of the chunk that contains a line, both from 0; past the last line, the number of chunks. */
export function chunkWith(table: ChunkTable, line: number): number {
  let low = 0
  let high = table.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const { first, lines } = table[middle] as Chunk
    if (line < first + lines) high = middle
    else low = middle + 1
  }
  return low
}

/** Reads a batch's parts, by number. */
export async function readParts(accountId: string, id: string): Promise<Map<number, Part>> {
  const fields = await readHash(batchKeys(accountId, id).parts)
  return new Map(Object.entries(fields).map(([number, part]) => [Number(number), JSON.parse(part) as Part]))
}

/** The tables of recent batches. A table is read often and never changes after the batch starts. */
const tables = new Map<string, Promise<ChunkTable>>()
const maxTables = 20

/** Returns the chunks of a batch that no longer accepts lines. */
export function chunksOf(accountId: string, id: string): Promise<ChunkTable> {
  const cached = tables.get(id)
  if (cached) return cached
  const reading = readParts(accountId, id).then(orderChunks)
  reading.catch(() => tables.delete(id))
  tables.set(id, reading)
  const [oldest] = tables.keys()
  if (tables.size > maxTables && oldest !== undefined) tables.delete(oldest)
  return reading
}
