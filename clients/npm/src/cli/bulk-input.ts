import { isAddedHeading } from '@/server/features/lists/added-columns'
import { guessColumns, type ListColumns, usualColumns } from '@/server/features/lists/columns'
import { meaningOf } from '@/server/features/lists/heading-words'
import { columnNames, headingRow, headingRowWith } from '@/server/features/lists/headings'
import { isBlank } from '@/server/features/lists/list-text'
import type { RowCells } from '@/server/features/lists/row-request'
import type { ListOptions } from './arguments.js'
import { Exit } from './exit-codes.js'
import { type ListFile, lettersOf, readListFile } from './list-file.js'
import { say } from './terminal.js'

/** A list, and which of its rows and columns hold what. */
export interface BulkInput extends ListFile {
  /** The number of the row with the headings; 0 for none. */
  headingRow: number
  /** The names of the columns; empty if each row is a line of text. */
  names: readonly string[]
  columns: ListColumns
}

/** How a command uses the columns of a list. */
export interface ColumnUse {
  /** What the column to look up may hold, in order of preference. */
  lookUp: readonly ['link' | 'name', 'name'?]
  /** What other columns are used for. */
  roles: ReadonlyArray<keyof ListColumns>
}

const noColumns: ListColumns = { link: null, name: null, address: [], country: null, reference: null }

/**
 * Reads a list. Finds out which row has the headings and which columns hold what, unless the options say so, and prints
 * what it found.
 * @throws Exit if the file can't be used, or it is unclear which column to look up.
 */
export async function readInput(file: string, options: ListOptions, use: ColumnUse): Promise<BulkInput> {
  const chosen = chosenNames(options)
  const list = await readListFile(file, chosen.length > 0, options.sheet)
  const { rows, linkColumns, isTable } = list
  const heading = options.headingRow ?? (headingRowWith(rows, chosen, linkColumns) || headingRow(rows, linkColumns))
  const [first = []] = rows
  const hasOnlyHeadings = isTable && rows.length === 1 && first.every((cell) => meaningOf(cell)?.isExact)
  if (rows.length <= heading || hasOnlyHeadings) throw new Exit('usage', `${file} has no lines to look up.`)
  if (!isTable && heading === 0) return { ...list, headingRow: 0, names: [], columns: { ...noColumns, link: 0 } }
  const names = columnNames(rows, heading, linkColumns)
  const columns = chooseColumns(names, guessColumns(names, rows.slice(heading)), options, use)
  const input = { ...list, rows: withoutAdded(rows, names), headingRow: heading, names, columns }
  if (isTable && usedColumns(columns).length > chosen.length) say(columnsText(input))
  return input
}

/** Empties the cells that Pinref added to an earlier file. */
function withoutAdded(rows: ListFile['rows'], names: readonly string[]): ListFile['rows'] {
  const isAdded = names.map(isAddedHeading)
  return isAdded.includes(true) ? rows.map((cells) => cells.map((cell, index) => (isAdded[index] ? '' : cell))) : rows
}

const chosenNames = ({ column, nameColumn, addressColumns, countryColumn, referenceColumn }: ListOptions): string[] =>
  [column, nameColumn, ...addressColumns, countryColumn, referenceColumn].filter((name) => name !== null)

/** Returns the columns that hold something, in the order of their roles. */
export const usedColumns = ({ link, name, address, country, reference }: ListColumns): number[] => [
  ...new Set([link, name, ...address, country, reference].filter((index) => index !== null)),
]

/** Returns which columns are read, such as `Reading links from "Maps" (column F), and names from "Firma" (column B).` */
function columnsText({ names, columns, headingRow, sheet }: BulkInput): string {
  const { link, name, address, country, reference } = columns
  const kinds: ReadonlyArray<[what: string, indexes: ReadonlyArray<number | null>]> = [
    ['links', link === name ? [] : [link]],
    ['names', [name]],
    ['addresses', address],
    ['countries', [country]],
    ['references', [reference]],
  ]
  const parts = kinds.flatMap(([what, indexes]) => {
    const columns = indexes.flatMap((index) =>
      index === null ? [] : [`"${names[index]}" (column ${lettersOf(index)})`],
    )
    return columns.length === 0 ? [] : [`${what} from ${inWords.format(columns)}`]
  })
  const where = [headingRow > 1 && `below the headings in row ${headingRow}`, sheet && `on the sheet "${sheet}"`]
  return `Reading ${[parts.join(', '), ...where].filter(Boolean).join(', ')}.`
}

const inWords = new Intl.ListFormat('en')

/** Returns the chosen columns, and the guesses for the rest. @throws Exit if there is no such column, or none to look up. */
function chooseColumns(
  names: readonly string[],
  guess: ListColumns,
  options: ListOptions,
  { lookUp, roles }: ColumnUse,
): ListColumns {
  const indexOf = (name: string) => {
    const index = names.indexOf(name.trim().replace(/\s+/g, ' '))
    if (index === -1) throw new Exit('usage', `There is no column "${name}". The columns are ${listed(names)}.`)
    return index
  }
  const { column, nameColumn, addressColumns, countryColumn, referenceColumn } = options
  const chosen = {
    link: column === null ? null : indexOf(column),
    name: nameColumn === null ? null : indexOf(nameColumn),
    address: addressColumns.map(indexOf),
    country: countryColumn === null ? null : indexOf(countryColumn),
    reference: referenceColumn === null ? null : indexOf(referenceColumn),
  }
  const link = chosen.link ?? columnToLookUp(names, guess, lookUp)
  // Names that are looked up are also compared with those of the listings.
  const others = [...chosen.address, chosen.country, chosen.reference]
  const guessedName = lookUp[0] === 'name' ? link : guessed('name')
  const name = chosen.name ?? (others.includes(guessedName) ? null : guessedName)
  const isFree = (index: number | null) => index !== link && index !== name
  const unlessTaken = (index: number | null) => (isFree(index) ? index : null)
  function guessed(role: 'name' | 'country' | 'reference'): number | null {
    return roles.includes(role) ? guess[role] : null
  }
  return {
    link,
    name,
    address: chosen.address.length > 0 ? chosen.address : roles.includes('address') ? guess.address.filter(isFree) : [],
    country: chosen.country ?? unlessTaken(guessed('country')),
    reference: chosen.reference ?? unlessTaken(guessed('reference')),
  }
}

function columnToLookUp(names: readonly string[], guess: ListColumns, [first, second]: ColumnUse['lookUp']): number {
  const own = names.filter((name) => !isAddedHeading(name))
  const indexOf = (name: string | undefined) => (name === undefined ? null : names.indexOf(name))
  const usual = indexOf(usualColumns.find((name) => own.includes(name)))
  const only = indexOf(own.length === 1 ? own[0] : undefined)
  const index = guess[first] ?? usual ?? (second ? guess[second] : null) ?? only
  if (index === null) throw new Exit('usage', `Choose the column to look up with --column: ${listed(own)}.`)
  return index
}

const listed = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ')

/** Returns the cells of a row that are looked up. */
export function rowCells({ rows, columns }: BulkInput, row: number): RowCells {
  const cell = (column: number | null) => (column === null ? '' : (rows[row - 1]?.[column]?.trim() ?? ''))
  const address = columns.address.map(cell).filter((part) => part !== '')
  return {
    link: cell(columns.link),
    name: cell(columns.name),
    address: address.join(', '),
    country: cell(columns.country),
  }
}

/** Returns the rows of a CSV with more or fewer cells than its heading row, which are looked up anyway. */
export function raggedRows({ rows, isTable, workbook, headingRow }: BulkInput): Array<{ row: number; detail: string }> {
  const width = rows[headingRow - 1]?.length
  if (!isTable || workbook !== null || width === undefined) return []
  return rows.flatMap((cells, index) => {
    if (index < headingRow || cells.length === width || isBlank(cells)) return []
    const count = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`
    return [{ row: index + 1, detail: `This row has ${count}, and the header has ${width}.` }]
  })
}
