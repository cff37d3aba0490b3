import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'
import type { MessyCell, MessyRow } from './cells'
import type { MessySheet } from './sheets'

/*
 * Writes sheets as files without the library that reads them, so that a fault of that library can't hide behind its twin.
 * The workbooks follow ECMA-376, part 1 (SpreadsheetML).
 */

/** Returns the letters of a column, from 0: A, B, …, AA. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

const dayMs = 86_400_000
/** Returns a date as a spreadsheet stores it: days since December 30, 1899. */
const serialOf = (date: string): number => (Date.parse(date) - Date.UTC(1899, 11, 30)) / dayMs

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Styles of cells by index: plain, bold on yellow, a date, then each number format in use. */
const plainStyle = 0
const headingStyle = 1
const dateStyle = 2

function stylesXml(formats: readonly string[]): string {
  const all = ['yyyy-mm-dd', ...formats]
  return (
    `<styleSheet xmlns="${main}">` +
    `<numFmts count="${all.length}">${all.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`).join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="12"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    `<cellXfs count="${2 + all.length}"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/>` +
    `${all.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs>` +
    '</styleSheet>'
  )
}

/** The parts of a sheet that are found while its cells are written. */
interface SheetParts {
  strings: string[]
  formats: string[]
  links: Array<{ at: string; link: string }>
}

function cellXml(cell: MessyCell, at: string, isHeading: boolean, { strings, formats, links }: SheetParts): string {
  if (cell === null) return ''
  const style = isHeading ? headingStyle : plainStyle
  const text = (value: string) => `<c r="${at}" s="${style}" t="s"><v>${strings.push(value) - 1}</v></c>`
  if (typeof cell === 'string') return text(cell)
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if ('link' in cell) {
    links.push({ at, link: cell.link })
    return text(cell.text)
  }
  if ('date' in cell) return `<c r="${at}" s="${dateStyle}"><v>${serialOf(cell.date)}</v></c>`
  if ('formula' in cell) {
    const type = typeof cell.value === 'string' ? ' t="str"' : ''
    return `<c r="${at}"${type}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.value))}</v></c>`
  }
  if (!formats.includes(cell.format)) formats.push(cell.format)
  return `<c r="${at}" s="${dateStyle + 1 + formats.indexOf(cell.format)}"><v>${cell.number}</v></c>`
}

function sheetXml(sheet: MessySheet, parts: SheetParts): string {
  const { rows, headingRow, merges = [], hiddenColumns = [], isRightToLeft } = sheet
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const hidden = hiddenColumns.includes(at) ? ' hidden="1"' : ''
    return `<col min="${at + 1}" max="${at + 1}" width="${10 + at}" customWidth="1"${hidden}/>`
  })
  const rowXml = ({ cells, isHidden }: MessyRow, index: number) => {
    const inner = cells.map((cell, at) =>
      cellXml(cell, `${columnLetters(at)}${index + 1}`, index + 1 === headingRow, parts),
    )
    return `<row r="${index + 1}"${isHidden ? ' hidden="1"' : ''}>${inner.join('')}</row>`
  }
  const data = rows.map(rowXml).join('')
  return (
    `<worksheet xmlns="${main}" xmlns:r="${relations}">` +
    `<sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}/></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${data}</sheetData>` +
    (merges.length > 0
      ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '') +
    (parts.links.length > 0
      ? `<hyperlinks>${parts.links.map(({ at }, index) => `<hyperlink ref="${at}" r:id="rId${index + 1}"/>`).join('')}</hyperlinks>`
      : '') +
    '</worksheet>'
  )
}

const relationsXml = (list: ReadonlyArray<{ type: string; target: string; isExternal?: boolean }>) =>
  `<Relationships xmlns="${packageRelations}">${list
    .map(
      ({ type, target, isExternal }, at) =>
        `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${escaped(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/** Returns a sheet as an XLSX file. */
export function xlsxOf(sheet: MessySheet): Uint8Array<ArrayBuffer> {
  const parts: SheetParts = { strings: [], formats: [], links: [] }
  const cover = sheet.coverSheet
  const coverXml = `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Please don't change the columns.</t></is></c></row></sheetData></worksheet>`
  const names = [...(cover === undefined ? [] : [cover]), sheet.name.slice(0, 31)]
  const sheets = [...(cover === undefined ? [] : [coverXml]), sheetXml(sheet, parts)]
  const dataSheet = sheets.length
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
        `<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>` +
        `${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    ),
    '_rels/.rels': xml(relationsXml([{ type: 'officeDocument', target: 'xl/workbook.xml' }])),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
        .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      relationsXml([
        ...sheets.map((_, at) => ({ type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
        { type: 'styles', target: 'styles.xml' },
        { type: 'sharedStrings', target: 'sharedStrings.xml' },
      ]),
    ),
    'xl/styles.xml': xml(stylesXml(parts.formats)),
    'xl/sharedStrings.xml': xml(
      `<sst xmlns="${main}">${parts.strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  }
  for (const [at, text] of sheets.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = xml(text)
  if (parts.links.length > 0)
    files[`xl/worksheets/_rels/sheet${dataSheet}.xml.rels`] = xml(
      relationsXml(parts.links.map(({ link }) => ({ type: 'hyperlink', target: link, isExternal: true }))),
    )
  return zipSync(files) as Uint8Array<ArrayBuffer>
}

/** Returns a cell as a spreadsheet exports it to CSV: as shown, with a long number in scientific notation. */
function csvText(cell: MessyCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Math.abs(cell) >= 1e15 ? cell.toExponential(5).toUpperCase() : String(cell)
  if (typeof cell === 'boolean') return String(cell).toUpperCase()
  if (typeof cell === 'string') return cell
  if ('link' in cell) return cell.text
  if ('date' in cell) return cell.date
  if ('formula' in cell) return String(cell.value)
  return cell.format === '00000' ? String(cell.number).padStart(5, '0') : String(cell.number)
}

/** Returns a sheet as a CSV file. @param delimiter as spreadsheets write it in some countries. */
export const csvOf = ({ rows }: MessySheet, delimiter: ',' | ';' | '\t' = ','): string => {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const cells = rows.map((row) => Array.from({ length: width }, (_, at) => csvText(row.cells[at] ?? null)))
  return `${Papa.unparse(cells, { delimiter })}\r\n`
}

/** The links behind the text of a cell; empty if there is none. */
function linkBehind(cell: MessyCell): string {
  if (cell === null || typeof cell !== 'object') return ''
  if ('link' in cell) return cell.link
  return 'formula' in cell ? (/^HYPERLINK\("([^"]+)"/.exec(cell.formula)?.[1] ?? '') : ''
}

/** Returns the texts that a reader has to find in the workbook, and the columns whose links follow at the end of the rows. */
export function textsOf({ rows, merges = [] }: MessySheet): { rows: string[][]; linkColumns: number[] } {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const linkColumns = columns.filter((at) => rows.some(({ cells }) => linkBehind(cells[at] ?? null) !== ''))
  // A workbook has all digits that a spreadsheet keeps, and a CSV only those that it shows.
  const textOf = (cell: MessyCell) =>
    typeof cell === 'number' && cell >= 1e15 ? cell.toExponential().toUpperCase() : csvText(cell)
  const texts = rows.map(({ cells }) => columns.map((at) => textOf(cells[at] ?? null)))
  for (const [, letter = '', from = '', otherLetter, to = ''] of merges.map(
    (ref) => /(\w)(\d+):(\w)(\d+)/.exec(ref) ?? [],
  )) {
    if (letter !== otherLetter) continue
    const at = letter.charCodeAt(0) - 65
    for (let row = Number(from); row < Number(to); row++)
      (texts[row] as string[])[at] = texts[Number(from) - 1]?.[at] ?? ''
  }
  const links = rows.map(({ cells }) => linkColumns.map((at) => linkBehind(cells[at] ?? null)))
  return { rows: texts.map((row, at) => [...row, ...(links[at] ?? [])]), linkColumns }
}
