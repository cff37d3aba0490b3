import { afterAll, describe, expect, test, vi } from 'vitest'
import { store } from '@/server/platform/store/store'
import { legacyRefusal } from '../simulator/legacy/statuses'
import { landmark } from '../simulator/listings'
import { type PlacesError, placesError, placesErrors } from '../simulator/places/errors'
import { refusedKeys } from '../simulator/places/keys'
import { specialPlaces } from '../simulator/places/special'
import type { Rule } from '../simulator/rules'
import { call } from './call'
import { patient, placesForTests, special } from './places'

/** Without this deadline, a lookup would wait forever for a response that never comes, and succeed after a slow one. */
const deadlineMs = 2_000
process.env.UPSTREAM_DEADLINE_MS = String(deadlineMs)
const places = await placesForTests({ deadlineMs })
const { simulator } = places

// Each test has its own source, because a circuit opened in one test would still be open in the next.
vi.mock('@/server/places/sources/source', () => ({ listingSource: () => places.source, sourceKind: () => 'places' }))
const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => log.mockRestore())

/** Words that only Google, or a third party in between, would use. */
const upstreamWords =
  /google\.com|project|consumer|quota metric|API key|INVALID|UNAVAILABLE|DENIED|valid Place ID|no longer valid|evil|sign in|html/i

type Answered = Awaited<ReturnType<typeof call>>

/**
 * Expects the call to have failed with this code, without being counted, and without Google's wording.
 */
function expectFault({ status, body, remaining }: Answered, code = 'upstream_unavailable'): void {
  expect({ status, code: body.code }).toEqual({ status: code === 'listing_not_found' ? 404 : 500, code })
  expect(body.detail).not.toMatch(upstreamWords)
  expect(remaining).toBe(5)
}

const identifiersOf = (cid: bigint, placeId: string | null) => ({
  cid: `${cid}`,
  hex_cid: `0x${cid.toString(16)}`,
  place_id: placeId,
})

/** Special places by number, with the outcome of resolving the place id and the number of calls. */
const faultsOfDetails: ReadonlyArray<readonly [number: number, what: string, code: string, calls: number]> = [
  // A place id that Google rejects is looked up by its CID. A known listing then shows whether Google accepts CIDs at
  // all.
  [400, '400 Not a valid Place ID', 'listing_not_found', 3],
  [401, '400 no longer valid', 'listing_not_found', 3],
  [404, '404 not found', 'listing_not_found', 3],
  [405, '404 no longer valid', 'listing_not_found', 3],
  [208, 'moved to a place that is gone', 'listing_not_found', 3],
  [403, '403 denied', 'upstream_unavailable', 1],
  [429, '429 per day', 'upstream_unavailable', 1],
  [430, '429 per minute', 'upstream_unavailable', 2],
  [431, '403 with an exhausted quota', 'upstream_unavailable', 1],
  [500, '500', 'upstream_unavailable', 2],
  [502, '502 with a page', 'upstream_unavailable', 2],
  [503, '503', 'upstream_unavailable', 2],
  [105, 'another listing', 'upstream_unavailable', 1],
  [111, 'wrong types', 'upstream_unavailable', 1],
  [112, 'values out of range', 'upstream_unavailable', 1],
  [204, 'moved four times', 'upstream_unavailable', 4],
  [205, 'moved in a circle', 'upstream_unavailable', 4],
  [206, 'moved in a circle', 'upstream_unavailable', 4],
  [207, 'moved to itself', 'upstream_unavailable', 4],
  [209, 'moved to no place id', 'upstream_unavailable', 1],
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
]

describe('a Place Details failure', () => {
  test.each(faultsOfDetails)(
    '%i, %s: the lookup returns %s after %i calls with the identifiers, and is not counted',
    async (number, _, code, calls) => {
      const { placeId, cid } = special(number)
      const response = await call('resolve', { url: placeId })
      expectFault(response, code)
      expect(response.body.identifiers).toEqual(identifiersOf(cid, placeId))
      expect(simulator.calls).toHaveLength(calls)
    },
  )

  test('is tested for every failing special place in the simulator', () => {
    const failing = specialPlaces.filter(({ error, behaviour }) => error || behaviour).map(({ listing }) => listing.cid)
    const here = new Set(faultsOfDetails.map(([number]) => special(number).cid))
    // Only this place gets a result: its JSON is correct, but has the wrong content type.
    expect(failing.filter((cid) => !here.has(cid))).toEqual([special(615).cid])
  })

  test('an empty object: the lookup returns 500 and is not counted', async () => {
    simulator.script({ alter: () => ({}) })
    expectFault(await call('resolve', { url: landmark.placeId }))
  })

  test.each([...refusedKeys.keys(), 'nonsense'])(
    'the rejected key %s: the lookup returns 500, is not counted, and the key is not logged',
    async (apiKey) => {
      log.mockClear()
      places.source = places.sourceWith({ apiKey })
      const response = await call('resolve', { url: landmark.placeId })
      expectFault(response)
      expect(response.body.identifiers).toEqual(identifiersOf(landmark.cid, landmark.placeId))
      const lines = log.mock.calls.map(([line]) => String(line)).join('')
      expect(lines.includes('Google Places Details')).toBe(apiKey !== 'simulated-key-minute-quota')
      expect(lines).not.toContain(apiKey)
    },
  )
})

/** Faults after which a call is retried once. */
const retried: ReadonlySet<PlacesError> = new Set(['minute_quota', 'internal', 'unavailable', 'bad_gateway'])

/** Connection faults, and the number of calls after which the lookup gives up. */
const faultsOnTheWay: ReadonlyArray<readonly [what: string, calls: number, fault: Rule]> = [
  ['slow', 1, { delayMs: 10_000 }],
  ['no answer', 1, { transport: 'hang' }],
  ['a body that drips', 1, { transport: 'drip' }],
  ['headers that drip', 1, { transport: 'drip_headers' }],
  ['a reset', 2, { transport: 'reset' }],
  ['a reset half way', 2, { transport: 'reset_in_body' }],
  ['an end half way', 2, { transport: 'cut_short' }],
  ['something else than HTTP', 2, { transport: 'not_http' }],
  ['truncated JSON', 1, { transport: 'truncate' }],
  ['10 MB', 1, { transport: 'big' }],
  ['10 MB, packed', 1, { transport: 'gzip_bomb' }],
  ['null', 1, { alter: () => null }],
  ['a list', 1, { alter: () => [] }],
  ['a page with 200', 1, { answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' } }],
  ['a redirect', 1, { answer: { status: 302, headers: { location: 'https://evil.example/' }, body: '' } }],
  ['nothing', 1, { answer: { status: 200, headers: {}, body: '' } }],
]

describe('a Text Search failure', () => {
  test.each(placesErrors())('%s: the search returns 500 and is not counted', async (error) => {
    simulator.script({ answer: placesError(error, 'SearchText') })
    expectFault(await call('search', { name: 'Trevi Fountain' }))
    expect(simulator.calls).toHaveLength(retried.has(error) ? 2 : 1)
  })

  test.each(faultsOnTheWay)('%s: the search returns 500 after %i calls and is not counted', async (_, calls, fault) => {
    simulator.script(fault)
    expectFault(await call('search', { name: 'Trevi Fountain' }))
    expect(simulator.calls).toHaveLength(calls)
  })

  test.each(['Sim wrong types', 'Sim rating out of range'])(
    'an invalid result, %s: the search returns 500 and is not counted',
    async (name) => {
      expectFault(await call('search', { name }))
      expect(simulator.calls).toHaveLength(1)
    },
  )
})

describe('an older API failure', () => {
  const legacyFaults: typeof faultsOnTheWay = [
    ...faultsOnTheWay,
    ['OVER_QUERY_LIMIT', 1, { answer: legacyRefusal('quota') }],
    ['UNKNOWN_ERROR', 2, { answer: legacyRefusal('unknown_error') }],
    ['HTTP 429', 2, { answer: { status: 429, headers: {}, body: '' } }],
    ['HTTP 502', 2, { answer: placesError('bad_gateway') }],
    ['REQUEST_DENIED', 1, { answer: legacyRefusal('not_enabled') }],
    ['INVALID_REQUEST', 1, { answer: legacyRefusal('nothing_asked') }],
    ['HTTP 410', 1, { answer: { status: 410, headers: {}, body: '' } }],
    ['an empty object', 1, { alter: () => ({}) }],
    ['a status nobody knows', 1, { alter: (answer) => ({ ...answer, status: 'MAYBE' }) }],
    ['a place id of a wrong type', 1, { alter: (answer) => ({ ...answer, result: { place_id: 7 } }) }],
    ['another listing', 1, { alter: (answer) => ({ ...answer, result: { place_id: special(101).placeId } }) }],
  ]

  test.each(legacyFaults)(
    '%s: the lookup returns 500 after %i calls with the CID, and is not counted',
    async (_, calls, fault) => {
      simulator.zeroHalf = '400'
      simulator.legacy = 'enabled'
      simulator.script({ ...fault, upstream: 'legacy' })
      const response = await call('resolve', { url: `${landmark.cid}` })
      expectFault(response)
      expect(response.body.identifiers).toEqual(identifiersOf(landmark.cid, null))
      expect(simulator.calls.filter(({ upstream }) => upstream === 'legacy')).toHaveLength(calls)
    },
  )

  test('NOT_FOUND: the lookup returns 404 and is not counted', async () => {
    simulator.zeroHalf = '400'
    simulator.legacy = 'enabled'
    expectFault(await call('resolve', { url: '8000000000000000001' }), 'listing_not_found')
  })
})

describe('a call', () => {
  test('is counted if it succeeds', async () => {
    expect(await call('resolve', { url: landmark.placeId })).toMatchObject({ status: 200, remaining: 4 })
    expect(await call('search', { name: 'Trevi' })).toMatchObject({ status: 200, remaining: 4 })
  })

  test('succeeds on the second attempt if Google fails once, and is counted once', async () => {
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

  test('finds a bare CID’s listing even if the store fails', async () => {
    const { redis } = await store()
    const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('no'))
    const get = vi.spyOn(redis, 'get').mockRejectedValue(new Error('no'))
    const answer = await places.source.details({ cid: landmark.cid, placeId: null }, patient())
    expect(answer).toMatchObject({ placeId: landmark.placeId })
    set.mockRestore()
    get.mockRestore()
  })
})
