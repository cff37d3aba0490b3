import { AuditTally, asDuplicate, auditCode } from '@/server/features/lists/audit'
import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { askStore, runScript } from '@/server/platform/store/untyped'
import type { Batch, BatchState } from './batch'
import { batchKeys, type Chunk, type ChunkTable, lastingKeys, pack, readPacked, unpack } from './batch-store'
import { forgetBatch } from './find-batch'
import { fingerprintBytes, fingerprintOfText } from './item'
import { chunkAuditScript, completeScript } from './lane-scripts'
import { keepSeconds } from './limits'
import { findDuplicates, type SameLines } from './prepare'
import { factsOf, resultFromStored, type StoredResult } from './stored-result'

/** The rows of a chunk that repeat an earlier row, by their index in the chunk -> the number of that row, from 0. */
export type Duplicates = Array<[index: number, first: number]>

const chunksAtOnce = 20

/**
 * Finishes a batch whose rows all have results: finds the rows with the same listing, and counts its findings. May run any
 * number of times, also at the same time.
 * @returns the state of the batch afterward.
 * @throws PinrefError `store_unavailable`.
 */
export async function completeBatch(
  accountId: string,
  { id, rows, previous }: Batch,
  table: ChunkTable,
): Promise<BatchState | 'gone'> {
  const yieldTurn = createTurns(accountId)
  const codes = new Uint16Array(rows)
  const first = await rowsWithSameListing(accountId, id, table, codes, yieldTurn)
  const tally = new AuditTally()
  let duplicates = 0
  for (let at = 0; at < table.length; at += chunksAtOnce) {
    await Promise.all(table.slice(at, at + chunksAtOnce).map((chunk, index) => put(at + index, chunk)))
  }
  const keys = lastingKeys(accountId, id)
  const state = await runScript(completeScript, keys, [
    duplicates,
    JSON.stringify(tally.audit(previous !== null)),
    Date.now(),
    keepSeconds,
  ])
  if (state === 'gone') await forgetBatch(accountId, id)
  return state as BatchState | 'gone'

  async function put(number: number, { first: start, lines }: Chunk): Promise<void> {
    const keys = batchKeys(accountId, id)
    const before = previous && (await readPacked<number[]>(keys.previousFindings, String(number)))
    const found: Duplicates = []
    for (let index = 0; index < lines; index++) {
      const row = start + index
      const same = first[row] ?? 0
      if (same > 0) {
        found.push([index, same - 1])
        codes[row] = asDuplicate(codes[row] ?? 0)
      }
      tally.add(codes[row] ?? 0, before?.[index] ?? 0)
      await yieldTurn()
    }
    duplicates += found.length
    const packed = await Promise.all([
      found.length > 0 ? pack(found) : '',
      pack([...codes.subarray(start, start + lines)]),
    ])
    await runScript(chunkAuditScript, [keys.record, keys.duplicates, keys.findings], [number, ...packed, keepSeconds])
  }
}

/**
 * Returns for each row (counted from 0) the first row with the same listing, or with the same request (counted from 1), or
 * 0. A million rows take about 30 MB.
 * @param codes receives the audit code of each row, without what depends on other rows.
 */
async function rowsWithSameListing(
  accountId: string,
  id: string,
  table: ChunkTable,
  codes: Uint16Array,
  yieldTurn: YieldTurn,
): Promise<Uint32Array> {
  const fingerprints = Buffer.alloc(codes.length * fingerprintBytes)
  const repeated = new Uint32Array(codes.length)
  for (let at = 0; at < table.length; at += chunksAtOnce) {
    const some = table.slice(at, at + chunksAtOnce)
    for (const [index, found] of (await resultsIn(accountId, id, at, some)).entries()) await note(some[index], found)
  }
  const first = await findDuplicates(fingerprints, yieldTurn)
  for (let row = 0; row < repeated.length; row++) {
    if (first[row] === 0) first[row] = repeated[row] ?? 0
    if (row % 1_000 === 0) await yieldTurn()
  }
  return first

  async function note(chunk: Chunk | undefined, { results, same }: ChunkResults): Promise<void> {
    const start = chunk?.first ?? 0
    for (const [index, stored] of results) {
      const result = resultFromStored(stored)
      if (!('sameAs' in result)) codes[start + index] = auditCode({ ...factsOf(result), duplicate_of: null })
      if ('by' in result)
        fingerprints.write(fingerprintOfText(result.cid), (start + index) * fingerprintBytes, 'base64url')
      await yieldTurn()
    }
    // A row with the same request as an earlier one has the listing of that row, which may be in this chunk.
    for (const [index, before] of same) {
      repeated[start + index] = before + 1
      codes[start + index] = codes[before] ?? 0
      const from = before * fingerprintBytes
      fingerprints.copy(fingerprints, (start + index) * fingerprintBytes, from, from + fingerprintBytes)
    }
  }
}

/** A chunk's results, and its rows with the same request as an earlier row, by their index in the chunk. */
interface ChunkResults {
  results: Array<[index: number, StoredResult]>
  same: SameLines['as']
}

async function resultsIn(
  accountId: string,
  id: string,
  number: number,
  chunks: readonly Chunk[],
): Promise<ChunkResults[]> {
  const { results, same } = batchKeys(accountId, id)
  const numbers = chunks.map((_, index) => number + index)
  const [starts, sames] = await Promise.all(
    [results, same].map((key) => askStore<Array<string | null>>('HMGET', key, ...numbers)),
  )
  return Promise.all(
    numbers.map(async (chunk, index) => {
      const froms = (starts?.[index] ?? '').split(' ').filter(Boolean)
      const fields = froms.map((from) => `${chunk}:${from}`)
      const packed = fields.length === 0 ? [] : await askStore<Array<string | null>>('HMGET', results, ...fields)
      const slices = await Promise.all(packed.map((one) => (one === null ? [] : unpack<StoredResult[]>(one))))
      const sameLines = sames?.[index] ? await unpack<SameLines>(sames[index]) : null
      return {
        results: slices.flatMap((slice, at) =>
          slice.map((result, row): [number, StoredResult] => [Number(froms[at]) + row, result]),
        ),
        same: sameLines?.as ?? [],
      }
    }),
  )
}
