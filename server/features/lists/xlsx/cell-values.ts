import type { Layout } from './layout'
import { type NumberText, numberText } from './number-text'
import { type Parts, partText } from './package'
import { XmlReader } from './xml'

/** What a workbook’s cells refer to: their text, and how their numbers are written. */
export interface CellValues {
  strings: readonly string[]
  /** By the index of a cell’s style. */
  numberTexts: readonly NumberText[]
}

/** Reads what the cells of a workbook refer to. */
export const cellValuesOf = (parts: Parts, layout: Layout): CellValues => ({
  strings: layout.strings === null ? [] : stringsOf(partText(parts, layout.strings) ?? ''),
  numberTexts: layout.styles === null ? [] : numberTextsOf(partText(parts, layout.styles) ?? '', layout.is1904),
})

function stringsOf(source: string): string[] {
  const xml = new XmlReader(source)
  const strings: string[] = []
  while (xml.next()) if (xml.name === 'si' && !xml.isEnd) strings.push(richText(xml))
  return strings
}

/** Reads the text of the latest element, without formatting and pronunciations. */
export function richText(xml: XmlReader): string {
  const element = xml.name
  let text = ''
  if (xml.isEmpty) return text
  while (xml.next()) {
    if (xml.name === element && xml.isEnd) break
    if (xml.name === 'rPh') xml.skip()
    else if (xml.name === 't' && xml.isEnd) text += xml.text()
  }
  return decodeCharacters(text)
}

/** Decodes characters that Excel escapes, as in `_x000D_`. */
export const decodeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

function numberTextsOf(source: string, is1904: boolean): NumberText[] {
  const codes = new Map<number, string>()
  const texts = new Map<number, NumberText>()
  const textOf = (id: number) => {
    const text = texts.get(id) ?? numberText(id, codes.get(id) ?? null, is1904)
    texts.set(id, text)
    return text
  }
  const numberTexts: NumberText[] = []
  let isCellFormat = false
  const xml = new XmlReader(source)
  while (xml.next()) {
    if (xml.name === 'cellXfs') isCellFormat = !xml.isEnd
    else if (xml.isEnd) continue
    else if (xml.name === 'numFmt') codes.set(Number(xml.attribute('numFmtId')), xml.attribute('formatCode') ?? '')
    else if (xml.name === 'xf' && isCellFormat) numberTexts.push(textOf(Number(xml.attribute('numFmtId') ?? 0)))
  }
  return numberTexts
}
