import { type CellLink, type CellXml, editSheet } from './edit-sheet'
import type { Layout } from './layout'
import {
  type Parts,
  partText,
  type Relationship,
  relationshipNamespace,
  relationshipsOf,
  targetPath,
  WorkbookError,
  writePart,
  writeRelationships,
} from './package'
import { webAddress } from './read-sheet'
import { columnLetters, maxColumn } from './references'
import { type AddedStyles, addStyles } from './styles'
import { escapeXml, XmlReader } from './xml'

/** A cell to write: nothing, a number, text, or text with a link to the same address. */
export type AddedCell = null | number | string | { link: string }

export interface AddedColumn {
  heading: string
  /** Returns the cell of a row. Rows start at 1, before a heading row is inserted. */
  cells: (row: number) => AddedCell
}

/** A column to write. */
export interface PlacedColumn {
  /** From 1. */
  column: number
  heading: string
  /** Null if only the heading is written. */
  cells: AddedColumn['cells'] | null
}

/** Excel repairs a sheet with more links, and removes them. */
const maxLinks = 65_530
const maxAddress = 2_079
const maxText = 32_767

/** The rows whose cells decide how wide a column is, and the limits in characters. */
const measuredRows = 100
const [narrowest, widest] = [9, 45]

/**
 * Writes columns into a sheet, replacing its cells in these columns. A sheet with more links than Excel allows gets
 * addresses as text.
 * @param headingRow the row of the headings, from 1; 0 for none.
 * @param lastRow the last row that the columns have.
 */
export function addColumns(
  parts: Parts,
  layout: Layout,
  path: string,
  columns: readonly PlacedColumn[],
  headingRow: number,
  lastRow: number,
): void {
  if (columns.some(({ column }) => column > maxColumn))
    throw new WorkbookError('This sheet has no free columns. Remove some, then try again.')
  const source = partText(parts, path) ?? ''
  const others = relationshipsOf(parts, path)
  const targets = new LinkTargets(others)
  const filled = columns.flatMap(({ column, heading, cells }) => (cells ? [{ column, heading, cells }] : []))
  const hasLinks = linkCount(filled, lastRow) + (source.match(/<(?:\w+:)?hyperlink\s/g)?.length ?? 0) <= maxLinks
  const prefix = /<(\w+:)?worksheet[\s>]/.exec(source)?.[1] ?? ''
  const styles = stylesOf(parts, layout)
  const heading = headingStyle(source, headingRow) ?? styles?.heading
  const links: CellLink[] = []
  const ordered = [...columns].sort((a, b) => a.column - b.column)

  const cellsOf = (row: number): CellXml[] =>
    ordered.flatMap(({ column, heading: title, cells }) => {
      const reference = columnLetters(column) + row
      const cell = row === headingRow ? title : (cells?.(row) ?? null)
      if (cell === null || cell === '') return []
      const write = (style: number | undefined, type: string, content: string) => {
        const tag = `${prefix}c r="${reference}"${style === undefined ? '' : ` s="${style}"`}${type}`
        return [{ column, xml: `<${tag}>${content}</${prefix}c>` }]
      }
      if (typeof cell === 'number') return write(undefined, '', `<${prefix}v>${cell}</${prefix}v>`)
      const text = typeof cell === 'string' ? cell : cell.link
      const isLink = typeof cell !== 'string' && hasLinks && text.length <= maxAddress && webAddress.test(text)
      if (isLink) links.push({ reference, id: targets.idOf(text) })
      const style = row === headingRow ? heading : isLink ? styles?.link : styles?.text
      const content = `<${prefix}is><${prefix}t xml:space="preserve">${textXml(text)}</${prefix}t></${prefix}is>`
      return write(style, ' t="inlineStr"', content)
    })

  const widths = new Map(filled.map((one) => [one.column, widthOf(one, lastRow)]))
  const edit = { columns: new Set(widths.keys()), widths, cellsOf, lastRow, links }
  const { source: edited, ids, isStrict } = editSheet(source, edit)
  writePart(parts, path, edited)
  const isUsed = ({ id, type }: Relationship) => !type.endsWith('/hyperlink') || ids.has(id)
  const relationships = [...others.filter(isUsed), ...targets.relationships(isStrict)]
  if (relationships.length > 0 || others.length > 0) writeRelationships(parts, path, relationships)
  removeCalculationOrder(parts, layout)
}

function linkCount(columns: readonly AddedColumn[], lastRow: number): number {
  let count = 0
  for (const { cells } of columns)
    for (let row = 1; row <= lastRow; row++) {
      const cell = cells(row)
      if (cell !== null && typeof cell === 'object') count++
    }
  return count
}

function widthOf({ heading, cells }: AddedColumn, lastRow: number): number {
  let width = Math.max(narrowest, heading.length + 2)
  for (let row = 1; row <= Math.min(lastRow, measuredRows); row++) {
    const cell = cells(row)
    const text = cell !== null && typeof cell === 'object' ? cell.link : String(cell ?? '')
    width = Math.max(width, text.length + 2)
  }
  return Math.min(width, widest)
}

/** Excel reads `_x0041_` as a character, so an underscore that starts such text is escaped itself. */
const textXml = (text: string) => escapeXml(text.slice(0, maxText).replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'))

function stylesOf(parts: Parts, { styles: path }: Layout): AddedStyles | null {
  const added = path === null ? null : addStyles(partText(parts, path) ?? '')
  if (path !== null && added) writePart(parts, path, added.source)
  return added?.styles ?? null
}

/** Returns the style of the last heading that a sheet has. */
function headingStyle(source: string, headingRow: number): number | undefined {
  const row = new RegExp(`<(?:\\w+:)?row\\s(?:[^>]*\\s)?r="${headingRow}"[^>]*>([\\s\\S]*?)</(?:\\w+:)?row>`).exec(
    source,
  )?.[1]
  const cell = row?.match(/<(?:\w+:)?c\s[^>]*[^/>]>/g)?.at(-1)
  const style = cell && /\ss="(\d+)"/.exec(cell)?.[1]
  return style === undefined ? undefined : Number(style)
}

/** Removes the list of formulas, which may have fewer now. Programs make another one. */
function removeCalculationOrder(parts: Parts, { path }: Layout): void {
  const relationships = relationshipsOf(parts, path)
  const order = relationships.find(({ type }) => type.endsWith('/calcChain'))
  if (!order) return
  parts.delete(targetPath(path, order))
  writeRelationships(
    parts,
    path,
    relationships.filter((one) => one !== order),
  )
  const types = partText(parts, contentTypes) ?? ''
  const name = `/${targetPath(path, order)}`
  const xml = new XmlReader(types)
  while (xml.next()) {
    if (xml.name !== 'Override' || xml.attribute('PartName') !== name) continue
    writePart(parts, contentTypes, types.slice(0, xml.start) + types.slice(xml.end))
    break
  }
}

const contentTypes = '[Content_Types].xml'

/** The addresses that cells link to. */
class LinkTargets {
  readonly #ids = new Map<string, string>()
  readonly #others: ReadonlySet<string>
  #number = 0

  constructor(others: readonly Relationship[]) {
    this.#others = new Set(others.map(({ id }) => id))
  }

  /** Returns the id of an address’s relationship. */
  idOf(address: string): string {
    const existing = this.#ids.get(address)
    if (existing !== undefined) return existing
    do this.#number++
    while (this.#others.has(`pinref${this.#number}`))
    const id = `pinref${this.#number}`
    this.#ids.set(address, id)
    return id
  }

  relationships(isStrict: boolean): Relationship[] {
    const type = `${relationshipNamespace(isStrict)}/hyperlink`
    return [...this.#ids].map(([target, id]) => ({ id, type, target, isExternal: true }))
  }
}
