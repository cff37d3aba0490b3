import { describe, expect, it } from 'vitest'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { search, simulatorForTests } from './ask'

const simulator = simulatorForTests()

async function titles(body: Record<string, unknown>): Promise<unknown[]> {
  const { body: answer } = await search(simulator.current, body)
  return answer.places?.map(({ displayName }) => (displayName as { text: string } | undefined)?.text) ?? []
}

describe('simulated Text Search', () => {
  it('answers places in the form of Details, under `places`', async () => {
    const { body } = await search(simulator.current, { textQuery: 'trevi fountain' }, 'places.id,places.rating')
    expect(body).toEqual({ places: [{ id: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', rating: 4.8 }] })
  })

  it('answers {} if nothing matches, not an empty list', async () => {
    expect((await search(simulator.current, { textQuery: 'Zzyzx Quux Nowhere' })).body).toEqual({})
  })

  it('answers an unknown name with a number as a street address of that name', async () => {
    const { body } = await search(simulator.current, { textQuery: 'Nowhere 12' }, '*')
    expect(body.places).toHaveLength(1)
    expect(body.places?.[0]).toMatchObject({
      displayName: { text: 'Nowhere 12' },
      types: ['street_address', 'geocode'],
    })
    expect(Object.keys(body.places?.[0] ?? {})).not.toContain('businessStatus')
  })

  it('puts a listing of the region first, keeps the others, and leaves the country out of its address', async () => {
    const { body } = await search(simulator.current, { textQuery: 'Restaurant', regionCode: 'gb' })
    const addresses = body.places?.map(({ formattedAddress }) => formattedAddress)
    expect(addresses?.[0]).toBe('21 Wellington St, London WC2E 7DN')
    expect(addresses).toContain('15 Bligh St, Sydney NSW 2000, Australia')
  })

  it('puts the nearer of two listings with the same name first', async () => {
    const near = (latitude: number, longitude: number) => ({
      textQuery: 'Sim twins',
      locationBias: { circle: { center: { latitude, longitude }, radius: 500 } },
    })
    const first = async (body: Record<string, unknown>) => (await search(simulator.current, body)).body.places?.[0]?.id
    expect(await first(near(41.9, 12.5))).not.toBe(await first(near(48.9, 2.3)))
  })

  it('gives one listing whose googleMapsUri has another CID than its place id', async () => {
    const { body } = await search(simulator.current, { textQuery: 'Sim' })
    const wrong = body.places?.filter(({ id, googleMapsUri }) => {
      const cid = new URL(String(googleMapsUri)).searchParams.get('cid')
      return featureIdOf(String(id))?.cid !== BigInt(cid ?? 0)
    })
    expect(wrong?.map(({ displayName }) => displayName)).toEqual([{ text: 'Sim wrong CID', languageCode: 'en' }])
  })

  it('finds a service-area business only if the query includes them', async () => {
    expect(await titles({ textQuery: 'Sim plumber' })).toEqual([])
    expect(await titles({ textQuery: 'Sim plumber', includePureServiceAreaBusinesses: true })).toEqual(['Sim plumber'])
  })

  it('limits a page to 20 places, or to a smaller pageSize', async () => {
    expect(await titles({ textQuery: 'Sim' })).toHaveLength(20)
    expect(await titles({ textQuery: 'Sim', pageSize: 50 })).toHaveLength(20)
    expect(await titles({ textQuery: 'Sim', pageSize: 3 })).toHaveLength(3)
  })

  it.each([
    [{}, 'Empty text_query.'],
    [{ textQuery: 'x', pageSize: -1 }, 'Invalid page_size.'],
    [{ textQuery: 'x', regionCode: 'GBR' }, 'Invalid region_code.'],
    [{ textQuery: 'x', query: 'x' }, 'Invalid JSON payload received. Unknown name "query": Cannot find field.'],
    [
      { textQuery: 'x', locationRestriction: { circle: {} } },
      'Invalid JSON payload received. Unknown name "circle" at \'location_restriction\': Cannot find field.',
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await search(simulator.current, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ status: 'INVALID_ARGUMENT', message })
  })
})
