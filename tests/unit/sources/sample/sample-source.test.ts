import { describe, expect, it } from 'vitest'
import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { lookupOf } from '../../../support/lookup'

const signal = lookupOf()

function cid(decimal: string): Cid {
  const parsed = cidFromDecimal(decimal)
  if (parsed === null) throw new Error(`not a CID: ${decimal}`)
  return parsed
}

describe('the sample source', () => {
  it('finds a listing by its CID alone, so a ?cid= link gets a full card', async () => {
    expect(await sampleSource.details({ cid: cid('14970958066519606553'), placeId: null }, signal)).toEqual({
      cid: cid('14970958066519606553'),
      placeId: 'ChIJ442GNENu5kcRGYUrvgqHw88',
      title: 'Sacré-Cœur',
      titleLanguage: null,
      address: '35 Rue du Chevalier de la Barre, 75018 Paris, France',
      businessStatus: null,
      location: { latitude: 48.886705, longitude: 2.343104 },
      rating: 4.5,
      reviewsCount: 3688,
    })
  })

  it('returns null for a rating that was not recorded, instead of “no reviews”', async () => {
    const eiffelTower = await sampleSource.details({ cid: cid('10222232094831998944'), placeId: null }, signal)
    expect(eiffelTower).toMatchObject({ title: 'Eiffel Tower', rating: null, reviewsCount: null })
  })

  it('returns null for a listing outside the sample', async () => {
    expect(await sampleSource.details({ cid: cid('17051943568117747154'), placeId: null }, signal)).toBeNull()
  })

  it('checks only the identifiers of its own listings, and stores no place ids', async () => {
    const sacreCoeur = cid('14970958066519606553')
    const present = { cid: sacreCoeur, placeId: 'ChIJ442GNENu5kcRGYUrvgqHw88' }
    expect(await sampleSource.check({ cid: sacreCoeur, placeId: null }, signal)).toEqual(present)
    expect(await sampleSource.check({ cid: cid('17051943568117747154'), placeId: null }, signal)).toBeNull()
    expect(await sampleSource.learntPlaceId(sacreCoeur)).toBeNull()
  })

  it('returns search results with CIDs that resolve to the same listings', async () => {
    const results = await sampleSource.search({ name: 'roma', country: 'IT' }, signal)
    expect(results.length).toBeGreaterThan(10)
    for (const result of results) {
      expect(await sampleSource.details({ cid: result.cid, placeId: null }, signal)).toEqual(result)
    }
  })

  it('returns copies, so no caller can change the sample', async () => {
    const key = { cid: cid('2950359333223072708'), placeId: null }
    const first = await sampleSource.details(key, signal)
    if (first !== null) first.title = 'changed'
    expect(await sampleSource.details(key, signal)).toMatchObject({ title: 'Colosseum' })
  })

  it('never matches a name to a listing, because listings outside the sample may have the same name', async () => {
    expect(await sampleSource.matchByName({ name: 'Colosseum', location: null }, signal)).toBeNull()
  })

  it('resolves a recorded share link to its listing', () => {
    const target = sampleSource.recordedTarget({ host: 'maps.app.goo.gl', path: 'W5wPRJ5FMJxgaisf9' })
    expect(target).toContain('0x470ca641f10695db:0xb713349b154e782d')
  })
})
