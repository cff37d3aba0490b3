import { describe, expect, test } from 'vitest'
import { readReference } from '@/server/places/links/read-reference'
import { UnreadableText } from '@/server/places/links/refusal'
import { opera, reading } from './reading'

const maps = 'https://www.google.com/maps'
const search = 'https://www.google.com/search?q=opera'

/** A real listing whose CID looks rounded. */
const real = {
  cid: '441310607586089100',
  hexCid: '0x61fd9a8d0c7d88c',
  featureId: '0x6b12ae3c2965d745:0x61fd9a8d0c7d88c',
  placeId: 'ChIJRddlKTyuEmsRjNjH0KjZHwY',
}

/** The CID of Sydney Opera House as JavaScript and a spreadsheet round it. */
const byJavaScript = '3545450935484072400'
const bySheet = '3545450935484070000'

/** Returns the error for a text, with the CID to confirm. */
function doubt(text: string): { code: string; cid: string | undefined } | null {
  try {
    readReference(text)
    return null
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    return { code: error.code, cid: error.ifWhole?.cid.toString() }
  }
}

describe('a decimal number that may have been rounded is rejected, with the CID to confirm', () => {
  test.each([
    [byJavaScript, byJavaScript],
    [bySheet, bySheet],
    [real.cid, real.cid],
    [`000${bySheet}`, bySheet],
    [`${byJavaScript}.0`, byJavaScript],
    ['-4803363030121515000', '13643381043588036616'],
    [`cid:${bySheet}`, bySheet],
    [`Opera, cid:${bySheet}, Sydney`, bySheet],
    [`https://maps.google.com/?cid=${bySheet}`, bySheet],
    [`https://maps.google.com/?cid=${bySheet}&hl=de`, bySheet],
    ['https://maps.google.com/?cid=-4803363030121515000', '13643381043588036616'],
    [`${maps}?q=cid:${byJavaScript}`, byJavaScript],
    [`https://www.google.com/url?q=${encodeURIComponent(`${maps}?cid=${bySheet}`)}`, bySheet],
    [`${search}&ludocid=${bySheet}`, bySheet],
    [`${search}&ludocid=${bySheet}#rlimm=${bySheet}`, bySheet],
    [`${search}&rldimm=${bySheet}#rlfi=hd:;si:${bySheet};mv:x`, bySheet],
    [`${search}#trex=m_t:lcl_akp,rc_ludocids:${bySheet},rc_q:x`, bySheet],
    [`https://business.google.com/create?fp=${bySheet}&hl=de`, bySheet],
    [`https://maps.google.com/?cid=${bySheet} ${maps}?cid=${bySheet}`, bySheet],
  ])('%s', (text, cid) => {
    expect(doubt(text)).toEqual({ code: 'rounded_cid', cid })
  })

  test('the error names the ways to send the CID anyway', () => {
    const { detail } = reading(bySheet)
    expect(detail).toMatch(/hexadecimal/)
    expect(detail).toMatch(/link with its feature id/)
    expect(detail).toMatch(/details "checked"/)
  })
})

describe('a number that looks rounded is read', () => {
  test.each([
    ['in hexadecimal', real.hexCid],
    ['in a feature id', real.featureId],
    ['in a place id', real.placeId],
    ['beside its feature id', `${maps}?ftid=${real.featureId}&cid=${real.cid}`],
    ['beside its place id', `${maps}/place/?q=place_id:${real.placeId}&cid=${real.cid}`],
    ['beside its feature id on a search page', `${search}&ludocid=${real.cid}#lrd=${real.featureId},1`],
    ['beside a link with its feature id', `cid:${real.cid} ${maps}?ftid=${real.featureId}`],
    ['in a hotel’s code', 'https://www.google.com/travel/hotels/entity/CgkIzu3T55K1-kwQAQ'],
  ])('%s', (_, text) => {
    expect(doubt(text)).toBeNull()
  })

  test.each([byJavaScript, bySheet])('as the listing whose feature id is in the same link: cid=%s', (rounded) => {
    expect(reading(`${maps}?ftid=${opera.featureId}&cid=${rounded}`)).toMatchObject({ cid: opera.cid })
    expect(reading(`${maps}?ftid=${real.featureId}&cid=${rounded}`)).toMatchObject({ code: 'no_listing_in_link' })
  })
})
