import { isDeepStrictEqual } from 'node:util'
import type { Row } from '@/server/features/lists/row'
import { bucketOf, noRows, sumsOf } from '@/server/features/lists/row-state'
import type { BatchClient, WireBatch } from './client'
import type { Line, LineAt } from './lines'

/** The expected charge for a batch. */
export interface Due {
  /** The number of lookups that count as calls, and of failed lookups. */
  ok: number
  failed: number
}

/** Whether a line's result is correct. */
type IsRight = (row: Row, line: Line) => boolean

/** For batches in which the result depends only on the line. */
const asItReads: IsRight = ({ state, listing, problem }, { placeId }) =>
  placeId === null
    ? state === 'unreadable' && problem?.code === 'unsupported_link'
    : state === 'found' && listing?.place_id === placeId

/** For a canceled batch, in which lines may also have no result. */
export const orLeft: IsRight = (row, line) => row.reason === 'ended' || asItReads(row, line)

/**
 * Checks every line of a batch that has ended: each line must be correct, in order, and present once. Then checks the
 * batch's counts against its lines.
 * @throws Error for the first mismatch.
 */
export async function checkLines(
  client: BatchClient,
  id: string,
  lineAt: LineAt,
  isRight: IsRight = asItReads,
): Promise<Due> {
  const counts = { ...noRows }
  const due = { ok: 0, failed: 0 }
  let lines = 0
  let duplicates = 0
  for await (const row of client.rows(id)) {
    const line = lineAt(lines)
    lines += 1
    if (row.row !== lines || row.input !== line.text || row.duplicate_of !== line.sameAs || !isRight(row, line)) {
      throw new Error(`line ${lines} of ${id} is wrong: ${JSON.stringify(row)}`)
    }
    counts[bucketOf(row)] += 1
    if (row.duplicate_of !== null) duplicates += 1
    else if (row.state === 'found') due.ok += 1
    else if (row.reason !== 'ended') due.failed += 1
  }
  const { line_counts: recorded } = await client.get(id)
  const { rows: _, headings: _headings, blank: _blank, lines: total, ...buckets } = sumsOf(counts)
  const expected: WireBatch['line_counts'] = { ...buckets, total, duplicates }
  if (!isDeepStrictEqual({ ...recorded }, expected)) {
    throw new Error(`${id} has counted ${JSON.stringify(recorded)} instead of ${JSON.stringify(expected)}`)
  }
  return due
}

/** Checks an account's usage this month against its batches. @throws Error if they differ. */
export async function checkMonth(client: BatchClient, ...dues: Due[]): Promise<void> {
  const { used, operation_counts } = await client.usage()
  const resolve = operation_counts.find(({ operation }) => operation === 'resolve')
  const sum = (of: keyof Due) => dues.reduce((all, due) => all + due[of], 0)
  const expected = { used: sum('ok'), ok: sum('ok'), failed: sum('failed') }
  const recorded = { used, ok: resolve?.succeeded ?? 0, failed: resolve?.failed ?? 0 }
  if (!isDeepStrictEqual(recorded, expected)) {
    throw new Error(`the month says ${JSON.stringify(recorded)} instead of ${JSON.stringify(expected)}`)
  }
}
