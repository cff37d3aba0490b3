import { expect, test } from 'vitest'
import { GET } from '@/app/docs/search.json/route'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import { entriesOf, finder, type PageEntries } from '@/components/docs/search/find'
import { otherWords } from '@/components/docs/search/words'
import { errorCodes } from '@/server/platform/problems/errors'

const pages: PageEntries[] = await (await GET()).json()
const entries = entriesOf(pages)
const find = finder(entries)
const paths = (query: string) => find(query).flatMap(({ hits }) => hits.map(({ path }) => path))

test('every page, operation, and error code is in the search index', async () => {
  const indexed = new Set(entries.map(({ path }) => path))
  for (const { path } of docsPages) expect(indexed).toContain(path)
  for (const { id } of (await readDocument()).operations) expect(indexed).toContain(`/docs/reference/${id}`)
  for (const code of errorCodes) expect(indexed).toContain(`/docs/errors/${code}`)
})

test('the search index has a section’s text as shown on its page, including tables', () => {
  const section = entries.find(({ path }) => path === '/docs/identifiers#strings')
  expect(section).toMatchObject({ page: 'Identifiers', heading: 'CIDs are strings' })
  expect(section?.text).toContain('A CID has up to 20 digits. JavaScript reads JSON numbers with 53 bits')
  expect(section?.text).not.toMatch(/ {2}|undefined|\[object/)
  const table = entries.find(({ path }) => path === '/docs/batches#watch')
  expect(table?.text, 'the rows of a table').toContain('Stopped until you resume it.')
})

test('search finds fields, error codes, and tasks, best match first', () => {
  expect(paths('schema_hasmap')[0]).toMatch(/^\/docs\/reference\/\w+#response$/)
  expect(paths('monthly_quota_exhausted')[0]).toBe('/docs/errors/monthly_quota_exhausted')
  expect(paths('google sheets')[0]).toMatch(/^\/docs\/guides\/google-sheets/)
  expect(paths('review links')[0]).toBe('/docs/guides/review-links')
  expect(paths('Idempotency-Key')).toContain('/docs/reference/batches-create#request')
})

test('search accepts the start of a word and a typo, and falls back to pages with some of the words', () => {
  expect(paths('authent')[0]).toBe('/docs/authentication')
  expect(paths('callbakcs')).toContain('/docs/callbacks')
  expect(paths('zebra pause a batch')[0]).toMatch(/batch/)
  expect(paths('zebra')).toEqual([])
})

/** Queries as developers type them, and the page that answers each query. */
const questions: Record<string, string> = {
  'verify signature': '/docs/callbacks#signature',
  'webhook retries': '/docs/callbacks#tries',
  webhooks: '/docs/callbacks',
  'rotate webhook secret': '/docs/callbacks#secret',
  'webhook url localhost': '/docs/callbacks#addresses',
  SDK: '/docs/typescript',
  'python sdk': '/docs/python',
  'client library': '/docs/typescript',
  'npm package': '/docs/typescript',
  'pip install': '/docs/python',
  'node js': '/docs/typescript',
  allowlist: '/docs/authentication#limits',
  'restrict key to ip address': '/docs/authentication#limits',
  'api key expiration': '/docs/authentication#limits',
  'leaked key': '/docs/authentication#keys',
  sandbox: '/docs/authentication#test-keys',
  cors: '/docs/authentication#browsers',
  'delete my data': '/privacy',
  'delete my account': '/account',
  GDPR: '/privacy',
  'where is my data stored': '/privacy',
  latency: '/status',
  uptime: '/status',
  'is it down': '/status',
  price: '/pricing',
  pricing: '/pricing',
  'how much does it cost': '/pricing',
  'upgrade plan': '/pricing',
  'cancel subscription': '/pricing',
  'what counts as a call': '/docs/quotas#what-counts',
  'am I charged for errors': '/docs/quotas#failures',
  'rate limit': '/docs/quotas#bursts',
  'requests per second': '/docs/quotas#bursts',
  'too many requests': '/docs/errors/too_many_requests',
  429: '/docs/quotas#bursts',
  'ratelimit headers': '/docs/quotas#headers',
  'retry backoff': '/docs/errors#again',
  'status codes': '/docs/errors',
  'bulk upload csv': '/docs/batches',
  'download results': '/docs/batches#results',
  'batch status polling': '/docs/batches#watch',
  'maximum file size': '/docs/batches#limits',
  openapi: '/docs/reference#documents',
  swagger: '/docs/reference#documents',
  postman: '/docs/guides/no-code#postman',
  'model context protocol': '/docs/mcp',
  'claude desktop': '/docs/mcp',
  'short link': '/docs/links#short-links',
  'maps.app.goo.gl': '/docs/lookups#look-up',
  'place id to cid': '/docs/identifiers#derive',
  'convert cid to hex': '/docs/lookups#convert',
  'difference between cid and place id': '/docs/identifiers',
  'javascript precision': '/docs/identifiers#strings',
  'find place id by business name': '/docs/lookups#search',
  'review link': '/docs/guides/review-links',
  'QR code for reviews': '/docs/guides/review-links',
  'expired place id': '/docs/guides/stale-place-ids',
  'google sheets formula': '/docs/guides/google-sheets',
  'structured data seo': '/docs/guides/json-ld',
  'zapier integration': '/docs/guides/no-code',
  docker: '/docs/self-hosting',
  prometheus: '/docs/self-hosting#watching',
  'contact support': '/contact',
}

test('each of 60 queries has its answer in the first three results', () => {
  expect(Object.keys(questions).length).toBeGreaterThanOrEqual(60)
  const missed = Object.entries(questions).flatMap(([question, path]) => {
    const first = paths(question).slice(0, 3)
    return first.includes(path) ? [] : [`${question}: ${first.join(', ')}; not ${path}`]
  })
  expect(missed).toEqual([])
})

test('synonyms exist only for existing sections', () => {
  const indexed = new Set(entries.map(({ path }) => path))
  expect(Object.keys(otherWords).filter((path) => !indexed.has(path))).toEqual([])
})

test('a search result shows the text around the match', () => {
  const [hit] = find('maxmemory').flatMap(({ hits }) => hits)
  expect(hit).toMatchObject({ path: '/docs/self-hosting#store', heading: 'Where data is stored' })
  expect(hit?.excerpt).toContain('maxmemory-policy')
  expect(hit?.excerpt.length).toBeLessThan(130)
})

test('the search index is small enough to load when the search is opened', () => {
  expect(JSON.stringify(pages).length).toBeLessThan(165_000)
})
