import { readingOf } from '@/components/reading/reading'

/** How many lines are looked up at most. */
export const maxLines = 1_000

/** How many lines decide whether the input is a table or a list. */
const sampledLines = 20

/** One line as it was given. */
export interface InputLine {
  /** Where it stood: lines and rows are counted from 1. */
  number: number
  text: string
}

/** A listing to be asked for once, however many lines name it. */
export interface Job {
  url: string
}

/** What is to be done about a line: which job answers it, or why none can. */
export interface PlannedLine extends InputLine {
  /** Index into the jobs; null where the line cannot be read. */
  job: number | null
  /** Why it cannot be read, in words. */
  fault: string | null
  /** The number of an earlier line that names the same; null for the first of its kind. */
  sameAs: number | null
}

export interface BulkPlan {
  lines: PlannedLine[]
  jobs: Job[]
  /** How many lines were beyond the most that are taken. */
  dropped: number
}

/**
 * Whether a text may be a table: it has tabs or quoted cells, or a first line of cells without a link in it. Links have
 * commas in them, and a line with a link is read as it is.
 */
export function mayBeTable(text: string): boolean {
  const lines = linesOf(text).slice(0, sampledLines)
  if (lines.some((line) => /\t|(?:^|[,;])"/.test(line.text))) return true
  const first = lines[0]?.text ?? ''
  return /[,;]/.test(first) && !first.includes('://') && !namesListing(first)
}

/** Whether a text names a listing; a number so short that it is rather a row's number does not. */
export function namesListing(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '' || /^\d{1,9}$/.test(trimmed)) return false
  const { understood, request } = readingOf(trimmed)
  return understood && request.operation === 'resolve'
}

/** The lines of a list; a heading over them ("url") is none of them. */
export function listLines(text: string): InputLine[] {
  const [first, second, ...rest] = linesOf(text)
  if (!first || !second) return first ? [first] : []
  const isHeading = /^[\p{L}_ -]{1,30}$/u.test(first.text) && !namesListing(first.text) && namesListing(second.text)
  return isHeading ? [second, ...rest] : [first, second, ...rest]
}

/** The lines of a text; blank ones are left out. */
export function linesOf(text: string): InputLine[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}

/**
 * What is to be asked for these lines: each listing once, and nothing for a line that names none. The server would answer
 * such a line with the same words.
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

const noLink = 'There is no link, place id or CID in this line.'
