import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook, by path. */
export type PartTexts = Record<string, string>

/** Returns the relationships of a part: id, type, and target each. Web addresses are external. */
export const relationships = (...items: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${packageTypes}/relationships">${items
    .map(([id, type, target]) => {
      const mode = target.includes(':') ? ' TargetMode="External"' : ''
      return `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"${mode}/>`
    })
    .join('')}</Relationships>`

/** Returns a sheet with rows, and with what precedes and follows them. */
export const sheetXml = (rows: string, after = '', before = ''): string =>
  `<worksheet xmlns="${main}" xmlns:r="${relationshipTypes}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`

/** Returns styles with number formats: `formats` are codes from the id 164 on, and `cells` the format ids of the cell styles. */
export const stylesXml = (formats: readonly string[], cells: readonly number[]): string =>
  `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="1"><font><sz val="11"/><color theme="1"/><name val="Calibri"/></font></fonts><cellXfs count="${cells.length}">${cells
    .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`)
    .join('')}</cellXfs></styleSheet>`

/**
 * Returns the parts of a workbook, as Excel writes them.
 * @param sheets the parts of the sheets.
 * @param others parts that override or follow, such as `xl/sharedStrings.xml`.
 */
export function workbookParts(sheets: readonly string[], others: PartTexts = {}): PartTexts {
  const numbers = sheets.map((_, index) => index + 1)
  const overrides = numbers.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentTypes}.worksheet+xml"/>`,
  )
  const parts: PartTexts = {
    '[Content_Types].xml': `<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypes}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${contentTypes}.sharedStrings+xml"/><Override PartName="/xl/calcChain.xml" ContentType="${contentTypes}.calcChain+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationshipTypes}"><sheets>${numbers
      .map((number) => `<sheet name="Sheet ${number}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...numbers.map((number): [string, string, string] => [
        `rId${number}`,
        'worksheet',
        `worksheets/sheet${number}.xml`,
      ]),
      ['rId101', 'styles', 'styles.xml'],
      ['rId102', 'sharedStrings', 'sharedStrings.xml'],
      ['rId103', 'calcChain', 'calcChain.xml'],
    ),
    'xl/styles.xml': stylesXml([], [0]),
    'xl/sharedStrings.xml': `<sst xmlns="${main}"/>`,
    'xl/calcChain.xml': `<calcChain xmlns="${main}"/>`,
  }
  for (const [index, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${index + 1}.xml`] = sheet
  return Object.assign(parts, others)
}

/** Packs parts into a workbook. */
export const packParts = (parts: PartTexts): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))

/** Returns the parts of a workbook. */
export const unpackParts = (bytes: Uint8Array): PartTexts =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))
