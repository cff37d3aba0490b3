import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { Exit } from './exit-codes.js'

/** A row of the input file, to be looked up. */
export interface InputRow {
  /** The row's cells, one for each column of the file. */
  cells: string[]
  /** What to look up, and the address and country to search with. */
  text: string
  address: string
  country: string
  /** The customer's own reference for a listing to watch. */
  reference: string
  /** Where `text` begins in the file, in characters. */
  at: number
}

export interface BulkInput {
  /** Empty if the file is not CSV. */
  columns: string[]
  rows: InputRow[]
  /** Problems in rows that are looked up anyway. */
  faults: Array<{ at: number; detail: string }>
  /** Formats a position in the file as `file:line:column`. */
  place(at: number): string
}

/** The columns to look up, as specified on the command line; null if not specified. */
export interface ColumnNames {
  column: string | null
  addressColumn: string | null
  countryColumn: string | null
  /** Defaults to `reference`, if there is one. */
  referenceColumn?: string | null
}

/** Without a column name, looks up the first of these columns in the file, as on the server. */
const defaultColumns = ['url', 'link', 'place_id', 'cid', 'name']

/**
 * Reads a file: as CSV if its name ends in `.csv` or `.tsv` or a column is named, otherwise line by line.
 * The file is in UTF-8, or in UTF-16 with a byte order mark.
 * @throws Exit if the file as a whole cannot be used.
 */
export function readInput(file: string, names: ColumnNames): BulkInput {
  const text = textOf(contentOf(file))
  const place = placesIn(file, text)
  if (text.includes('\0'))
    throw new Exit('usage', `${place(text.indexOf('\0'))}: This is not a text file. Save it as CSV in UTF-8.`)
  const isCsv =
    /\.[ct]sv$/i.test(file) ||
    [names.column, names.addressColumn, names.countryColumn, names.referenceColumn].some((name) => name != null)
  const input = isCsv ? readCsv(text, names, place) : { columns: [], rows: linesOf(text), faults: [] }
  if (input.rows.length === 0) throw new Exit('usage', `${file} has no lines to look up.`)
  return { ...input, place }
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Exit('usage', `${file} could not be read: ${(error as Error).message}`)
  }
}

function textOf(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

const noMore = { address: '', country: '', reference: '' }

function linesOf(text: string): InputRow[] {
  const rows: InputRow[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const cell = line.trim()
    if (cell !== '') rows.push({ cells: [cell], text: cell, ...noMore, at: at + line.search(/\S/) })
    at += line.length + 1
  }
  return rows
}

function readCsv(text: string, names: ColumnNames, place: (at: number) => string): Omit<BulkInput, 'place'> {
  const records: Array<{ cells: string[]; start: number }> = []
  const delimiter = delimiterOf(text)
  let start = 0
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors, meta }) {
      const [fault] = errors.filter(({ code }) => code === 'MissingQuotes')
      if (fault) throw new Exit('usage', `${place(start)}: A quotation mark in this row is never closed.`)
      if (data.some((cell) => cell.trim() !== '')) records.push({ cells: data, start })
      start = meta.cursor
    },
  })
  const [header = { cells: [] }, ...others] = records
  const columns = header.cells.map((name) => name.trim())
  const indexes = indexesOf(columns, names)
  const faults: BulkInput['faults'] = []
  const rows = others.map(({ cells, start }): InputRow => {
    if (cells.length !== columns.length) faults.push({ at: start, detail: raggedness(cells.length, columns.length) })
    const cell = (index: number) => cells[index] ?? ''
    return {
      cells: columns.map((_, index) => cell(index)),
      text: cell(indexes.column).trim(),
      address: cell(indexes.address).trim(),
      country: cell(indexes.country).trim(),
      reference: cell(indexes.reference).trim(),
      at: fieldStart(text, start, delimiter, Math.min(indexes.column, cells.length - 1)),
    }
  })
  return { columns, rows, faults }
}

/**
 * Guesses the delimiter. Empty lines would distort the guess, so only this function skips them; row positions
 * count them.
 */
const delimiterOf = (text: string): string =>
  Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t'] }).meta.delimiter

const raggedness = (cells: number, columns: number) =>
  `This row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, and the header has ${columns}.${cells > columns ? ' The extra cells are ignored.' : ''}`

function indexesOf(columns: readonly string[], names: ColumnNames) {
  const indexOf = (name: string | null) => {
    if (name === null) return -1
    if (!columns.includes(name))
      throw new Exit('usage', `There is no column "${name}". The columns are ${listed(columns)}.`)
    return columns.indexOf(name)
  }
  const usual = defaultColumns.find((name) => columns.includes(name)) ?? (columns.length === 1 ? columns[0] : undefined)
  const column = names.column ?? usual
  if (column === undefined) throw new Exit('usage', `Choose the column to look up with --column: ${listed(columns)}.`)
  return {
    column: indexOf(column),
    address: indexOf(names.addressColumn),
    country: indexOf(names.countryColumn),
    reference: indexOf(names.referenceColumn ?? (columns.includes('reference') ? 'reference' : null)),
  }
}

const listed = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ')

/** Returns the start of a field in a record (RFC 4180) that begins at `start`. */
function fieldStart(text: string, start: number, delimiter: string, index: number): number {
  let at = start
  for (let field = 0; field < index; field += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at)
    at = text.indexOf(delimiter, at) + delimiter.length
  }
  return text[at] === '"' ? at + 1 : at
}

function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}

/**
 * Returns a function that formats a position in a string as `file:line:column`, from 1. That function finds all line
 * ends on its first call.
 */
function placesIn(file: string, text: string): (at: number) => string {
  let ends: number[] | undefined
  return (at) => {
    ends ??= [...text.matchAll(/\n/g)].map(({ index }) => index)
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return `${file}:${low + 1}:${at - (ends[low - 1] ?? -1)}`
  }
}
