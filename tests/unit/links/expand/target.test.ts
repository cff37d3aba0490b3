import { describe, expect, test } from 'vitest'
import { readTarget } from '@/server/places/links/expand/target'

const read = (address: string) => readTarget(new URL(address))
const place = 'https://www.google.com/maps/place/bauMax/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
const bauMax = { kind: 'listing', reference: { cid: 0xeca4ac5483aa4dd2n, placeId: 'ChIJxYFHfqKTC0cR0k2qg1SspOw' } }

describe('an address in a redirect chain', () => {
  test('yields the listing that it identifies', () => {
    expect(read(place)).toMatchObject(bauMax)
    expect(read('https://maps.google.com?q=Caf%C3%A9&ftid=0x47b8ac99b0a68bdd:0x8024629be3e9996')).toMatchObject({
      kind: 'listing',
      reference: { cid: 0x8024629be3e9996n },
    })
    const byCid = { kind: 'listing', reference: { cid: bauMax.reference.cid, placeId: null } }
    expect(read('http://maps.google.com/?cid=17051943568117747154')).toMatchObject(byCid)
    expect(read('https://www.google.com/search?q=bauMax&ludocid=17051943568117747154')).toMatchObject(byCid)
  })

  test('yields the listing even if its CID looks cut off or rounded, because Google wrote the address', () => {
    for (const cid of [4711n, 441310607586089100n])
      expect(read(`https://maps.google.com/?cid=${cid}`)).toMatchObject({ kind: 'listing', reference: { cid } })
  })

  test('yields the listing behind a consent or block page', () => {
    const inside = 'https://www.google.com/maps/place/bauMax/data%3D!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
    expect(read(`https://consent.google.com/ml?continue=${inside}&gl=CZ&m=0`)).toMatchObject(bauMax)
    expect(read(`https://consent.google.co.uk/m?continue=${encodeURIComponent(place)}&gl=GB`)).toMatchObject(bauMax)
    expect(
      read(`https://consent.google.com/m?continue=${encodeURIComponent(encodeURIComponent(place))}&gl=DE`),
    ).toMatchObject(bauMax)
    expect(read(`https://www.google.com/sorry/index?continue=${encodeURIComponent(place)}&q=x`)).toMatchObject(bauMax)
  })

  test('yields a business’s name and Knowledge Graph id if it is a search', () => {
    const named = { kind: 'name', name: 'Joe’s Diner & Bar', location: null, kgId: '/g/11x8cdnxp8' }
    const search = 'https://www.google.com/search?q=Joe%E2%80%99s+Diner+%26+Bar&kgmid=/g/11x8cdnxp8'
    expect(read(search)).toEqual(named)
    expect(read(search.replace('www.google.com', 'google.de'))).toEqual(named)
    expect(read(`https://consent.google.com/m?continue=${encodeURIComponent(search)}`)).toEqual(named)
  })

  test('yields a name and a location if it has no identifier: the place’s location, or the camera’s if that is invalid', () => {
    const rental =
      'https://www.google.com/maps/place/Finca+El+Gato/@37.9,-6.6,17z/data=!4m9!3m8!5m2!4m1!1i2!8m2!3d37.8847923!4d-6.5552788!16s%2Fg%2F11x8cdnxp8!17BQ0FF'
    expect(read(rental)).toEqual({
      kind: 'name',
      name: 'Finca El Gato',
      location: { latitude: 37.8847923, longitude: -6.5552788 },
      kgId: '/g/11x8cdnxp8',
    })
    const nonsense = rental.replace('37.8847923', '137.88')
    expect(read(nonsense)).toMatchObject({ name: 'Finca El Gato', location: { latitude: 37.9, longitude: -6.6 } })
  })

  test('yields the camera’s location, if valid and zoomed in, for a place with only a camera', () => {
    const seenFrom = (camera: string) => read(`https://www.google.com/maps/place/DENTCRAFT/@${camera}`)
    const name = { kind: 'name', name: 'DENTCRAFT', kgId: null }
    expect(seenFrom('47.7897,22.8747,17z')).toEqual({ ...name, location: { latitude: 47.7897, longitude: 22.8747 } })
    for (const camera of [
      '47.7897,22.8747,7z',
      '47.7897,22.8747,3a,75y,90t',
      '47.7897,22.8747',
      '97.7,22.8,17z',
      'x,y,17z',
    ]) {
      expect(seenFrom(camera)).toEqual({ ...name, location: null })
    }
  })

  test.each([
    ['a dropped pin', 'https://maps.google.com?q=50.087451,14.420671&entry=gps'],
    [
      'a dropped pin on a place link',
      "https://www.google.com/maps/place/49%C2%B016'12.8%22N+14%C2%B002'46.4%22E/data=!4m5!3m4!1s0x0:0x0!8m2",
    ],
    ['a view', 'https://www.google.com/maps/@50.0860729,14.4135326,17z'],
    ['a route', 'https://www.google.com/maps/dir/Praha/Brno/'],
    ['a list', 'https://www.google.com/maps/@/data=!4m3!11m2!2sZM5YJ3mWQ3i0HuzdSuSPRA!3e3'],
    ['a search of the map', 'https://maps.google.com/maps?q=pizza'],
    ['a search with a Knowledge Graph id only', 'https://www.google.com/search?kgmid=/g/11yzv1bhxr'],
  ])('doesn’t point to a listing, and returns an error, if it is %s', (_, address) => {
    expect(read(address)).toMatchObject({ kind: 'names_nothing', error: { code: 'no_listing_in_link' } })
  })

  test.each([
    'https://www.google.com/sorry/index?continue=https://maps.app.goo.gl/abc&q=x',
    'https://www.google.com/sorry/index',
    'https://www.google.de/sorry/IndexRedirect?continue=x',
    'https://ipv4.google.com/sorry/index?q=x',
    'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fsorry%2Findex',
  ])('is a block page: %s', (address) => {
    expect(read(address)).toEqual({ kind: 'blocked' })
  })

  test.each([
    ['https://maps.app.goo.gl/abc?g_st=ic', 'https://maps.app.goo.gl/abc?g_st=ic'],
    ['https://www.google.com/share.google?q=abc', 'https://www.google.com/share.google?q=abc'],
    ['https://www.google.com/url?q=https://g.co/kgs/abc&sa=D', 'https://g.co/kgs/abc'],
    ['https://evil.example/sorry/index', 'https://evil.example/sorry/index'],
    ['https://user@www.google.com/maps?cid=5', 'https://user@www.google.com/maps?cid=5'],
    ['https://maps.app.goo.gl/', 'https://maps.app.goo.gl/'],
  ])('has to be fetched: %s', (address, onward) => {
    expect(read(address)).toEqual({ kind: 'onward', url: new URL(onward) })
  })

  test('has to be fetched with ucbcb=1, which skips a consent page, if it is behind one', () => {
    const address = 'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fshare.google%3Fq%3Dabc&gl=DE'
    expect(read(address)).toEqual({
      kind: 'onward',
      url: new URL('https://www.google.com/share.google?q=abc&ucbcb=1'),
    })
  })
})
