import { afterAll, describe, expect, test, vi } from 'vitest'
import { createPlacesSource } from '@/server/sources/places/places-source'
import { store } from '@/server/store/store'
import { landmark } from '../upstream/listings'
import { type PlacesError, placesError } from '../upstream/places/errors'
import { refusedKeys } from '../upstream/places/keys'
import { call } from './call'
import { patient, placesForTests, special } from './places'

const deadlineMs = 800
/** For a machine that is busy with other tests. */
const graceMs = 1_200
process.env.UPSTREAM_DEADLINE_MS = String(deadlineMs)
const places = await placesForTests({ deadlineMs })
const { simulator } = places

// Each test has a source of its own, or the circuit that one opens would be open in the next.
vi.mock('@/server/sources/source', () => ({ listingSource: () => places.source, sourceKind: () => 'places' }))
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => log.mockRestore())

/** Whatever Google or a stranger in between might say. */
const upstreamWords =
  /google\.com|project|consumer|quota metric|API key|INVALID|UNAVAILABLE|Place ID|evil|sign in|html/i

describe('every fault of Details', () => {
  test.each<[number, string, string, number]>([
    [400, '400 Not a valid Place ID', 'listing_not_found', 1],
    [401, '400 no longer valid', 'listing_not_found', 1],
    [403, '403 denied', 'upstream_unavailable', 1],
    [404, '404 not found', 'listing_not_found', 1],
    [405, '404 no longer valid', 'listing_not_found', 1],
    [429, '429 per day', 'upstream_unavailable', 1],
    [430, '429 per minute', 'upstream_unavailable', 2],
    [431, '403 with an exhausted quota', 'upstream_unavailable', 1],
    [500, '500', 'upstream_unavailable', 2],
    [502, '502 with a page', 'upstream_unavailable', 2],
    [503, '503', 'upstream_unavailable', 2],
    [105, 'another listing', 'upstream_unavailable', 1],
    [111, 'wrong types', 'upstream_unavailable', 1],
    [112, 'values out of range', 'upstream_unavailable', 1],
    [205, 'moved in a circle', 'upstream_unavailable', 4],
    [601, '10 s before the first byte', 'upstream_unavailable', 1],
    [602, 'no answer', 'upstream_unavailable', 1],
    [603, 'a body that drips', 'upstream_unavailable', 1],
    [604, 'headers that drip', 'upstream_unavailable', 1],
    [605, 'a reset', 'upstream_unavailable', 2],
    [606, 'a reset half way', 'upstream_unavailable', 2],
    [607, 'an end half way', 'upstream_unavailable', 2],
    [608, 'truncated JSON', 'upstream_unavailable', 1],
    [609, '10 MB', 'upstream_unavailable', 1],
    [610, '10 MB, packed', 'upstream_unavailable', 1],
    [611, 'something else than HTTP', 'upstream_unavailable', 2],
    [612, 'a page with 200', 'upstream_unavailable', 1],
    [613, 'null', 'upstream_unavailable', 1],
    [614, 'a list', 'upstream_unavailable', 1],
    [616, 'a redirect, which is not followed', 'upstream_unavailable', 1],
    [617, 'nothing', 'upstream_unavailable', 1],
  ])('%i, %s: %s after %i calls, in time, with the identifiers, and not counted', async (number, _, code, calls) => {
    const { placeId, cid } = special(number)
    const { status, body, remaining, tookMs } = await call('resolve', { url: placeId })
    expect({ status, code: body.code }).toEqual({ status: code === 'listing_not_found' ? 404 : 500, code })
    expect(body.identifiers).toEqual({ cid: `${cid}`, hex_cid: `0x${cid.toString(16)}`, place_id: placeId })
    expect(body.detail).not.toMatch(upstreamWords)
    expect(remaining).toBe(5)
    expect(tookMs).toBeLessThan(deadlineMs + graceMs)
    expect(simulator.calls).toHaveLength(calls)
  })

  test.each([...refusedKeys.keys(), 'nonsense'])(
    'the key %s: 500, not counted, said to the operator alone',
    async (apiKey) => {
      log.mockClear()
      places.source = createPlacesSource({
        url: simulator.placesUrl,
        legacyUrl: simulator.legacyUrl,
        apiKey,
        dailyCap: null,
        deadlineMs,
        cacheSeconds: 0,
      })
      const { status, body, remaining } = await call('resolve', { url: landmark.placeId })
      expect({ status, code: body.code, remaining }).toEqual({
        status: 500,
        code: 'upstream_unavailable',
        remaining: 5,
      })
      expect(body.detail).not.toMatch(upstreamWords)
      const lines = log.mock.calls.map(([line]) => String(line)).join('')
      expect(lines.includes('Google Places Details')).toBe(apiKey !== 'simulated-key-minute-quota')
      expect(lines).not.toContain(apiKey)
    },
  )
})

describe('every fault of Text Search', () => {
  test.each<[PlacesError, number]>([
    ['bad_key', 1],
    ['denied', 1],
    ['day_quota', 1],
    ['minute_quota', 2],
    ['bad_id', 1],
    ['stale_id', 1],
    ['internal', 2],
    ['unavailable', 2],
  ])('%s: 500 after %i calls, not counted', async (error, calls) => {
    simulator.script({ answer: placesError(error, 'SearchText') })
    const { status, body, remaining } = await call('search', { name: 'Trevi Fountain' })
    expect({ status, code: body.code, remaining }).toEqual({ status: 500, code: 'upstream_unavailable', remaining: 5 })
    expect(body.detail).not.toMatch(upstreamWords)
    expect(simulator.calls).toHaveLength(calls)
  })

  test.each([
    ['Sim hang', 1],
    ['Sim truncated', 1],
    ['Sim big', 1],
    ['Sim gzip bomb', 1],
    ['Sim portal', 1],
    ['Sim reset', 2],
    ['Sim wrong types', 1],
  ])('%s: 500 after %i calls, in time, not counted', async (name, calls) => {
    const { status, body, remaining, tookMs } = await call('search', { name })
    expect({ status, code: body.code, remaining }).toEqual({ status: 500, code: 'upstream_unavailable', remaining: 5 })
    expect(tookMs).toBeLessThan(deadlineMs + graceMs)
    expect(simulator.calls).toHaveLength(calls)
  })
})

describe('what works', () => {
  test('is counted', async () => {
    expect(await call('resolve', { url: landmark.placeId })).toMatchObject({ status: 200, remaining: 4 })
    expect(await call('search', { name: 'Trevi' })).toMatchObject({ status: 200, remaining: 4 })
  })

  test('is answered at the second try after a moment of failure', async () => {
    for (const fault of [
      { transport: 'reset' },
      { transport: 'cut_short' },
      { answer: placesError('unavailable') },
    ] as const) {
      simulator.script({ ...fault, times: 1 })
      expect(await call('resolve', { url: landmark.placeId })).toMatchObject({ status: 200, remaining: 4 })
    }
    expect(simulator.calls).toHaveLength(6)
  })

  test('is still asked for when the store cannot keep what was learnt', async () => {
    const { redis } = await store()
    const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('no'))
    const get = vi.spyOn(redis, 'get').mockRejectedValue(new Error('no'))
    const answer = await places.source.details({ cid: landmark.cid, placeId: null }, patient())
    expect(answer).toMatchObject({ placeId: landmark.placeId })
    set.mockRestore()
    get.mockRestore()
  })
})
