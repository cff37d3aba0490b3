import type { Batch } from '@/components/batches/batch'
import { findingsByUrgency } from '@/components/batches/finding-words'
import type { FindingFilter } from '@/components/batches/line-view'
import { inputText } from '@/components/batches/rows'
import { formatNumber } from '@/components/format/number'
import { listingName } from '@/components/listings/listing-rows'
import { notSentWords } from '@/server/features/lists/added-columns'
import type { Finding } from '@/server/features/lists/audit'
import type { Row } from '@/server/features/lists/row'
import { cellText } from '@/server/features/lists/row-cell'
import type { Counts } from './figures'
import { type AuditItem, maxItems } from './items'

/**
 * Returns the filters with which to read the lines to list, one after the other, until there are enough: all findings at
 * once if they fit, otherwise the most urgent ones first.
 * @param total all lines.
 */
export function filtersFor(counts: Counts, total: number): FindingFilter[] {
  const withFindings = total - counts.fine
  if (withFindings === 0) return []
  return withFindings <= maxItems ? ['any'] : findingsByUrgency.filter((finding) => (counts[finding] ?? 0) > 0)
}

/**
 * Returns the lines to list, in the order of the sheet.
 * @param read reads the lines with a finding, and may stop after `most`.
 */
export async function readItems(
  filters: readonly FindingFilter[],
  read: (finding: FindingFilter, most: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  // Lines that were already read come again with their other findings.
  const rows = new Map<number, Row>()
  for (const filter of filters) {
    if (rows.size >= maxItems) break
    for (const row of await read(filter, maxItems)) rows.set(row.row, row)
  }
  return [...rows.values()].slice(0, maxItems).sort((a, b) => a.row - b.row)
}

/** What the list of lines depends on. */
export type AuditedBatch = Pick<Batch, 'column' | 'name_column' | 'reference_column' | 'audit'>

/** Returns a line as an audit lists it. */
export function itemOf(line: Row, batch: AuditedBatch): AuditItem {
  const { row, input, listing, problem, previous_findings } = line
  const findings = findingsByUrgency.filter((finding) => line.findings.includes(finding))
  const name = cellText(input, batch.name_column ?? 'name')
  const text = inputText(input, batch.column)
  const now = listing ?? (problem?.cid ? { cid: problem.cid, place_id: problem.place_id } : null)
  const isFresh = (finding: Finding) =>
    previous_findings?.includes(finding) === false && (batch.audit?.previous?.appeared[finding] ?? 0) > 0
  return {
    key: String(row),
    row,
    name,
    reference: cellText(input, batch.reference_column ?? ''),
    text: text === name || (name !== '' && now !== null) ? '' : text,
    title: listing && listingName(listing),
    url: listing?.maps_url ?? null,
    now,
    before: listing?.moved_from ?? null,
    findings,
    fresh: findings.filter(isFresh),
    details: detailsOf(line),
  }
}

function detailsOf({ state, duplicate_of, problem, reason, listing_status }: Row): string[] {
  return [
    ...(duplicate_of === null ? [] : [`Same listing as row ${formatNumber(duplicate_of)}.`]),
    // A search says how many listings matched; about an identifier, there is nothing to add.
    ...(problem === null || (state === 'not_found' && problem.cid !== null) ? [] : [problem.detail]),
    ...(reason === null ? [] : [notSentWords[reason]]),
    ...(listing_status === 'unchecked' ? ['Only its identifiers were read.'] : []),
  ]
}
