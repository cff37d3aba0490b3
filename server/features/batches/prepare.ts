import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { askStore } from '@/server/platform/store/untyped'
import type { Batch } from './batch'
import { batchKeys, type ChunkTable, chunksOf, pack } from './batch-store'
import { fingerprintBytes } from './item'

/** A chunk's duplicate lines, by their index in the chunk. */
export interface SameLines {
  /** Lines that repeat an earlier one -> the number of that line in the batch, from 0. */
  as: Array<[index: number, first: number]>
  /** Lines that have later copies -> the number of copies. */
  copies: Array<[index: number, copies: number]>
}

const chunksAtOnce = 20
const fieldsAtOnce = 1_000

/**
 * Finds the duplicate lines of a batch and stores them per chunk; removes leftovers of interrupted uploads. May run any
 * number of times, until the fingerprints are removed.
 * @returns how many lines repeat an earlier one.
 */
export async function prepareBatch(accountId: string, { id, rows: lines }: Batch): Promise<number> {
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

/** Reads the concatenated fingerprints of all lines. */
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

/** Removes chunks that belong to no part. No more such chunks can appear, because the batch no longer accepts lines. */
async function removeStrays(input: string, table: ChunkTable): Promise<void> {
  const own = new Set(table.map(({ field }) => field))
  const strays = (await askStore<string[]>('HKEYS', input)).filter((field) => !own.has(field))
  for (let at = 0; at < strays.length; at += fieldsAtOnce) {
    await askStore('HDEL', input, ...strays.slice(at, at + fieldsAtOnce))
  }
}

/** How many lines are processed before other work gets its turn. */
const linesAtOnce = 1_000

/**
 * Finds the lines that repeat an earlier one, by their fingerprints. An unreadable line has a fingerprint of zeros and is never
 * a duplicate. Lines are sorted by the first 16 bits of their fingerprints, so a million lines take about 20 MB and one
 * second, in small steps.
 * @param fingerprints the concatenated fingerprints of all lines.
 * @param yieldTurn awaited between lines.
 * @returns for each line (counted from 0), the line that it repeats (counted from 1), or 0.
 */
export async function findDuplicates(fingerprints: Buffer, yieldTurn: YieldTurn): Promise<Uint32Array> {
  const lines = fingerprints.length / fingerprintBytes
  const ends = new Uint32Array(65_537)
  for (let line = 0; line < lines; line++) {
    const bucket = fingerprints.readUInt16BE(line * fingerprintBytes) + 1
    ends[bucket] = (ends[bucket] ?? 0) + 1
    if (line % linesAtOnce === 0) await yieldTurn()
  }
  for (let bucket = 1; bucket <= 65_536; bucket++) ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0)
  const sorted = new Uint32Array(lines)
  const free = ends.slice()
  for (let line = 0; line < lines; line++) {
    const bucket = fingerprints.readUInt16BE(line * fingerprintBytes)
    const at = free[bucket] ?? 0
    sorted[at] = line
    free[bucket] = at + 1
    if (line % linesAtOnce === 0) await yieldTurn()
  }
  const first = new Uint32Array(lines)
  let looked = 0
  for (let bucket = 0; bucket < 65_536; bucket++) {
    const known = new Map<string, number>()
    for (let at = ends[bucket] ?? 0; at < (ends[bucket + 1] ?? 0); at++) {
      const line = sorted[at] ?? 0
      const fingerprint = fingerprints.toString('latin1', line * fingerprintBytes, (line + 1) * fingerprintBytes)
      const before = known.get(fingerprint)
      if (before !== undefined) first[line] = before + 1
      else if (fingerprint !== unreadable) known.set(fingerprint, line)
      looked += 1
      if (looked % linesAtOnce === 0) await yieldTurn()
    }
  }
  return first
}

const unreadable = '\0'.repeat(fingerprintBytes)
