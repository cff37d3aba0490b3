import type { Row } from './row'
import { bucketOf, type RowFacts } from './row-state'

/**
 * What an audit finds wrong with a line. `moved`: the listing has new identifiers. `not_checked`: no source was asked
 * about the line, so nothing else is known about it. A line can have several.
 */
export const findings = [
  'moved',
  'closed_permanently',
  'closed_temporarily',
  'not_found',
  'duplicate',
  'name_differs',
  'not_checked',
] as const

export type Finding = (typeof findings)[number]

/** The facts about a row from which its findings derive. */
export interface AuditFacts extends RowFacts, Pick<Row, 'listing_status' | 'business_status' | 'duplicate_of'> {}

/** Whether a row is a line, and not a heading, a title, or blank. Only lines have findings. */
function isLine(row: RowFacts): boolean {
  const bucket = bucketOf(row)
  return bucket !== 'heading' && bucket !== 'blank'
}

/** Returns a row's findings, in the order of `findings`. A line without any is fine. */
export const findingsOf = (row: AuditFacts): Finding[] =>
  isLine(row) ? findings.filter((finding) => tests[finding](row)) : []

const tests: Readonly<Record<Finding, (row: AuditFacts) => boolean>> = {
  moved: ({ listing_status }) => listing_status === 'moved',
  closed_permanently: ({ business_status }) => business_status === 'closed_permanently',
  closed_temporarily: ({ business_status }) => business_status === 'closed_temporarily',
  not_found: ({ state }) => state === 'not_found',
  duplicate: ({ duplicate_of }) => duplicate_of !== null,
  name_differs: ({ name_match }) => name_match === 'different',
  not_checked: ({ state, listing_status }) =>
    state === 'found' ? listing_status === null || listing_status === 'unchecked' : state !== 'not_found',
}

/** How many lines have each finding, and how many have none: `fine`. */
export type AuditCounts = Readonly<Record<'fine' | Finding, number>>
