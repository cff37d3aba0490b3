import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { decimalCid } from '@/server/places/identifiers/cid'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { readSpending } from '@/server/places/upstream/spending'
import { store } from '@/server/platform/store/store'
import { landmark, madeUpIds } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { patient, placesForTests, requestsTo, special, untilCalled } from './places'

const deadlineMs = 2_000
const places = await placesForTests({ deadlineMs })
const { simulator } = places

const resolved = (text: string, source = places.source) => resolve(text, source, patient())
const storedPlaceId = async () => (await store()).redis.get(`place:${landmark.cid}`)
const legacyCalls = () => simulator.calls.filter(({ upstream }) => upstream === 'legacy')

const zeroHalf = placeIdOf({ cell: 0n, cid: landmark.cid })
/** An old link's place id, with the listing's current CID. */
const stale = placeIdOf({ cell: 99n, cid: landmark.cid })
const present = {
  title: landmark.title,
  cid: decimalCid(landmark.cid),
  place_id: landmark.placeId,
  review_url: `https://search.google.com/local/writereview?placeid=${landmark.placeId}`,
}
const notFound = { code: 'listing_not_found', identifiers: { cid: decimalCid(landmark.cid), place_id: stale } }

describe('a place id that Google no longer accepts', () => {
  test('resolves to the listing by its CID, with the current place id', async () => {
    expect(await resolved(stale)).toMatchObject(present)
    expect(requestsTo(simulator)).toEqual([`details ${stale}`, `details ${zeroHalf}`, `details ${landmark.placeId}`])
    expect(simulator.calls[1]?.headers['x-goog-fieldmask']).toBe('id')
    expect(await storedPlaceId()).toEqual({ id: landmark.placeId })
  })

  test('resolves to the listing through the older API if the project has it', async () => {
    simulator.zeroHalf = '404'
    simulator.legacy = 'enabled'
    expect(await resolved(stale)).toMatchObject(present)
    expect(legacyCalls()).toHaveLength(1)
  })

  test('resolves to the listing by the stored place id, without a call for its CID', async () => {
    await resolved(landmark.placeId)
    simulator.reset()
    expect(await resolved(stale)).toMatchObject(present)
    expect(requestsTo(simulator)).toEqual([`details ${stale}`, `details ${landmark.placeId}`])
  })

  test('is replaced in the store if it was stored there', async () => {
    await (await store()).redis.set(`place:${landmark.cid}`, { id: stale })
    expect(await resolved(stale)).toMatchObject(present)
    expect(simulator.calls).toHaveLength(3)
    expect(await storedPlaceId()).toEqual({ id: landmark.placeId })
  })

  test('does not prove that the listing is gone if the search for it failed', async () => {
    const key = { cid: landmark.cid, placeId: stale }
    simulator.script({ placeId: zeroHalf, answer: placesError('unavailable', 'GetPlace') })
    // On a busy machine, the retries may take longer than the deadline of the other tests.
    const source = places.sourceWith({ deadlineMs: 60_000 })
    await expect(source.check(key, patient())).rejects.toMatchObject({
      code: 'listing_not_found',
      doubt: { kind: 'server_error' },
    })
    simulator.reset()
    simulator.zeroHalf = '404'
    await expect(places.source.check(key, patient())).rejects.toMatchObject({ code: 'listing_not_found', doubt: null })
  })

  test('resolves to the current listing even if the listing has moved', async () => {
    const moved = placeIdOf({ cell: 99n, cid: special(201).cid })
    expect(await resolved(moved)).toMatchObject(present)
  })

  test('is returned from the cache the second time', async () => {
    const cached = places.sourceWith({ cacheSeconds: 300 })
    expect(await resolved(stale, cached)).toMatchObject(present)
    expect(await resolved(stale, cached)).toMatchObject(present)
    expect(simulator.calls).toHaveLength(3)
  })

  test('costs two billable calls, and only one if no listing is found', async () => {
    await resolved(stale)
    expect(await readSpending()).toMatchObject({ calls: { details_enterprise: 2, details_ids: 1 }, billable: 2 })
    await expect(resolved(madeUpIds(8_000_000_000_000_000_000n).placeId)).rejects.toThrow()
    expect(await readSpending()).toMatchObject({ calls: { details_enterprise: 3, details_ids: 2 }, billable: 3 })
  })
})

describe('a stale place id’s listing', () => {
  const notThere = (error: object) => ({ upstream: 'details', placeId: zeroHalf, ...error }) as const

  test.each([400, 401, 404, 405])(
    'is not found if Google knows neither the place id nor its CID (%i)',
    async (number) => {
      const { cid, placeId } = special(number)
      const gone = { code: 'listing_not_found', identifiers: { cid: decimalCid(cid), place_id: placeId } }
      await expect(resolved(placeId)).rejects.toMatchObject(gone)
      // The place id, its CID, and, once per process, the known listing that shows whether Google accepts CIDs.
      expect(simulator.calls).toHaveLength(3)
      await expect(resolved(placeId)).rejects.toMatchObject(gone)
      expect(simulator.calls).toHaveLength(5)
      expect(legacyCalls()).toHaveLength(0)
    },
  )

  test.each(['400', '404'] as const)(
    'is not found if Google does not accept CIDs (%s), and the next lookup makes only one call',
    async (answer) => {
      simulator.zeroHalf = answer
      await expect(resolved(stale)).rejects.toMatchObject(notFound)
      expect(legacyCalls()).toHaveLength(1)
      const calls = simulator.calls.length
      await expect(resolved(stale)).rejects.toMatchObject(notFound)
      expect(simulator.calls).toHaveLength(calls + 1)
    },
  )

  test.each([
    ['is exhausted', { answer: placesError('day_quota') }],
    ['fails', { answer: placesError('unavailable') }],
    ['is refused', { answer: placesError('denied') }],
    ['breaks off', { transport: 'reset' }],
    ['makes no sense', { transport: 'truncate' }],
    ['is of another listing', { alter: () => ({ id: special(101).placeId }) }],
    ['is the one that was asked for', { alter: () => ({ id: zeroHalf }) }],
    ['is the stale one', { alter: () => ({ id: stale }) }],
  ] as const)('is not found if the response for its CID %s', async (_, fault) => {
    simulator.script(notThere(fault))
    await expect(resolved(stale)).rejects.toMatchObject(notFound)
    expect(await storedPlaceId()).toBeNull()
    // The stale place id, its CID at most twice, and the older API once.
    expect(simulator.calls.length).toBeLessThanOrEqual(4)
  })

  test('is not found, before the deadline, if Google hangs on its CID', async () => {
    simulator.script(notThere({ transport: 'hang' }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = expect(resolved(stale)).rejects.toMatchObject(notFound)
    await untilCalled(simulator, 2)
    await vi.advanceTimersByTimeAsync(deadlineMs / 4)
    await failure
    await expect.poll(() => simulator.calls.map(({ state }) => state)).not.toContain('open')
  })

  test('is unavailable, not “not found”, if fetching it would exceed the daily cap', async () => {
    const capped = places.sourceWith({ dailyCap: 1 })
    // The listing exists, but its details would exceed the cap, which does not mean "not found".
    await expect(resolved(stale, capped)).rejects.toMatchObject({ code: 'upstream_cap_reached' })
    expect(await readSpending()).toMatchObject({ calls: { details_enterprise: 1, details_ids: 1 }, billable: 1 })
  })

  test('is unavailable, not “not found”, if Google fails on the place id that was found', async () => {
    simulator.script({ placeId: landmark.placeId, answer: placesError('unavailable') })
    await expect(resolved(stale)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})
