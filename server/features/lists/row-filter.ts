import type { Row } from './row'
import { bucketOf, isToCheck, lineBuckets } from './row-state'

/** The filters by state: the buckets of lines, and `to_check` for every bucket that a person should look at. */
export const rowStatuses = [...lineBuckets, 'to_check'] as const

export type RowStatus = (typeof rowStatuses)[number]

/** A filter for rows; if no field is set, all rows match. Otherwise, only lines match: no headings and no blank rows. */
export interface RowFilter {
  /** Only lines in this bucket, exactly as many as are counted in it. */
  status?: RowStatus | null
  /** Only lines with this problem. */
  code?: string | null
  /**
   * Only lines that contain this text, ignoring case, as sent or in the name, address, CID, or place id that was found.
   */
  text?: string | null
}

/** Returns a function that tests whether a row matches. */
export function filterOf({ status = null, code = null, text = null }: RowFilter): (row: Row) => boolean {
  if (status === null && code === null && text === null) return () => true
  const words = text?.toLowerCase() ?? null
  return (row) => {
    const bucket = bucketOf(row)
    return (
      bucket !== 'heading' &&
      bucket !== 'blank' &&
      (status === null || (status === 'to_check' ? isToCheck(bucket) : bucket === status)) &&
      (code === null || row.problem?.code === code) &&
      (words === null || textsOf(row).some((one) => one.toLowerCase().includes(words)))
    )
  }
}

/** Returns a row's searchable strings. Fields other than strings are searched as JSON, without their names. */
function textsOf({ input, listing }: Row): string[] {
  const sent = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  const { title, address, cid, place_id } = listing ?? {}
  const found = [title, address, cid, place_id].filter((one) => typeof one === 'string')
  return [...sent.map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))), ...found]
}
