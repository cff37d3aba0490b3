import { readingOf } from '@/components/reading/reading'

/** At most this many lines are looked up in one run. */
export const maxLines = 1_000

/** How many lines decide whether the input is a table or a list. */
const sampledLines = 20

/** One line of the input. */
export interface InputLine {
  /** Its number in the input, from 1. */
  number: number
  text: string
}

/** One lookup, however many lines name the listing. */
interface Job {
  url: string
}

/** A line with the job that answers it, or the reason why none can. */
export interface PlannedLine extends InputLine {
  /** Index into the jobs; null where the line cannot be read. */
  job: number | null
  /** Why it cannot be read, in words. */
  fault: string | null
  /** The number of the first line that names the same listing; null for that line itself. */
  sameAs: number | null
}

export interface BulkPlan {
  lines: PlannedLine[]
  jobs: Job[]
  /** How many lines were left out because there were too many. */
  dropped: number
}

/**
 * Whether a text may be a table: it has tabs or quoted cells, or its first line has separators but no link. (Links have
 * commas too, so a first line with a link makes a list.)
 */
export function mayBeTable(text: string): boolean {
  const lines = linesOf(text).slice(0, sampledLines)
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

/** The lines of a list, without a heading ("url") above them. */
export function listLines(text: string): InputLine[] {
  const [first, second, ...rest] = linesOf(text)
  if (!first || !second) return first ? [first] : []
  const isHeading = /^[\p{L}_ -]{1,30}$/u.test(first.text) && !namesListing(first.text) && namesListing(second.text)
  return isHeading ? [second, ...rest] : [first, second, ...rest]
}

/** The lines of a text, without blank ones. */
function linesOf(text: string): InputLine[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}

/**
 * Plans the lookups for these lines: one for each listing, none for a line that names none. Such a line gets the message
 * that the server would answer with.
 */
export function planBulk(input: readonly InputLine[]): BulkPlan {
  const jobs: Job[] = []
  const known = new Map<string, { job: number; line: number }>()
  const lines = input.slice(0, maxLines).map((line): PlannedLine => {
    const { understood, words, request, sameness } = readingOf(line.text)
    if (!understood || request.operation !== 'resolve') {
      return { ...line, job: null, fault: request.operation === 'search' ? noLink : words, sameAs: null }
    }
    const first = known.get(sameness)
    if (first) return { ...line, job: first.job, fault: null, sameAs: first.line }
    known.set(sameness, { job: jobs.length, line: line.number })
    jobs.push({ url: request.url })
    return { ...line, job: jobs.length - 1, fault: null, sameAs: null }
  })
  return { lines, jobs, dropped: Math.max(0, input.length - maxLines) }
}

const noLink = 'There is no link, place id or CID on this line.'
