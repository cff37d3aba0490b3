import { describe, expect, test } from 'vitest'
import { gate, opera, reading } from './reading'

const maps = 'https://www.google.com/maps'

describe('a map link without a single listing is rejected, and the error says what kind of link it is', () => {
  test.each([
    [`${maps}`, /opens Google Maps but does not point to a listing/],
    ['maps.google.com', /opens Google Maps but does not point to a listing/],
    [`${maps}/constructor`, /opens Google Maps but does not point to a listing/],
    [`${maps}/@50.08,14.41,17z`, /shows an area of the map/],
    [`${maps}?ll=50.08,14.41&z=12`, /shows an area of the map/],
    [`${maps}/place/50.08,14.41/@50.08,14.41,17z`, /points to coordinates/],
    [`${maps}/search/?api=1&query=50.08%2C14.41`, /points to coordinates/],
    [`${maps}/search/50.08,+14.41`, /points to coordinates/],
    ['https://maps.google.com?q=50.08,14.41&entry=gps', /points to coordinates/],
    [
      `${maps}/place/49%C2%B016'12.8%22N+14%C2%B002'46.4%22E/@49.2,14.0,19z/data=!4m5!3m4!1s0x0:0x0!8m2!3d49.2!4d14.0`,
      /dropped pin/,
    ],
    [`${maps}?ftid=0x0:0x0`, /dropped pin/],
    [`${maps}/place/Joe`, /has no identifier/],
    [`${maps}/place/Joe/data=!4m2!3m1!1s0x0:0x0`, /has no identifier/],
    [`${maps}/place/Joe/data=!4m9!3m8!5m2!4m1!1i2!8m2!3d37.8!4d-6.5!16s%2Fg%2F11x8cdnxp8!17BQ0FF`, /has no identifier/],
    [`${maps}/search/restaurants/@40.7,-73.9,14z/data=!4m5!2m4!5m2!1e0!4e9!6e5`, /is a map search/],
    [`${maps}?q=Empire+State+Building`, /is a map search/],
    [`${maps}/embed/v1/search?key=K&q=pizza`, /is a map search/],
    [`${maps}/embed?pb=!1m3!2m1!1sthe%20club!5e0`, /is a map search/],
    [`${maps}/embed?pb=!1m4!1m3!1d156388!2d20.9!3d52.2!5e0`, /shows an area of the map/],
    [`${maps}/dir//The+King`, /is a route/],
    [`${maps}/dir/?api=1&destination=50.0,14.4`, /is a route/],
    ['https://maps.google.cz/?daddr=50.0,14.4', /is a route/],
    [`${maps}/placelists/list/mfmnkPs6RuGyp0HOmXLSKg`, /is a list of places/],
    [`${maps}/@/data=!4m3!11m2!2sZM5YJ3mWQ3i0HuzdSuSPRA!3e3`, /is a list of places/],
    [`${maps}/d/u/0/viewer?mid=1abc`, /is a map from My Maps/],
    [`${maps}/@49.3,14.1,3a,51.3y,213.5h,97.69t/data=!3m6!1e1!3m4!1s5fLNh!2e0!7i13312!8i6656`, /Street View/],
    [`${maps}/contrib/109056792017768143366/reviews/@48.8,2.4,12z`, /contributor's profile/],
    ['https://www.google.com/search?kgmid=/g/11yzv1bhxr', /Google Search page/],
    ['https://www.google.com/search?q=roofing#lrd=0x0:0x0,1', /Google Search page/],
    ['https://maps.google.com/?cid=0', /CID of 0/],
    ['http://maps.google.com/maps?q=Opera&hl=cs&cid=0,0,8837436443846363283&z=16', /old kind of link/],
    ['http://maps.google.com/maps/place?cid=0%2C0%2C8837436443846363283', /old kind of link/],
    [
      `${maps}/reviews/@/data=!3m1!4b1!4m3!14m2!1m1!1s116647982166856941576`,
      /contributor's profile or list of reviews/,
    ],
    [`${maps}/reviews/@50.08,14.41,17z`, /opens reviews but/],
    ['https://search.google.com/local/reviews?hl=de', /opens reviews but/],
    ['https://www.google.com/local/place/review/message?lid=14949693830806722881', /opens reviews but/],
    ['https://www.google.com/local/place/review/message?prspp=ChIJAAAAAAAAAAARRytw', /incomplete or damaged/],
    ['https://www.google.com/local/imagery/report/?hl=de', /Google Search page/],
    ['https://www.google.com/travel/hotels/s/9fKQpXJbHzVnT2Lw5', /Open it in a browser and paste the address/],
    ['https://maps.google.com/?cid=12ab', /incomplete or damaged/],
    ['https://maps.google.com/?cid=18446744073709551616', /incomplete or damaged/],
    [`${maps}?ftid=0x6b12ae665e892fdd`, /incomplete or damaged/],
    [`${maps}/search/?api=1&query=x&query_place_id=405`, /incomplete or damaged/],
    [`${maps}/place/?q=place_id:EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv`, /belongs to an address/],
    ['https://search.google.com/local/writereview?placeid=GhIJQWDl0CIeQUARxks3icF8U8A', /belongs to a point/],
    ['https://search.google.com/local/writereview?placeid=', /incomplete or damaged/],
    ['https://g.page/r/CQxYzKzKzKzKzKzKEB0', /code in this g\.page link/],
    ['https://g.page/r/CVHCGlrX-DMxEA', /code in this g\.page link/],
    ['https://maps.app.goo.gl/', /is missing its code/],
    ['goo.gl/maps', /is missing its code/],
    [
      `https://maps.google.com/?cid=${opera.cid} https://maps.google.com/?cid=${gate.cid}`,
      /points to several listings/,
    ],
  ])('%s', (text, detail) => {
    expect(reading(text)).toEqual({ code: 'no_listing_in_link', detail: expect.stringMatching(detail) })
  })
})

describe('an identifier without a listing is rejected, and the error says what kind it is', () => {
  test.each([
    ['0', /CID of 0/],
    ['0x0', /CID of 0/],
    ['0x0:0x0', /CID of 0/],
    ['0x6b12ae665e892fdd:0x0', /CID of 0/],
    ['EiJNYWdocmViLCA1NSBBZ2FkaXIsIFNhbMOpLCBNb3JvY2Nv', /address or a route/],
    ['GhIJQWDl0CIeQUARxks3icF8U8A', /a point/],
    ['/g/11npd2g9y4', /Knowledge Graph id/],
    ['/m/0j0b2', /Knowledge Graph id/],
  ])('%s', (text, detail) => {
    expect(reading(text)).toEqual({ code: 'no_listing_in_link', detail: expect.stringMatching(detail) })
  })

  test('the place id of a street or building that contains a listing’s place id', () => {
    // Field 4 wraps field 1, which wraps the 20 bytes of a listing's place id.
    const nested = Buffer.from(`22181a160a14${Buffer.from(opera.placeId, 'base64url').toString('hex')}`, 'hex')
    const detail = expect.stringMatching(/a street, a building/)
    expect(reading(nested.toString('base64url'))).toEqual({ code: 'no_listing_in_link', detail })
  })
})

describe('a route with several places is rejected', () => {
  const stop = (featureId: string) => `!1m5!1m1!1s${featureId}!2m2!1d7!2d50`
  const names = `${maps}/dir/Opera/Gate/@51.6,7.9,7z/data=`
  test.each([
    ['two with identifiers', `${names}!4m14!4m13${stop(opera.featureId)}${stop(gate.featureId)}!3e0`],
    ['the second only by its name', `${names}!4m9!4m8${stop(opera.featureId)}!1m0!3e0`],
    ['the first only by its name', `${names}!4m9!4m8!1m0${stop(gate.featureId)}!3e0`],
    [
      'origin and destination by place id',
      `${maps}/dir/?api=1&origin_place_id=${opera.placeId}&destination_place_id=ChIJiQnyVcZRqEcRY0xnhE77uyY`,
    ],
    [
      'two in an embed',
      `${maps}/embed?pb=!1m12!4m11!3e6!4m4!1s${opera.featureId}!2sOpera!3m1!1d1!4m4!1s${gate.featureId}!2sGate!3m1!1d1`,
    ],
  ])('%s', (_, url) => {
    expect(reading(url)).toEqual({ code: 'no_listing_in_link', detail: expect.stringMatching(/is a route/) })
  })

  test.each([
    ['from my location', `${maps}/dir//Gate/data=!4m9!4m8!1m0${stop(gate.featureId)}!3e0`, 'Gate'],
    ['to coordinates', `${maps}/dir/Gate/50.1,14.4/data=!4m9!4m8${stop(gate.featureId)}!1m0!3e0`, 'Gate'],
    [
      'there and back',
      `${maps}/dir/Gate/Gate/data=!4m14!4m13${stop(gate.featureId)}${stop(gate.featureId)}!3e0`,
      'Gate',
    ],
    [
      'from a position in an embed',
      `${maps}/embed?pb=!1m9!4m8!3e6!4m2!3m1!1d1!4m3!1s${gate.featureId}!2sGate!3m0`,
      'Gate',
    ],
  ])('a route with only one place is read as that place: %s', (_, url, title) => {
    expect(reading(url)).toMatchObject({ cid: gate.cid, title })
  })
})

describe('any other text is rejected as unsupported, and the error says why', () => {
  test.each([
    ['', /neither a Google Maps link nor an identifier/],
    ['Pizza near me', /To find a listing by name, use search/],
    ['Einstein', /use search/],
    ['Eiffel-Tower-Paris-France', /use search/],
    ['https://maps.apple.com/?q=Opera', /^maps\.apple\.com is not a Google Maps address/],
    ['https://www.google.com/', /not a map link/],
    ['https://www.google.com/url?q=https://opera.example/', /^opera\.example is not a Google Maps address/],
    ['https://business.google.com/dashboard/l/1', /not a map link/],
    ['https://goo.gl/abcdef', /not a map link/],
    ['ftp://www.google.com/maps?cid=5', /neither/],
    ['javascript:maps.google.com/?cid=5', /neither/],
    [opera.placeId.slice(0, -1), /27 characters, but this one has 26/],
    [`${opera.placeId.slice(0, -1)}F`, /damaged/],
    [opera.placeId.toLowerCase(), /case-sensitive/],
    ['18446744073709551616', /number is too large/],
    ['-9223372036854775809', /number is too small/],
    ['3133f8d75a1ac251', /put 0x in front of it/],
    ['50.08, 14.42', /coordinates/],
  ])('%j', (text, detail) => {
    expect(reading(text)).toEqual({ code: 'unsupported_link', detail: expect.stringMatching(detail) })
  })
})

describe('a host that only looks like Google is rejected', () => {
  const path = `/maps/place/Opera/data=!4m2!3m1!1s${opera.featureId}`
  test.each([
    `https://google.com.evil.example${path}`,
    `https://www.google.com.evil.example${path}`,
    `https://evilgoogle.com${path}`,
    `https://www.google.evil${path}`,
    `https://evil.www.google.com${path}`,
    `https://maps.app.goo.gl.evil.example/AK13hVJLjnveWZqJA`,
    `https://xmaps.app.goo.gl/AK13hVJLjnveWZqJA`,
    'https://evil.example#maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'evil.example#maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'https://evil.example/?u=https://maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'evil.example/https://maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'evil.example?u=https://maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'evil.example\\https://maps.app.goo.gl/AK13hVJLjnveWZqJA',
    'https://maps.app.goo.gl@evil.example/AK13hVJLjnveWZqJA',
    'https://user@maps.app.goo.gl/AK13hVJLjnveWZqJA',
    `https://www.google.com:pw@evil.example${path}`,
    `https://evil.example\\@www.google.com${path}`,
    `https://www.google.com\\@evil.example${path}`,
    `https://www.google.com\\${path}`,
    `https://www.google.com:8443${path}`,
    `http://www.google.com:443${path}`,
    `https://www.google.com.${path}`,
    `https://www。google。com${path}`,
    `https://www．google．com${path}`,
    `https://www.gооgle.com${path}`,
    `https://ｗｗｗ.google.com${path}`,
    `https://www.goo\u00adgle.com${path}`,
    `https://www.goo\tgle.com${path}`,
    `https://www%2Egoogle%2Ecom${path}`,
    `https://consent.google.com.evil.example/m?continue=${encodeURIComponent(`https://www.google.com${path}`)}`,
    `https://consent.google.com/m?continue=${encodeURIComponent(`https://google.com.evil.example${path}`)}`,
  ])('%s', (url) => {
    expect(reading(url)).toMatchObject({ code: 'unsupported_link' })
  })
})

describe('a CID that a spreadsheet has rounded', () => {
  test.each(['2.95036E+18', '2,95036E+18', '-1.2E+18', '3e+17'])('is rejected: %s', (text) => {
    expect(reading(text)).toEqual({ code: 'rounded_cid', detail: expect.stringMatching(/rounded/) })
  })
})

describe('a number that is too short for a CID is rejected unless it is labeled', () => {
  test.each(['10115', '4930123456', '20261127', '4006381333931', '-4711', '0x1f', '4711.0', '"4711"', '[1](2)'])(
    '%s',
    (text) => {
      expect(reading(text)).toMatchObject({ code: 'unsupported_link' })
    },
  )

  test.each([
    ['cid:4711', '4711'],
    ['CID: 0x1f', '31'],
    ['cid=-4711', '18446744073709546905'],
    ['17592186044416', '17592186044416'],
    ['-17592186044416', '18446726481523507200'],
  ])('%s is read', (text, cid) => {
    expect(reading(text)).toMatchObject({ form: 'cid', cid })
  })

  test('a number in the brackets of a link is not an identifier', () => {
    expect(reading(`[1](https://maps.google.com/?cid=${opera.cid})`)).toMatchObject({ cid: opera.cid })
  })
})

describe('a hotel’s link with a damaged code is rejected', () => {
  const link = (...bytes: number[]) =>
    `https://www.google.com/travel/hotels/entity/${Buffer.from(bytes).toString('base64url')}`
  /** The CID of a real hotel, 43322584249726670, as a varint. */
  const cid = [0xce, 0xed, 0xd3, 0xe7, 0x92, 0xb5, 0xfa, 0x4c]

  test.each([
    ['with another field in it', link(0x0a, 0x0b, 0x08, ...cid, 0x20, 0x01, 0x10, 0x01)],
    ['that turned a field into another one', 'https://www.google.com/travel/hotels/entity/CgoI-_8b-DDKwptAEAE'],
    ['with a number too short for a CID', link(0x0a, 0x04, 0x08, 0xfb, 0xff, 0x1b, 0x10, 0x01)],
  ])('%s', (_, url) => {
    expect(reading(url)).toEqual({ code: 'no_listing_in_link', detail: expect.stringMatching(/incomplete or damaged/) })
  })
})
