import fc from 'fast-check'
import { describe, test } from 'vitest'
import { packPlaceId } from '../arithmetic'
import { claim, fuzz } from '../settings'
import { anyTree } from './data-tree'
import { type ListingText, listingText, pastedListingText } from './listing-links'
import { type Pair, pair } from './pairs'
import { checkReading, readOrRefused } from './soundness'
import { anyText, damagedLink, strangeLink } from './texts'

const check = (text: string) => void checkReading(text)

function checkIdentifiers({ text, cid, cell }: ListingText) {
  const reference = checkReading(text)
  const placeId = cell === 0n ? null : packPlaceId({ cid, cell })
  const agrees = reference?.kind === 'listing' && reference.cid === cid && reference.placeId === placeId
  claim(agrees, 'another listing than the link names', text, reference, placeId)
}

function checkPair({ text, right }: Pair) {
  const reference = readOrRefused(text)
  if (reference === null) return
  const isRight = reference.kind === 'listing' && reference.cid === right?.cid
  claim(isRight, 'one of two listings, and nothing says that it is meant', text, reference)
}

describe('reading a reference', () => {
  test('finds the listing in links of every known form', () => {
    fc.assert(fc.property(listingText, checkIdentifiers), fuzz(50_000))
  })

  test('finds the listing in the same links within a sentence, in markup, or behind a consent page', () => {
    fc.assert(fc.property(pastedListingText, checkIdentifiers), fuzz(20_000))
  })

  test('returns the listing that takes precedence, or none, if a string or link identifies two listings', () => {
    fc.assert(fc.property(pair, checkPair), fuzz(20_000))
  })

  test('never returns an identifier that is not in a damaged link', () => {
    fc.assert(fc.property(damagedLink, check), fuzz(60_000))
  })

  test('returns identifiers from the text or a documented rejection, with any text in any part of a link', () => {
    fc.assert(fc.property(strangeLink, check), fuzz(25_000))
  })

  test('returns identifiers from the text or a documented rejection, for any text and any data tree', () => {
    fc.assert(fc.property(fc.oneof(anyText, anyTree), check), fuzz(25_000))
  })
})
