import { describe, expect, test } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { search } from '@/server/features/listings/search'
import { decimalCid, hexCid } from '@/server/places/identifiers/cid'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { detailLevels } from '@/server/places/upstream/lookup-options'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { featureIdText, landmark, roundListing, simulatedSample } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { call } from './call'
import { patient, placesForTests, special } from './places'

const places = await placesForTests()
const { simulator } = places

const linkTo = (cid: string) => `https://maps.google.com/?cid=${cid}`
const round = decimalCid(roundListing.cid)
const theRound = { cid: round, place_id: roundListing.placeId }
const refused = { code: 'rounded_cid', identifiers: undefined }
const resolved = (text: string, details: 'none' | 'checked' | 'full', source: ListingSource = places.source) =>
  resolve(text, source, patient({ details }))

/** Real CIDs as JavaScript prints them, and as a spreadsheet keeps them. */
const roundedForms = simulatedSample
  .slice(0, 12)
  .map(({ cid }) => decimalCid(cid))
  .flatMap((cid) => [String(Number(cid)), cid.slice(0, 15).padEnd(cid.length, '0')])

describe('a rounded CID over REST', () => {
  test.each(detailLevels)('is rejected with details "%s" in 24 of 24 forms and never counted', async (details) => {
    expect(new Set(roundedForms).size).toBe(24)
    for (const rounded of roundedForms) {
      for (const url of [rounded, linkTo(rounded), `cid:${rounded}`]) {
        const { status, body, remaining } = await call('resolve', { url, details })
        expect({ url, status, code: body.code, remaining }).toEqual({
          url,
          status: 400,
          code: 'rounded_cid',
          remaining: 5,
        })
        expect(body).not.toHaveProperty('identifiers')
      }
    }
  })

  test.each(['checked', 'full'])('is looked up with details "%s" if Google has exactly this CID', async (details) => {
    for (const url of [round, linkTo(round)])
      expect(await call('resolve', { url, details })).toMatchObject({ status: 200, body: theRound, remaining: 4 })
  })

  test('is rejected by itself if several lookups are sent in one call', async () => {
    const items = [roundedForms[0], round, '10115'].map((url) => ({ operation: 'resolve', url, details: 'checked' }))
    const { body } = await call('batch', { items })
    expect(body.results).toMatchObject([
      { status: 400, problem: { code: 'rounded_cid' } },
      { status: 200, result: theRound },
      { status: 400, problem: { code: 'unsupported_link' } },
    ])
  })
})

describe('a CID that looks rounded', () => {
  test('is rejected with details "none", without a call to Google, until its place id is stored', async () => {
    await expect(resolved(linkTo(round), 'none')).rejects.toMatchObject(refused)
    expect(simulator.calls).toHaveLength(0)
    const { maps_url: own } = await resolved(roundListing.placeId, 'checked')
    await finishWork()
    simulator.reset()
    expect(await resolved(own, 'none')).toMatchObject(theRound)
    expect(simulator.calls).toHaveLength(0)
  })

  test('is confirmed by free calls alone', async () => {
    expect(await resolved(round, 'full')).toMatchObject({ ...theRound, title: roundListing.title })
    expect(simulator.skus).toEqual({ 'Place Details IDs Only': 2, 'Place Details Enterprise': 1 })
  })

  test('keeps its own link after a search found its listing', async () => {
    const asRound = (place: object) => ({ ...place, id: roundListing.placeId, googleMapsUri: linkTo(round) })
    simulator.script({ upstream: 'search', alter: ({ places: all }) => ({ places: (all as object[]).map(asRound) }) })
    const [found] = await search({ name: 'Trevi Fountain', country: null }, places.source, patient())
    await finishWork()
    expect(found?.maps_url).toBe(linkTo(round))
    expect(await resolved(linkTo(round), 'none')).toMatchObject(theRound)
  })

  test.each([
    ['in hexadecimal', hexCid(roundListing.cid)],
    ['with its feature id', `${linkTo(round)}&ftid=${featureIdText(roundListing)}`],
  ])('is accepted with details "none" %s', async (_, text) => {
    expect(await resolved(text, 'none')).toMatchObject({ cid: round })
    expect(simulator.calls).toHaveLength(0)
  })

  test('is rejected if Google cannot look up CIDs, and fails for now if Google does not respond', async () => {
    simulator.zeroHalf = '400'
    await expect(resolved(round, 'full')).rejects.toMatchObject(refused)
    simulator.reset()
    simulator.script({ answer: placesError('unavailable') })
    await expect(resolved(round, 'full', places.sourceWith({}))).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('is rejected without live data', async () => {
    for (const details of detailLevels)
      await expect(resolved(round, details, sampleSource)).rejects.toMatchObject(refused)
  })
})

test('an ordinary CID costs no extra read of the store', async () => {
  const asked: string[] = []
  const source: ListingSource = {
    ...places.source,
    learntPlaceId: async (cid) => {
      asked.push(decimalCid(cid))
      return places.source.learntPlaceId(cid)
    },
  }
  for (const details of ['checked', 'full'] as const) await resolved(decimalCid(landmark.cid), details, source)
  expect(asked).toEqual([])
  await resolved(decimalCid(special(101).cid), 'none', source)
  expect(asked).toEqual([decimalCid(special(101).cid)])
})
