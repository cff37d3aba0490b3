import { type Parts, partText, relationshipsOf, targetPath } from './package'
import { XmlReader } from './xml'

/** A sheet of a workbook. */
export interface SheetPart {
  name: string
  isHidden: boolean
  path: string
}

/** The parts of a workbook that its cells depend on. Paths are null if the workbook has no such part. */
export interface Layout {
  path: string
  sheets: readonly SheetPart[]
  strings: string | null
  styles: string | null
  /** Whether days are counted from 1904, as old versions of Excel for Mac do. */
  is1904: boolean
}

/**
 * Finds the sheets of a workbook, in the order of their tabs, and what they depend on.
 * @throws Error if the workbook has none.
 */
export function layoutOf(parts: Parts): Layout {
  const root = relationshipsOf(parts, '').find(({ type }) => type.endsWith('/officeDocument'))
  const path = root ? targetPath('', root) : 'xl/workbook.xml'
  const relationships = relationshipsOf(parts, path)
  const sheets: SheetPart[] = []
  let is1904 = false
  const xml = new XmlReader(partText(parts, path) ?? '')
  while (xml.next()) {
    if (xml.isEnd) continue
    if (xml.name === 'workbookPr') is1904 = isTrue(xml.attribute('date1904'))
    if (xml.name !== 'sheet') continue
    const id = xml.attribute('id')
    const part = relationships.find((one) => one.id === id)
    if (!part?.type.endsWith('/worksheet') || !parts.has(targetPath(path, part))) continue
    const isHidden = (xml.attribute('state') ?? 'visible') !== 'visible'
    sheets.push({ name: xml.attribute('name') ?? '', isHidden, path: targetPath(path, part) })
  }
  if (sheets.length === 0) throw new Error('The workbook has no sheets.')
  const pathOf = (type: string) => {
    const part = relationships.find((one) => one.type.endsWith(`/${type}`))
    return part ? targetPath(path, part) : null
  }
  return { path, sheets, strings: pathOf('sharedStrings'), styles: pathOf('styles'), is1904 }
}

export const isTrue = (value: string | null): boolean => value === '1' || value === 'true'
