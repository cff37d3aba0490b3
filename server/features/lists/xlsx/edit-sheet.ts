import { isTrue } from './layout'
import { relationshipNamespace } from './package'
import { columnLetters, columnOf, maxColumn, rangeOf } from './references'
import { escapeXml, XmlReader } from './xml'

/** A cell to write, as XML. */
export interface CellXml {
  /** From 1, as rows are. */
  column: number
  xml: string
}

/** A link behind a cell. */
export interface CellLink {
  reference: string
  /** The id of the relationship with its address. */
  id: string
}

/** What changes in a sheet. */
export interface SheetEdit {
  /** The columns whose cells are replaced. */
  columns: ReadonlySet<number>
  /** The width of each of them in characters. */
  widths: ReadonlyMap<number, number>
  /** Returns a row’s new cells in the order of their columns. */
  cellsOf: (row: number) => readonly CellXml[]
  lastRow: number
  links: readonly CellLink[]
}

/** The elements that follow the links of a sheet. */
const afterLinks = new Set(
  (
    'printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags ' +
    'drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls AlternateContent webPublishItems tableParts extLst'
  ).split(' '),
)

/**
 * Writes a sheet with new cells. Everything else is copied.
 * @returns the sheet, the ids of the relationships that its links use, and whether it has the namespaces of strict workbooks.
 */
export function editSheet(
  source: string,
  edit: SheetEdit,
): { source: string; ids: ReadonlySet<string>; isStrict: boolean } {
  const writer = new SheetWriter(source, edit)
  return { source: writer.write(), ids: writer.ids, isStrict: writer.isStrict }
}

class SheetWriter {
  readonly ids = new Set<string>()
  readonly #edit: SheetEdit
  readonly #xml: XmlReader
  readonly #firstColumn: number
  #output: string[] = []
  /** The position up to which the source is copied or replaced. */
  #copied = 0
  #prefix = ''
  /** Whether the sheet has the namespaces of strict workbooks. */
  isStrict = false

  constructor(source: string, edit: SheetEdit) {
    this.#xml = new XmlReader(source)
    this.#edit = edit
    this.#firstColumn = Math.min(...edit.columns)
  }

  write(): string {
    const xml = this.#xml
    let [hasColumns, hasLinks] = [false, false]
    while (xml.next()) {
      if (xml.name === 'worksheet' && !xml.isEnd) {
        this.#prefix = xml.prefix
        this.isStrict = xml.source.slice(xml.start, xml.end).includes('purl.oclc.org/ooxml/spreadsheetml')
        continue
      }
      if (!hasColumns && xml.name === 'sheetData') this.#replace(xml.start, xml.start, this.#columns([]))
      if (!hasLinks && (afterLinks.has(xml.name) || xml.isEnd)) {
        this.#replace(xml.start, xml.start, this.#links([]))
        hasLinks = true
      }
      if (xml.isEnd) break
      if (xml.name === 'cols') {
        hasColumns = true
        this.#replaceList((items) => this.#columns(items))
      } else if (xml.name === 'sheetData') this.#rows()
      else if (xml.name === 'hyperlinks') {
        hasLinks = true
        this.#replaceList((items) => this.#links(items))
      } else if (xml.name === 'dimension') {
        const range = rangeOf(xml.attribute('ref') ?? '') ?? { top: 1, left: 1, bottom: 1, right: 1 }
        const last = `${columnLetters(Math.max(range.right, ...this.#edit.columns))}${Math.max(range.bottom, this.#edit.lastRow)}`
        const first = `${columnLetters(Math.min(range.left, this.#firstColumn))}${range.top}`
        this.#replaceList(() => `<${this.#prefix}dimension ref="${first}:${last}"/>`)
      } else xml.skip()
    }
    this.#output.push(xml.source.slice(this.#copied))
    return this.#output.join('')
  }

  #replace(start: number, end: number, text: string): void {
    this.#output.push(this.#xml.source.slice(this.#copied, start), text)
    this.#copied = end
  }

  /** Replaces the element that starts with the latest tag. */
  #replaceList(write: (items: readonly ListItem[]) => string): void {
    const { start, isEmpty } = this.#xml
    const items: ListItem[] = []
    while (!isEmpty && this.#xml.next() && !this.#xml.isEnd) {
      const from = this.#xml.start
      const attributes = {
        from: Number(this.#xml.attribute('min')),
        to: Number(this.#xml.attribute('max')),
        isHidden: isTrue(this.#xml.attribute('hidden')),
        reference: this.#xml.attribute('ref') ?? '',
        id: this.#xml.attribute('id'),
      }
      this.#xml.skip()
      items.push(Object.assign(attributes, { xml: this.#xml.source.slice(from, this.#xml.end) }))
    }
    this.#replace(start, this.#xml.end, write(items))
  }

  /** Adds the widths of new columns to those that a sheet has. New columns are visible even if the sheet hides its unused ones. */
  #columns(columns: readonly ListItem[]): string {
    const items = columns.flatMap((item) => this.#withoutNew(item))
    const added = [...this.#edit.widths]
      .filter(([column]) => !items.some(({ from, to }) => column >= from && column <= to))
      .map(([column, width]) => ({
        from: column,
        xml: `<${this.#prefix}col min="${column}" max="${column}" width="${width}" customWidth="1"/>`,
      }))
    const all = [...items, ...added].sort((a, b) => a.from - b.from)
    return all.length === 0
      ? ''
      : this.#list(
          'cols',
          '',
          all.map(({ xml }) => xml),
        )
  }

  /** Returns what remains of a range of hidden columns up to the last column, which new columns are taken from. */
  #withoutNew(item: ListItem): ListItem[] {
    const columns = [...this.#edit.columns].filter((column) => column >= item.from)
    if (!item.isHidden || item.to !== maxColumn || columns.length === 0) return [item]
    return [
      [item.from, Math.min(...columns) - 1],
      [Math.max(...columns) + 1, maxColumn],
    ].flatMap(([from = 0, to = 0]) => {
      const xml = item.xml
        .replace(/(\smin\s*=\s*["'])\d+/, (_, head) => head + from)
        .replace(/(\smax\s*=\s*["'])\d+/, (_, head) => head + to)
      return from > to ? [] : [Object.assign({}, item, { from, to, xml })]
    })
  }

  /** Replaces the links of replaced cells, and keeps the others. */
  #links(items: readonly ListItem[]): string {
    const others = items.filter(({ reference }) => {
      const range = rangeOf(reference)
      return !range || range.left !== range.right || !this.#edit.columns.has(range.left)
    })
    for (const { id } of others) if (id !== null) this.ids.add(id)
    for (const { id } of this.#edit.links) this.ids.add(id)
    const added = this.#edit.links.map(
      ({ reference, id }) => `<${this.#prefix}hyperlink ref="${reference}" r:id="${escapeXml(id)}"/>`,
    )
    const all = [...others.map(({ xml }) => xml), ...added]
    return all.length === 0 ? '' : this.#list('hyperlinks', ` xmlns:r="${relationshipNamespace(this.isStrict)}"`, all)
  }

  #list = (name: string, attributes: string, items: readonly string[]) =>
    `<${this.#prefix}${name}${attributes}>${items.join('')}</${this.#prefix}${name}>`

  #rows(): void {
    const xml = this.#xml
    const { lastRow } = this.#edit
    if (xml.isEmpty) {
      this.#replace(xml.start, xml.end, this.#list('sheetData', '', [this.#newRows(1, lastRow)]))
      return
    }
    let row = 0
    while (xml.next() && !xml.isEnd) {
      const number = Number(xml.attribute('r') ?? row + 1)
      if (!(number > row)) throw new Error('The rows are not in order.')
      this.#replace(xml.start, xml.start, this.#newRows(row + 1, Math.min(number - 1, lastRow)))
      row = number
      this.#row(row)
    }
    this.#replace(xml.start, xml.start, this.#newRows(row + 1, lastRow))
  }

  #newRows(from: number, to: number): string {
    let rows = ''
    for (let row = from; row <= to; row++) {
      const cells = this.#edit.cellsOf(row)
      if (cells.length > 0)
        rows += `<${this.#prefix}row r="${row}">${cells.map(({ xml }) => xml).join('')}</${this.#prefix}row>`
    }
    return rows
  }

  #row(row: number): void {
    const xml = this.#xml
    const added = this.#edit.cellsOf(row)
    // The attribute “spans” only helps a program to reserve memory, and would be wrong.
    const tag = xml.source.slice(xml.start, xml.end).replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '')
    if (xml.isEmpty) {
      if (added.length > 0)
        this.#replace(
          xml.start,
          xml.end,
          `${tag.replace(/\s*\/>$/, '>')}${added.map((one) => one.xml).join('')}</${this.#prefix}row>`,
        )
      return
    }
    this.#replace(xml.start, xml.end, tag)
    const others: CellXml[] = []
    let column = 0
    while (xml.next() && !xml.isEnd) {
      if (xml.name !== 'c') {
        xml.skip()
        continue
      }
      const { start, end } = xml
      const reference = xml.attribute('r')
      column = reference ? columnOf(reference) : column + 1
      xml.skip()
      if (column < this.#firstColumn) continue
      // Cells without a reference follow the previous one, which may be another one now.
      const cell = xml.source.slice(start, xml.end)
      const nameEnd = `<${xml.source.slice(start + 1, end).match(/^[^\s/>]+/)?.[0] ?? ''}`.length
      const position = reference ? '' : ` r="${columnLetters(column)}${row}"`
      if (!this.#edit.columns.has(column))
        others.push({ column, xml: cell.slice(0, nameEnd) + position + cell.slice(nameEnd) })
      this.#replace(start, xml.end, '')
    }
    const cells = [...others, ...added].sort((a, b) => a.column - b.column)
    this.#replace(xml.start, xml.start, cells.map((one) => one.xml).join(''))
  }
}

interface ListItem {
  xml: string
  from: number
  to: number
  isHidden: boolean
  reference: string
  id: string | null
}
