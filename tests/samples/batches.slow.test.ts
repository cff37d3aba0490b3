import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  batchPlaceholder,
  callbackPlaceholder,
  deliveryPlaceholder,
  keyIdPlaceholder,
  keyPlaceholder,
  watchlistPlaceholder,
} from '@/components/samples/request-samples'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { placeIds } from '../batches/orders'
import { removeFolder } from '../support/remove-folder'
import { isRun, runSample, runSampleIn } from '../support/run-sample'
import { newKey, operationPages, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const five = ['curl', 'JavaScript', 'Python', 'PHP', 'Go']
const folder = mkdtempSync(join(tmpdir(), 'pinref-batch-samples-'))
const docsUrl = inject('docsUrl')
let shown: Shown[]
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await samplesOn(docsUrl, '/docs/batches', ...(await operationPages()))
})

afterAll(() => removeFolder(folder))

/** Returns the samples of an operation, in all the languages that are run here. */
function samplesOf(id: string): Shown[] {
  const samples = samplesWith(shown, id)
  expect(samples.map(({ language }) => language)).toEqual(five)
  return samples.filter(isRun)
}

const codeFor = ({ code }: Shown, batch = '', ownKey = key) =>
  code.replaceAll(origin, docsUrl).replaceAll(keyPlaceholder, ownKey).replaceAll(batchPlaceholder, batch)

/** Runs a sample about a batch and returns what it printed. */
const run = async (sample: Shown, batch = '', ownKey = key) =>
  JSON.parse(await runSample(sample.language, codeFor(sample, batch, ownKey), folder))

/** Calls an operation on batches. */
async function ask(path: string, lines?: readonly string[], ownKey = key) {
  const answer = await fetch(`${docsUrl}/api/batches${path}`, {
    headers: { 'x-api-key': ownKey },
    ...(lines && { method: 'POST', body: lines.length === 0 ? '' : JSON.stringify(lines) }),
  })
  expect(answer.status).toBe(lines ? 201 : 200)
  return answer.json()
}

async function untilState(id: string, state: string, ownKey = key): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    if ((await ask(`/${id}`, undefined, ownKey)).state === state) return
  }
  throw new Error(`batch ${id} is not ${state}`)
}

describe('a sample of the reference', { timeout: 180_000 }, () => {
  let finished: string

  beforeAll(async () => {
    finished = (await ask('?details=none', [examplePlaceId, 'no link'])).id
    await untilState(finished, 'finished')
  })

  test.each(['batches-list', 'batches-get', 'batches-listResults', 'usage-get', 'key-get'])(
    '%s prints the same in every language, and matches any output that the page shows',
    async (id) => {
      const samples = samplesOf(id)
      const printed = []
      for (const sample of samples) printed.push(await run(sample, finished))
      expect(JSON.stringify(printed[0]).length).toBeGreaterThan(100)
      for (const other of printed) expect(other).toEqual(printed[0])
      const [{ prints }] = samples as [Shown]
      if (prints !== null) expect(printed[0]).toEqual(JSON.parse(prints))
    },
  )

  test.each(['Csv', 'Jsonl'])('fetches all results as %s in every language', async (format) => {
    for (const sample of samplesOf(`batches-getResults${format}`)) {
      const printed = await runSample(sample.language, codeFor(sample, finished), folder)
      expect(printed, sample.language).toContain(examplePlaceId)
      expect(printed.trim().split('\n'), sample.language).toHaveLength(format === 'Csv' ? 3 : 2)
    }
  })

  test('makes a batch, sends a part and starts it', async () => {
    for (const sample of samplesOf('batches-create')) {
      expect(await run(sample), sample.language).toMatchObject({ details: 'none', line_counts: { total: 2 } })
    }
    const starts = samplesOf('batches-start')
    for (const [index, sample] of samplesOf('batches-updatePart').entries()) {
      const { id } = await ask('?details=none', [])
      expect(await run(sample, id), sample.language).toEqual({ part: 1, line_count: 2, batch_line_count: 2 })
      const started = await run(starts[index] as Shown, id)
      expect(started, sample.language).toMatchObject({
        id,
        started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })
    }
  })

  test('pauses a batch that waits, and resumes it', async () => {
    const other = await newKey(docsUrl, 'another.reader@example.com')
    // The plan has 1,000 calls.
    const { id } = await ask('?details=none', placeIds(1_001), other)
    await untilState(id, 'waiting', other)
    const resumes = samplesOf('batches-resume')
    for (const [index, sample] of samplesOf('batches-pause').entries()) {
      expect(await run(sample, id, other), sample.language).toMatchObject({ id, state: 'paused' })
      const resumed = await run(resumes[index] as Shown, id, other)
      expect(['queued', 'running', 'waiting']).toContain(resumed.state)
    }
  })

  test('repeats a batch that has finished', async () => {
    for (const sample of samplesOf('batches-repeat')) {
      const repeat = await run(sample, finished)
      expect(repeat, sample.language).toMatchObject({ details: 'full', row_counts: { total: 2 } })
      expect(repeat.id, sample.language).not.toBe(finished)
    }
  })

  test('renames a batch', async () => {
    for (const sample of samplesOf('batches-update')) {
      const { id } = await ask('?start=later', [examplePlaceId])
      expect(await run(sample, id), sample.language).toMatchObject({ id, name: 'Berlin branches' })
    }
  })

  test('cancels a batch, and deletes it', async () => {
    const removals = samplesOf('batches-delete')
    for (const [index, sample] of samplesOf('batches-cancel').entries()) {
      const { id } = await ask('?start=later', [examplePlaceId])
      expect(await run(sample, id), sample.language).toMatchObject({ id, state: 'cancelled' })
      expect(await run(removals[index] as Shown, id), sample.language).toEqual({ id, deleted: true })
    }
  })
})

test('the samples for API keys create, list, rename and delete them', { timeout: 180_000 }, async () => {
  const manager = await newKey(docsUrl, 'manager@example.com', ['resolve', 'search', 'keys'])
  const runAbout = async (id: string, index: number, keyId = '') => {
    const sample = samplesOf(id)[index] as Shown
    const code = codeFor(sample, '', manager).replaceAll(keyIdPlaceholder, keyId)
    return JSON.parse(await runSample(sample.language, code, folder))
  }
  for (const index of samplesOf('keys-create').keys()) {
    const made = await runAbout('keys-create', index)
    expect(made).toMatchObject({ key: expect.stringMatching(/^pr_live_/), operations: ['resolve', 'search'] })
    const listed = await runAbout('keys-list', index)
    expect(listed.keys.map(({ id }: { id: string }) => id)).toContain(made.id)
    const renamed = await runAbout('keys-update', index, made.id)
    expect(renamed.name).not.toBe(made.name)
    expect(await runAbout('keys-get', index, made.id)).toEqual({ ...renamed, last_used_at: null })
    expect(await runAbout('keys-delete', index, made.id)).toEqual({ id: made.id, deleted: true })
  }
})

test('the sample for errors lists a failed call in every language', { timeout: 120_000 }, async () => {
  const owner = await newKey(docsUrl, 'errors@example.com')
  const headers = { 'x-api-key': owner }
  await fetch(`${docsUrl}/api/convert`, { method: 'POST', headers, body: '{"cid":"x"}' })
  const list = async () => (await fetch(`${docsUrl}/api/errors`, { headers })).json()
  await expect.poll(async () => (await list()).errors).toMatchObject([{ code: 'invalid_cid' }])
  const listed = await list()
  for (const sample of samplesOf('errors-list')) expect(await run(sample, '', owner)).toEqual(listed)
})

test('the samples for callbacks create, list, update, test, rotate and delete an endpoint, and resend a delivery', {
  timeout: 180_000,
}, async () => {
  for (const index of samplesOf('callbacks-create').keys()) {
    // An account may keep few previous secrets at a time.
    const owner = await newKey(docsUrl, `callbacks.${index}@example.com`, ['callbacks'])
    const runAbout = async (id: string, of = '') => {
      const sample = samplesOf(id)[index] as Shown
      const code = codeFor(sample, '', owner).replaceAll(callbackPlaceholder, of).replaceAll(deliveryPlaceholder, of)
      return JSON.parse(await runSample(sample.language, code, folder))
    }
    const { secret, ...added } = await runAbout('callbacks-create')
    expect(secret).toMatch(/^whsec_/)
    const listed = await runAbout('callbacks-list')
    expect(listed.callbacks.map(({ id }: { id: string }) => id)).toEqual([added.id])
    expect(await runAbout('callbacks-get', added.id)).toMatchObject({ id: added.id, url: added.url })
    expect(await runAbout('callbacks-update', added.id)).toMatchObject({ id: added.id, url: added.url })
    const { event_id } = await runAbout('callbacks-test', added.id)
    expect(await runAbout('deliveries-list')).toEqual({ deliveries: [], next: null })
    const delivery = { id: `${event_id}-${added.id}`, event_id, type: 'callback.test', callback_id: added.id }
    expect(await runAbout('deliveries-get', delivery.id)).toMatchObject(delivery)
    expect(await runAbout('deliveries-resend', delivery.id)).toMatchObject(delivery)
    const rotated = await runAbout('callbacks-rotate', added.id)
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect(await runAbout('callbacks-delete', added.id)).toEqual({ id: added.id, deleted: true })
  }
})

test('the samples for watchlists create, fill, read, change, check, pause, resume and delete one', {
  timeout: 180_000,
}, async () => {
  // Each sample deletes its watchlist, so they can share an account: sign-ups from one address are limited.
  const owner = await newKey(docsUrl, 'watchlists@example.com')
  for (const index of samplesOf('watchlists-create').keys()) {
    const runAbout = async (id: string, watchlist = '') => {
      const sample = samplesOf(id)[index] as Shown
      const code = codeFor(sample, '', owner).replaceAll(watchlistPlaceholder, watchlist)
      return JSON.parse(await runSample(sample.language, code, folder))
    }
    const { id } = await runAbout('watchlists-create')
    expect((await runAbout('watchlists-list')).watchlists).toMatchObject([{ id, period: 'weekly', digest: 'weekly' }])
    expect(await runAbout('watchlists-createListings', id)).toMatchObject({
      created_count: 2,
      unreadable_listings: [],
      full: false,
    })
    const { listings } = await runAbout('watchlists-listListings', id)
    expect(listings.map(({ reference }: { reference: string | null }) => reference).toSorted()).toEqual([
      'berlin-01',
      null,
    ])
    expect(await runAbout('watchlists-listEvents', id)).toEqual({ events: [], next: null })
    expect(await runAbout('watchlists-update', id)).toMatchObject({ id, period: 'monthly' })
    expect(await runAbout('watchlists-check', id)).toMatchObject({ id, next_check_allowed_at: expect.any(String) })
    expect(await runAbout('watchlists-pause', id)).toMatchObject({ id, state: 'paused' })
    expect(await runAbout('watchlists-resume', id)).toMatchObject({ id, state: 'active' })
    expect(await runAbout('watchlists-deleteListings', id)).toEqual({ deleted_count: 1, watchlist_id: id })
    expect((await runAbout('watchlists-get', id)).listing_counts.total).toBe(1)
    expect(await runAbout('watchlists-delete', id)).toEqual({ id, deleted: true })
  }
})

test('the sample for CSV files writes the same results file in every language', { timeout: 180_000 }, async () => {
  const files = []
  for (const sample of samplesOf('csvBatch')) {
    const own = join(folder, `csv-${sample.language}`)
    mkdirSync(own)
    writeFileSync(join(own, 'shops.csv'), `shop,link\nTrevi,${examplePlaceId}\n"None, yet",https://example.com\n`)
    await runSampleIn(own, sample.language, codeFor(sample))
    files.push(readFileSync(join(own, 'results.csv'), 'utf8'))
  }
  const [file = ''] = files
  const { data } = Papa.parse(file.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true })
  expect(data).toMatchObject([
    { shop: 'Trevi', pinref_row: '2', pinref_state: 'found', pinref_place_id: examplePlaceId },
    { shop: 'None, yet', pinref_row: '3', pinref_state: 'unreadable', pinref_place_id: '' },
  ])
  for (const other of files) expect(other).toBe(file)
})

test('a batch that the docs’ sample sends in parts finishes', async () => {
  const [sample] = samplesWith(shown, 'batchParts')
  const printed = await runSample(sample.language, codeFor(sample), folder)
  const [id = ''] = /batch_\w{16}/.exec(printed) ?? []
  await untilState(id, 'finished')
  expect((await ask(`/${id}`)).line_counts).toMatchObject({ total: 3, found: 2, unreadable: 1, duplicates: 1 })
})
