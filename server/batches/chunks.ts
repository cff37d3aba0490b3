import { chunkLines } from './limits'

/** A part of a batch, as the caller sent it. */
export interface Part {
  /** Names this upload of the part; the fields of its chunks begin with it. */
  token: string
  lines: number
  /** How many chunks it has: all but the last have `chunkLines` lines. */
  chunks: number
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
  for (const [, { token, lines, chunks }] of [...parts].sort(([a], [b]) => a - b)) {
    for (let chunk = 0; chunk < chunks; chunk++) {
      const own = Math.min(chunkLines, lines - chunk * chunkLines)
      table.push({ field: `${token}:${chunk}`, lines: own, first })
      first += own
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
