import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/*
 * Writes and reads workbooks without the code that the page uses, so that a fault in it can't hide. They follow ECMA-376,
 * part 1 (SpreadsheetML).
 */

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A cell: a text, a number, a date (in days), a text with a link behind it, or nothing. */
export type SheetCell = string | number | { days: number } | { text: string; link: string } | null

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const letter = (column: number) => String.fromCharCode(65 + column)
const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)

/**
 * Writes a workbook with two sheets: a cover, and a list whose third column is wide and whose title is merged over all
 * columns.
 */
export function workbookOf(rows: readonly SheetCell[][]): Buffer {
  const links: Array<{ at: string; link: string }> = []
  const cellXml = (cell: SheetCell, at: string) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'object' && 'days' in cell) return `<c r="${at}" s="1"><v>${cell.days}</v></c>`
    if (typeof cell === 'object') links.push({ at, link: cell.link })
    const text = typeof cell === 'object' ? cell.text : cell
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  }
  const sheetRows = rows.map((cells, row) => {
    const inner = cells.map((cell, column) => cellXml(cell, `${letter(column)}${row + 1}`))
    return `<row r="${row + 1}">${inner.join('')}</row>`
  })
  const linkXml = links.map(({ at }, index) => `<hyperlink ref="${at}" r:id="rId${index + 1}"/>`).join('')
  const relationship = (id: number, type: string, target: string, isExternal = false) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${escaped(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`
  const relationshipsXml = (...list: string[]) =>
    xml(`<Relationships xmlns="${packageRelations}">${list.join('')}</Relationships>`)
  const sheetType = (number: number) =>
    `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': xml(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
          '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
          `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
          `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheetType(1)}${sheetType(2)}</Types>`,
      ),
      '_rels/.rels': relationshipsXml(relationship(1, 'officeDocument', 'xl/workbook.xml')),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Read me" sheetId="1" r:id="rId1"/>` +
          '<sheet name="Clients" sheetId="2" r:id="rId2"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': relationshipsXml(
        relationship(1, 'worksheet', 'worksheets/sheet1.xml'),
        relationship(2, 'worksheet', 'worksheets/sheet2.xml'),
        relationship(3, 'styles', 'styles.xml'),
      ),
      'xl/styles.xml': xml(
        `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
          '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
      ),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${main}"><sheetData><row r="1">${cellXml('Do not sort', 'A1')}</row></sheetData></worksheet>`,
      ),
      'xl/worksheets/sheet2.xml': xml(
        `<worksheet xmlns="${main}" xmlns:r="${relations}"><cols><col min="3" max="3" width="44" customWidth="1"/></cols>` +
          `<sheetData>${sheetRows.join('')}</sheetData><mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells>` +
          `<hyperlinks>${linkXml}</hyperlinks></worksheet>`,
      ),
      'xl/worksheets/_rels/sheet2.xml.rels': relationshipsXml(
        ...links.map(({ link }, index) => relationship(index + 1, 'hyperlink', link, true)),
      ),
    }),
  )
}

/** A cell of a workbook: its type, value or text, style, and link. */
type ReadCell = Record<'type' | 'value' | 'style' | 'link', string>

/** Returns the cells of a workbook's second sheet by address, and what surrounds them. */
export function cellsOf(workbook: Buffer): {
  cells: Map<string, ReadCell>
  columns: string
  merges: string
  sheets: string
} {
  const files = unzipSync(new Uint8Array(workbook))
  const file = (path: string) => (files[path] ? strFromU8(files[path]) : '')
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const attribute = (attributes: string, name: string) =>
    plain(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
  const texts = (part: string) => plain([...part.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(''))
  const shared = [...file('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, part = '']) => texts(part))
  const sheet = file('xl/worksheets/sheet2.xml')
  const targets = new Map(
    [...file('xl/worksheets/_rels/sheet2.xml.rels').matchAll(/<Relationship ([^>]*?)\/>/g)].map(
      ([, attributes = '']) => [attribute(attributes, 'Id'), attribute(attributes, 'Target')],
    ),
  )
  const links = new Map(
    [...sheet.matchAll(/<hyperlink ([^>]*?)\/>/g)].map(([, attributes = '']) => [
      attribute(attributes, 'ref'),
      targets.get(attribute(attributes, 'r:id')) ?? '',
    ]),
  )
  const cells = new Map<string, ReadCell>()
  for (const [, attributes = '', content = ''] of sheet.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const [at, type] = [attribute(attributes, 'r'), attribute(attributes, 't')]
    const value = plain(/<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '')
    const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? texts(content) : value
    if (text !== '')
      cells.set(at, {
        type: type === 's' || type === 'inlineStr' || type === 'str' ? 'text' : type || 'number',
        value: text,
        style: attribute(attributes, 's'),
        link: links.get(at) ?? '',
      })
  }
  return {
    cells,
    columns: /<cols>(.*?)<\/cols>/.exec(sheet)?.[1] ?? '',
    merges: /<mergeCells.*<\/mergeCells>/s.exec(sheet)?.[0] ?? '',
    sheets: file('xl/worksheets/sheet1.xml'),
  }
}
