import { findingBrief, findingsByUrgency } from '@/components/batches/finding-words'
import { formatNumber } from '@/components/format/number'
import type { Finding } from '@/server/features/lists/audit'

/** How many lines or listings have each finding, and how many have none. A finding that doesn't apply is missing. */
export type Counts = Readonly<Partial<Record<Finding, number>>> & Readonly<Record<'fine' | 'not_checked', number>>

/** What is counted. */
export type Noun = 'line' | 'listing'

/** Counts things: "1 line", "10,000 listings". */
export const countWords = (count: number, noun: Noun): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** A division of a list: everything in it is in exactly one part. */
export interface Parts {
  fine: number
  /** With a finding, but checked. */
  to_fix: number
  not_checked: number
}

export const partsOf = ({ fine, not_checked }: Counts, total: number): Parts => ({
  fine,
  to_fix: Math.max(0, total - fine - not_checked),
  not_checked,
})

/** Returns the size of a part in words: "57 lines are fine", "2 lines to fix", "1 line not checked". */
export function partWords(part: keyof Parts, count: number, noun: Noun): string {
  const things = countWords(count, noun)
  if (part === 'fine') return `${things} ${count === 1 ? 'is' : 'are'} fine`
  return part === 'to_fix' ? `${things} to fix` : `${things} not checked`
}

/** Returns the audit in a sentence: "57 of 60 lines are fine". */
export function headline({ fine, not_checked }: Counts, total: number, noun: Noun): string {
  if (total === 0) return `No ${noun}s`
  if (not_checked === total) return 'Nothing was checked'
  if (fine === total) return total === 1 ? `The ${noun} is fine` : `All ${countWords(total, noun)} are fine`
  return `${formatNumber(fine)} of ${countWords(total, noun)} ${fine === 1 ? 'is' : 'are'} fine`
}

/**
 * Returns why the findings add up to more than the lines with findings; null if they don't.
 * @param total all lines or listings.
 */
export function overlapWords(counts: Counts, total: number, noun: Noun): string | null {
  const sum = findingsByUrgency.reduce((all, finding) => all + (counts[finding] ?? 0), 0)
  const withFindings = total - counts.fine
  if (sum <= withFindings) return null
  return `A ${noun} can have several findings: ${formatNumber(sum)} findings in ${countWords(withFindings, noun)}.`
}

/** How many lines have gained or lost a finding since an earlier run. */
export type Changes = Readonly<Partial<Record<Finding, number>>>

/** Returns what changed: "Since October 12: 3 permanently closed, 1 duplicate; 2 fixed." @param since the day. */
export function sinceWords(since: string, appeared: Changes, resolved: Changes): string {
  // Whether a line was checked isn't news about its listing.
  const kinds = findingsByUrgency.filter((finding) => finding !== 'not_checked')
  const news = kinds.flatMap((finding) => counted(appeared[finding] ?? 0, findingBrief(finding)))
  const fixed = kinds.reduce((all, finding) => all + (resolved[finding] ?? 0), 0)
  const parts = [news.join(', '), ...counted(fixed, 'fixed')].filter(Boolean)
  return `Since ${since}: ${parts.join('; ') || 'no changes'}.`
}

/** What an audit knows about closures. */
type Closures = Counts & Readonly<{ closures_known: number; not_found?: number }>

/** Returns how many of the checked lines or listings have an unknown business status. @param total all of them. */
export const closuresUnknown = ({ not_checked, closures_known }: Closures, total: number): number =>
  Math.max(0, total - not_checked - closures_known)

/** Returns the findings about closures if no business status is known; none otherwise. */
export const closuresIfUnknown = (audit: Closures, total: number): Finding[] =>
  closuresUnknown(audit, total) > 0 && audit.closures_known <= (audit.not_found ?? 0)
    ? ['closed_permanently', 'closed_temporarily']
    : []

/** Returns a count with its words; nothing for 0. */
const counted = (count: number, words: string): string[] => (count > 0 ? [`${formatNumber(count)} ${words}`] : [])

const thisYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' })
const anyYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' })

/** Returns a day in the reader's time zone: "October 12", with the year if it isn't the current one. */
export function dayWords(time: string, nowMs: number): string {
  const day = new Date(time)
  return (day.getFullYear() === new Date(nowMs).getFullYear() ? thisYear : anyYear).format(day)
}
