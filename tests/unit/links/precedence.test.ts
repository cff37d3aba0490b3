import { describe, expect, test } from 'vitest'
import { gate, opera, reading } from './reading'

const search = 'https://www.google.com/search?q=opera'
const maps = 'https://www.google.com/maps'
const gatePlaceId = 'ChIJiQnyVcZRqEcRY0xnhE77uyY'
const stickOfGate = 'H4sIAAAAAAAC_-NgU1I1qDAxT7QwNUw2MzVNMzKwtLC0MqgwMktKSksySbUwMTM3STYzBgBTwP5RKQAAAA'

describe('a link with conflicting identifiers resolves to the identifier that takes precedence', () => {
  test.each([
    ['lrd before ludocid', `${search}&ludocid=${gate.cid}#lrd=${opera.featureId},1`],
    ['lrd before rlimm beside it', `${search}#rlimm=${gate.cid}&lrd=${opera.featureId},1`],
    ['lrd before rldimm', `${search}&rldimm=${gate.cid}&lrd=${opera.featureId},1`],
    ['lrd before trex', `${search}#trex=m_t:lcl_akp,rc_ludocids:${gate.cid},rc_q:x&lrd=${opera.featureId},1`],
    ['ludocid before trex', `${search}&trex=rc_ludocids:${gate.cid}&ludocid=${opera.cid}`],
    [
      'the opened listing of a local pack before the first',
      `${search}&rldimm=${gate.cid}#rlfi=hd:;si:${opera.cid};mv:x`,
    ],
    ['the opened listing before the first, both after #', `${search}#rldimm=${gate.cid}&rlfi=hd:;si:${opera.cid},l,x`],
    ['the open listing before the one asked for', `${search}&ludocid=${gate.cid}#rlimm=${opera.cid}`],
    ['the open feature id before the one asked for', `${search}&lrd=${gate.featureId}#lrd=${opera.featureId},1`],
    ['an identifier before 0x0:0x0', `${search}&ludocid=${opera.cid}#lrd=0x0:0x0,1`],
  ])('%s', (_, url) => {
    expect(reading(url)).toMatchObject({ cid: opera.cid })
  })
})

describe('a link with conflicting identifiers is rejected if none of them takes precedence', () => {
  test.each([
    ['two feature ids', `${maps}/place/X/data=!4m2!3m1!1s${opera.featureId}?ftid=${gate.featureId}`],
    ['a feature id and a CID in a map link', `${maps}?ftid=${opera.featureId}&cid=${gate.cid}`],
    ['a place id and a CID in a map link', `${maps}/place/?q=place_id:${opera.placeId}&cid=${gate.cid}`],
    ['a feature id and a place id', `${maps}/place/X/data=!4m4!3m3!1s${opera.featureId}!19s${gatePlaceId}`],
    ['a parameter twice', `${maps}?cid=${opera.cid}&cid=${gate.cid}`],
    ['a place id in the path and one in the query', `${maps}/place/${opera.placeId}?q=place_id:${gatePlaceId}`],
    ['two place ids', `${maps}/search/?api=1&query=place_id:${opera.placeId}&query_place_id=${gatePlaceId}`],
    ['two CIDs of equal standing', `${search}&ludocid=${opera.cid}&rlimm=${gate.cid}`],
    ['the panel and the local pack', `${search}&ludocid=${opera.cid}&rldimm=${gate.cid}`],
    ['the feature id asked for and the open CID', `${search}&lrd=${opera.featureId}#rlimm=${gate.cid}`],
    ['a token and a CID that is open', `${search}&stick=${stickOfGate}#rlimm=${opera.cid}`],
    [
      'two ids on a review page',
      `https://search.google.com/local/reviews?placeid=${opera.placeId}&fid=${gate.featureId}`,
    ],
    [
      'two links in one that leads on',
      `https://www.google.com/url?q=${encodeURIComponent(`${maps}?cid=${opera.cid}`)}&url=${encodeURIComponent(`${maps}?cid=${gate.cid}`)}`,
    ],
  ])('%s', (_, url) => {
    expect(reading(url)).toMatchObject({
      code: 'no_listing_in_link',
      detail: expect.stringMatching(/different listings|several listings/),
    })
  })
})

describe('an identifier in a link is read completely or not at all', () => {
  test.each([
    ['a feature id instead of a CID', `${maps}?cid=${opera.featureId}`, opera.cid],
    ['a feature id that is encoded twice', `${maps}?cid=${opera.featureId.replace(':', '%253A')}`, null],
    ['a rounded number', `${maps}?cid=1.7e19`, null],
    ['a number with a fraction', `${maps}?cid=${opera.cid}.5`, null],
    ['a number with commas in it', `${maps}?cid=3,545,450,935`, null],
    ['a range', `${maps}?cid=12345678-99`, null],
    ['a time', `${maps}?cid=12:30`, null],
    ['half a feature id', `${maps}?ftid=0x6b12ae665e892fdd`, null],
    ['a feature id of three parts', `${search}#lrd=${opera.featureId}:0x1,1`, null],
    ['a place id that is longer', `${maps}/place/?q=place_id:${opera.placeId}x`, null],
    ['an opened listing that is no number', `${search}#rlfi=hd:;si:${opera.cid}x;mv:y`, null],
    ['several related listings', `${search}#trex=rc_ludocids:${opera.cid}|${gate.cid},x:y`, null],
    ['a hexadecimal CID where feature ids stand', `${search}#lrd=0x3133f8d75a1ac251,1`, null],
  ])('%s', (_, url, cid) => {
    expect(reading(url)).toMatchObject(cid === null ? { code: 'no_listing_in_link' } : { cid })
  })

  test('a Business Profile’s id is not read as a CID, and the error says so', () => {
    const detail = expect.stringMatching(/id of a Business Profile, not the listing's CID/)
    expect(reading(`${search}#mpd=~${opera.cid}/customers/reviews`)).toEqual({ code: 'no_listing_in_link', detail })
    expect(reading(`${search}#mpd=~${gate.cid}&lrd=${opera.featureId},1`)).toMatchObject({ cid: opera.cid })
  })
})
