import { describe, expect, test } from 'vitest'
import { gate, opera, reading } from './reading'

const place = `https://www.google.com/maps/place/Opera/data=!4m2!3m1!1s${opera.featureId}`
const other = `https://maps.google.com/?cid=${gate.cid}`
const short = 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA'
const otherShort = 'https://goo.gl/maps/kW8NcDFcoHk'
const several = { code: 'no_listing_in_link', detail: expect.stringMatching(/points to several listings/) }

describe('text that identifies two listings is rejected', () => {
  test.each([
    ['two map links', `${place} ${other}`],
    ['two short links', `${short}\n${otherShort}`],
    ['two short links of one host', `${short} https://maps.app.goo.gl/FoksPtKVKYoeAt4w8`],
    ['links behind each other with a comma', `${short},${otherShort}`],
    ['map links with nothing between them', `${other}${place}`],
    ['short links with nothing between them', `${short}${otherShort}`],
    ['two place ids', `${opera.placeId} ChIJiQnyVcZRqEcRY0xnhE77uyY`],
    ['two feature ids', `${opera.featureId}, ${gate.featureId}`],
    ['a link and a labelled CID', `${place} cid:${gate.cid}`],
    ['a profile link and a map link', `https://g.page/r/CVHCGlrX-DMxEAE ${other}`],
    [
      'a link in a consent page and one beside it',
      `https://consent.google.com/m?continue=${encodeURIComponent(place)} ${other}`,
    ],
    ['a short link beside two listings', `${short} ${place} ${other}`],
    ['rows of a table', `a\t${place}\nb\t${other}`],
  ])('%s', (_, text) => {
    expect(reading(text)).toEqual(several)
  })

  test('a link next to a link with conflicting identifiers', () => {
    const unclear = `https://maps.google.com/?cid=${opera.cid}&cid=${gate.cid}`
    expect(reading(`${place} ${unclear}`)).toMatchObject({ code: 'no_listing_in_link' })
  })
})

describe('text that identifies one listing several times is read', () => {
  test.each([
    ['a link twice', `${place} ${place}`],
    ['a link and its place id', `${opera.placeId}\n${place}`],
    ['a link and its CID', `cid:${opera.cid} ${place}`],
    ['a CID link and a place link', `https://maps.google.com/?cid=${opera.cid} ${place}`],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject({ cid: opera.cid, placeId: opera.placeId })
  })

  test('a short link twice', () => {
    expect(reading(`${short}?g_st=ic ${short}`)).toEqual({ short: 'maps.app.goo.gl/AK13hVJLjnveWZqJA', beside: null })
  })

  test('a CID link gets the title from a place link', () => {
    expect(reading(`https://maps.google.com/?cid=${opera.cid} ${place}`)).toMatchObject({ title: 'Opera' })
  })
})

test('a short link next to a listing is read with that listing as the expected listing', () => {
  expect(reading(`${short} ${place}`)).toEqual({ short: 'maps.app.goo.gl/AK13hVJLjnveWZqJA', beside: opera.cid })
})
