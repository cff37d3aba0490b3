import Papa from 'papaparse'
import { PinrefError } from '@/server/platform/problems/errors'
import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { excerpt, shallow } from '@/server/platform/runtime/input'
import type { BatchSettings } from './batch'
import { type Item, itemOf, tooLong, unreadable } from './item'
import { longestColumn, longestHeading, longestLine, maxColumns, maxLines } from './limits'

/** The formats in which lines can be sent. */
export const lineFormats = ['json', 'jsonl', 'csv'] as const

export type LineFormat = (typeof lineFormats)[number]

/** Lines in order, and the columns if they are CSV rows. */
export interface Lines {
  items: Item[]
  columns: string[]
}

/** Detects the format of a string from its beginning. A first line that consists of quoted CSV cells is not JSON. */
export function formatOf(text: string): LineFormat {
  const start = text.search(/[^\ufeff\s]/)
  const first = text.charAt(start)
  if (first === '[') return 'json'
  if (first === '{') return 'jsonl'
  if (first !== '"') return 'csv'
  const end = text.indexOf('\n', start)
  const line = text.slice(start, end < 0 ? undefined : end)
  // A longer line could not be looked up, regardless of its content.
  return line.length <= longestQuoted && isJson(line) ? 'jsonl' : 'csv'
}

/** The maximum length of a line as JSON, in characters: each character may be escaped as six characters. */
const longestQuoted = 6 * longestLine + 2

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Parses lines. An unreadable line becomes an item with the reason.
 * @param yieldTurn awaited between lines.
 * @throws PinrefError `invalid_request` if the text as a whole is not in this format, lacks a column, or has too many
 *   lines or columns.
 */
export async function readLines(
  text: string,
  format: LineFormat,
  columns: ColumnNames,
  yieldTurn = createTurns(''),
): Promise<Lines> {
  const plain = text.replace(/^\ufeff/, '').toWellFormed()
  if (plain.includes('\0')) throw invalid('This is not text. Send JSON, JSON Lines, or CSV in UTF-8.')
  if (format === 'json') return { items: await readValues(parsed(plain), yieldTurn), columns: [] }
  if (format === 'jsonl') return { items: await readJsonLines(plain, yieldTurn), columns: [] }
  return readCsv(plain, columns, yieldTurn)
}

/** Converts values to items, one by one. @throws PinrefError `invalid_request` if there are too many. */
async function itemsOf<T>(values: Iterable<T>, read: (value: T) => Item | null, yieldTurn: YieldTurn): Promise<Item[]> {
  const items: Item[] = []
  for (const value of values) {
    const item = read(value)
    if (item !== null) items.push(item)
    if (items.length > maxLines) throw tooManyLines()
    await yieldTurn()
  }
  return items
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('This is not JSON. Send an array of lines.')
  }
}

/**
 * Reads an array of lines that was parsed from JSON.
 * @throws PinrefError `invalid_request` if it is not an array, is nested too deeply, or has too many lines.
 */
export async function readValues(values: unknown, yieldTurn: YieldTurn): Promise<Item[]> {
  if (!Array.isArray(values)) throw invalid('Send an array of lines.')
  return itemsOf(shallow(values), itemOf, yieldTurn)
}

async function readJsonLines(text: string, yieldTurn: YieldTurn): Promise<Item[]> {
  let readable = 0
  const read = (line: string): Item | null => {
    if (line.trim() === '') return null
    try {
      const item = itemOf(JSON.parse(line))
      readable += 1
      return item
    } catch {
      return unreadable('This line is not JSON.', line)
    }
  }
  const items = await itemsOf(text.split(/\r?\n/), read, yieldTurn)
  if (items.length > 0 && readable === 0)
    throw invalid('None of these lines is JSON. Send one object or string per line.')
  return items
}

/**
 * The CSV columns that are looked up. Empty means none, except for `column`, where it means the only column, or one
 * with a default name.
 */
export type ColumnNames = Pick<BatchSettings, 'column' | 'addressColumn' | 'countryColumn'>

/** The columns to look up by default; the first existing one is used. */
const defaultColumns = ['url', 'link', 'place_id', 'cid', 'name']

/** Parses rows below a heading. Cells are separated by commas, semicolons, or tabs, and quoted as in RFC 4180. */
async function readCsv(text: string, names: ColumnNames, yieldTurn: YieldTurn): Promise<Lines> {
  const { columns, delimiter } = readHeading(text)
  for (const name of columnsOf(columns, names)) {
    if (columns.includes(name)) continue
    throw invalid(`This CSV has no column "${excerpt(name)}". The columns are: ${listOf(columns) || 'none'}.`)
  }
  const items: Item[] = []
  let isHeading = true
  let characters = 0
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(text, {
      skipEmptyLines: 'greedy',
      delimiter,
      // The fast mode would split the whole remaining text after each pause.
      fastMode: false,
      step({ data, errors }, parser) {
        const stop = (fault: PinrefError) => {
          // Aborting completes the parsing.
          reject(fault)
          parser.abort()
        }
        if (errors.some(({ code }) => code === 'MissingQuotes'))
          return stop(invalid('A quote in this CSV is never closed.'))
        if (!isHeading) items.push(itemOfRow(data, columns))
        isHeading = false
        if (items.length > maxLines) return stop(tooManyLines())
        characters += data.reduce((sum, cell) => sum + cell.length + 1, rowCharacters)
        if (characters < charactersAtOnce) return
        characters = 0
        parser.pause()
        yieldTurn().then(() => setImmediate(() => parser.resume()), reject)
      },
      complete: () => resolve(),
      error: reject,
    })
  })
  return { items, columns }
}

/**
 * How many characters of a CSV are parsed before other work gets its turn. At each pause, the parser scans the whole
 * remaining text.
 */
const charactersAtOnce = 16 * 1024

/** The cost of each row, in characters, in addition to its text. */
const rowCharacters = 32

/** Returns the item for a row. Cells after the last column do not appear in results, so they are not stored. */
function itemOfRow(row: string[], columns: readonly string[]): Item {
  const cells = row.length > columns.length ? row.slice(0, columns.length) : row
  const length = cells.reduce((sum, cell) => sum + cell.length, 0)
  return length > longestLine ? unreadable(tooLong, cells.join(',')) : cells
}

/**
 * Parses the first row that is not empty. Only examines the beginning of the text, because the library would read a
 * multi-megabyte heading several times to detect the delimiter.
 */
function readHeading(text: string): { columns: string[]; delimiter: string } {
  const start = text.slice(0, longestStart)
  const isWhole = start.length === text.length
  let heading: string[] | undefined
  const { meta } = Papa.parse<string[]>(isWhole ? start : start.slice(0, start.lastIndexOf('\n') + 1), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    preview: rowsOfStart,
  })
  Papa.parse<string[]>(start, {
    skipEmptyLines: 'greedy',
    delimiter: meta.delimiter,
    step({ data, meta: { cursor } }, parser) {
      // A heading that extends to the end of the examined text may have been cut off.
      if (isWhole || cursor < start.length) heading = data
      parser.abort()
    },
  })
  if (heading === undefined && !isWhole) throw longHeading()
  const columns = (heading ?? []).map((name) => name.trim())
  if (columns.length > maxColumns) throw longHeading()
  if (columns.some(({ length }) => length > longestColumn)) throw longHeading()
  if (columns.reduce((sum, { length }) => sum + length, 0) > longestHeading) throw longHeading()
  return { columns, delimiter: meta.delimiter }
}

/**
 * How many characters of a CSV are examined to find its heading: the maximum heading length plus quotes and delimiters.
 */
const longestStart = 4 * longestHeading

/** How many rows are used to detect the delimiter. */
const rowsOfStart = 10

const longHeading = () =>
  invalid(
    `The first row of a CSV can have at most ${maxColumns} column names of up to ${longestColumn} characters each, and at most ` +
      `${words(longestHeading)} characters in total.`,
  )

/** Lists column names for an error. */
const listOf = (columns: readonly string[]): string => excerpt(columns.map((name) => `"${name}"`).join(', '))

const columnsOf = (columns: readonly string[], names: ColumnNames) =>
  [columnOf(columns, names.column), names.addressColumn, names.countryColumn].filter((name) => name !== '')

/**
 * Returns the column to look up.
 * @param named the caller's choice; empty for none.
 * @throws PinrefError `invalid_request` if the caller must specify one.
 */
export function columnOf(columns: readonly string[], named: string): string {
  if (named !== '') return named
  const [only = ''] = columns
  const usual = defaultColumns.find((name) => columns.includes(name))
  if (usual !== undefined || columns.length === 1) return usual ?? only
  throw invalid(
    columns.length > 0
      ? `It is unclear which column to look up. Set column to one of these: ${listOf(columns)}.`
      : 'This CSV has no column names.',
  )
}

export const tooManyLines = () => invalid(`A batch can have at most ${words(maxLines)} lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Formats a number for display. */
const words = (number: number) => number.toLocaleString('en')
