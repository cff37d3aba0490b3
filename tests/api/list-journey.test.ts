import Papa from 'papaparse'
import { afterAll, expect, test } from 'vitest'
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

test('a list is looked up in its own language, and shows which businesses have closed and reopened', async () => {
  await change({ place_id: named.placeId, business_status: 'CLOSED_TEMPORARILY' })
  const options = 'language=de&details=full&fallback=name'
  const csv = { headers: { 'content-type': 'text/csv' }, raw: sheet }
  const { id } = await ask('POST', `batches?${options}`, undefined, csv)
  await untilEqual(async () => (await ask('GET', `batches/${id}`)).state, 'finished')
  expect(await ask('GET', `batches/${id}`)).toMatchObject({ language: 'de', lines: { found: 2, name_differs: 1 } })

  const { data } = Papa.parse<Record<string, string>>(await ask('GET', `batches/${id}/results.csv`), {
    header: true,
    skipEmptyLines: true,
  })
  const cells = ['Kunde', 'pinref_title', 'pinref_name_match', 'pinref_business_status'] as const
  expect(data.map((row) => cells.map((cell) => row[cell]))).toEqual([
    ['Eintrag 101', 'Eintrag 101', 'same', 'operational'],
    ['Wirtshaus zur Post', 'Eintrag 102', 'different', 'operational'],
    ['Eintrag 103', 'Eintrag 103', 'same', 'closed_temporarily'],
  ])
  const { results } = await ask('GET', `batches/${id}/results`)
  expect(results.slice(1)).toMatchObject(
    [linked, closing, named].map(({ placeId }) => ({ listing: { title_language: 'de', place_id: placeId } })),
  )
  expect(results[1].listing.location).toEqual({ latitude: 39.8101, longitude: -89.64 })

  const lookUp = async () => {
    const { title, business_status } = await ask('POST', 'resolve', { url: closing.placeId, language: 'de-AT' })
    return { title, business_status }
  }
  for (const [business_status, expected] of [
    ['CLOSED_PERMANENTLY', 'closed_permanently'],
    ['OPERATIONAL', 'operational'],
  ]) {
    await change({ place_id: closing.placeId, business_status })
    expect(await lookUp()).toEqual({ title: 'Eintrag 102', business_status: expected })
  }
})
