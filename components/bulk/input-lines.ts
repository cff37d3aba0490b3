import { formatNumber } from '@/components/format/number'
import { detailWords } from '@/components/listing/detail-levels'
import { type BoxRequest, type ReadingKind, readingOf } from '@/components/reading/reading'
import type { DetailLevel } from '@/server/listings/resolve'

/** The most lines that one run looks up. */
export const maxLines = 1_000

/** How much of the input is examined to tell a table from a list. */
const sampledLines = 20
const sampledCharacters = 100_000

/** One line of the input. */
interface InputLine {
  /** Its number in the input, from 1. */
  number: number
  /** The text to look up. */
  text: string
  /** The cells of its row; left out if the input is not a table. */
  cells?: readonly string[]
}

/** The lines of an input, and the headings of its columns if it is a table. */
export interface InputLines {
  lines: readonly InputLine[]
  columns: readonly string[]
}

/** One lookup, however many lines name its listing. */
export type Job = Extract<BoxRequest, { operation: 'resolve' | 'search' }>

/** Returns a key that is the same for two jobs that ask for the same thing. */
export const jobKey = (job: Job): string => (job.operation === 'search' ? `name ${job.name}` : job.url)

/** Why a line is not looked up. A name is no fault: it is looked up with full details. */
type SkipCause = Exclude<ReadingKind, 'listing' | 'short_link'>

/** A line with the job that answers it, or the reason why none does. */
export interface PlannedLine extends InputLine {
  /** Index into the jobs; null if the line is not looked up. */
  job: number | null
  /** Why it is not looked up, and in words; null if it is. */
  cause: SkipCause | null
  fault: string | null
  /** The number of the first line that names the same listing; null for that line itself. */
  sameAs: number | null
}

export interface BulkPlan {
  lines: PlannedLine[]
  /** The headings of the columns; empty if the input is not a table. */
  columns: readonly string[]
  jobs: Job[]
  /** How many lines were left out because there were too many. */
  dropped: number
}

/**
 * Whether a text may be a table: it has tabs or quoted cells, or its first line has separators but no link. (Links have
 * commas too, so a first line with a link makes a list.)
 */
export function mayBeTable(text: string): boolean {
  const lines = linesOf(text.slice(0, sampledCharacters)).slice(0, sampledLines)
  if (lines.some((line) => /\t|(?:^|[,;])"/.test(line.text))) return true
  const first = lines[0]?.text ?? ''
  return /[,;]/.test(first) && !first.includes('://') && !namesListing(first)
}

/** Whether a text names a listing. A short number does not: it is more likely a row number than a CID. */
export function namesListing(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '' || /^\d{1,9}$/.test(trimmed)) return false
  const { understood, request } = readingOf(trimmed)
  return understood && request.operation === 'resolve'
}

/** Returns the lines of a list, without a heading ("url") above them. */
export function listLines(text: string): InputLine[] {
  const [first, second, ...rest] = linesOf(text)
  if (!first || !second) return first ? [first] : []
  const isHeading = /^[\p{L}_ -]{1,30}$/u.test(first.text) && !namesListing(first.text) && namesListing(second.text)
  return isHeading ? [second, ...rest] : [first, second, ...rest]
}

/** Returns the lines of a text, without blank ones. */
function linesOf(text: string): InputLine[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}

/**
 * Plans the lookups for these lines: one for each listing, none for a line that names none. Such a line gets the message that the
 * server would answer with. Names are searched for only with full details, as in a batch.
 */
export function planBulk({ lines: input, columns }: InputLines, details: DetailLevel): BulkPlan {
  const jobs: Job[] = []
  const known = new Map<string, { job: number; line: number }>()
  const lines = input.slice(0, maxLines).map((line): PlannedLine => {
    const { kind, words, request, sameness } = readingOf(line.text)
    const isLookedUp = kind === 'listing' || kind === 'short_link' || (kind === 'name' && details === 'full')
    if (!isLookedUp)
      return { ...line, job: null, cause: kind, fault: kind === 'name' ? nameFault : words, sameAs: null }
    const first = known.get(sameness)
    if (first) return { ...line, job: first.job, cause: null, fault: null, sameAs: first.line }
    known.set(sameness, { job: jobs.length, line: line.number })
    jobs.push(request)
    return { ...line, job: jobs.length - 1, cause: null, fault: null, sameAs: null }
  })
  return { lines, columns, jobs, dropped: Math.max(0, input.length - maxLines) }
}

const nameFault = `This is a name. Names are looked up only with “${detailWords.full}”.`

/** Writes the lines of a plan as the user could type them: the cells of a table are separated by tabs. */
export function textOf({ lines, columns }: BulkPlan): string {
  if (columns.length === 0) return lines.map(({ text }) => text).join('\n')
  const rows = [columns, ...lines.map(({ cells = [] }) => cells)]
  return rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

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
