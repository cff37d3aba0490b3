import { findingsByUrgency } from '@/components/batches/finding-words'
import type { Finding } from '@/server/features/lists/audit'

/** The maximum number of lines or listings that an audit lists. */
export const maxItems = 2_000

/** The identifiers of a listing. */
export interface Identifiers {
  cid: string
  place_id: string | null
}

/** A line or a watched listing with something to fix. */
export interface AuditItem {
  key: string
  /** The number of its row; null outside of a list. */
  row: number | null
  /** What the list calls it; empty if it has no names. */
  name: string
  reference: string
  /** What was looked up, if the name and the listing don't show it; empty otherwise. */
  text: string
  /** The listing's title on Google Maps; null if it is unknown or no longer stored. */
  title: string | null
  /** Null if there is no listing. */
  url: string | null
  /** The identifiers now; null if unknown. */
  now: Identifiers | null
  /** The identifiers before it moved. */
  before: Identifiers | null
  findings: readonly Finding[]
  /** The findings that the previous run didn't have. */
  fresh: readonly Finding[]
  /** More about what is wrong. */
  details: readonly string[]
}

/** Items that have a finding, and no more urgent one. */
export interface Group {
  finding: Finding
  items: AuditItem[]
  /** How many other items have the finding too, but are in an earlier group. */
  above: number
}

/** Groups items by their most urgent finding, most urgent first, so that each is listed once. */
export function groupItems(items: readonly AuditItem[]): Group[] {
  const having = (finding: Finding) => items.filter(({ findings }) => findings.includes(finding))
  return findingsByUrgency.flatMap((finding) => {
    const all = having(finding)
    const own = all.filter((item) => mostUrgent(item) === finding)
    return all.length === 0 ? [] : [{ finding, items: own, above: all.length - own.length }]
  })
}

const mostUrgent = ({ findings }: AuditItem) => findingsByUrgency.find((one) => findings.includes(one))
