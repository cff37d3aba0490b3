import { type AuditCounts, type Finding, type FindingCounts, findings } from './audit'
import { bucketsToCheck, type ListSums } from './row-state'

const number = (value: number): string => value.toLocaleString('en')

const count = (value: number, thing: string): string => `${number(value)} ${thing}${value === 1 ? '' : 's'}`

/** Divides the rows of a list: "301 rows: 2 headings, 18 blank, 281 lines." */
export function rowsWords({
  rows,
  headings,
  blank,
  lines,
}: Pick<ListSums, 'rows' | 'headings' | 'blank' | 'lines'>): string {
  if (rows === lines) return `${count(lines, 'line')}.`
  const parts = [
    headings > 0 && count(headings, 'heading'),
    blank > 0 && `${number(blank)} blank`,
    count(lines, 'line'),
  ].filter((part) => part !== false)
  return `${count(rows, 'row')}: ${parts.join(', ')}.`
}

/** Divides the lines of a list: "200 found, 81 to check: 3 unreadable, 78 not sent. 54 duplicates." */
export function linesWords(
  sums: Pick<ListSums, 'found' | 'waiting' | 'to_check' | (typeof bucketsToCheck)[number]>,
  duplicates: number,
): string {
  const named = (value: number, words: string) => (value > 0 ? [`${number(value)} ${words}`] : [])
  const causes = bucketsToCheck.flatMap((bucket) => named(sums[bucket], bucketWords[bucket])).join(', ')
  const parts = [
    ...named(sums.found, 'found'),
    ...named(sums.waiting, 'waiting'),
    ...named(sums.to_check, `to check: ${causes}`),
  ].join(', ')
  return [parts && `${parts}.`, duplicates > 0 && `${count(duplicates, 'duplicate')}.`].filter(Boolean).join(' ')
}

const bucketWords = {
  name_differs: 'with a different name',
  not_found: 'not found',
  failed: 'failed',
  unreadable: 'unreadable',
  not_sent: 'not sent',
} as const

/** What a line with each finding is. */
const findingWords: Readonly<Record<Finding, string>> = {
  moved: 'moved',
  closed_permanently: 'permanently closed',
  closed_temporarily: 'temporarily closed',
  not_found: 'not found',
  duplicate: 'repeating an earlier line',
  name_differs: 'with a different name',
  not_checked: 'not checked',
}

const foundWords = (counts: FindingCounts): string =>
  findings.flatMap((one) => (counts[one] > 0 ? [`${number(counts[one])} ${findingWords[one]}`] : [])).join(', ')

/** The counts of an audit, as responses have them. */
interface WireAudit extends AuditCounts {
  previous: { ended_at: string; appeared: FindingCounts; resolved: FindingCounts } | null
}

/** Sums up an audit: "Audit: 480 fine, 3 permanently closed. Since 2026-10-12: 1 permanently closed. No longer: 2 moved." */
export function auditWords(audit: WireAudit): string {
  const { fine, previous } = audit
  const counts = [`${number(fine)} fine`, foundWords(audit)].filter(Boolean).join(', ')
  if (previous === null) return `Audit: ${counts}.`
  const [appeared, resolved] = [foundWords(previous.appeared), foundWords(previous.resolved)]
  const since = `Since ${previous.ended_at.slice(0, 10)}: ${appeared || 'nothing new'}.`
  return `Audit: ${counts}. ${since}${resolved && ` No longer: ${resolved}.`}`
}
