import { createTurns } from '@/server/runtime/fair-turn'
import { askStore } from './ask-store'
import type { Batch } from './batch'
import type { ChunkTable } from './chunks'
import { findDuplicates, fingerprintBytes } from './duplicates'
import { chunksOf } from './find-batch'
import { batchKeys } from './layout'
import { pack } from './pack'

/** The lines of a chunk that are the same as others, by their index in the chunk. */
export interface SameLines {
  /** Lines that are the same as an earlier one -> the number of that line in the batch, from 0. */
  as: Array<[index: number, first: number]>
  /** Lines that have later copies -> how many. */
  copies: Array<[index: number, copies: number]>
}

const chunksAtOnce = 20
const fieldsAtOnce = 1_000

/**
 * Finds the lines of a batch that are the same, and stores them for each chunk; removes what is left of parts whose upload broke
 * off. It may run any number of times, until the fingerprints are removed.
 * @returns how many lines are the same as an earlier one.
 */
export async function prepareBatch(accountId: string, { id, lines }: Batch): Promise<number> {
  const table = await chunksOf(accountId, id)
  const { input, same, fingerprints } = batchKeys(accountId, id)
  await removeStrays(input, table)
  const yieldTurn = createTurns(accountId)
  const first = await findDuplicates(await readFingerprints(fingerprints, table, lines), yieldTurn)
  const copies = new Uint32Array(lines)
  let duplicates = 0
  for (const before of first) {
    if (before === 0) continue
    copies[before - 1] = (copies[before - 1] ?? 0) + 1
    duplicates += 1
  }
  for (let at = 0; at < table.length; at += chunksAtOnce) {
    await Promise.all(table.slice(at, at + chunksAtOnce).map((chunk, index) => put(at + index, chunk)))
  }
  return duplicates

  async function put(number: number, chunk: ChunkTable[number]): Promise<void> {
    const found: SameLines = { as: [], copies: [] }
    for (let index = 0; index < chunk.lines; index++) {
      const before = first[chunk.first + index] ?? 0
      const others = copies[chunk.first + index] ?? 0
      if (before > 0) found.as.push([index, before - 1])
      if (others > 0) found.copies.push([index, others])
    }
    await yieldTurn()
    if (found.as.length + found.copies.length > 0) await askStore('HSET', same, number, await pack(found))
  }
}

/** Reads the fingerprints of all lines, one after the other. */
async function readFingerprints(key: string, table: ChunkTable, lines: number): Promise<Buffer> {
  const all = Buffer.alloc(lines * fingerprintBytes)
  for (let at = 0; at < table.length; at += chunksAtOnce) {
    const some = table.slice(at, at + chunksAtOnce)
    const found = await askStore<Array<string | null>>('HMGET', key, ...some.map(({ field }) => field))
    for (const [index, { first, field }] of some.entries()) {
      const fingerprints = found[index]
      if (!fingerprints) throw new Error(`the fingerprints of ${field} are missing`)
      all.write(fingerprints, first * fingerprintBytes, 'base64url')
    }
  }
  return all
}

/** Removes chunks that belong to no part. No more can be added, since the batch takes no more lines. */
async function removeStrays(input: string, table: ChunkTable): Promise<void> {
  const own = new Set(table.map(({ field }) => field))
  const strays = (await askStore<string[]>('HKEYS', input)).filter((field) => !own.has(field))
  for (let at = 0; at < strays.length; at += fieldsAtOnce) {
    await askStore('HDEL', input, ...strays.slice(at, at + fieldsAtOnce))
  }
}
