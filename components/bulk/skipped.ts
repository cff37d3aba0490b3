import { formatNumber } from '@/components/format/number'
import { detailWords } from '@/components/listing/detail-levels'
import type { PlannedLine, SkipCause } from './input-lines'

/** Lines that are not looked up for the same cause. */
export interface SkippedGroup {
  cause: SkipCause
  lines: readonly PlannedLine[]
}

/** Whether a line cannot be read. A name can, even if it is not looked up. */
export const isUnreadableLine = ({ cause }: PlannedLine): boolean => cause !== null && cause !== 'name'

/** Groups the lines that are not looked up by cause: names first, because they need only one choice, then the larger groups. */
export function groupSkipped(lines: readonly PlannedLine[]): SkippedGroup[] {
  const causes = [...new Set(lines.flatMap(({ cause }) => cause ?? []))]
  const groups = causes.map((cause) => ({ cause, lines: lines.filter((line) => line.cause === cause) }))
  return groups.sort(
    (a, b) => Number(b.cause === 'name') - Number(a.cause === 'name') || b.lines.length - a.lines.length,
  )
}

/** Says how many lines a group has, and what they are: "4 cut off". */
export function groupLabel({ cause, lines: { length } }: SkippedGroup): string {
  const [one, many = one] = labels[cause]
  return `${formatNumber(length)} ${length === 1 ? one : many}`
}

const labels: Readonly<Record<SkipCause, [one: string, many?: string]>> = {
  name: ['name', 'names'],
  cut: ['cut off'],
  damaged: ['damaged'],
  several: ['with several listings'],
  no_listing: ['without a single listing'],
  other_site: ['not Google Maps'],
  words: ['not recognized'],
  too_long: ['too long'],
}

/** What to do about the lines of a group. */
export const groupAdvice: Readonly<Record<SkipCause, string>> = {
  name: `Names are searched for only with “${detailWords.full}”.`,
  cut: 'The end of the link is missing. Copy the whole link again.',
  damaged: 'An identifier is incomplete or has changed. Copy it again.',
  several: 'Put each listing on a line of its own.',
  no_listing: 'Routes, searches, lists, or points on the map. Share the listing itself.',
  other_site: 'Links to other websites.',
  words: 'Neither a link, nor an identifier, nor a name.',
  too_long: 'Longer than any link or name. Remove the text around it.',
}
