import type { ReactElement } from 'react'
import { jsx } from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { docsContents } from '@/app/docs/contents'
import { docsMetadata, sectionsOf } from '@/components/docs/article'
import { useMDXComponents } from '@/components/docs/mdx'
import { Section } from '@/components/docs/prose'
import { compilePage } from '@/scripts/mdx.mjs'

test.each(Object.entries(docsContents))('%s is the file at its path', async (path, content) => {
  const page = (await content()) as ReactElement<{ path: string }>
  expect(page.props.path).toBe(path)
})

test('a section about something that the server doesn’t have is neither shown nor listed', () => {
  const section = (isShown: boolean) => jsx(Section, { id: 'apps', title: 'Apps', isShown, children: 'Text.' })
  expect(renderToStaticMarkup(section(false))).toBe('')
  expect(sectionsOf(section(false))).toEqual([])
  expect(sectionsOf(section(true))).toMatchObject([{ id: 'apps', title: 'Apps' }])
})

test.each([
  ['has no fragment', '## Quotas by plan'],
  ['has other Markdown', '## Quotas *by plan* [#plans]'],
])('a docs page does not compile if a heading %s', async (_, heading) => {
  await expect(compilePage(`Text.\n\n${heading}\n`, '/app/docs/quotas/page.mdx')).rejects.toThrow(
    'Write a heading as `## Title [#fragment]`',
  )
})

test('a docs page does not load if the contents don’t list it', () => {
  expect(() => docsMetadata('/docs/nothing' as '/docs')).toThrow("doesn't list /docs/nothing")
})

test('a Markdown table has the caption, a row for each line, and the columns’ names on a narrow screen', () => {
  const row = (type: 'td' | 'th', texts: string[]) =>
    jsx('tr', { children: texts.map((text) => jsx(type, { children: text }, text)) })
  const head = jsx('thead', { children: row('th', ['Code', 'Status', 'Meaning']) })
  const body = jsx('tbody', { children: [row('td', ['a', '1', 'One.']), '\n', row('td', ['b', '2', 'Two.'])] })
  const table = jsx('table', { children: [head, '\n', body] })
  const html = renderToStaticMarkup(jsx(useMDXComponents().Table, { caption: 'Codes', children: ['\n', table] }))
  const lines = html.split('</tr>').map((line) => line.replaceAll(/(?:<[^>]+>)+/g, '|'))
  expect(lines).toEqual(['|Codes|Code|Status|Meaning|', '|a|Status|1|Meaning|One.|', '|b|Status|2|Meaning|Two.|', '|'])
})
