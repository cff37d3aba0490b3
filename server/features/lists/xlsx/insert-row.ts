import type { SheetPart } from './layout'
import { type Parts, partText, relationshipsOf, targetPath, writePart } from './package'
import { maxRow } from './references'
import { escapeXml, XmlReader } from './xml'

/** The attributes of a sheet, its comments, and its tables that refer to cells of the sheet. */
const references = /(\s(?:r|ref|sqref|topLeftCell|activeCell)\s*=\s*)(?:"([^"]*)"|'([^']*)')/g

/** The elements with formulas: in sheets, names, and charts. */
const formulas = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName'])

/**
 * Moves all rows of a sheet down by one. Formulas, names, and charts continue to refer to the same cells, and the sheet’s
 * comments, drawings, and tables stay beside them.
 */
export function insertRow(parts: Parts, sheet: SheetPart): void {
  const { path } = sheet
  const related = new Set(relationshipsOf(parts, path).map((relationship) => targetPath(path, relationship)))
  for (const part of parts.keys()) {
    const isOwn = part === path || related.has(part)
    if (part.endsWith('.vml')) {
      if (isOwn) moveShapes(parts, part)
    } else if (part.endsWith('.xml') && (isOwn || /\/(?:worksheets|charts|pivotCache)\/|\/workbook\.xml$/.test(part)))
      writePart(parts, part, movePart(parts, part, sheet, isOwn))
  }
}

/** Moves what a part refers to. Drawings have positions, but no references. */
function movePart(parts: Parts, part: string, { path, name: sheet }: SheetPart, isOwn: boolean): string {
  const source = partText(parts, part) ?? ''
  const hasReferences = isOwn && !part.includes('/drawings/')
  const output: string[] = []
  let copied = 0
  const replace = (start: number, end: number, text: string) => {
    output.push(source.slice(copied, start), text)
    copied = end
  }
  const xml = new XmlReader(source)
  while (xml.next()) {
    if (xml.isEnd) {
      if (formulas.has(xml.name))
        replace(xml.textStart, xml.start, escapeXml(moveFormula(xml.text(), sheet, part === path)))
      else if (isOwn && xml.name === 'sqref') replace(xml.textStart, xml.start, moveReference(xml.text()))
      else if (isOwn && xml.name === 'row' && /^\d+$/.test(xml.text()))
        replace(xml.textStart, xml.start, String(Number(xml.text()) + 1))
    } else if (hasReferences || (xml.name === 'worksheetSource' && xml.attribute('sheet') === sheet)) {
      const tag = source.slice(xml.start, xml.end)
      const moved = tag.replace(references, (_, head, double, single) => `${head}"${moveReference(double ?? single)}"`)
      const isPane = xml.name === 'pane' && xml.attribute('state')?.startsWith('frozen')
      const final = isPane
        ? moved.replace(/(\sySplit=")(\d+)"/, (_, head, rows) => `${head}${Number(rows) + 1}"`)
        : moved
      if (final !== tag) replace(xml.start, xml.end, final)
    }
  }
  return output.join('') + source.slice(copied)
}

/** Moves references such as `A1`, `A1:B2 C3`, and the number of a row. */
const moveReference = (text: string): string =>
  text.replace(/(^|[A-Z$\s])(\d+)/g, (_, before, row) => before + Math.min(Number(row) + 1, maxRow))

/** Matches the next part of a formula: text, the name of a sheet, a table’s column, a reference, a name, a number, or an operator. */
const tokens =
  /"(?:[^"]|"")*"|((?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!)|\[[^\]]*\]|(\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\p{N}_.(!])|\$?\d{1,7}:\$?\d{1,7}(?![\p{L}\p{N}_.]))|[\p{L}_\\][\p{L}\p{N}_.\\]*|\d[\d.]*(?:E[-+]?\d+)?|[\s\S]/gu

/**
 * Moves a formula’s references to a sheet.
 * @param isSheet whether the formula is on that sheet, where references need no name.
 */
export function moveFormula(formula: string, sheet: string, isSheet: boolean): string {
  let isMoving = isSheet
  let previous = ''
  return formula.replace(tokens, (token, name: string | undefined, reference: string | undefined) => {
    const moves = reference !== undefined && isMoving
    if (name !== undefined) {
      const plain = name.startsWith("'") ? name.slice(1, -2).replaceAll("''", "'") : name.slice(0, -1)
      isMoving = plain.toLowerCase() === sheet.toLowerCase() && !previous.startsWith('[')
    } else if (reference === undefined && token !== ':') isMoving = isSheet
    previous = token
    return moves ? token.replace(/\d+/g, (row) => String(Math.min(Number(row) + 1, maxRow))) : token
  })
}

/** Moves the shapes of comments. */
function moveShapes(parts: Parts, part: string): void {
  const source = partText(parts, part) ?? ''
  const moved = source
    .replace(/(<x:Row>\s*)(\d+)/g, (_, head, row) => head + (Number(row) + 1))
    .replace(/(<x:Anchor>)([^<]*)/g, (_, head, anchor: string) => {
      const numbers = anchor.split(',')
      return head + numbers.map((text, index) => (index === 2 || index === 6 ? ` ${Number(text) + 1}` : text)).join(',')
    })
  parts.set(part, new TextEncoder().encode(moved))
}
