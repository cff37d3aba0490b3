import { beforeEach, describe, expect, test, vi } from 'vitest'
import { resolve } from '@/server/features/listings/resolve'
import { type Cid, decimalCid } from '@/server/places/identifiers/cid'
import { readSpending } from '@/server/places/upstream/spending'
import { store } from '@/server/platform/store/store'
import { type LegacyRefusal, legacyRefusal } from '../simulator/legacy/statuses'
import { landmark, madeUpIds, numberedListing } from '../simulator/listings'
import { patient, placesForTests, requestsTo, special } from './places'

const places = await placesForTests()
const { simulator } = places

/** Simulates a project that has the older API, and for which Places API (New) does not accept CIDs. */
beforeEach(() => {
  simulator.legacy = 'enabled'
  simulator.zeroHalf = '400'
})

const cidLink = ({ cid }: { cid: bigint }) => `https://maps.google.com/?cid=${cid}`
const resolved = (listing: { cid: bigint }) => resolve(cidLink(listing), places.source, patient())
const storedPlaceId = async ({ cid }: { cid: bigint }) => (await store()).redis.get(`place:${cid}`)
const legacyCalls = () => requestsTo(simulator).filter((call) => call.startsWith('legacy'))
const refusing = (name: LegacyRefusal, times?: number) =>
  simulator.script({ upstream: 'legacy', answer: legacyRefusal(name), ...(times && { times }) })

const provingCid = '10281119596374313554'
const theLandmark = { title: landmark.title, cid: decimalCid(landmark.cid), place_id: landmark.placeId }
const unavailable = (listing: { cid: Cid }) => ({
  code: 'upstream_unavailable',
  identifiers: { cid: decimalCid(listing.cid), place_id: null },
})

describe('a bare CID with the older API enabled', () => {
  test('gets only its place id from the older API, after the new API has rejected CIDs', async () => {
    expect(await resolved(landmark)).toMatchObject(theLandmark)
    expect(requestsTo(simulator).slice(2)).toEqual([`legacy ${landmark.cid}`, `details ${landmark.placeId}`])
    const call = simulator.calls[2]
    expect(call).toMatchObject({
      method: 'GET',
      path: `/maps/api/place/details/json?cid=${landmark.cid}&fields=place_id&key=${simulator.apiKey}`,
    })
    expect(call?.headers).not.toHaveProperty('cookie')
    expect(await readSpending()).toMatchObject({
      calls: { details_enterprise: 1, details_ids: 2, legacy_ids: 1 },
      billable: 1,
    })
  })

  test('is sent to the older API only once, because the store keeps its place id', async () => {
    await resolved(landmark)
    expect(await storedPlaceId(landmark)).toEqual({ id: landmark.placeId })
    simulator.reset()
    expect(await resolved(landmark)).toMatchObject(theLandmark)
    expect(requestsTo(simulator)).toEqual([`details ${landmark.placeId}`])
  })

  test('goes straight to the older API once the new API is known to reject CIDs', async () => {
    await resolved(landmark)
    const calls = simulator.calls.length
    await resolved(numberedListing(1))
    const { cid, placeId } = numberedListing(1)
    expect(requestsTo(simulator).slice(calls)).toEqual([`legacy ${cid}`, `details ${placeId}`])
  })

  test('never goes to the older API if the new API accepts CIDs', async () => {
    simulator.zeroHalf = 'canonical'
    await resolved(landmark)
    await expect(resolved(madeUpIds(8_000_000_000_000_000_001n))).rejects.toMatchObject({ code: 'listing_not_found' })
    expect(legacyCalls()).toEqual([])
  })

  test('goes to the older API if the new API returns another CID', async () => {
    simulator.zeroHalf = 'canonical'
    simulator.script({ upstream: 'details', times: 1, alter: (place) => ({ ...place, id: special(101).placeId }) })
    expect(await resolved(landmark)).toMatchObject(theLandmark)
    expect(legacyCalls()).toEqual([`legacy ${landmark.cid}`])
  })

  test.each(['not_found', 'nothing_left'] as const)(
    'is not found if it is unknown to the older API (%s)',
    async (refusal) => {
      const nobody = madeUpIds(8_000_000_000_000_000_001n)
      simulator.script({ cid: `${nobody.cid}`, answer: legacyRefusal(refusal) })
      await expect(resolved(nobody)).rejects.toMatchObject({ code: 'listing_not_found' })
      expect(legacyCalls()).toEqual([`legacy ${nobody.cid}`, `legacy ${provingCid}`])
      await expect(resolved(nobody)).rejects.toMatchObject({ code: 'listing_not_found' })
      expect(legacyCalls()).toHaveLength(3)
    },
  )

  test('fails, but not as “not found”, if the older API finds no CID at all', async () => {
    refusing('not_found')
    await expect(resolved(landmark)).rejects.toMatchObject(unavailable(landmark))
    const calls = simulator.calls.length
    await expect(resolved(landmark)).rejects.toMatchObject(unavailable(landmark))
    expect(simulator.calls).toHaveLength(calls)
  })

  test('fails, and stores no place id, if the older API returns another CID, no CID, or a placeholder', async () => {
    await expect(resolved(special(105))).rejects.toMatchObject(unavailable(special(105)))
    for (const result of [
      {},
      { place_id: '' },
      { place_id: 17 },
      { place_id: `ChIJAAAAAAAAAAAR${landmark.placeId.slice(16)}` },
      'none',
      null,
    ]) {
      simulator.script({ upstream: 'legacy', times: 1, alter: (answer) => ({ ...answer, result }) })
      await expect(resolved(landmark)).rejects.toMatchObject(unavailable(landmark))
    }
    expect(await storedPlaceId(landmark)).toBeNull()
    expect(await storedPlaceId(special(101))).toBeNull()
    expect(await resolved(landmark)).toMatchObject(theLandmark)
  })
})

describe('the older API', () => {
  test.each<LegacyRefusal>(['not_enabled', 'no_key', 'bad_key', 'key_blocked', 'nothing_asked', 'wrong_field'])(
    'is called only once per process if it rejects CIDs (%s), and the error suggests a share link or place id',
    async (refusal) => {
      refusing(refusal)
      for (const listing of [landmark, landmark, special(101)]) {
        await expect(resolved(listing)).rejects.toMatchObject({
          ...unavailable(listing),
          message: 'This listing cannot be looked up by its CID alone. Paste a share link or place id instead.',
        })
      }
      expect(legacyCalls()).toHaveLength(1)
      expect((await readSpending()).billable).toBe(0)
    },
  )

  test('is called again after a single rejection if it has worked before', async () => {
    await resolved(landmark)
    refusing('not_enabled', 1)
    await expect(resolved(numberedListing(1))).rejects.toMatchObject(unavailable(numberedListing(1)))
    expect(await resolved(numberedListing(1))).toMatchObject({ title: 'Numbered listing 1' })
  })

  test('is not retried if its quota is used up, and lookups by place id still work', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    refusing('quota')
    await expect(resolved(landmark)).rejects.toMatchObject(unavailable(landmark))
    expect(legacyCalls()).toHaveLength(1)
    for (let time = 0; time < 10; time++) await expect(resolved(numberedListing(time))).rejects.toThrow()
    // Its circuit is open by now.
    expect(legacyCalls().length).toBeLessThan(10)
    expect(await resolve(landmark.placeId, places.source, patient())).toMatchObject(theLandmark)
    const lines = log.mock.calls.map(([line]) => String(line)).join('')
    expect(lines).toContain('Google Places Legacy: quota_day')
    expect(lines).not.toContain(simulator.apiKey)
    log.mockRestore()
  })

  test('is retried once after an unknown error', async () => {
    expect(await resolved(special(520))).toMatchObject({ title: 'Sim unknown error' })
    expect(legacyCalls()).toHaveLength(2)
    refusing('unknown_error')
    await expect(resolved(landmark)).rejects.toMatchObject(unavailable(landmark))
    expect(legacyCalls()).toHaveLength(4)
  })
})

test('1,000 callers with the same CID call the older API once', async () => {
  simulator.latencyMs = 20
  await Promise.all(Array.from({ length: 1_000 }, () => resolved(landmark)))
  expect(legacyCalls()).toHaveLength(1)
  expect(simulator.calls).toHaveLength(4)
})
