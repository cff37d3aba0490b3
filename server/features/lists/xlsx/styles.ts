import { XmlReader } from './xml'

/** The indexes of cell styles. */
export interface AddedStyles {
  /** Text that a spreadsheet doesn't turn into a number when someone edits it. */
  text: number
  link: number
  heading: number
}

/** A list in a part for styles, such as its fonts. */
interface StyleList {
  start: number
  end: number
  tag: string
  prefix: string
  items: string[]
}

/**
 * Adds the styles of added cells, based on the workbook’s default style, unless it has them. Returns null if the part lacks a list
 * of styles.
 */
export function addStyles(source: string): { source: string; styles: AddedStyles } | null {
  const [fonts, formats] = [listOf(source, 'fonts'), listOf(source, 'cellXfs')]
  if (!fonts || !formats || fonts.end > formats.start) return null
  const { prefix } = fonts
  const baseId = Number(/\bfontId="(\d+)"/.exec(formats.items[0] ?? '')?.[1] ?? 0)
  const base = (fonts.items[baseId] ?? '')
    .replace(/^<[^>]*>|<\/[^>]*>$/g, '')
    .replace(new RegExp(`<${prefix}(?:b|i|u|strike|color)(?:\\s[^>]*)?/>`, 'g'), '')
  const fontOf = (extra: string) => indexIn(fonts.items, `<${prefix}font>${extra}${base}</${prefix}font>`)
  const formatOf = (numberFormat: number, font: number) =>
    indexIn(
      formats.items,
      `<${prefix}xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
  const styles = {
    text: formatOf(textFormat, baseId),
    link: formatOf(0, fontOf(`<${prefix}u/><${prefix}color rgb="FF0563C1"/>`)),
    heading: formatOf(0, fontOf(`<${prefix}b/>`)),
  }
  const between = source.slice(fonts.end, formats.start)
  return {
    source: source.slice(0, fonts.start) + listXml(fonts) + between + listXml(formats) + source.slice(formats.end),
    styles,
  }
}

/** The built-in number format for text. */
const textFormat = 49

function listOf(source: string, name: string): StyleList | null {
  const xml = new XmlReader(source)
  while (xml.next()) {
    if (xml.name !== name || xml.isEnd || xml.isEmpty) continue
    const { start, prefix } = xml
    const tag = source.slice(start, xml.end)
    const items: string[] = []
    while (xml.next() && !xml.isEnd) {
      const from = xml.start
      xml.skip()
      items.push(source.slice(from, xml.end))
    }
    return { start, end: xml.end, tag, prefix, items }
  }
  return null
}

function listXml({ tag, items, prefix }: StyleList): string {
  const name = /^<([^\s>]+)/.exec(tag)?.[1] ?? prefix
  return `${tag.replace(/\bcount="\d+"/, `count="${items.length}"`)}${items.join('')}</${name}>`
}

function indexIn(items: string[], item: string): number {
  const index = items.indexOf(item)
  return index === -1 ? items.push(item) - 1 : index
}
