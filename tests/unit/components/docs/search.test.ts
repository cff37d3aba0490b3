import { expect, test } from 'vitest'
import { GET } from '@/app/docs/search.json/route'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import type { Entry } from '@/components/docs/search/entries'
import { finder } from '@/components/docs/search/find'
import { errorCodes } from '@/server/errors'

const entries: Entry[] = await (await GET()).json()
const find = finder(entries)
const paths = (query: string) => find(query).flatMap(({ hits }) => hits.map(({ path }) => path))

test('every page, operation and error code is found', async () => {
  const known = new Set(entries.map(({ path }) => path))
  for (const { path } of docsPages) expect(known).toContain(path)
  for (const { id } of (await readDocument()).operations) expect(known).toContain(`/docs/reference/${id}`)
  for (const code of errorCodes) expect(known).toContain(`/docs/errors/${code}`)
})

test('sections have the text that their page shows, without what is between', () => {
  const section = entries.find(({ path }) => path === '/docs/identifiers#strings')
  expect(section).toMatchObject({ page: 'Identifiers', heading: 'CIDs are strings' })
  expect(section?.text).toContain('A CID has up to 20 digits. JavaScript reads a JSON number with 53 bits')
  expect(section?.text).not.toMatch(/ {2}|undefined|\[object/)
  const table = entries.find(({ path }) => path === '/docs/batches#watch')
  expect(table?.text, 'the rows of a table').toContain('Goes on when it is resumed.')
})

test('finds a field, a code and a task, the best first', () => {
  expect(paths('schema_hasmap')[0]).toMatch(/^\/docs\/reference\/\w+#response$/)
  expect(paths('monthly_quota_exhausted')[0]).toBe('/docs/errors/monthly_quota_exhausted')
  expect(paths('google sheets')[0]).toMatch(/^\/docs\/guides\/google-sheets/)
  expect(paths('review links')[0]).toBe('/docs/guides/review-links')
  expect(paths('Idempotency-Key')).toContain('/docs/reference/batches-make#request')
})

test('the beginning of a word and a slip are enough; a word that is nowhere finds nothing', () => {
  expect(paths('authent')[0]).toBe('/docs/authentication')
  expect(paths('callbakcs')).toContain('/docs/callbacks')
  expect(paths('batches zebra')).toEqual([])
})

test('shows the words around what was found', () => {
  const [hit] = find('maxmemory').flatMap(({ hits }) => hits)
  expect(hit).toMatchObject({ path: '/docs/self-hosting#store', heading: 'Where data is stored' })
  expect(hit?.excerpt).toContain('maxmemory-policy')
  expect(hit?.excerpt.length).toBeLessThan(130)
})

test('all of it is small enough to load when the search is opened', () => {
  expect(JSON.stringify(entries).length).toBeLessThan(150_000)
})
