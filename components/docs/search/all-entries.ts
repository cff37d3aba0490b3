import type { ReactNode } from 'react'
import { errorCodes } from '@/server/errors'
import { problems } from '@/server/problem'
import { errorHelp } from '../error-help'
import { type DocsPath, docsPages } from '../pages'
import type { Field } from '../reference/document'
import { type ReferencePage, referencePages } from '../reference/reference-pages'
import type { Entry } from './entries'
import { sectionTexts } from './text-of'

/** The component of each page of the docs. */
export type DocsComponents = Record<DocsPath, () => ReactNode | Promise<ReactNode>>

/** Returns all that the search of the docs can find: sections of pages, operations with their fields, error codes. */
export async function allEntries(components: DocsComponents): Promise<Entry[]> {
  const guides = await Promise.all(
    docsPages.map(async ({ path, title, about }): Promise<Entry[]> => {
      const [intro, ...sections] = sectionTexts(await components[path]())
      return [
        { path, page: title, heading: '', text: `${about} ${intro?.text ?? ''}`.trim() },
        ...sections.map(({ id, title: heading, text }) => ({ path: `${path}#${id}`, page: title, heading, text })),
      ]
    }),
  )
  const pages = await referencePages()
  const answers = pages.map(({ operation }) => operation.answerName)
  return [
    ...guides.flat(),
    // Several operations may share an answer, whose fields are listed only once.
    ...pages.flatMap((page, index) => entriesOf(page, answers.indexOf(page.operation.answerName) === index)),
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

const plain = (markdown: string) => markdown.replaceAll('`', '')
