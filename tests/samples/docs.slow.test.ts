import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readDocument } from '@/components/docs/reference/document'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { removeFolder } from '../support/remove-folder'
import { isRun, runSample, sampleLanguages } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import {
  clientIds,
  endpointIds,
  mcpIds,
  newKey,
  operatingIds,
  docsOrigin as origin,
  packageIds,
  type Shown,
  samplesWith,
  shownSamples,
  watchIds,
} from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-docs-'))
const docsUrl = inject('docsUrl')
let shown: Shown[]
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await shownSamples(docsUrl)
})

afterAll(() => removeFolder(folder))

/** Runs a sample as it is shown, but with this server's address and a key, as a reader would. */
const runShown = ({ language, code }: Shown, address = docsUrl) =>
  runSample(language, code.replaceAll(origin, address).replaceAll(keyPlaceholder, key), folder)

/** Omits what is left of the quota, which differs for each call. */
const withoutCounts = (json: string) =>
  JSON.parse(json, (name, value) => (name === 'rate_limit' ? { ...value, remaining: null } : value))

const calls = ['resolve', 'search', 'convert', 'batch', 'withKey', 'bearer']
/** These samples have their own test file. */
const noCode = ['n8n', 'zapier', 'actions']
const elsewhere = [
  ...endpointIds,
  ...['csvBatch', 'batchParts', 'callback'],
  ...clientIds,
  ...watchIds,
  ...mcpIds,
  ...packageIds,
  ...noCode,
  ...operatingIds,
]
const examples = ['example/api/resolve', 'example/api/search', 'example/api/convert']
const arithmetic = ['bigNumber', 'unpack']
const guides = ['jsonLd', 'agent']

test('every sample on the pages is on a list of tested samples, and in a known language', () => {
  const others = ['problem', 'quotaHeaders', 'retry', 'staleIds', ...guides, ...elsewhere]
  const ids = new Set(shown.map(({ id }) => id))
  expect([...ids].sort()).toEqual([...calls, ...examples, ...arithmetic, ...others].sort())
  expect([...new Set(shown.map(({ language }) => language))].sort()).toEqual(
    [...sampleLanguages, 'JSON', 'TOML', 'YAML', 'nginx', 'Caddy', 'systemd', 'Compose'].sort(),
  )
})

// Newer versions of Go build their standard library before they run the first sample.
describe('a call of the API', { timeout: 180_000 }, () => {
  test.each([...calls, ...examples])('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesWith(shown, id).filter(isRun)) {
      const printed = withoutCounts(await runShown(sample))
      expect(printed, sample.language).toEqual(withoutCounts(sample.prints ?? ''))
    }
  })

  test('is shown and run for every operation, in curl, JavaScript, Python, PHP and Go', async () => {
    const { operations } = await readDocument()
    for (const { id } of operations) {
      expect([...calls, ...endpointIds], 'samples that a test runs').toContain(id)
      const own = shown.filter((sample) => sample.id === id && sample.page === `/docs/reference/${id}`)
      expect([id, ...own.map(({ language }) => language)]).toEqual([id, 'curl', 'JavaScript', 'Python', 'PHP', 'Go'])
    }
  })

  test('prints the problem body that the page shows if it fails', async () => {
    const [sample] = samplesWith(shown, 'problem')
    const { request_id, ...printed } = JSON.parse(await runShown(sample))
    const { request_id: exampleId, ...expected } = JSON.parse(sample.prints ?? '')
    expect(printed).toEqual(expected)
    expect(request_id.length).toBe(exampleId.length)
  })

  test('gets the quota headers that the page shows', async () => {
    const [sample] = samplesWith(shown, 'quotaHeaders')
    // How many calls are left, and how much of the day, differs.
    const shape = (headers: string) =>
      headers
        .replace(/(remaining: |;t=|"daily";r=)\d+/g, '$1#')
        .split(/\r?\n/)
        .map((line) => line.toLowerCase())
        .filter((line) => !line.startsWith('access-control'))
        .sort()
    expect(shape(await runShown(sample))).toEqual(shape(sample.prints ?? ''))
  })
})

describe('a sample that only computes', { timeout: 180_000 }, () => {
  test.each(arithmetic)('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesWith(shown, id).filter(isRun)) {
      expect(await runShown(sample), sample.language).toBe(sample.prints)
    }
  })
})

/** PHP indents JSON by four spaces. */
const unindented = (text: string) => text.replaceAll(/^ +/gm, '')

describe('a guide', { timeout: 180_000 }, () => {
  test.each(guides)('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesWith(shown, id).filter(isRun)) {
      expect(unindented(await runShown(sample)), sample.language).toBe(unindented(sample.prints ?? ''))
    }
  })

  test('says which place ids are listed, moved, gone or failed, in every language', async () => {
    const ids = [examplePlaceId, 'ChIJmoved', 'ChIJgone', 'ChIJlater']
    const results = [
      { ok: true, status: 200, result: { place_id: examplePlaceId, listing_status: 'listed' } },
      { ok: true, status: 200, result: { place_id: 'ChIJnew', listing_status: 'moved' } },
      { ok: false, status: 404, problem: { code: 'listing_not_found' } },
      { ok: false, status: 500, problem: { code: 'upstream_unavailable' } },
    ]
    for (const sample of samplesWith(shown, 'staleIds').filter(isRun)) {
      expect(await runShown(sample), sample.language).toBe(`${examplePlaceId} is listed`)

      await using server = await startScriptedServer({ status: 200, body: { results } })
      const several = ids.map((id) => JSON.stringify(id)).join(', ')
      const code = sample.code.replace(/['"]ChIJ\w+['"]/, several)
      expect(await runShown({ ...sample, code }, server.url), sample.language).toBe(
        [
          `${examplePlaceId} is listed`,
          'ChIJmoved is now ChIJnew',
          'ChIJgone is gone',
          'ChIJlater failed: upstream_unavailable',
        ].join('\n'),
      )
    }
  })
})

describe('the retry sample', () => {
  const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

  test('retries after a 500 and after a 429 until it gets an answer', async () => {
    await Promise.all(
      samplesWith(shown, 'retry')
        .filter(isRun)
        .map(async (sample) => {
          await using server = await startScriptedServer(
            { status: 500, body: problem('upstream_unavailable') },
            { status: 429, body: problem('too_many_requests'), headers: { 'retry-after': '1' } },
            { status: 200, body: { title: 'Trevi Fountain' } },
          )
          expect(await runShown(sample, server.url), sample.language).toBe('Trevi Fountain')
          expect(server.requests).toHaveLength(3)
        }),
    )
  })

  test('does not retry when the month’s quota is used up, and says why', async () => {
    for (const sample of samplesWith(shown, 'retry').filter(isRun)) {
      await using server = await startScriptedServer({ status: 429, body: problem('monthly_quota_exhausted') })
      await expect(runShown(sample, server.url), sample.language).rejects.toThrow(
        /Why it failed.*monthly_quota_exhausted/,
      )
      expect(server.requests).toHaveLength(1)
    }
  })
})
