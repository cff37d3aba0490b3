import { Children, isValidElement, type ReactNode } from 'react'
import { errorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { sectionsOf } from '../article'
import { errorHelp } from '../error-help'
import { type DocsPath, docsPages } from '../pages'
import { Section } from '../prose'
import type { Field } from '../reference/document'
import { type ReferencePage, referencePages } from '../reference/reference-pages'
import type { Entry } from './find'
import { otherPages, otherWords } from './words'

/** Returns all docs search entries: sections of pages, operations with their fields, error codes. */
export async function allEntries(contents: Record<DocsPath, () => ReactNode | Promise<ReactNode>>): Promise<Entry[]> {
  const guides = await Promise.all(
    docsPages.map(async ({ path, title, about, group }): Promise<Entry[]> => {
      const [intro, ...sections] = sectionTexts(await contents[path]())
      const entry = (path: string, heading: string, text: string): Entry => ({
        path,
        page: title,
        heading,
        text,
        ...(otherWords[path] && { words: otherWords[path] }),
        ...(group === 'Run it' && { forOperators: true }),
      })
      return [
        entry(path, '', `${about} ${intro?.text ?? ''}`.trim()),
        ...sections.map(({ id, title: heading, text }) => entry(`${path}#${id}`, heading, text)),
      ]
    }),
  )
  const pages = await referencePages()
  const responses = pages.map(({ operation }) => operation.answerName)
  return [
    ...guides.flat(),
    ...otherPages,
    // Several operations may share a response, whose fields are listed only once.
    ...oncePerMeaning(
      pages.flatMap((page, index) => entriesOf(page, responses.indexOf(page.operation.answerName) === index)),
    ),
    ...errorCodes.map((code): Entry => {
      const { meaning, remedy } = errorHelp[code]
      return {
        path: `/docs/errors/${code}`,
        page: 'Errors',
        heading: code,
        text: `${problems[code].title}. ${meaning} ${remedy}`,
      }
    }),
  ]
}

function entriesOf({ path, title, operation }: ReferencePage, isFirst: boolean): Entry[] {
  const { method, path: called, summary, parameters, request, answer } = operation
  const fields = (side: string, all: readonly Field[]) =>
    all.map(({ name, description }) => ({
      path: `${path}#${side}`,
      page: title,
      heading: name,
      text: plain(description),
    }))
  return [
    { path, page: title, heading: '', text: `${method} ${called} ${summary}.` },
    ...fields('request', [...parameters, ...request]),
    ...(isFirst ? fields('response', answer) : []),
  ]
}

/**
 * Omits fields already listed with the same meaning, and fields of nested objects and list entries that are also listed
 * on their own.
 */
function oncePerMeaning(entries: readonly Entry[]): Entry[] {
  const meaningOf = ({ heading, text }: Entry) => `${heading}\n${text}`
  const all = new Set(entries.map(meaningOf))
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const meaning = meaningOf(entry)
    const parents = [...entry.heading.matchAll(/\w(?:\[\])?\./g)]
    const isListedAlone = parents.some((one) => all.has(meaning.slice(one.index + one[0].length)))
    if (entry.heading !== '' && (seen.has(meaning) || isListedAlone)) return false
    seen.add(meaning)
    return true
  })
}

const plain = (markdown: string) => markdown.replaceAll('`', '')

/** A page's text under one heading. */
interface SectionText {
  /** The fragment of the section; empty for the text before the first one. */
  id: string
  title: string
  text: string
}

/**
 * Reads a page's sections from the elements that its Markdown becomes. The output of components, such as a sample, is not
 * included.
 */
function sectionTexts(page: ReactNode): SectionText[] {
  if (!isValidElement<{ children?: ReactNode }>(page)) return []
  const { children } = page.props
  const intro = Children.toArray(children).filter((part) => !(isValidElement(part) && part.type === Section))
  return [
    { id: '', title: '', text: tidy(intro.map(textOf).join(' ')) },
    ...sectionsOf(children).map(({ id, title, children }) => ({ id, title, text: tidy(textOf(children)) })),
  ]
}

/** Returns the text in elements and in their props, such as table rows. */
function textOf(node: unknown): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<Record<string, unknown>>(node)) {
    const { name, children, rows, isShown } = node.props
    if (isShown === false || node.type === 'thead') return ''
    // Inline elements are part of the surrounding text; blocks are separated by spaces.
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
