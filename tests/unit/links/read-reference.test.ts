import { describe, expect, test } from 'vitest'
import { gate, opera, reading } from './reading'

const place = `https://www.google.com/maps/place/Opera/data=!4m2!3m1!1s${opera.featureId}`
const whole = { cid: opera.cid, placeId: opera.placeId }
const cidOnly = { cid: opera.cid, placeId: null }

describe('an identifier by itself is read', () => {
  test.each([
    [opera.placeId, { form: 'place_id', ...whole }],
    [`  ${opera.placeId}\n`, { form: 'place_id', ...whole }],
    [`place_id:${opera.placeId}`, { form: 'place_id', ...whole }],
    [`places/${opera.placeId}`, { form: 'place_id', ...whole }],
    [opera.featureId, { form: 'feature_id', ...whole }],
    [opera.featureId.toUpperCase(), { form: 'feature_id', ...whole }],
    [opera.zeroCell, { form: 'feature_id', ...cidOnly }],
    [opera.cid, { form: 'cid', ...cidOnly }],
    [`cid:${opera.cid}`, { form: 'cid', ...cidOnly }],
    ['CID: 0x3133f8d75a1ac251', { form: 'cid', ...cidOnly }],
    ['="18446744073709551615"', { form: 'cid', cid: '18446744073709551615', placeId: null }],
    ['cid:-1', { form: 'cid', cid: '18446744073709551615', placeId: null }],
    ['-9223372036854775808', { form: 'cid', cid: '9223372036854775808', placeId: null }],
    ['cid:-4803363030121514498', { form: 'cid', cid: '13643381043588037118', placeId: null }],
    ['0x3133f8d75a1ac251', { form: 'cid', ...cidOnly }],
    ['18446744073709551615', { form: 'cid', cid: '18446744073709551615', placeId: null }],
  ])('%j', (text, expected) => {
    expect(reading(text)).toMatchObject({ ...expected, title: null })
  })

  test('a place id that is only a placeholder for a CID yields the CID and no place id', () => {
    expect(reading('ChIJAAAAAAAAAAARUcIaWtf4MzE')).toMatchObject({ form: 'place_id', ...cidOnly })
  })
})

describe('every form of link is read', () => {
  test.each([
    [place, { form: 'place_link', ...whole, title: 'Opera' }],
    [`https://maps.google.com?q=Opera,+Sydney&ftid=${opera.featureId}&entry=gps`, { form: 'mobile_link', ...whole }],
    [`https://maps.google.com/?cid=${opera.cid}&g_mp=CiVnb29nbGU`, { form: 'cid_link', ...cidOnly }],
    [`https://www.google.com/maps/place/?q=place_id:${opera.placeId}`, { form: 'place_id_link', ...whole }],
    [`https://www.google.com/maps?q=cid:${opera.cid}`, { form: 'cid_link', ...cidOnly }],
    [
      `https://www.google.com/maps/search/?api=1&query=x&query_place_id=${opera.placeId}`,
      { form: 'search_link', ...whole },
    ],
    [
      `https://www.google.com/maps/dir/?api=1&destination=x&destination_place_id=${opera.placeId}`,
      { form: 'directions_link', ...whole },
    ],
    [
      `https://www.google.com/maps/embed?pb=!1m3!3m2!1m1!1s${opera.featureId.replace(':', '%3A')}`,
      { form: 'embed_link', ...whole },
    ],
    [`https://www.google.com/maps/embed/v1/place?key=K&q=place_id:${opera.placeId}`, { form: 'embed_link', ...whole }],
    [
      `https://www.google.com/maps/embed/v1/directions?key=K&origin=Home&destination=place_id:${opera.placeId}`,
      { form: 'embed_link', ...whole },
    ],
    [`https://search.google.com/local/writereview?placeid=${opera.placeId}`, { form: 'review_link', ...whole }],
    [`https://search.google.com/local/reviews?placeid=${opera.placeId}&q=opera`, { form: 'review_link', ...whole }],
    [
      `https://www.google.com/local/place/fid/${opera.featureId}/photosphere?iu=1`,
      { form: 'google_search_link', ...whole },
    ],
    [
      `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChZ!2m1!1s${opera.zeroCell}!3m1!1s2@1:x`,
      { form: 'review_link', ...cidOnly },
    ],
    [
      `https://www.google.com/maps/reviews/@/data=!4m6!23m5!1m4!2m3!1sChZ!2m1!1s${opera.zeroCell}`,
      { form: 'review_link', ...cidOnly },
    ],
    [`https://www.google.com/search?q=opera&ludocid=${opera.cid}`, { form: 'google_search_link', ...cidOnly }],
    [
      `https://www.google.com/search?q=opera&ludocid=${opera.cid}#lrd=${opera.featureId},1,,,`,
      { form: 'review_link', ...whole },
    ],
    [
      `https://www.google.com/search?q=opera#lkt=LocalPoiReviews&rlimm=${opera.cid}`,
      { form: 'review_link', ...cidOnly },
    ],
    [`https://business.google.com/create?fp=${opera.cid}&hl=de`, { form: 'business_profile_link', ...cidOnly }],
    ['https://g.page/r/CVHCGlrX-DMxEAE', { form: 'business_profile_link', ...cidOnly }],
    ['https://g.page/r/CVHCGlrX-DMxEBM/review', { form: 'review_link', ...cidOnly }],
    [`https://www.google.com/maps/contrib/109/place/${opera.placeId}/@1,2,3z`, { form: 'place_link', ...whole }],
    [`https://www.google.com/maps/place/${opera.featureId}`, { form: 'place_link', ...whole, title: null }],
  ])('%s', (url, expected) => {
    expect(reading(url)).toMatchObject(expected)
  })

  test.each([
    [
      'directionsUri',
      `https://www.google.com/maps/dir//''/data=!4m7!4m6!1m1!4e2!1m2!1m1!1s${opera.featureId}!3e0?g_mp=Ci`,
    ],
    ['writeAReviewUri', `https://www.google.com/maps/place//data=!4m3!3m2!1s${opera.featureId}!12e1?g_mp=Ci`],
    ['reviewsUri', `https://www.google.com/maps/place//data=!4m4!3m3!1s${opera.featureId}!9m1!1b1?g_mp=Ci`],
    ['photosUri', `https://www.google.com/maps/place//data=!4m3!3m2!1s${opera.featureId}!10e5?g_mp=Ci`],
  ])('the %s of the Places API, without a title', (_, url) => {
    expect(reading(url)).toMatchObject({ ...whole, title: null })
  })
})

describe('a link with several identifiers yields', () => {
  test('the listing at 4.3.1, not the place viewed before it or the building around it', () => {
    const before = `!4m12!1m6!3m5!1s${gate.featureId}!2sOther!8m2!3d51.5!4d-0.1!3m4!1s${opera.featureId}!8m2!3d1!4d2`
    expect(reading(`https://www.google.com/maps/place/Opera/data=!3m1!5s0x1:0x2${before}`)).toMatchObject(whole)
  })

  test('no listing, if only the place viewed before it has an identifier', () => {
    const url = `https://www.google.com/maps/place/Opera/data=!4m3!1m2!3m1!1s${gate.featureId}`
    expect(reading(url)).toMatchObject({ code: 'no_listing_in_link' })
  })

  test('no listing, if it is a map link with a feature id and the CID of another listing', () => {
    const url = `https://www.google.com/maps/place/Gate/data=!4m2!3m1!1s${gate.featureId}?cid=${opera.cid}`
    expect(reading(url)).toMatchObject({ code: 'no_listing_in_link' })
  })

  test('the place id too, if a feature id without a cell has the same CID', () => {
    expect(
      reading(`https://www.google.com/maps/place/X/data=!4m4!3m3!1s${opera.zeroCell}!19s${opera.placeId}`),
    ).toMatchObject(whole)
  })

  test('the identifier that is not zero, if the other is 0x0:0x0', () => {
    expect(reading(`https://www.google.com/maps/place/X/data=!4m2!3m1!1s0x0:0x0?cid=${opera.cid}`)).toMatchObject(
      cidOnly,
    )
  })
})

describe('the title is the listing’s name from the link', () => {
  const data = `data=!4m2!3m1!1s${opera.featureId}`
  test.each([
    [`Salty%20Salon%20+%20Goods/${data}`, 'Salty Salon + Goods'],
    [`Salty+Salon+%2B+Goods/${data}`, 'Salty Salon + Goods'],
    [`A/B+Testing/@1,2,17z/${data}`, 'A/B Testing'],
    [`Bar+1/2/@1,2,17z`, 'Bar 1/2'],
    [`24/7/${data}`, '24/7'],
  ])('%s', (path, title) => {
    const link = `https://www.google.com/maps/place/${path}`
    expect(reading(path.includes('data=') ? link : `${link}?cid=${opera.cid}`)).toMatchObject({ cid: opera.cid, title })
  })
})

describe('a link is read no matter how people paste it', () => {
  test.each([
    ['without scheme', place.replace('https://', '')],
    ['relative to a scheme', place.replace('https:', '')],
    ['over http', place.replace('https', 'http')],
    ['with its own port', place.replace('.com', '.com:443')],
    ['in mixed case', place.replace('https://www.google.com/maps/place', 'HTTPS://Www.Google.COM/Maps/Place')],
    ['without www', place.replace('www.', '')],
    ['on the maps host', place.replace('www.google.com/maps', 'maps.google.com')],
    ['on the maps host, with maps', place.replace('www.', 'maps.')],
    ['on a country domain', place.replace('google.com', 'google.co.uk')],
    ['on a long country domain', place.replace('google.com', 'google.com.au')],
    ['encoded as a whole', encodeURIComponent(place)],
    ['encoded twice', encodeURIComponent(encodeURIComponent(place))],
    ['with encoded data', place.replaceAll('!', '%21').replaceAll(':0x', '%3A0x')],
    ['with junk behind it', `${place}).`],
    ['with a closing tag behind it', `${place}</a>`],
    ['in an attribute', `<a href="${place}" rel="x">Opera</a>`],
    ['in an attribute of single quotes', `<a href='${place}'>Opera</a>`],
    ['in brackets', `See the opera (${place}), it is near.`],
    ['in Markdown', `[Opera](${place})`],
    ['in share text', `Sydney Opera House\nBennelong Point\n+61 2 9250 7111\n${place}`],
    ['glued to a string', `歌剧院：${place}。`],
    ['with another link', `https://opera.example/ ${place}`],
    ['twice', `${place} ${place}`],
    ['behind a mark that cannot be seen', `\u200e${place}\u200b`],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject(whole)
  })

  test('an embed with its complete element', () => {
    const html = `<iframe src="https://www.google.com/maps/embed?pb=!1m4!3m3!1m2!1s${opera.featureId}!2sOpera&amp;hl=de" width="600"></iframe>`
    expect(reading(html)).toMatchObject({ ...whole, title: 'Opera' })
  })

  test('with spaces in its name', () => {
    const url = `https://www.google.com/maps/place/Café de l'Opéra, Sydney/data=!4m2!3m1!1s${opera.featureId}`
    expect(reading(url)).toMatchObject({ ...whole, title: "Café de l'Opéra, Sydney" })
  })

  test('a place id or a feature id in text', () => {
    expect(reading(`{"place_id": "${opera.placeId}"}`)).toMatchObject({ form: 'place_id', ...whole })
    expect(reading(`Opera, ${opera.featureId}.`)).toMatchObject({ form: 'feature_id', ...whole })
  })
})

describe('a link that points to another link is read as the other link', () => {
  const once = encodeURIComponent(place)
  const consent = (value: string) => `https://consent.google.com/m?continue=${value}&gl=DE&hl=de`
  test.each([
    ['a consent page', consent(once)],
    ['a consent page, encoded twice', consent(encodeURIComponent(once))],
    ['a consent page, encoded three times', consent(encodeURIComponent(encodeURIComponent(once)))],
    ['a consent page of a country', consent(once).replace('.com/m', '.co.uk/ml')],
    ['a block page', `https://www.google.com/sorry/index?continue=${once}&q=Eg`],
    [
      'a block page around a consent page',
      `https://www.google.com/sorry/index?continue=${encodeURIComponent(consent(once))}`,
    ],
    ['a sign-in page', `https://accounts.google.com/ServiceLogin?service=local&continue=${once}`],
    ['a result of Google Search', `https://www.google.com/url?q=${once}&sa=U`],
    ['a dynamic link', `https://maps.app.goo.gl/?link=${once}&apn=com.google.android.apps.maps`],
  ])('%s', (_, url) => {
    expect(reading(url)).toMatchObject({ ...whole, title: 'Opera' })
  })

  test('a consent page before a name with reserved characters', () => {
    const tricky = place.replace('Opera', encodeURIComponent('100% #1 A&B? C+D/E'))
    for (const value of [encodeURIComponent(tricky), encodeURIComponent(encodeURIComponent(tricky))]) {
      expect(reading(consent(value))).toMatchObject({ ...whole, title: '100% #1 A&B? C+D/E' })
    }
  })

  test('a consent page before a short link', () => {
    expect(reading(consent('https%3A%2F%2Fgoo.gl%2Fmaps%2FkW8NcDFcoHk'))).toMatchObject({
      short: 'goo.gl/maps/kW8NcDFcoHk',
    })
  })

  test('a dynamic link, whose own cid parameter is ignored', () => {
    const url = `https://maps.app.goo.gl/?link=${once}&cid=15977769372512014560`
    expect(reading(url)).toMatchObject(whole)
    expect(reading('https://maps.app.goo.gl/?cid=15977769372512014560')).toMatchObject({ code: 'no_listing_in_link' })
  })
})

describe('a recorded redirect chain of a short link', () => {
  const path =
    'place/bauMax,+Chodovsk%C3%A1+1549%2F18,+101+00+Praha+10/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
  const baumax = {
    cid: '17051943568117747154',
    placeId: 'ChIJxYFHfqKTC0cR0k2qg1SspOw',
    title: 'bauMax, Chodovská 1549/18, 101 00 Praha 10',
  }
  test.each([
    `https://www.google.com/maps/${path}?utm_source=mstt_1&entry=gps`,
    'https://consent.google.com/ml?continue=https://www.google.com/maps/place/bauMax,%2BChodovsk%25C3%25A1%2B1549%252F18,%2B101%2B00%2BPraha%2B10/data%3D!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2?utm_source%3Dmstt_1%26entry%3Dgps&gl=CZ&m=0&pc=m&uxe=eomtm&cm=2&hl=cs&src=1',
    `https://www.google.com/maps/${path}?utm_source=mstt_1&entry=gps&ucbcb=1`,
  ])('points to the same listing at every hop: %s', (hop) => {
    expect(reading(hop)).toMatchObject(baumax)
  })
})
