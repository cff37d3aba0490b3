import { createHash } from 'node:crypto'
import { rowOf } from '@/server/features/batches/batch-row'
import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import { decimalCid } from '@/server/places/identifiers/cid'
import { readReference } from '@/server/places/links/read-reference'
import { csvForms } from '@/server/platform/runtime/csv'

/** How many lines are written at once. */
const linesAtOnce = 1_000

/**
 * The limit of a batch: reads the lines of the same file with the same reader and writes the same CSV in a plain loop,
 * without a server, a store, or an account.
 * @param parts the file, in JSON Lines; each line is a link with a listing.
 * @returns the digest of the CSV.
 */
export function plainLoop(parts: readonly string[]): string {
  const { start, rows } = csvForms.plain
  const file = createHash('sha256').update(start + rows([tableHeadings([])]))
  let index = 0
  for (const part of parts) {
    const lines = part.split('\n')
    for (let at = 0; at < lines.length; at += linesAtOnce)
      file.update(rows(lines.slice(at, at + linesAtOnce).map((line) => cellsOf(JSON.parse(line), index++))))
  }
  return file.digest('hex')
}

function cellsOf(item: string, index: number) {
  const read = readReference(item)
  if (read.kind !== 'listing') throw new Error(`line ${index + 1} has no listing`)
  const { cid, placeId, kgId, title, location } = read
  const result = {
    by: 'resolve',
    cid: decimalCid(cid),
    placeId,
    kgId,
    status: 'unchecked',
    movedFrom: null,
    nameMatch: null,
    businessStatus: null,
  } as const
  const source = { columns: [], duplicateOf: null, previousFindings: null, isOver: true, details: { title, location } }
  return tableCells(rowOf({ ...source, index, item, result }), [])
}
