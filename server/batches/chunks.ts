import { batchKeys, readHash } from './batch-store'

/** A part of a batch, as the caller sent it. */
export interface Part {
  /** Names this upload of the part; the fields of its chunks begin with it. */
  token: string
  lines: number
  /** What it counts for in the account's storage, in bytes. */
  bytes: number
  /** How many lines each of its chunks has. */
  sizes: number[]
}

/** One chunk of a batch, in the order of its lines. */
export interface Chunk {
  /** Its field in the hash of the input. */
  field: string
  lines: number
  /** The number of its first line, from 0. */
  first: number
}

/** All chunks of a batch, in order. */
export type ChunkTable = readonly Chunk[]

/** Returns the numbers of parts that are missing before the last one; at most ten. */
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

/** Returns the number of the chunk that has a line, both from 0; past the last line, how many chunks there are. */
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

/** Reads the parts that a batch has, by their numbers. */
export async function readParts(accountId: string, id: string): Promise<Map<number, Part>> {
  const fields = await readHash(batchKeys(accountId, id).parts)
  return new Map(Object.entries(fields).map(([number, part]) => [Number(number), JSON.parse(part) as Part]))
}

/** The tables of recent batches: a table is read again and again, and never changes once the batch has begun. */
const tables = new Map<string, Promise<ChunkTable>>()
const maxTables = 20

/** Returns the chunks of a batch that takes no more lines. */
export function chunksOf(accountId: string, id: string): Promise<ChunkTable> {
  const known = tables.get(id)
  if (known) return known
  const reading = readParts(accountId, id).then(orderChunks)
  reading.catch(() => tables.delete(id))
  tables.set(id, reading)
  const [oldest] = tables.keys()
  if (tables.size > maxTables && oldest !== undefined) tables.delete(oldest)
  return reading
}
