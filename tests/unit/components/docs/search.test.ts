import { expect, test } from 'vitest'
import { GET } from '@/app/docs/search.json/route'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import { type Entry, finder } from '@/components/docs/search/find'
import { errorCodes } from '@/server/errors'

const entries: Entry[] = await (await GET()).json()
const find = finder(entries)
const paths = (query: string) => find(query).flatMap(({ hits }) => hits.map(({ path }) => path))

test('every page, operation and error code is in the search index', async () => {
  const known = new Set(entries.map(({ path }) => path))
  for (const { path } of docsPages) expect(known).toContain(path)
  for (const { id } of (await readDocument()).operations) expect(known).toContain(`/docs/reference/${id}`)
  for (const code of errorCodes) expect(known).toContain(`/docs/errors/${code}`)
})

test('the search index has the text of a section as its page shows it, tables included', () => {
  const section = entries.find(({ path }) => path === '/docs/identifiers#strings')
  expect(section).toMatchObject({ page: 'Identifiers', heading: 'CIDs are strings' })
  expect(section?.text).toContain('A CID has up to 20 digits. JavaScript reads a JSON number with 53 bits')
  expect(section?.text).not.toMatch(/ {2}|undefined|\[object/)
  const table = entries.find(({ path }) => path === '/docs/batches#watch')
  expect(table?.text, 'the rows of a table').toContain('Goes on when it is resumed.')
})

test('the search finds fields, error codes and tasks, best match first', () => {
  expect(paths('schema_hasmap')[0]).toMatch(/^\/docs\/reference\/\w+#response$/)
  expect(paths('monthly_quota_exhausted')[0]).toBe('/docs/errors/monthly_quota_exhausted')
  expect(paths('google sheets')[0]).toMatch(/^\/docs\/guides\/google-sheets/)
  expect(paths('review links')[0]).toBe('/docs/guides/review-links')
  expect(paths('Idempotency-Key')).toContain('/docs/reference/batches-make#request')
})

test('the search accepts the start of a word and a typo, but finds nothing if a word is nowhere', () => {
  expect(paths('authent')[0]).toBe('/docs/authentication')
  expect(paths('callbakcs')).toContain('/docs/callbacks')
  expect(paths('batches zebra')).toEqual([])
})

test('a search result shows the words around the match', () => {
  const [hit] = find('maxmemory').flatMap(({ hits }) => hits)
  expect(hit).toMatchObject({ path: '/docs/self-hosting#store', heading: 'Where data is stored' })
  expect(hit?.excerpt).toContain('maxmemory-policy')
  expect(hit?.excerpt.length).toBeLessThan(130)
})

test('the search index is small enough to load when the search is opened', () => {
  expect(JSON.stringify(entries).length).toBeLessThan(150_000)
})
