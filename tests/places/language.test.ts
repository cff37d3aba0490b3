import { beforeEach, describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { search } from '@/server/features/listings/search'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { store } from '@/server/platform/store/store'
import { landmark, numberedListing } from '../simulator/listings'
import { patient, placesForTests, special } from './places'

const places = await placesForTests()
const { simulator } = places
process.env.LINK_GATEWAY_URL = simulator.linksUrl

beforeEach(() => {
  simulator.resolution = 'documented'
})

const resolved = (text: string, language: string, source: ListingSource = places.source) =>
  resolve(text, source, patient({ language }))
const cidLink = `https://maps.google.com/?cid=${landmark.cid}`
const english = { title: 'Trevi Fountain', title_language: 'en' }
const italian = { title: 'Fontana di Trevi', title_language: 'it' }
const paths = () => simulator.calls.map(({ path }) => path)

describe('a language', () => {
  test('is sent to Google for the name and address of a listing, and for nothing else', async () => {
    expect(await resolved(cidLink, 'it-CH')).toMatchObject({ ...italian, place_id: landmark.placeId })
    expect(paths()).toEqual([expect.not.stringContaining('?'), `/v1/places/${landmark.placeId}?languageCode=it-CH`])
    simulator.reset()
    await resolve(landmark.placeId, places.source, patient({ language: 'it', details: 'checked' }))
    expect(paths()).toEqual([`/v1/places/${landmark.placeId}`])
  })

  test('is sent to Google with a search', async () => {
    const query = { name: 'Trevi Fountain', country: null }
    expect(await search(query, places.source, patient({ language: 'it' }))).toMatchObject([italian])
    expect(await search(query, places.source, patient())).toMatchObject([english])
    expect(simulator.calls.map(({ body }) => JSON.parse(body).languageCode)).toEqual(['it', undefined])
  })

  test('is not sent if none was chosen', async () => {
    expect(await resolved(landmark.placeId, '')).toMatchObject(english)
    expect(paths()).toEqual([`/v1/places/${landmark.placeId}`])
  })

  test('in which Google has no name returns another name, and says in which language it is', async () => {
    expect(await resolved(landmark.placeId, 'fr')).toMatchObject(english)
  })

  test.each([[undefined], ['not a language'], ['']])(
    'is unknown if Google says only that it is %j',
    async (languageCode) => {
      simulator.script({ times: 1, alter: (place) => ({ ...place, displayName: { text: 'Trevi', languageCode } }) })
      expect(await resolved(landmark.placeId, 'it')).toMatchObject({ title: 'Trevi', title_language: null })
    },
  )

  test('is unknown for a title that comes from the link', async () => {
    const { placeId } = special(110)
    const link = `https://www.google.com/maps/place/Di+Trevi/data=!4m2!3m1!1s${placeId}`
    expect(await resolved(link, 'it')).toMatchObject({ title: 'Di Trevi', title_language: null })
  })

  test('that Google rejects is not sent again, and does not stop the lookups of others', async () => {
    for (let time = 0; time < 20; time++) {
      const listing = numberedListing(time)
      expect(await resolved(listing.placeId, 'tlh')).toMatchObject({ title: listing.title, title_language: 'en' })
    }
    const query = { name: 'Trevi Fountain', country: null }
    expect(await search(query, places.source, patient({ language: 'tlh' }))).toMatchObject([english])
    expect(await resolved(landmark.placeId, 'it')).toMatchObject(italian)
    expect(simulator.calls).toHaveLength(23)
  })

  test('does not change which listing has the name in a link', async () => {
    const named = await resolved(`https://share.google/sim-cid-${landmark.cid}`, 'it')
    expect(named).toMatchObject({ ...english, cid: `${landmark.cid}` })
  })
})

describe('lookups in different languages', () => {
  test('share no call, while lookups in the same language share one', async () => {
    simulator.latencyMs = 50
    const languages = ['it', '', 'it', 'de', '']
    const found = await Promise.all(languages.map((language) => resolved(landmark.placeId, language)))
    expect(found.map(({ title }) => title)).toEqual(languages.map((one) => (one === 'it' ? italian : english).title))
    expect(simulator.calls).toHaveLength(3)
  })

  test('are cached apart, while place ids and the targets of short links are stored for all languages', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    const shortLink = `https://maps.app.goo.gl/sim-cid-${landmark.cid}`
    for (const language of ['it', '', 'it', ''])
      expect(await resolved(shortLink, language, cached)).toMatchObject(language === 'it' ? italian : english)
    expect(simulator.calls.map(({ upstream }) => upstream)).toEqual(['resolution', 'details', 'details'])
    const { redis } = await store()
    const keys = async (pattern: string) => (await redis.keys(pattern)).sort()
    expect(await keys('listing:*')).toEqual([`listing:${landmark.cid}`, `listing:${landmark.cid} language=it`])
    expect(await keys('place:*')).toEqual([`place:${landmark.cid}`])
    expect(await keys('link:*')).toHaveLength(1)
  })
})
