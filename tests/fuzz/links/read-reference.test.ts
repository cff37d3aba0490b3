import fc from 'fast-check'
import { describe, test } from 'vitest'
import { packPlaceId } from '../arithmetic'
import { claim, fuzz } from '../settings'
import { anyTree } from './data-tree'
import { type ListingText, listingText, pastedListingText } from './listing-links'
import { type Pair, pair } from './pairs'
import { checkReading, readOrRefused } from './soundness'
import { anyText, damagedLink, strangeLink } from './texts'

function checkIdentifiers({ text, cid, cell }: ListingText) {
  const reference = readOrRefused(text)
  const placeId = cell === 0n ? null : packPlaceId({ cid, cell })
  const agrees = reference?.kind === 'listing' && reference.cid === cid && reference.placeId === placeId
  claim(agrees, 'another listing than the link names', text, reference, placeId)
  checkReading(text)
}

function checkPair({ text, right }: Pair) {
  const reference = readOrRefused(text)
  if (reference === null) return
  const isRight = reference.kind === 'listing' && reference.cid === right?.cid
  claim(isRight, 'one of two listings, and nothing says that it is meant', text, reference)
}

describe('any text gives its listing, or one of two documented refusals', () => {
  test('links of every known form, for any listing', () => {
    fc.assert(fc.property(listingText, checkIdentifiers), fuzz(50_000))
  })

  test('the same links in a sentence, in markup or behind a consent page', () => {
    fc.assert(fc.property(pastedListingText, checkIdentifiers), fuzz(20_000))
  })

  test('two listings in one text or link: the one that is known to count, or none', () => {
    fc.assert(fc.property(pair, checkPair), fuzz(20_000))
  })

  test('a damaged real link: never an identifier that is not in it', () => {
    fc.assert(fc.property(damagedLink, checkReading), fuzz(60_000))
  })

  test('any text in any part of a link', () => {
    fc.assert(fc.property(strangeLink, checkReading), fuzz(25_000))
  })

  test('any text, any tree', () => {
    fc.assert(fc.property(fc.oneof(anyText, anyTree), checkReading), fuzz(25_000))
  })
})
