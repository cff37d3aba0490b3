import Papa from 'papaparse'
import { PinrefError } from '@/server/errors'
import type { BatchSettings } from './batch'
import { type Item, itemOf, tooLong, unreadable } from './item'
import { longestLine } from './limits'

/** The formats in which lines can be sent. */
export const lineFormats = ['json', 'jsonl', 'csv'] as const

export type LineFormat = (typeof lineFormats)[number]

/** Lines in order, and the columns if they are rows of CSV. */
export interface Lines {
  items: Item[]
  columns: string[]
}

/** Guesses the format of a text. A first line of quoted CSV cells is not JSON. */
export function formatOf(text: string): LineFormat {
  const [line = ''] = /^[\ufeff\s]*(.*)/.exec(text)?.slice(1) ?? []
  if (line.startsWith('[')) return 'json'
  return line.startsWith('{') || (line.startsWith('"') && isJson(line)) ? 'jsonl' : 'csv'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Reads lines. A line that cannot be read becomes an item that says so.
 * @throws PinrefError `invalid_request` if the text as a whole is not of this format, or lacks a column.
 */
export function readLines(text: string, format: LineFormat, columns: ColumnNames): Lines {
  const plain = text.replace(/^\ufeff/, '')
  if (plain.includes('\0')) throw invalid('This is no text. Send JSON, JSON Lines or CSV in UTF-8.')
  if (format === 'json') return { items: readJson(plain), columns: [] }
  if (format === 'jsonl') return { items: readJsonLines(plain), columns: [] }
  return readCsv(plain, columns)
}

function readJson(text: string): Item[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('This is not JSON. Send an array of lines.')
  }
  if (!Array.isArray(value)) throw invalid('Send an array of lines.')
  return value.map(itemOf)
}

function readJsonLines(text: string): Item[] {
  let readable = 0
  const items = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line): Item => {
      try {
        const item = itemOf(JSON.parse(line))
        readable += 1
        return item
      } catch {
        return unreadable('This line is not JSON.', line)
      }
    })
  if (items.length > 0 && readable === 0) throw invalid('No line of this is JSON. Send one object or string in a line.')
  return items
}

/** The columns of a CSV that are looked up. Empty: none, or for `column` the only one or one with a usual name. */
export type ColumnNames = Pick<BatchSettings, 'column' | 'addressColumn' | 'countryColumn'>

/** The columns to look up if none is named; the first of these that is there counts. */
const defaultColumns = ['url', 'link', 'place_id', 'cid', 'name']

/** Reads rows below a line with the column names. Cells are separated by comma, semicolon or tab, and quoted as in RFC 4180. */
function readCsv(text: string, names: ColumnNames): Lines {
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  })
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw invalid('A quote in this CSV is never closed.')
  const [header = [], ...rows] = data
  const columns = header.map((name) => name.trim())
  for (const name of columnsOf(columns, names)) {
    if (columns.includes(name)) continue
    throw invalid(`This CSV has no column "${name}". It has ${columns.map((one) => `"${one}"`).join(', ') || 'none'}.`)
  }
  const items = rows.map((row): Item => {
    const length = row.reduce((sum, cell) => sum + cell.length, 0)
    return length > longestLine ? unreadable(tooLong, row.join(',')) : row
  })
  return { items, columns }
}

const columnsOf = (columns: readonly string[], names: ColumnNames) =>
  [columnOf(columns, names.column), names.addressColumn, names.countryColumn].filter((name) => name !== '')

/**
 * Returns the column to look up.
 * @param named as the caller named it; empty if not named.
 * @throws PinrefError `invalid_request` if it has to be named.
 */
export function columnOf(columns: readonly string[], named: string): string {
  if (named !== '') return named
  const [only = ''] = columns
  const usual = defaultColumns.find((name) => columns.includes(name))
  if (usual !== undefined || columns.length === 1) return usual ?? only
  throw invalid(
    `Say with column which one to look up: ${columns.map((name) => `"${name}"`).join(', ') || 'this CSV has none'}.`,
  )
}

const invalid = (detail: string) => new PinrefError('invalid_request', detail)
