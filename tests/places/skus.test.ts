import { beforeEach, describe, expect, test } from 'vitest'
import { convert } from '@/server/features/listings/convert'
import { resolve } from '@/server/features/listings/resolve'
import { search } from '@/server/features/listings/search'
import { featureIdOf, placeIdOf } from '@/server/places/identifiers/feature-id'
import { costOfDays } from '@/server/places/upstream/cost'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { readSpending } from '@/server/places/upstream/spending'
import { env } from '@/server/platform/settings/env'
import { landmark } from '../simulator/listings'
import { billable, type Sku } from '../simulator/skus'
import { patient, placesForTests, special } from './places'

const places = await placesForTests()
const { simulator } = places
process.env.LINK_GATEWAY_URL = simulator.linksUrl

beforeEach(() => {
  simulator.resolution = 'documented'
})

const resolved = (text: string, details: DetailLevel, language = '') =>
  resolve(text, places.source, patient({ details, language }))

const cidLink = `https://maps.google.com/?cid=${landmark.cid}`
const shortLink = `https://maps.app.goo.gl/sim-cid-${landmark.cid}`
const nameLink = `https://share.google/sim-cid-${landmark.cid}`
const stale = placeIdOf({ cell: 99n, cid: landmark.cid })
const gone = special(404).placeId
const onlyOlderApi = () => Object.assign(simulator, { zeroHalf: '404', legacy: 'enabled' } as const)
const learnt = () => places.source.check({ cid: landmark.cid, placeId: null }, patient()).then(() => simulator.reset())

const ids = 'Place Details IDs Only'
const refresh = 'Places Details - ID Refresh'
const detailsPro = 'Place Details Pro'
const details = 'Place Details Enterprise'
const textSearch = 'Text Search Enterprise'
const resolution = 'Resolution API'

type Ledger = Partial<Record<Sku, number>>

/** Does nothing: there was no earlier lookup. */
const asItIs = () => {}

/** Google's bill for one lookup. Like Google, the simulator counts by the fields of each call. */
const lookups: ReadonlyArray<
  readonly [what: string, text: string, level: DetailLevel, skus: Ledger, before: () => unknown]
> = [
  ['a place id', landmark.placeId, 'none', {}, asItIs],
  ['a bare CID', cidLink, 'none', {}, asItIs],
  ['a bare CID whose place id was learnt', cidLink, 'none', {}, learnt],
  ['a short link', shortLink, 'none', { [resolution]: 1 }, asItIs],
  ['a link that gives only a name', nameLink, 'none', { [resolution]: 1 }, asItIs],
  ['a listing that has moved', special(201).placeId, 'none', {}, asItIs],
  ['a listing that is gone', gone, 'none', {}, asItIs],

  ['a place id', landmark.placeId, 'checked', { [ids]: 1 }, asItIs],
  ['a bare CID', cidLink, 'checked', { [ids]: 2 }, asItIs],
  ['a bare CID whose place id was learnt', cidLink, 'checked', { [ids]: 1 }, learnt],
  ['a bare CID that only the older API finds', cidLink, 'checked', { [ids]: 3, [refresh]: 1 }, onlyOlderApi],
  ['a short link', shortLink, 'checked', { [resolution]: 1, [ids]: 1 }, asItIs],
  ['a link that gives only a name', nameLink, 'checked', { [resolution]: 1 }, asItIs],
  ['a stale place id', stale, 'checked', { [ids]: 3 }, asItIs],
  ['a listing that has moved', special(201).placeId, 'checked', { [ids]: 2 }, asItIs],
  ['a listing that has moved three times', special(203).placeId, 'checked', { [ids]: 4 }, asItIs],
  // Its place id, its CID, and, once per process, the known listing that shows whether Google accepts CIDs.
  ['a listing that is gone', gone, 'checked', { [ids]: 3 }, asItIs],

  ['a place id', landmark.placeId, 'full', { [details]: 1 }, asItIs],
  ['a bare CID', cidLink, 'full', { [ids]: 1, [details]: 1 }, asItIs],
  ['a bare CID whose place id was learnt', cidLink, 'full', { [details]: 1 }, learnt],
  ['a bare CID that only the older API finds', cidLink, 'full', { [ids]: 2, [refresh]: 1, [details]: 1 }, onlyOlderApi],
  ['a short link', shortLink, 'full', { [resolution]: 1, [details]: 1 }, asItIs],
  ['a link that gives only a name', nameLink, 'full', { [resolution]: 1, [textSearch]: 1 }, asItIs],
  ['a stale place id', stale, 'full', { [ids]: 1, [details]: 2 }, asItIs],
  ['a listing that has moved', special(201).placeId, 'full', { [details]: 2 }, asItIs],
  ['a listing that has moved three times', special(203).placeId, 'full', { [details]: 4 }, asItIs],
  ['a listing that is gone', gone, 'full', { [ids]: 2, [details]: 1 }, asItIs],
]

/** Returns the same ledger from Pinref's own count, which the operator sees. */
async function ownCount(): Promise<Ledger> {
  const { calls } = await readSpending()
  const counted: Required<Record<keyof typeof calls, Sku>> = {
    details_ids: ids,
    legacy_ids: refresh,
    details_pro: detailsPro,
    details_enterprise: details,
    search_enterprise: textSearch,
    search_ids: 'Text Search IDs Only',
    resolution,
  }
  const entries = Object.entries(counted).map(([sku, name]) => [name, calls[sku as keyof typeof calls]] as const)
  return Object.fromEntries(entries.filter(([, count]) => count > 0))
}

describe('calls to Google', () => {
  test.each(lookups)(
    'have the expected SKUs, and are counted under them, when resolving %s (%s) with details %s',
    async (_, text, level, skus, before) => {
      await before()
      const spent = await ownCount()
      // Failed lookups make calls, too.
      await resolved(text, level).catch((error: unknown) => expect(error).toHaveProperty('code'))
      expect(simulator.skus).toEqual(skus)
      const sum = { ...spent }
      for (const [sku, count] of Object.entries(skus)) sum[sku as Sku] = (sum[sku as Sku] ?? 0) + count
      expect(await ownCount()).toEqual(sum)
      if (level !== 'full') expect(billable(simulator.skus)).toBe(0)
    },
  )

  test('have the same SKUs in another language', async () => {
    for (const [level, skus] of [
      ['none', {}],
      ['checked', { [ids]: 1 }],
      ['full', { [details]: 1 }],
    ] as const) {
      simulator.reset()
      await resolved(landmark.placeId, level, 'it')
      expect(simulator.skus).toEqual(skus)
    }
  })

  test('cost nothing with details none and checked, and at most the price of Place Details Enterprise with full', async () => {
    /** Returns what Google charges for 10,000 such lookups in a month, in cents. */
    const costOf = async (level: DetailLevel) => {
      const before = (await readSpending()).calls
      await resolved(landmark.placeId, level)
      const { day, calls, billable } = await readSpending()
      for (const sku of Object.keys(calls) as Array<keyof typeof calls>)
        calls[sku] = (calls[sku] - before[sku]) * 10_000
      return costOfDays([{ day, calls, billable }])[0]
    }
    expect(await costOf('none')).toBe(0)
    expect(await costOf('checked')).toBe(0)
    // 9,000 of 10,000 calls at $20 per 1,000.
    expect(await costOf('full')).toBe(18_000)
  })

  test('have the Text Search Enterprise SKU, and are counted under it, when searching', async () => {
    await search({ name: landmark.title, country: null }, places.source, patient())
    expect(simulator.skus).toEqual({ [textSearch]: 1 })
    expect(await ownCount()).toEqual({ [textSearch]: 1 })
  })

  test.each([
    ['a place id', landmark.placeId, { [detailsPro]: 1 }],
    ['a bare CID', null, { [ids]: 1, [detailsPro]: 1 }],
    ['a listing that has moved', special(201).placeId, { [detailsPro]: 2 }],
  ])(
    'have the Place Details Pro SKU, and are counted under it, when checking whether the listing of %s is open',
    async (_, placeId, skus) => {
      const cid = featureIdOf(placeId ?? landmark.placeId)?.cid ?? landmark.cid
      expect(await places.source.checkStatus({ cid, placeId }, patient())).toMatchObject({
        businessStatus: 'operational',
      })
      expect(simulator.skus).toEqual(skus)
      expect(await ownCount()).toEqual(skus)
      expect((await readSpending()).billable).toBe(skus[detailsPro])
      expect(simulator.calls.at(-1)?.headers['x-goog-fieldmask']).toBe('id,movedPlaceId,businessStatus')
      expect(simulator.calls.at(-1)?.path).not.toContain('languageCode')
    },
  )

  test('are not made to convert a CID', () => {
    convert(String(landmark.cid), env())
    expect(simulator.calls).toEqual([])
  })
})
