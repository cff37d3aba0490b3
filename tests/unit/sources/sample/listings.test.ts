import { describe, expect, it } from 'vitest'
import { decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { sampleListings } from '@/server/places/sources/sample/listings'

function cidOf(placeId: string): string | null {
  const featureId = featureIdOf(placeId)
  return featureId === null ? null : decimalCid(featureId.cid)
}

describe('the sample listings', () => {
  it('number 90, as the dashboard shows', () => {
    expect(sampleListings).toHaveLength(90)
  })

  it('each have a decodable place id, because otherwise their card would have no CID', () => {
    const broken = sampleListings.filter((listing) => cidOf(listing.placeId) === null)
    expect(broken).toEqual([])
  })

  it('never share a place id or a CID, because one card would hide another', () => {
    expect(new Set(sampleListings.map((listing) => listing.placeId)).size).toBe(sampleListings.length)
    expect(new Set(sampleListings.map((listing) => cidOf(listing.placeId))).size).toBe(sampleListings.length)
  })

  it.each([
    ['Eiffel Tower', '10222232094831998944'],
    ['Colosseum', '2950359333223072708'],
    ['Sydney Opera House', '3545450935484072529'],
    ['Tokyo Tower', '5195627782660688349'],
    ['Taj Mahal', '15936801470875598302'],
    ['Google Sydney', '10281119596374313554'],
    ['Trevi Fountain', '17759648132674796470'],
    ['三枝商店', '2928796166438035694'],
  ])('have the CID that Google Maps has for %s', (title, cid) => {
    const listing = sampleListings.find((candidate) => candidate.title === title)
    expect(listing && cidOf(listing.placeId)).toBe(cid)
  })

  it('have ratings from 1.0 to 5.0 with one decimal, and whole counts', () => {
    for (const { title, rating, reviewsCount } of sampleListings) {
      if (rating !== null) {
        expect(rating, title).toBeGreaterThanOrEqual(1)
        expect(rating, title).toBeLessThanOrEqual(5)
        expect(Number(rating.toFixed(1)), title).toBe(rating)
      }
      if (reviewsCount !== null) {
        expect(Number.isInteger(reviewsCount) && reviewsCount > 0, title).toBe(true)
        expect(rating, `${title}: a count without a rating`).not.toBeNull()
      }
    }
  })

  it('have a country that exists, because country filters would miss them otherwise', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const { country, title } of sampleListings) {
      expect(country, title).toMatch(/^[A-Z]{2}$/)
      expect(names.of(country), title).toBeDefined()
    }
  })

  it('have a title and an address without stray spaces or invisible characters', () => {
    for (const { title, address } of sampleListings) {
      for (const text of [title, address]) {
        expect(text).toMatch(/^\S(.*\S)?$/)
        expect(text).not.toMatch(/ {2}|\p{C}/u)
      }
    }
  })
})
