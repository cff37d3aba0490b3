import Papa from 'papaparse'
import { afterAll, expect, test } from 'vitest'
import { findings } from '@/server/features/lists/audit'
import type { Row } from '@/server/features/lists/row'
import { withStore } from '../access/environment'
import { featureIdText, numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { startRedisServer } from '../support/redis'
import { startApp } from '../support/start-app'
import { type Call, call } from './call'
import { untilEqual } from './watchlist-calls'
import { accountWithKey, pepper } from './with-key'

const redis = await startRedisServer()
const simulator = await startSimulator()
const settings = {
  ...pepper,
  REDIS_URL: redis.url,
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
}
withStore(settings)
const app = await startApp('worker', { ...settings, DATA_DIR: String(process.env.DATA_DIR) })
afterAll(async () => {
  await Promise.all([app.stop(), simulator.stop()])
  await redis.stop()
})

const { key } = await accountWithKey()

/** Calls an operation with the key, and expects it to succeed. @returns the body of the response. */
async function ask(method: string, operation: string, sent?: unknown, { headers = {}, ...more }: Call = {}) {
  const answer = await call(app.url, operation, sent, { method, headers: { 'x-api-key': key, ...headers }, ...more })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Changes listings in the simulated Google, as a person who tries Pinref does. */
async function change(...changes: object[]) {
  const answer = await fetch(`${simulator.placesUrl}/control/listings`, {
    method: 'POST',
    body: JSON.stringify(changes),
  })
  expect(await answer.json()).toEqual({ changed: changes.length })
}

const [linked, closing, named] = [101, 102, 103].map(numberedListing) as [Numbered, Numbered, Numbered]
type Numbered = ReturnType<typeof numberedListing>

const link = `https://www.google.com/maps/place/X/@1,2,17z/data=!4m5!3m4!1s${featureIdText(linked)}!8m2!3d3!4d4`
const sheet = Papa.unparse([
  ['Kunde', 'Link'],
  ['Eintrag 101', link],
  ['Wirtshaus zur Post', closing.placeId],
  ['Eintrag 103', ''],
])

/** Waits until a batch has finished. @returns the batch. */
async function finished(id: string) {
  await untilEqual(async () => (await ask('GET', `batches/${id}`)).state, 'finished')
  return ask('GET', `batches/${id}`)
}

/** Returns a batch's rows with a finding, as a page and a file return them. */
async function rowsWith(id: string, finding: string) {
  const { results } = await ask('GET', `batches/${id}/results?finding=${finding}`)
  const file: string = await ask('GET', `batches/${id}/results.jsonl?finding=${finding}`)
  expect(
    file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).row),
  ).toEqual(results.map(({ row }: Row) => row))
  return results.map(({ row, findings, previous_findings }: Row) => [row, findings, previous_findings])
}

/** Looks up the business that closes. */
async function lookUp() {
  const { title, business_status } = await ask('POST', 'resolve', { url: closing.placeId, language: 'de-AT' })
  return [title, business_status]
}

const noFindings = Object.fromEntries(findings.map((finding) => [finding, 0]))

test('a list is looked up in its own language, audited, audited again after businesses have closed and reopened, and watched', async () => {
  await change({ place_id: named.placeId, business_status: 'CLOSED_TEMPORARILY' })
  const csv = { headers: { 'content-type': 'text/csv' }, raw: sheet }
  const { id } = await ask('POST', 'batches?name=Kunden&language=de&details=full&fallback=name', undefined, csv)
  const first = await finished(id)
  expect(first).toMatchObject({ language: 'de', line_counts: { total: 3, found: 2, name_differs: 1 } })
  const counts = { ...noFindings, fine: 1, closed_temporarily: 1, name_differs: 1, closures_known: 3 }
  expect(first.audit).toEqual({ ...counts, previous: null })

  const file = await ask('GET', `batches/${id}/results.csv`)
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true })
  const columns = ['Kunde', 'title', 'title_language', 'latitude', 'business_status', 'findings']
  expect(data.map((row) => columns.map((column) => row[column] ?? row[`pinref_${column}`]))).toEqual([
    ['Eintrag 101', 'Eintrag 101', 'de', '39.8101', 'operational', 'fine'],
    ['Wirtshaus zur Post', 'Eintrag 102', 'de', '39.8102', 'operational', 'name_differs'],
    ['Eintrag 103', 'Eintrag 103', 'de', '39.8103', 'closed_temporarily', 'closed_temporarily'],
  ])
  expect(await rowsWith(id, 'any')).toEqual([
    [3, ['name_differs'], null],
    [4, ['closed_temporarily'], null],
  ])

  await change(
    { place_id: closing.placeId, business_status: 'CLOSED_PERMANENTLY' },
    { place_id: named.placeId, business_status: 'OPERATIONAL' },
  )
  expect(await lookUp()).toEqual(['Eintrag 102', 'closed_permanently'])
  const { id: again } = await ask('POST', `batches/${id}/repeat`, {})
  const second = await finished(again)
  expect(second).toMatchObject({ name: 'Kunden', language: 'de', details: 'full', name_column: 'Kunde' })
  expect(second.audit).toEqual({
    ...noFindings,
    fine: 2,
    closed_permanently: 1,
    name_differs: 1,
    closures_known: 3,
    previous: {
      batch_id: id,
      ended_at: first.ended_at,
      appeared: { ...noFindings, closed_permanently: 1 },
      resolved: { ...noFindings, closed_temporarily: 1 },
    },
  })
  expect(await rowsWith(again, 'closed_permanently')).toEqual([
    [3, ['closed_permanently', 'name_differs'], ['name_differs']],
  ])
  expect(await rowsWith(again, 'fine')).toEqual([
    [2, [], []],
    [4, [], ['closed_temporarily']],
  ])

  await change({ place_id: closing.placeId, business_status: 'OPERATIONAL' })
  expect(await lookUp()).toEqual(['Eintrag 102', 'operational'])
  const watchlist = await ask('POST', 'watchlists', { name: 'Kunden', batch_id: again, name_column: 'Kunde' })
  await untilEqual(async () => {
    const { adding, listing_counts } = await ask('GET', `watchlists/${watchlist.id}`)
    return [adding, listing_counts.listed]
  }, [null, 3])
  const { listings } = await ask('GET', `watchlists/${watchlist.id}/listings`)
  expect(listings.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Eintrag 101',
    'Eintrag 103',
    'Wirtshaus zur Post',
  ])
})
