import { describe, expect, test } from 'vitest'
import { placeLinks } from '../support/place-links'
import { call, hosts, newVisitor } from './call'

const operaHouse = {
  cid: '3545450935484072529',
  hex_cid: '0x3133f8d75a1ac251',
  place_id: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE',
}

describe.each(hosts)('the operations, on the $host', ({ url }) => {
  test('resolve returns every field of a sample listing', async () => {
    const { status, body } = await call(url, 'resolve', { url: 'https://maps.google.com/?cid=7793879817120868320' })
    expect(status).toBe(200)
    expect(body).toEqual({
      title: 'Googleplex',
      title_language: null,
      address: '1600 Amphitheatre Pkwy, Mountain View, CA 94043, USA',
      location: { latitude: 37.422054, longitude: -122.085324 },
      business_status: null,
      cid: '7793879817120868320',
      hex_cid: '0x6c296c66619367e0',
      place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw',
      rating: '4.2',
      reviews_count: 9627,
      maps_url: 'https://maps.google.com/?cid=7793879817120868320',
      ...placeLinks('ChIJj61dQgK6j4AR4GeTYWZsKWw'),
      schema_hasmap: 'https://maps.google.com/?cid=7793879817120868320',
      feature_id: '0x808fba02425dad8f:0x6c296c66619367e0',
      kg_id: null,
      listing_status: 'listed',
      moved_from: null,
      rate_limit: { authenticated: false, limit: '5', remaining: 4 },
    })
  })

  test.each([
    ['a place id', operaHouse.place_id],
    ['a feature id', '0x6b12ae665e892fdd:0x3133f8d75a1ac251'],
    ['a desktop link', 'https://www.google.com/maps/place/X/data=!4m2!3m1!1s0x6b12ae665e892fdd:0x3133f8d75a1ac251'],
    ['a review link', `https://search.google.com/local/writereview?placeid=${operaHouse.place_id}`],
    ['share text', `Look at this!\nhttps://maps.google.com/?cid=${operaHouse.cid}\nSee you there`],
    ['surrounding space', `  ${operaHouse.place_id}\n`],
  ])('resolve understands %s', async (_, text) => {
    const { status, body } = await call(url, 'resolve', { url: text })
    expect({ ...body, status }).toMatchObject({ status: 200, title: 'Sydney Opera House', ...operaHouse })
  })

  test('resolve returns every identifier in a link to a listing outside the sample', async () => {
    const link =
      'https://www.google.com/maps/place/Colonie/@40.69,-73.99,14z/data=!4m8!1m2!2m1!1sColonie!3m4!1s0x89c25a4590b8c863:0xc4a4271f166de1e2!8m2!3d40.69!4d-73.99'
    const { status, body } = await call(url, 'resolve', { url: link })
    expect({ ...body, status }).toMatchObject({
      status: 200,
      title: 'Colonie',
      location: { latitude: 40.69, longitude: -73.99 },
      cid: '14169493342088192482',
      hex_cid: '0xc4a4271f166de1e2',
      place_id: 'ChIJY8i4kEVawokR4uFtFh8npMQ',
      rating: null,
      reviews_count: null,
    })
  })

  const sampled = `https://www.google.com/maps/place/Opera/data=!4m2!3m1!1s0x6b12ae665e892fdd:${operaHouse.hex_cid}`
  const bareCid = `https://maps.google.com/?cid=${operaHouse.cid}`
  const elsewhere = '0x89c25a4590b8c863:0xc4a4271f166de1e2'
  test.each([
    ['none', sampled, { title: 'Opera', ...operaHouse, listing_status: 'unchecked' }],
    [
      'none',
      bareCid,
      { title: null, cid: operaHouse.cid, place_id: null, feature_id: null, listing_status: 'unchecked' },
    ],
    ['checked', sampled, { title: 'Opera', ...operaHouse, listing_status: 'listed' }],
    ['checked', bareCid, { title: null, ...operaHouse, listing_status: 'listed' }],
    ['checked', elsewhere, { title: null, place_id: 'ChIJY8i4kEVawokR4uFtFh8npMQ', listing_status: 'unchecked' }],
    ['full', elsewhere, { title: null, place_id: 'ChIJY8i4kEVawokR4uFtFh8npMQ', listing_status: 'unchecked' }],
  ])('resolve with details %s returns only that level’s fields for %s', async (details, text, expected) => {
    const { status, body } = await call(url, 'resolve', { url: text, details })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...expected, rating: null, reviews_count: null, moved_from: null })
  })

  test.each(['all', 'Full', '', null, 1, ['none']])('resolve rejects details %j', async (details) => {
    const { status, body } = await call(url, 'resolve', { url: operaHouse.place_id, details })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.errors).toEqual([{ pointer: '/details', detail: 'Send details as one of none, checked, full.' }])
  })

  test('resolve returns the Knowledge Graph id in a link', async () => {
    const { body } = await call(url, 'resolve', { url: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8' })
    expect(body).toMatchObject({ feature_id: '0x48d28f10097bae63:0x44227d7e2f101ffc', kg_id: '/m/012tqmbj' })
  })

  test.each([
    ['two short links', 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8 https://maps.app.goo.gl/X5bZDTSFfdRzchGY6'],
    [
      'two map links',
      'https://maps.google.com/?cid=9000000000000000001 https://maps.google.com/?cid=9000000000000000002',
    ],
    ['a short link that leads elsewhere', `https://maps.app.goo.gl/X5bZDTSFfdRzchGY6 ${operaHouse.place_id}`],
    ['identifiers that disagree', `https://www.google.com/maps?cid=9000000000000000001&cid=${operaHouse.cid}`],
    ['the id of a Business Profile', `https://www.google.com/search?q=x#mpd=~${operaHouse.cid}/customers/reviews`],
  ])('resolve rejects %s without counting the call', async (_, text) => {
    const visitor = newVisitor()
    const { status, body } = await call(url, 'resolve', { url: text }, { visitor })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'no_listing_in_link' })
    expect((await call(url, 'convert', { cid: '1' }, { visitor })).headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test('resolve accepts a short link next to a link to the same listing', async () => {
    const text = 'https://maps.app.goo.gl/X5bZDTSFfdRzchGY6 https://maps.google.com/?cid=17051943568117747154'
    expect((await call(url, 'resolve', { url: text })).body).toMatchObject({ cid: '17051943568117747154' })
  })

  test('resolve returns no place id for a bare CID outside the sample', async () => {
    const { status, body } = await call(url, 'resolve', { url: 'https://maps.google.com/?cid=14169493342088192482' })
    expect({ ...body, status }).toMatchObject({ status: 200, title: null, place_id: null, reviews_url: null })
  })

  test('resolve follows a recorded short link with tracking parameters', async () => {
    const { status, body } = await call(url, 'resolve', { url: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc' })
    expect({ ...body, status }).toMatchObject({ status: 200, cid: '4909624524696199164' })
  })

  test.each([
    ['a recorded short link to a dropped pin', 'https://goo.gl/maps/pPZ91TfW2edvejbb6', 400, 'no_listing_in_link'],
    ['a map view', 'https://www.google.com/maps/@50.0860729,14.4135326,17z', 400, 'no_listing_in_link'],
    ['a route', 'https://www.google.com/maps/dir/40.7128,-74.0060/41.8781,-87.6298/', 400, 'no_listing_in_link'],
    ['a page elsewhere', 'https://example.com/maps', 400, 'unsupported_link'],
    ['a lookalike host', 'https://google.com.evil.example/maps?cid=1', 400, 'unsupported_link'],
    ['a name', 'Sydney Opera House', 400, 'unsupported_link'],
    ['an unknown short link', 'https://maps.app.goo.gl/6A6XeA4Nk4qD8MdRA', 500, 'link_unreachable'],
  ])('resolve explains what is wrong with %s', async (_, link, status, code) => {
    const answer = await call(url, 'resolve', { url: link })
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(answer.body.detail.length).toBeGreaterThan(20)
  })

  test('search finds listings by name and country', async () => {
    const { status, body } = await call(url, 'search', { name: 'sagrada familia', country: 'es' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['results'])
    expect(body.results[0]).toEqual({
      title: 'Sagrada Família',
      title_language: null,
      address: 'C/ de Mallorca, 401, 08013 Barcelona, Spain',
      location: null,
      business_status: null,
      cid: '11229913421514525008',
      hex_cid: '0x9bd8aac21bc3c950',
      place_id: 'ChIJk_s92NyipBIRUMnDG8Kq2Js',
      rating: null,
      reviews_count: null,
      maps_url: 'https://maps.google.com/?cid=11229913421514525008',
      ...placeLinks('ChIJk_s92NyipBIRUMnDG8Kq2Js'),
    })
  })

  test('search reads UK as GB, and returns an empty list if there is no match', async () => {
    expect((await call(url, 'search', { name: 'british museum', country: 'UK' })).body.results).toHaveLength(1)
    expect(await call(url, 'search', { name: 'no such business' })).toMatchObject({
      status: 200,
      body: { results: [] },
    })
  })

  test('convert is exact in both directions and returns exactly four fields', async () => {
    const expected = {
      cid_decimal: '18446744073709551615',
      hex_cid: '0xffffffffffffffff',
      maps_url: 'https://maps.google.com/?cid=18446744073709551615',
      schema_hasmap: 'https://maps.google.com/?cid=18446744073709551615',
    }
    for (const cid of ['18446744073709551615', '0xFFFFFFFFFFFFFFFF', '0Xffffffffffffffff', 'FFFFFFFFFFFFFFFF']) {
      expect(await call(url, 'convert', { cid })).toMatchObject({ status: 200, body: expected })
    }
    expect((await call(url, 'convert', { cid: '007' })).body).toMatchObject({ cid_decimal: '7', hex_cid: '0x7' })
    expect((await call(url, 'convert', { cid: '0' })).body).toMatchObject({ cid_decimal: '0', hex_cid: '0x0' })
  })
})
