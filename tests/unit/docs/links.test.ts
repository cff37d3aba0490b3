import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { docsPages } from '@/components/docs/pages'
import { scripts } from '@/package.json'
import { tasks } from '@/scripts/task-list.mjs'

const markdownIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

const pages = [...markdownIn('.'), ...markdownIn('docs'), 'clients/npm/README.md']
const textOf = (page: string) => readFileSync(page, 'utf8')

/** Returns the text without code blocks, whose brackets are not links. */
const proseOf = (page: string) => textOf(page).replaceAll(/^```.*?^```$/gms, '')

/** Returns GitHub's anchor for a heading: lower case, without punctuation, and with hyphens for spaces. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function anchorsOf(page: string): string[] {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const numbered = headings.map((anchor, at) => {
    const earlier = headings.slice(0, at).filter((other) => other === anchor).length
    return earlier === 0 ? anchor : `${anchor}-${earlier}`
  })
  return [...numbered, ...[...proseOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)]
}

test.each(pages)('every link in %s to a project file points to an existing file and heading', (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  for (const link of links.filter((link) => !/^[a-z]+:/.test(link))) {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(target), link).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor)
  }
})

// The changelog may mention files that were removed later.
test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  'every docs page and npm command mentioned in %s exists',
  (page) => {
    const known = new Set<string>(docsPages.map(({ path }) => path))
    const named = [...proseOf(page).matchAll(/`(\/docs(?:\/[a-z-]+)*)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !known.has(path))).toEqual([])
    const commands = [...textOf(page).matchAll(/\bnpm run\s+(task\s+)?([a-z]+(?:[:-][a-z]+)*)/g)]
    expect(commands.filter(([, task, name = '']) => !(name in (task ? tasks : scripts)))).toEqual([])
  },
)

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('every file and folder mentioned in %s exists', (page) => {
  const named = [
    ...textOf(page).matchAll(/(?<![\w./<-])(?:app|clients|components|docs|scripts|server|tests)\/[^\s`()“”,;:]*/g),
  ]
  const paths = named.map(([path]) => path).filter((path) => /^[^*<>{}]+(?:\.\w+|\/)$/.test(path))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('the README is short', () => {
  const readme = textOf('README.md')
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(170)
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_300)
})
