import { type Finding, findings } from './audit'
import type { Row } from './row'
import { bucketOf, isToCheck, lineBuckets } from './row-state'

/** The filters by state: the buckets of lines, and `to_check` for every bucket that a person should look at. */
export const stateFilters = [...lineBuckets, 'to_check'] as const

export type StateFilter = (typeof stateFilters)[number]

/** The filters by finding: `fine` for lines without one, `any` for lines with at least one. */
export const findingFilters = ['fine', 'any', ...findings] as const

type FindingFilter = (typeof findingFilters)[number]

/** A filter for rows; if no field is set, all rows match. Otherwise, only lines match: no headings and no blank rows. */
export interface RowFilter {
  /** Only lines in this bucket, exactly as many as are counted in it. */
  state?: StateFilter | null
  /** Only lines with this finding, exactly as many as an audit counts. */
  finding?: FindingFilter | null
  /** Only lines with this problem. */
  code?: string | null
  /**
   * Only lines that contain this text, ignoring case, as sent or in the name, address, CID, or place id that was found.
   */
  text?: string | null
}

/** Returns a function that tests whether a row matches. */
export function filterOf(filter: RowFilter): (row: Row) => boolean {
  const { state = null, finding = null, code = null, text = null } = filter
  if (state === null && finding === null && code === null && text === null) return () => true
  const words = text?.toLowerCase() ?? null
  return (row) => {
    const bucket = bucketOf(row)
    return (
      bucket !== 'heading' &&
      bucket !== 'blank' &&
      (state === null || (state === 'to_check' ? isToCheck(bucket) : bucket === state)) &&
      (finding === null || hasFinding(row, finding)) &&
      (code === null || row.problem?.code === code) &&
      (words === null || textsOf(row).some((one) => one.toLowerCase().includes(words)))
    )
  }
}

function hasFinding({ findings }: Row, finding: FindingFilter): boolean {
  if (finding === 'fine') return findings.length === 0
  return finding === 'any' ? findings.length > 0 : findings.includes(finding satisfies Finding)
}

/** Returns a row's searchable strings. Fields other than strings are searched as JSON, without their names. */
function textsOf({ input, listing }: Row): string[] {
  const sent = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  const { title, address, cid, place_id } = listing ?? {}
  const found = [title, address, cid, place_id].filter((one) => typeof one === 'string')
  return [...sent.map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))), ...found]
}
