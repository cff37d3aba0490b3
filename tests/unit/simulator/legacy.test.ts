import { describe, expect, it } from 'vitest'
import { legacyRefusal } from '@/tests/simulator/legacy/statuses'
import { landmark } from '@/tests/simulator/listings'
import { refusedKeys } from '@/tests/simulator/places/keys'
import { specialPlaces } from '@/tests/simulator/places/special'
import { type Json, simulatorForTests } from './ask'

const simulator = simulatorForTests({ legacy: 'enabled' })

/** Asks the older API for details, with the right key by default. */
async function details(query: string, key = simulator.current.apiKey) {
  const response = await fetch(`${simulator.current.legacyUrl}/maps/api/place/details/json?${query}&key=${key}`)
  return { http: response.status, body: (await response.json()) as Json & { status: string } }
}

describe('the simulated older Places API', () => {
  it('answers 200 with REQUEST_DENIED if it is not enabled for the project', async () => {
    simulator.current.legacy = 'denied'
    const { http, body } = await details(`cid=${landmark.cid}`)
    expect(http).toBe(200)
    expect(body.status).toBe('REQUEST_DENIED')
    expect(body.error_message).toMatch(/^You're calling a legacy API, which is not enabled for your project\./)
    expect(body).not.toHaveProperty('result')
  })

  it('finds a listing by its CID or place id, and answers the fields asked for', async () => {
    const { http, body } = await details(`cid=${landmark.cid}&fields=place_id`)
    expect(http).toBe(200)
    expect(body).toEqual({ html_attributions: [], result: { place_id: landmark.placeId }, status: 'OK' })
    const named = await details(`place_id=${landmark.placeId}&fields=name,url`)
    const url = `https://maps.google.com/?cid=${landmark.cid}`
    expect(named.body.result).toEqual({ name: landmark.title, url })
    expect(Object.keys((await details(`cid=${landmark.cid}`)).body.result as Json)).toContain('user_ratings_total')
    expect(simulator.current.calls[0]).toMatchObject({ upstream: 'legacy', cid: `${landmark.cid}`, placeId: null })
  })

  it.each([
    ['cid=8000000000000000000', 'NOT_FOUND'],
    ['place_id=ChIJAAAAAAAAAAARAAAAAAAAAAA', 'NOT_FOUND'],
    ['cid=nonsense', 'INVALID_REQUEST'],
    ['fields=place_id', 'INVALID_REQUEST'],
    [`cid=${landmark.cid}&fields=rating,nonsense`, 'INVALID_REQUEST'],
  ])('answers %s with 200 and %s', async (query, status) => {
    const { http, body } = await details(query)
    expect({ http, status: body.status }).toEqual({ http: 200, status })
  })

  it('refuses an API key with 200 and the error in the body', async () => {
    const statuses = new Set<string>()
    for (const key of [...refusedKeys.keys(), 'nonsense', '']) {
      const { http, body } = await details(`cid=${landmark.cid}`, key)
      expect(http).toBe(200)
      statuses.add(body.status)
    }
    expect([...statuses].sort()).toEqual(['OVER_QUERY_LIMIT', 'REQUEST_DENIED'])
  })

  it('fails once if a special place or a script says so', async () => {
    const { cid } = specialPlaces.find(({ legacyOnce }) => legacyOnce)?.listing ?? { cid: 0n }
    expect((await details(`cid=${cid}`)).body.status).toBe('UNKNOWN_ERROR')
    expect((await details(`cid=${cid}`)).body.status).toBe('OK')
    simulator.current.script({ cid: `${landmark.cid}`, times: 1, answer: legacyRefusal('quota') })
    expect((await details(`cid=${cid}`)).body.status).toBe('OK')
    expect((await details(`cid=${landmark.cid}`)).body.status).toBe('OVER_QUERY_LIMIT')
    expect((await details(`cid=${landmark.cid}`)).body.status).toBe('OK')
  })

  it('gives the fault of the special place that is asked for', async () => {
    const special = (title: string) => specialPlaces.find(({ listing }) => listing.title === title)?.listing.cid
    expect((await details(`cid=${special('Sim internal')}`)).body.status).toBe('UNKNOWN_ERROR')
    expect((await details(`cid=${special('Sim day quota')}`)).body.status).toBe('OVER_QUERY_LIMIT')
    await expect(details(`cid=${special('Sim truncated')}`)).rejects.toThrow('JSON')
    const other = await details(`cid=${special('Sim other listing')}&fields=place_id`)
    expect(other.body.result).not.toEqual({
      place_id: specialPlaces.find(({ listing }) => listing.title === 'Sim other listing')?.listing.placeId,
    })
  })
})
