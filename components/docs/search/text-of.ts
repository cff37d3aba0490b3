import { Children, isValidElement, type ReactNode } from 'react'
import { Section, type SectionProps } from '../prose'

/** The text of a page under one heading. */
export interface SectionText {
  /** The fragment of the section; empty for the text before the first one. */
  id: string
  title: string
  text: string
}

/**
 * Reads the sections of a page from the elements that its component returns, so that the search needs no second copy of the text.
 * The output of nested components, such as a sample, is not included.
 */
export function sectionTexts(page: ReactNode): SectionText[] {
  if (!isValidElement<{ children?: ReactNode }>(page)) return []
  const parts = Children.toArray(page.props.children)
  const isSection = (part: ReactNode) => isValidElement(part) && part.type === Section
  const intro = parts.filter((part) => !isSection(part)).map(textOf)
  const sections = parts.flatMap((part) => {
    if (!isValidElement<SectionProps>(part) || part.type !== Section) return []
    const { id, title, children } = part.props
    return { id, title, text: tidy(textOf(children)) }
  })
  return [{ id: '', title: '', text: tidy(intro.join(' ')) }, ...sections]
}

/** Returns the text in elements and in their props, such as the rows of a table. */
function textOf(node: unknown): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<Record<string, unknown>>(node)) {
    const { name, children, rows } = node.props
    // Inline elements continue the line; blocks are separated by spaces.
    return isInline(node.type) ? textOf(children) : [name, children, rows].map(spaced).join('')
  }
  if (typeof node === 'object' && node !== null && 'cells' in node) return textOf((node.cells as unknown[]).map(spaced))
  return ''
}

const spaced = (part: unknown) => ` ${textOf(part)} `

const blocks = new Set(['p', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'div', 'h3', 'table', 'td', 'th'])

const isInline = (type: unknown) => typeof type === 'string' && !blocks.has(type)

const tidy = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:;)])/g, '$1')
    .trim()
