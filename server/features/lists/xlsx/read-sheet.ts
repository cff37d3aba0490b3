import { type CellValues, decodeCharacters, richText } from './cell-values'
import { isRounded, plainText } from './number-text'
import { WorkbookError } from './package'
import { type CellRange, columnOf, maxColumn, maxRow, rangeOf } from './references'
import { XmlReader } from './xml'

/** A sheet’s cells as text. */
export interface SheetCells {
  /** Rows end with their last filled cell, and the last row is filled. */
  rows: string[][]
  /** The addresses behind the cells, by row and column from 0. */
  links: ReadonlyMap<number, ReadonlyMap<number, string>>
  /** The columns, from 0, with numbers of more than 15 digits, whose last digits are lost. */
  roundedColumns: readonly number[]
}

export const webAddress = /^https?:\/\//i

/** The maximum number of cells in the sheets of a workbook, blank ones before a filled one included. */
const maxCells = 5_000_000

/** Counts the cells of a workbook. */
export class CellCount {
  #count = 0

  /** @throws WorkbookError if the workbook has too many. */
  add(cells: number): void {
    this.#count += cells
    if (this.#count > maxCells)
      throw new WorkbookError(`This workbook is too large: the limit is ${maxCells.toLocaleString('en')} cells.`)
  }
}

/**
 * Reads the cells of a sheet.
 * @param addressOf returns the web address of a link by its id; null if it leads elsewhere.
 * @throws Error if the sheet is damaged or too large.
 */
export function readCells(
  source: string,
  values: CellValues,
  addressOf: (id: string) => string | null,
  count: CellCount,
): SheetCells {
  const rows: string[][] = []
  const links = new Map<number, Map<number, string>>()
  const rounded = new Set<number>()
  const merges: CellRange[] = []
  const link = (row: number, column: number, address: string) => {
    const ofRow = links.get(row) ?? new Map<number, string>()
    links.set(row, ofRow.set(column, address))
  }
  let row: string[] = []
  let rowNumber = 0
  let columnNumber = 0
  const xml = new XmlReader(source)
  while (xml.next()) {
    if (xml.isEnd) continue
    if (xml.name === 'row') {
      rowNumber = Number(xml.attribute('r') ?? rowNumber + 1)
      if (!(rowNumber >= 1 && rowNumber <= maxRow)) throw new Error('A row has a wrong number.')
      columnNumber = 0
      row = rows[rowNumber - 1] ?? []
    } else if (xml.name === 'c') {
      const reference = xml.attribute('r')
      columnNumber = reference ? columnOf(reference) : columnNumber + 1
      if (!(columnNumber >= 1 && columnNumber <= maxColumn)) throw new Error('A cell has a wrong reference.')
      const cell = readCell(xml, values)
      if (cell.address !== null && webAddress.test(cell.address)) link(rowNumber - 1, columnNumber - 1, cell.address)
      if (cell.isRounded) rounded.add(columnNumber - 1)
      if (cell.text !== '') {
        count.add(Math.max(0, columnNumber - row.length))
        while (row.length < columnNumber - 1) row.push('')
        row[columnNumber - 1] = cell.text
        while (rows.length < rowNumber) rows.push([])
        rows[rowNumber - 1] = row
      }
    } else if (xml.name === 'mergeCell') {
      const range = rangeOf(xml.attribute('ref') ?? '')
      if (range && range.bottom > range.top) merges.push(range)
    } else if (xml.name === 'hyperlink') {
      const range = rangeOf(xml.attribute('ref') ?? '')
      const address = addressOf(xml.attribute('id') ?? '')
      if (!range || address === null) continue
      const location = xml.attribute('location')
      forCells(rows, range, count, (at, column) => link(at, column, location ? `${address}#${location}` : address))
    }
  }
  trim(rows)
  for (const range of merges) repeatDown(rows, range, links, count)
  return { rows, links, roundedColumns: [...rounded].sort((a, b) => a - b) }
}

interface Cell {
  text: string
  address: string | null
  isRounded: boolean
}

function readCell(xml: XmlReader, values: CellValues): Cell {
  const cell: Cell = { text: '', address: null, isRounded: false }
  if (xml.isEmpty) return cell
  const type = xml.attribute('t') ?? 'n'
  const style = Number(xml.attribute('s') ?? 0)
  let value: string | null = null
  let label: string | null = null
  while (xml.next() && !(xml.name === 'c' && xml.isEnd)) {
    if (xml.name === 'is' && !xml.isEnd) cell.text = richText(xml)
    else if (xml.name === 'v' && xml.isEnd) value = xml.text()
    else if (xml.name === 'f' && xml.isEnd) {
      const text = xml.text()
      const formula = text.length <= maxFormula ? hyperlinkFormula.exec(text) : null
      if (formula) {
        cell.address = literal(formula[1])
        label = literal(formula[2] ?? formula[1])
      }
    }
  }
  if (value === null || value === '') {
    if (label !== null) cell.text = label
  } else if (type === 'n') {
    const number = Number(value)
    cell.isRounded = isRounded(number)
    cell.text = (values.numberTexts[style] ?? plainText)(number)
  } else if (type === 's') cell.text = values.strings[Number(value)] ?? ''
  else if (type === 'str') cell.text = decodeCharacters(value)
  else if (type === 'b') cell.text = value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
  else if (type === 'd') cell.text = value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/Z$/, '')
  // An error, such as #N/A, is not a value: someone could search for it.
  return cell
}

/** The longest formula that Excel accepts. */
const maxFormula = 8192

/** A formula whose address is a constant. Some programs write semicolons between arguments. */
const hyperlinkFormula = /^\s*=?\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)")?[\s\S]*)?\)\s*$/i

const literal = (text = '') => text.replaceAll('""', '"')

function forCells(
  rows: readonly string[][],
  range: CellRange,
  count: CellCount,
  visit: (row: number, column: number) => void,
): void {
  for (let row = range.top - 1; row < Math.min(range.bottom, rows.length); row++) {
    const last = Math.min(range.right, rows[row]?.length ?? 0)
    count.add(Math.max(0, last - range.left) + Number(range.bottom > range.top))
    for (let column = range.left - 1; column < last; column++) if (rows[row]?.[column] !== '') visit(row, column)
  }
}

function trim(rows: string[][]): void {
  for (const row of rows) while (row.length > 0 && row.at(-1)?.trim() === '') row.pop()
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
}

/** Repeats the value of cells that are merged vertically, in the rows of the sheet. */
function repeatDown(
  rows: string[][],
  { top, left, bottom }: CellRange,
  links: Map<number, Map<number, string>>,
  count: CellCount,
): void {
  const text = rows[top - 1]?.[left - 1] ?? ''
  const address = links.get(top - 1)?.get(left - 1)
  if (text === '') return
  for (let at = top; at < Math.min(bottom, rows.length); at++) {
    const row = rows[at] ?? []
    count.add(Math.max(1, left - row.length))
    while (row.length < left - 1) row.push('')
    row[left - 1] = text
    if (address !== undefined) links.set(at, (links.get(at) ?? new Map()).set(left - 1, address))
  }
}
