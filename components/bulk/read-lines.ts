import { readingOf } from '@/components/reading/reading'
import { groupOf, type InputLine, type LineCounts, noLines, type ReadLine, type Sameness } from './lines'

/** The maximum line length, including all cells of its row, in characters: the same as in a batch. */
export const longestLine = 8_192

/** How much of the input is examined to tell a table from a list. */
const sampledLines = 20
const sampledCharacters = 100_000

/** Reads lines one by one and counts them. */
export function lineReader(sameness: Sameness) {
  const firsts = new Map<string, number>()
  const lookups = { ...noLines.lookups }
  const counts = { ...noLines, lookups }
  const read = ({ key, ...line }: InputLine): ReadLine => {
    const index = counts.lines
    counts.lines += 1
    const size = line.cells?.reduce((sum, cell) => sum + cell.length, 0) ?? line.text.length
    if (size > longestLine) {
      counts.unreadable += 1
      const cut = { ...line, text: line.text.slice(0, longestShown), ...(line.cells && { cells: [] }) }
      return { ...cut, kind: 'too_long', fault: tooLong, request: null, named: null, first: index }
    }
    const { kind, words, request, named, sameness: listing } = readingOf(line.text)
    const group = groupOf(kind)
    if (group === null) {
      counts.unreadable += 1
      return { ...line, kind, fault: words, request: null, named: null, first: index }
    }
    const own = sameness === 'listing' ? listing : (key ?? line.text)
    const first = firsts.get(own) ?? index
    if (first === index) {
      firsts.set(own, index)
      lookups[group] += 1
    } else counts.same += 1
    if (named) counts.read += 1
    return { ...line, kind, fault: null, request, named, first }
  }
  return { read, counts: (): LineCounts => ({ ...counts, lookups: { ...lookups } }) }
}

/** How much of an overlong line is shown. */
const longestShown = 300
const tooLong = `This line is too long. The limit is ${longestLine.toLocaleString('en')} characters.`

/**
 * Whether a string may be a table: it has tabs or quoted cells, or its first line has separators but no link. (Links
 * can have commas too, so if the first line has a link, the text is a list.)
 */
export function mayBeTable(text: string): boolean {
  const lines = linesOf(text.slice(0, sampledCharacters)).slice(0, sampledLines)
  if (lines.some((line) => /\t|(?:^|[,;])"/.test(line.text))) return true
  const first = lines[0]?.text ?? ''
  return /[,;]/.test(first) && !first.includes('://') && !namesListing(first)
}

/** Whether a string identifies a listing, unless its number was rounded. */
export function namesListing(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '') return false
  const { kind, understood, request } = readingOf(trimmed)
  return kind === 'rounded' || (understood && request.operation === 'resolve')
}

/** Returns the lines of a list, without a heading ("url") above them. */
export function listLines(text: string): InputLine[] {
  const [first, second] = linesOf(text.slice(0, sampledCharacters))
  const lines = linesOf(text)
  const isHeading =
    first && second && /^[\p{L}_ -]{1,30}$/u.test(first.text) && !namesListing(first.text) && namesListing(second.text)
  return isHeading ? lines.slice(1) : lines
}

/** Returns a string's lines, without blank ones. */
function linesOf(text: string): InputLine[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}
