import Papa from 'papaparse'
import { examinedRows } from '@/server/features/lists/cell-kinds'
import { type ListLayout, type ListOptions, noLayout } from '@/server/features/lists/list-layout'
import { delimiterOf } from '@/server/features/lists/list-text'
import type { RowSettings } from '@/server/features/lists/row-request'
import { PinrefError } from '@/server/platform/problems/errors'
import { cellsIn } from '@/server/platform/runtime/csv'
import { createTurns, type YieldTurn } from '@/server/platform/runtime/event-loop-turns'
import { shallow } from '@/server/platform/runtime/input'
import { type Item, isBlank, itemOf, tooLong, unreadable } from './item'
import { longestHeading, longestLine, maxColumns, maxLines } from './limits'
import {
  type Columns,
  filledWidth,
  findHeadings,
  layoutOf,
  longHeadings,
  namesFor,
  ownCells,
  usableWidth,
} from './read-layout'

/** The formats in which lines can be sent. */
export const lineFormats = ['json', 'jsonl', 'csv'] as const

export type LineFormat = (typeof lineFormats)[number]

/** The rows of a text, and how they are read. */
export interface Lines {
  /** One per row, in order. */
  items: Item[]
  /** The columns if the rows are a CSV. */
  columns: string[]
  layout: ListLayout
}

/** How to read rows. */
export interface ReadOptions extends ListOptions, Pick<RowSettings, 'operation'> {
  /**
   * The number of the part that the rows are, or null if they are all of the list's rows. Blank rows at the end of a list
   * aren't rows. In a part, only what follows its last line break isn't one, and the rows down to the headings, with which
   * every part begins, are rows of the first part only.
   */
  part: number | null
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
 * Parses rows. An unreadable row becomes an item with the reason, and a blank one an item without anything in it.
 * @param yieldTurn awaited between rows.
 * @throws PinrefError `invalid_request` if the text as a whole is not in this format, lacks a column, or has too many
 *   rows or columns.
 */
export async function readLines(
  text: string,
  format: LineFormat,
  options: ReadOptions,
  yieldTurn = createTurns(''),
): Promise<Lines> {
  const plain = text.replace(/^\ufeff/, '').toWellFormed()
  if (plain.includes('\0')) throw invalid('This is not text. Send JSON, JSON Lines, or CSV in UTF-8.')
  const rest = { columns: [], layout: noLayout }
  if (format === 'json') return { items: await readValues(parsed(plain), yieldTurn), ...rest }
  if (format === 'jsonl') return { items: await readJsonLines(plain, options, yieldTurn), ...rest }
  return readCsv(plain, options, yieldTurn)
}

/** Collects the rows of a text. Blank rows at its end may turn out not to be rows. */
class Rows {
  readonly #all: Item[] = []
  #pending: Item[] = []
  readonly #most: number

  /** @param headings how many of the rows are the headings and what is above them. */
  constructor(headings = 0) {
    this.#most = maxLines + headings
  }

  /** @throws PinrefError `invalid_request` if there are too many. */
  add(item: Item): void {
    this.#pending.push(item)
    if (!isBlank(item)) this.#settle()
    if (this.#pending.length > this.#most) throw tooManyLines()
  }

  #settle(): void {
    for (const item of this.#pending) this.#all.push(item)
    this.#pending = []
    if (this.#all.length > this.#most) throw tooManyLines()
  }

  /** Returns all rows. @throws as `add`. */
  end(text: string, isPart: boolean): Item[] {
    if (endsWithLineBreak(text)) this.#pending.pop()
    if (isPart) this.#settle()
    return this.#all
  }
}

const endsWithLineBreak = (text: string): boolean => /[\r\n]$/.test(text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('This is not JSON. Send an array of lines.')
  }
}

/**
 * Reads an array of rows that was parsed from JSON.
 * @throws PinrefError `invalid_request` if it is not an array, is nested too deeply, or has too many rows.
 */
export async function readValues(values: unknown, yieldTurn: YieldTurn): Promise<Item[]> {
  if (!Array.isArray(values)) throw invalid('Send an array of lines.')
  const rows = new Rows()
  for (const value of shallow(values)) {
    rows.add(itemOf(value))
    await yieldTurn()
  }
  return rows.end('', true)
}

async function readJsonLines(text: string, { part }: ReadOptions, yieldTurn: YieldTurn): Promise<Item[]> {
  const rows = new Rows()
  let readable = 0
  for (const line of text.split(/\r?\n/)) {
    let item: Item = ''
    try {
      if (line.trim() !== '') {
        item = itemOf(JSON.parse(line))
        readable += 1
      }
    } catch {
      item = unreadable('This line is not JSON.', line)
    }
    rows.add(item)
    await yieldTurn()
  }
  const items = rows.end(text, part !== null)
  if (readable === 0 && items.some((item) => !isBlank(item)))
    throw invalid('None of these lines is JSON. Send one object or string per line.')
  return items
}

/** Parses the rows of a CSV. Cells are separated by commas, semicolons, or tabs, and quoted as in RFC 4180. */
async function readCsv(text: string, options: ReadOptions, yieldTurn: YieldTurn): Promise<Lines> {
  const restored = cellsIn(text)
  const { rows: start, delimiter, isWhole } = readStart(text)
  const first = start.map(restored)
  const { number, columns } = findHeadings(first, options, isWhole)
  const layout = layoutOf(
    columns,
    first.map((row) => ownCells(row, columns)),
    number,
    options,
  )
  const skipped = options.part === null || options.part === 1 ? 0 : number
  const rows = new Rows(number - skipped)
  let width = 0
  let read = 0
  let characters = 0
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(text, {
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
        read += 1
        width = Math.max(width, usableWidth(data))
        try {
          if (read > skipped) rows.add(itemOfRow(restored(data), columns))
        } catch (fault) {
          return stop(fault as PinrefError)
        }
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
  return { items: rows.end(text, options.part !== null), columns: namesFor(columns, width), layout }
}

/**
 * How many characters of a CSV are parsed before other work gets its turn. At each pause, the parser scans the whole
 * remaining text.
 */
const charactersAtOnce = 16 * 1024

/** The cost of each row, in characters, in addition to its text. */
const rowCharacters = 32

/** Returns the item for a row, without the cells in columns that Pinref added, and without blank cells at its end. */
function itemOfRow(row: readonly string[], columns: Columns): Item {
  const width = filledWidth(row)
  if (width > maxColumns) return unreadable(tooManyCells, row.slice(0, maxColumns).join(','))
  const cells = ownCells(row.slice(0, width), columns)
  const length = cells.reduce((sum, cell) => sum + cell.length, 0)
  return length > longestLine ? unreadable(tooLong, cells.join(',')) : cells
}

const tooManyCells = `This row has too many cells. The limit is ${maxColumns}.`

/** The first rows of a CSV. */
interface Start {
  rows: string[][]
  delimiter: string
  /** Whether these are all of its rows. */
  isWhole: boolean
}

/**
 * Parses the first rows. Only examines the beginning of the text, because the library would read multi-megabyte headings
 * several times to detect the delimiter.
 */
function readStart(text: string): Start {
  const start = text.slice(0, longestStart)
  const isWholeText = start.length === text.length
  const delimiter = delimiterOf(isWholeText ? start : start.slice(0, start.lastIndexOf('\n') + 1))
  const rows: string[][] = []
  let isWhole = isWholeText
  Papa.parse<string[]>(start, {
    delimiter,
    step({ data, meta: { cursor } }, parser) {
      // A row that extends to the end of the examined text may have been cut off.
      if (isWholeText || cursor < start.length) rows.push(data)
      if (rows.length < examinedRows) return
      isWhole = false
      parser.abort()
    },
  })
  // What follows the last line break isn't a row.
  if (isWhole && endsWithLineBreak(text)) rows.pop()
  if (rows.length === 0 && !isWholeText) throw longHeadings()
  return { rows, delimiter, isWhole }
}

/**
 * How many characters of a CSV are examined to find its headings: the maximum length of headings plus quotes and
 * delimiters.
 */
const longestStart = 4 * longestHeading

export const tooManyLines = () => invalid(`A batch can have at most ${words(maxLines)} lines.`)

const invalid = (detail: string) => new PinrefError('invalid_request', detail)

/** Formats a number for display. */
const words = (number: number) => number.toLocaleString('en')
