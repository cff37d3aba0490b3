import { describe, expect, it } from 'vitest'
import { featureIdOf, placeIdOf } from '@/server/identifiers/feature-id'
import { madeUpIds, numberedListing } from '@/tests/simulator/listings'
import { specialPlaces } from '@/tests/simulator/places/special'
import { details, simulatorForTests } from './ask'

const simulator = simulatorForTests()

const operaHouse = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const google = 'ChIJN1t_tDeuEmsRUsoyG83frY4'
const trevi = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

function special(title: string): string {
  return specialPlaces.find(({ listing }) => listing.title === title)?.listing.placeId ?? ''
}

const zeroHalfOf = (placeId: string) => placeIdOf({ cell: 0n, cid: featureIdOf(placeId)?.cid ?? madeUpIds(0n).cid })

describe('simulated Place Details', () => {
  it('answers a listing as Google writes it, with its CID in googleMapsUri', async () => {
    const { status, type, body } = await details(simulator.current, trevi)
    expect(status).toBe(200)
    expect(type).toBe('application/json; charset=UTF-8')
    expect(body).toEqual({
      id: trevi,
      displayName: { text: 'Trevi Fountain', languageCode: 'en' },
      rating: 4.8,
      userRatingCount: 411760,
      formattedAddress: 'Piazza di Trevi, 00187 Roma RM, Italy',
      businessStatus: 'OPERATIONAL',
      googleMapsUri:
        'https://maps.google.com/?cid=17759648132674796470&g_mp=CiVnb29nbGUubWFwcy5wbGFjZXMudjEuUGxhY2VzLkdldFBsYWNlEAIYASAA',
    })
  })

  it('leaves out a missing rating and count, instead of sending null or 0', async () => {
    const { body } = await details(simulator.current, operaHouse)
    expect(Object.keys(body)).not.toContain('rating')
    expect(Object.keys(body)).not.toContain('userRatingCount')
  })

  it('writes a whole rating without a decimal point', async () => {
    const { placesUrl, apiKey } = simulator.current
    const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': 'rating' }
    const answer = await fetch(`${placesUrl}/v1/places/${google}`, { headers })
    expect(await answer.text()).toMatch(/"rating": 4\n/)
  })

  it('answers a numbered listing, made for load tests', async () => {
    const { placeId } = numberedListing(499)
    const { body } = await details(simulator.current, placeId, { mask: 'id,displayName,rating' })
    expect(body).toEqual({
      id: placeId,
      displayName: { text: 'Numbered listing 499', languageCode: 'en' },
      rating: 1.7,
    })
  })

  it('leaves the country out of the address if regionCode is that country', async () => {
    const { body } = await details(simulator.current, trevi, { mask: 'formattedAddress', query: '?regionCode=it' })
    expect(body).toEqual({ formattedAddress: 'Piazza di Trevi, 00187 Roma RM' })
  })

  it('has no address for a service-area business', async () => {
    const { body } = await details(simulator.current, special('Sim plumber'), {
      mask: 'formattedAddress,pureServiceAreaBusiness',
    })
    expect(body).toEqual({ pureServiceAreaBusiness: true })
  })

  it('may answer with another place id for the same CID', async () => {
    const asked = special('Sim new place id')
    const { body } = await details(simulator.current, asked, { mask: 'id' })
    expect(body.id).not.toBe(asked)
    expect(featureIdOf(String(body.id))?.cid).toBe(featureIdOf(asked)?.cid)
  })

  it('may answer with another listing altogether', async () => {
    const asked = special('Sim other listing')
    const { body } = await details(simulator.current, asked, { mask: 'id' })
    expect(featureIdOf(String(body.id))?.cid).not.toBe(featureIdOf(asked)?.cid)
  })

  it('names only the next place of a listing that moved once, four times or in a circle', async () => {
    const chain = async (placeId: string, most: number): Promise<string[]> => {
      const { body } = await details(simulator.current, placeId, { mask: 'movedPlaceId' })
      const next = body.movedPlaceId
      return typeof next === 'string' && most > 0 ? [next, ...(await chain(next, most - 1))] : []
    }
    expect(await chain(special('Sim moved once'), 9)).toEqual([trevi])
    expect(await chain(special('Sim moved four times'), 9)).toHaveLength(4)
    expect(new Set(await chain(special('Sim moved round'), 9)).size).toBe(2)
  })

  it.each([
    ['canonical', 200, trevi],
    ['400', 400, undefined],
    ['404', 404, undefined],
  ] as const)('treats a place id with a zero cell as configured: %s', async (way, status, id) => {
    simulator.current.zeroHalf = way
    const answer = await details(simulator.current, zeroHalfOf(trevi), { mask: 'id' })
    expect([answer.status, answer.body.id]).toEqual([status, id])
  })

  it.each([
    ['17759648132674796470', 400, 'Not a valid Place ID: 17759648132674796470'],
    [madeUpIds(4711n).placeId, 404, 'Requested entity was not found.'],
    ['GhIJQWDl0CIeQUARxks3icF8U8A', 404, 'Requested entity was not found.'],
    [special('Sim stale id as 400'), 400, expect.stringContaining('no longer valid')],
    [special('Sim stale id, worded'), 404, expect.stringContaining('no longer valid')],
  ])('refuses %s with %d', async (placeId, status, message) => {
    const answer = await details(simulator.current, placeId)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatchObject({ code: status, message })
  })

  it('answers 404 for a known CID in another cell', async () => {
    const { placeId } = madeUpIds(featureIdOf(trevi)?.cid ?? 0n)
    expect((await details(simulator.current, placeId)).status).toBe(404)
  })

  it.each(
    specialPlaces.filter(({ error }) => error).map(({ listing, error }) => [listing.title, listing, error] as const),
  )('answers the special listing “%s” with its own error status', async (_, { cid, placeId }) => {
    const expected = Number(cid % 1000n)
    const alias: Record<number, number> = { 401: 400, 405: 404, 430: 429, 431: 403 }
    expect((await details(simulator.current, placeId)).status).toBe(alias[expected] ?? expected)
  })
})
