import { formatNumber } from '@/components/format/number'
import type { ReadingKind } from '@/components/reading/reading'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { groupOf, type LookupGroup, type ReadLine } from './lines'

/** The maximum number of lookups in one run. */
export const maxLookups = 1_000

/** What to look up in addition to what the lines contain. */
export interface LookupChoices extends Readonly<Record<LookupGroup, boolean>> {
  /** Whether to check listings read from the lines for stale ids. */
  checked: boolean
}

export const noChoices: LookupChoices = { listing: false, checked: false, short_link: false, name: false }

/** One lookup, shared by all lines that identify the same listing. */
export type Job = { operation: 'resolve'; url: string; details: DetailLevel } | { operation: 'search'; name: string }

/** Returns a key that is the same for jobs with the same request. */
export const jobKey = (job: Job): string =>
  job.operation === 'search' ? `name ${job.name}` : `${job.details} ${job.url}`

/** Lines, and the lookups chosen for them. */
export interface BulkPlan {
  lines: readonly ReadLine[]
  /** The headings of the columns; empty if the input is not a table. */
  columns: readonly string[]
  /** The hosts for links generated here. */
  hosts: ListingHosts
  jobs: readonly Job[]
  /** For each line, the index of its job; -1 if it is not looked up. */
  jobOf: readonly number[]
  /** The number of lookups omitted because there were too many. */
  dropped: number
}

/** The parts of a plan that come from the input. */
type ReadInput = Pick<BulkPlan, 'lines' | 'columns' | 'hosts'>

/**
 * Plans the chosen lookups: one for identical lines, none for a line that can't be read.
 * @param isAnswered whether a lookup has already succeeded. If so, it stays in the plan and is not lost.
 */
export function planBulk(
  { lines, columns, hosts }: ReadInput,
  choices: LookupChoices,
  isAnswered: ((job: Job) => boolean) | null = null,
): BulkPlan {
  const jobs: Job[] = []
  let added = 0
  let dropped = 0
  const jobOf: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.first !== index) {
      jobOf.push(jobOf[line.first] ?? -1)
      continue
    }
    const previous = isAnswered === null ? undefined : jobsFor(line).find(isAnswered)
    const chosen = chosenJob(line, choices)
    const isNew = chosen !== null && !isAnswered?.(chosen)
    const isTaken = isNew && added < maxLookups
    if (isTaken) added += 1
    else if (isNew) dropped += 1
    const job = chosen && (isTaken || !isNew) ? chosen : previous
    jobOf.push(job ? jobs.push(job) - 1 : -1)
  }
  return { lines, columns, hosts, jobs, jobOf, dropped }
}

/** Returns the lookup chosen for a line; null if none. */
function chosenJob({ kind, request }: ReadLine, choices: LookupChoices): Job | null {
  const group = groupOf(kind)
  if (request === null || group === null) return null
  if (request.operation === 'search') return choices.name ? request : null
  const full = choices.listing ? 'full' : choices.checked ? 'checked' : null
  const details = group === 'short_link' ? (choices.short_link ? (full ?? 'none') : null) : full
  return details && { ...request, details }
}

/** Returns all possible lookups for a line, most detailed first. */
function jobsFor({ request }: ReadLine): Job[] {
  if (request === null) return []
  if (request.operation === 'search') return [request]
  return (['full', 'checked', 'none'] as const).map((details) => ({ ...request, details }))
}

/** Returns a batch's level of detail for these choices. */
export const detailsOf = ({ listing, name, checked }: LookupChoices): DetailLevel =>
  listing || name ? 'full' : checked ? 'checked' : 'none'

/**
 * Whether a line is sent to a batch: chosen lines are, and so are lines that cost nothing, so the results show their
 * errors. A number that may be cut off or rounded isn't free in a batch with details, which looks up its listing if it
 * exists.
 */
export function isSent({ kind }: ReadLine, choices: LookupChoices): boolean {
  const details = detailsOf(choices)
  if (kind === 'listing') return choices.listing || choices.checked
  if (kind === 'short_link') return choices.short_link
  if (kind === 'name') return choices.name || details !== 'full'
  return (kind !== 'cut' && kind !== 'rounded') || details === 'none'
}

/** Writes lines as the user would type them, with table cells separated by tabs. */
export function textOf({ lines, columns }: Pick<BulkPlan, 'lines' | 'columns'>): string {
  if (columns.length === 0) return lines.map(({ text }) => text).join('\n')
  const rows = [columns, ...lines.map(({ cells = [] }) => cells)]
  return rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

/** Why a line can't be read. */
type UnreadableCause = Exclude<ReadingKind, LookupGroup>

/** Lines that can't be read for the same reason. */
export interface UnreadableGroup {
  cause: UnreadableCause
  lines: readonly ReadLine[]
}

/** Groups unreadable lines by cause, largest group first. */
export function groupUnreadable(lines: readonly ReadLine[]): UnreadableGroup[] {
  const groups = new Map<UnreadableCause, ReadLine[]>()
  for (const line of lines) {
    if (groupOf(line.kind) !== null) continue
    const cause = line.kind as UnreadableCause
    const group = groups.get(cause)
    if (group) group.push(line)
    else groups.set(cause, [line])
  }
  return [...groups].map(([cause, lines]) => ({ cause, lines })).sort((a, b) => b.lines.length - a.lines.length)
}

/** Describes a group with its number of lines: "4 cut off". */
export const groupLabel = ({ cause, lines: { length } }: UnreadableGroup): string =>
  `${formatNumber(length)} ${labels[cause]}`

const labels: Readonly<Record<UnreadableCause, string>> = {
  cut: 'cut off',
  damaged: 'damaged',
  rounded: 'possibly rounded',
  several: 'with several listings',
  no_listing: 'without a listing',
  other_site: 'not Google Maps',
  words: 'not recognized',
  too_long: 'too long',
}

/** Returns what to do about a group's lines. */
export const groupAdvice: Readonly<Record<UnreadableCause, string>> = {
  cut: 'The end of the link is missing. Copy the whole link again.',
  damaged: 'An identifier is incomplete or altered. Copy it again.',
  rounded: 'A spreadsheet or program may have changed the last digits. Use links or place ids instead.',
  several: 'Put each listing on its own line.',
  no_listing: 'Routes, searches, lists, or points on the map. Share the listing instead.',
  other_site: 'Links to other websites.',
  words: 'Not a link, identifier, or name.',
  too_long: 'Too long to be a link or name. Remove any extra text.',
}
