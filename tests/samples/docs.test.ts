import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { removeFolder } from '../support/remove-folder'
import { isRun, runSample, sampleLanguages } from '../support/run-sample'
import { type App, startApp } from '../support/start-app'
import {
  endpointIds,
  newKey,
  operatingIds,
  docsOrigin as origin,
  type Shown,
  samplesWith,
  shownSamples,
} from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-docs-'))
let app: App
let shown: Shown[]
let key: string

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: join(folder, '.data'), APP_URL: origin, FREE_DAILY_QUOTA: '1000' })
  key = await newKey(app.url)
  shown = await shownSamples(app.url)
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** Runs a sample as it is shown, but for the address and the key that a reader has of his own. */
const runShown = ({ language, code }: Shown, address = app.url) =>
  runSample(language, code.replaceAll(origin, address).replaceAll(keyPlaceholder, key), folder)

/** Where the quota stands is different at each call. */
const withoutCounts = (json: string) =>
  JSON.parse(json, (name, value) => (name === 'rate_limit' ? { ...value, remaining: null } : value))

const calls = ['resolve', 'search', 'convert', 'batch', 'withKey', 'bearer']
/** Run in files of their own. */
const elsewhere = [...endpointIds, 'csvBatch', 'batchParts', 'callback', ...operatingIds]
const examples = ['example/api/resolve', 'example/api/search', 'example/api/convert']
const forms = ['/api/resolve', '/api/search', '/api/convert', '/api/batch']
const arithmetic = ['bigNumber', 'unpack']

test('every sample of the pages is run, in every language', () => {
  const others = ['problem', 'quotaHeaders', 'retry', ...elsewhere]
  const ids = new Set(shown.map(({ id }) => id))
  expect([...ids].sort()).toEqual([...calls, ...examples, ...forms, ...arithmetic, ...others].sort())
  expect([...new Set(shown.map(({ language }) => language))].sort()).toEqual(sampleLanguages)
})

// A newer Go builds what it brings along before it runs the first sample.
describe('a call of the API', { timeout: 180_000 }, () => {
  test.each([...calls, ...examples])('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesWith(shown, id).filter(isRun)) {
      const printed = withoutCounts(await runShown(sample))
      expect(printed, sample.language).toEqual(withoutCounts(sample.prints ?? ''))
    }
  })

  test.each(forms)(
    'the form of the reference for %s shows it in every language, and each prints the answer',
    async (path) => {
      const samples = samplesWith(shown, path)
      expect(samples.map(({ language }) => language)).toEqual(['curl', 'JavaScript', 'Python', 'PHP', 'Go'])
      const answers = []
      for (const sample of samples.filter(isRun)) answers.push(withoutCounts(await runShown(sample)))
      expect(answers[0]).toMatchObject(
        path === '/api/search' || path === '/api/batch'
          ? { results: expect.any(Array) }
          : { maps_url: expect.stringMatching(/^https/) },
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
    },
  )

  test('a failure prints the problem body that the page shows', async () => {
    const [sample] = samplesWith(shown, 'problem')
    const { request_id, ...printed } = JSON.parse(await runShown(sample))
    const { request_id: exampleId, ...said } = JSON.parse(sample.prints ?? '')
    expect(printed).toEqual(said)
    expect(request_id.length).toBe(exampleId.length)
  })

  test('the headers of the quota are those that the page shows', async () => {
    const [sample] = samplesWith(shown, 'quotaHeaders')
    // What is left, of calls and of the day, differs.
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

describe('arithmetic', { timeout: 180_000 }, () => {
  test.each(arithmetic)('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesWith(shown, id).filter(isRun)) {
      expect(await runShown(sample), sample.language).toBe(sample.prints)
    }
  })
})

describe('trying again', () => {
  /** A server that answers with these statuses in turn. */
  async function stubborn(answers: Array<{ status: number; body: object; headers?: Record<string, string> }>) {
    let asked = 0
    const server = createServer((_, response) => {
      const { status, body, headers = {} } = answers[Math.min(asked++, answers.length - 1)] ?? { status: 500, body: {} }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked: () => asked,
      stop: () => server.close(),
    }
  }

  const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

  test('a failure of ours and a burst are tried again until they are answered', async () => {
    await Promise.all(
      samplesWith(shown, 'retry')
        .filter(isRun)
        .map(async (sample) => {
          const server = await stubborn([
            { status: 500, body: problem('upstream_unavailable') },
            { status: 429, body: problem('too_many_requests'), headers: { 'retry-after': '1' } },
            { status: 200, body: { title: 'Trevi Fountain' } },
          ])
          expect(await runShown(sample, server.url), sample.language).toBe('Trevi Fountain')
          expect(server.asked()).toBe(3)
          server.stop()
        }),
    )
  })

  test('an exhausted quota is not tried again, and says why', async () => {
    for (const sample of samplesWith(shown, 'retry').filter(isRun)) {
      const server = await stubborn([{ status: 429, body: problem('monthly_quota_exhausted') }])
      await expect(runShown(sample, server.url), sample.language).rejects.toThrow(
        /Why it failed.*monthly_quota_exhausted/,
      )
      expect(server.asked()).toBe(1)
      server.stop()
    }
  })
})
