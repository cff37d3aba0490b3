import { describe, expect, test } from 'vitest'
import { businessName } from '@/server/places/links/bare-identifiers'
import { readReference } from '@/server/places/links/read-reference'
import { UnreadableText } from '@/server/places/links/refusal'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { gate, opera, reading } from './reading'

const link = `https://maps.google.com/?cid=${opera.cid}`
const place = `https://www.google.com/maps/place/Opera/data=!4m2!3m1!1s${opera.featureId}`
const inside = encodeURIComponent(link)
const found = { cid: opera.cid }

describe('a name with a dot is a name, not a link to another site', () => {
  const names = [
    'Cafe St.Pauli, Hamburg',
    'Dr.Smith Dental',
    'Pizzeria Nr.5 Berlin',
    'Booking.com office',
    'H.I.S. Co.Ltd Tokyo',
  ]
  test.each(names)('%s', (name) => {
    expect(businessName(name)).toBe(name)
    expect(reading(name)).toMatchObject({ detail: expect.stringContaining('use search') })
  })

  test('every name and address in the sample is a name', () => {
    const texts = sampleListings.flatMap(({ title, address }) => [title, address, `${title}, ${address}`])
    expect(texts.filter((text) => text && text.length < 200 && businessName(text) === null)).toEqual([])
  })

  test.each(['Booking.com', 'www.booking.com office', 'booking.com/hotel office', 'https://booking.com office'])(
    'a host is a link if it is alone, after www., before a path, or after a scheme: %s',
    (text) => {
      expect(businessName(text)).toBeNull()
      expect(reading(text)).toMatchObject({
        detail: expect.stringMatching(/booking\.com is not a Google Maps address/),
      })
    },
  )
})

describe('a link that was cut or broken is rejected, and the error says where', () => {
  test.each([
    ['https://maps.google.com/?cid=16865713…', 'cut off after "cid=16865713". Copy the whole link.'],
    ['https://maps.google.com/?cid=16865713%E2%80%A6', 'cut off after "cid=16865713"'],
    ['https://maps.google.com/?cid=16865713&hellip;', 'cut off after "cid=16865713"'],
    ['https://maps.google.com/?cid=354545093548407252\\u003', 'cut off after "cid=354545093548407252"'],
    ['https://maps.google.com/?cid=354545093548407252&#5', 'cut off after "cid=354545093548407252"'],
    ['https://maps.google.com/?cid=16865713[...] more', 'cut off after "cid=16865713"'],
    ['https://maps.google.com/?cid=16865…329327&hl=de', 'cut off after "cid=16865"'],
    ['https://maps.app.goo.gl/AK13hVJ...', 'cut off after "AK13hVJ"'],
    ['https://www.google.com/maps/place/Foo+Bar…', 'cut off after "Foo+Bar"'],
    [`${place.slice(0, -8)}…`, 'cut off after "…'],
    ['https://maps.google.com/?cid=16 865 713 915', 'broken after "cid=16"'],
    ['https://maps.google.com/?cid=16\u2009865\u2009713', 'broken after "cid=16"'],
    ['https://maps.google.com/?cid=16865713915465\n729327', 'broken after "cid=16865713915465"'],
    ['https://maps.google.com/?cid=16865713915465', 'probably cut off after "cid=16865713915465"'],
    ['https://maps.google.com/?cid=16865713915&hl=de', 'probably cut off'],
    [`https://www.google.com/maps/dir//Opera/data=!4m9!4m8!1m0!1m1!1s${opera.featureId}…`, 'cut off'],
  ])('%s', (text, detail) => {
    expect(reading(text)).toEqual({ code: 'no_listing_in_link', detail: expect.stringContaining(detail) })
  })

  test.each(['16+865+713', "16'865'713", '16.865.713', '16,865,713', '16%20865%20713', '16%E2%80%AF865', '16_865_713'])(
    'a CID with separators is never cut: %s',
    (number) => {
      expect(reading(`https://maps.google.com/?cid=${number}`)).toMatchObject({ code: 'no_listing_in_link' })
    },
  )

  test.each(['0x123:0x456', 'https://www.google.com/maps?ftid=0x1234:0x5678'])(
    'an example is not a listing: %s',
    (text) => {
      expect(reading(text)).toMatchObject({ detail: expect.stringMatching(/^This is an example/) })
    },
  )
})

describe('a link that was cut or broken is still read', () => {
  const at = place.length - 6
  test.each([
    ['after a complete place id', `https://www.google.com/maps/place/?q=place_id:${opera.placeId}…`],
    ['after a complete feature id', `${place}!8m2!3d-33.85…`],
    ['with another complete identifier in the link', `${place}?cid=354545093548…`],
    ['beside a complete identifier of the same listing', `https://maps.google.com/?cid=354545093548… ${opera.placeId}`],
    ['within its feature id, before more of the link', `${place.slice(0, at)}\n${place.slice(at)}!8m2!3d1!4d2`],
    ['in a mail that was quoted', `> ${place.slice(0, at)}\n> ${place.slice(at)}!8m2!3d1!4d2`],
    ['before its data', place.replace('/data', '/\n    data')],
    ['in quoted-printable', `${link.replace('=', '=3D').slice(0, 36)}=\r\n${link.replace('=', '=3D').slice(36)}`],
    [
      'by a short CID, if another identifier says the same',
      `https://maps.google.com/?cid=77&ftid=0x6b12ae665e892fdd:0x4d`,
    ],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject({ cid: text.includes('cid=77&') ? '77' : opera.cid })
  })

  test('a short link that continues on the next line', () => {
    const short = { short: 'maps.app.goo.gl/AK13hVJLjnveWZqJA' }
    expect(reading('https://maps.app.goo.gl/AK13hVJ\nLjnveWZqJA')).toMatchObject(short)
    expect(reading('https://maps.app.goo.gl/AK13hVJLjnveWZqJA\nThanks')).toMatchObject(short)
    expect(reading('https://maps.app.goo.gl/AK13hVJLjnveWZqJA...')).toMatchObject(short)
  })

  test('unless another listing’s complete identifier is next to it', () => {
    expect(reading(`https://maps.google.com/?cid=354545093548 ${gate.featureId}`)).toMatchObject({
      code: 'no_listing_in_link',
    })
  })
})

describe('a short link’s code ends before', () => {
  test.each(['_', '*', '~', '__;!!abc$', '___', 'です', '\\', '—'])('%s', (mark) => {
    const short = 'maps.app.goo.gl/i8d58Ufq8k5waHaT9'
    expect(reading(`https://${short}${mark}`)).toMatchObject({ short })
    expect(reading(`_https://${short}${mark} thanks`)).toMatchObject({ short })
  })
})

describe('a link is read inside a link from', () => {
  const v2 = link.replace('?', '-3F').replace('=', '-3D').replace(':', '-3A').replaceAll('/', '_')
  const v3 = place.replaceAll('!', '*')
  test.each([
    ['Instagram', `https://l.instagram.com/?u=${inside}&e=AT0&s=1`],
    ['Facebook on a phone', `https://lm.facebook.com/l.php?u=${inside}&h=AT0`],
    ['Messenger', `https://l.messenger.com/l.php?u=${inside}&h=AT0`],
    ['a WhatsApp business profile', `https://l.wl.co/l?u=${inside}`],
    ['a WhatsApp message', `https://wa.me/?text=${encodeURIComponent(`Look here: ${link}`)}`],
    ['LinkedIn', `https://www.linkedin.com/redir/redirect?url=${inside}&urlhash=x`],
    ['a LinkedIn message', `https://www.linkedin.com/safety/go?url=${inside}&trk=x`],
    ['YouTube', `https://www.youtube.com/redirect?event=video_description&q=${inside}&v=x`],
    ['VK', `https://vk.com/away.php?to=${inside}&cc_key=`],
    ['Reddit', `https://out.reddit.com/t3_abc?url=${inside}&token=AQ`],
    ['DuckDuckGo', `https://duckduckgo.com/l/?uddg=${inside}&rut=abc`],
    ['Bing', `https://www.bing.com/ck/a?!&&p=x&u=a1${Buffer.from(link).toString('base64url')}&ntb=1`],
    ['Telegram', `https://t.me/iv?url=${inside}&rhash=x`],
    ['Slack', `https://slack-redir.net/link?url=${inside}&v=3`],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${inside}&c=E,1,x&typo=1`],
    ['Proofpoint, version 2', `https://urldefense.proofpoint.com/v2/url?u=${v2}&d=DwMFaQ&c=x`],
    ['Proofpoint, version 3', `https://urldefense.com/v3/__${link}__;!!abc!def$`],
    ['Proofpoint with characters replaced', `https://urldefense.com/v3/__${v3}__;ISEh!!abc!def$`],
    ['a sign-in page', `https://accounts.google.com/v3/signin/identifier?continue=${inside}&service=local`],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject(found)
  })

  test.each([
    `https://instagram.com/?u=${inside}`,
    `https://l.wl.co.evil.example/l?u=${inside}`,
    `https://www.linkedin.com/feed?url=${inside}`,
    `https://urldefense.com.evil.example/v3/__${link}__;!!abc`,
    `https://urldefense.com/v3/__${place.replaceAll('!', '*')}__;IQ!!abc!def$`,
  ])('a host that only looks like one of these is rejected: %s', (text) => {
    expect(reading(text)).not.toMatchObject({ form: expect.anything() })
  })
})

describe('a link is read without its escapes', () => {
  test.each([
    ['JSON in JSON', JSON.stringify(JSON.stringify({ url: `${link}&hl=de` })).replaceAll('=', '\\\\u003d')],
    ['JSON with slashes', `{"url":"${link.replaceAll('/', '\\/')}"}`],
    ['numbers of HTML', link.replace('?cid=', '?q=x&#038;cid&#61;')],
    ['short numbers of HTML', link.replace('?cid=', '?q=x&#38;cid&#x3d;')],
    ['HTML twice', link.replace('?cid=', '?q=x&amp;amp;cid=')],
    ['quoted-printable', link.replace('=', '=3D')],
    ['a row of a table', `1,Opera,https://maps.google.com/?cid=${opera.cid},5`],
    ['a row with semicolons', `1;Opera;https://maps.google.com/?cid=${opera.cid};5`],
    [
      'an app link with a fragment',
      `intent://www.google.com/search?q=x#lrd=${opera.featureId},1,,,#Intent;scheme=https;end`,
    ],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject(found)
  })

  const json = (text: string) => text.replaceAll('\\', '\\\\')
  const each = (write: (hex: string, code: number) => string) =>
    `See ${Array.from(link, (letter) => write(letter.charCodeAt(0).toString(16), letter.charCodeAt(0))).join('')} there`
  test.each([
    ['\\u002F', each((hex) => `\\u00${hex}`)],
    ['\\x2f', each((hex) => `\\x${hex}`)],
    ['&#x2F;', each((hex) => `&#x${hex.toUpperCase()};`)],
    ['&#047;', each((_, code) => `&#0${code};`)],
    ['\\u002F in JSON in JSON', json(json(each((hex) => `\\u00${hex}`)))],
    ['&#47; in HTML in JSON', each((_, code) => `\\u0026amp;#${code};`)],
    ['\\x2F in JSON in HTML', each((hex) => `&bsol;&bsol;x${hex}`)],
  ])('each of whose characters is written like %s', (_, text) => {
    expect(reading(text)).toMatchObject(found)
  })

  test.each([
    ['HTML names', link.replace('://', '&colon;&sol;&sol;').replace('?', '&quest;').replace('=', '&equals;')],
    ['JSON inside percent encoding', encodeURIComponent(link.replaceAll('/', '\\/').replace('=', '\\u003d'))],
    ['escaped percent signs', encodeURIComponent(link).replaceAll('%', '\\u0025')],
    ['an escaped quote after it', `\\x22${link}\\x22`],
    ['an escaped line break after it', `${link}\\u000aOpen daily`],
  ])('which are %s', (_, text) => {
    expect(reading(text)).toMatchObject(found)
  })

  test('but not if a digit may be hidden behind more levels of escapes than any page has', () => {
    const hidden = (levels: number) => `${link.slice(0, -1)}\\${'u005c'.repeat(levels)}u0039`
    expect(reading(hidden(5))).toMatchObject(found)
    expect(reading(hidden(20))).toMatchObject({ code: 'no_listing_in_link' })
  })
})

describe('an identifier is read in every form in which people copy it', () => {
  test.each([
    `"${opera.cid}"`,
    `“${opera.cid}”`,
    `cid=${opera.cid}`,
    `CID: ${opera.cid}`,
    `CID：${opera.cid}`,
    `${opera.cid}.0`,
    `place_id=${opera.placeId}`,
    `Place ID: ${opera.placeId}`,
    `${opera.placeId}=`,
    opera.featureId.replace(':', ' : '),
    opera.featureId.replaceAll('0x', ''),
    `[Opera](${opera.placeId})`,
    `[${opera.cid}](Opera)`,
  ])('%s', (text) => {
    expect(reading(text)).toMatchObject(found)
  })

  test('a number rounded by a program is rejected', () => {
    expect(reading('3545450935484072448.0')).toMatchObject({ detail: expect.stringMatching(/rounded/) })
  })
})

describe('a link with spaces or # in its name is read', () => {
  test.each([
    `See https://www.google.com/maps/place/Café de l'Opéra, Sydney/data=!4m2!3m1!1s${opera.featureId} for details`,
    `http://maps.google.com/?q=Battle Hall # 200, Austin, TX 78712&ftid=${opera.featureId}`,
    `http://maps.google.com/?q=1600+Main+St+#200,+Austin&ftid=${opera.featureId}`,
  ])('%s', (text) => {
    expect(reading(text)).toMatchObject(found)
  })
})

describe('a link to a rare page is read', () => {
  test.each([
    [
      'https://www.google.com/maps/preview/review/listentitiesreviews?hl=zh-TW&pb=!1m2!1y3765758551715385081!2y17436170062305043679!2m2!1i0',
      '17436170062305043679',
    ],
    [
      'https://www.google.com/maps/rpc/listugcposts?hl=en&pb=!1m7!1s0x74fd59ec2fcc94d%3A0x3e3a1e157cd365d4!3s!6m4',
      '4483929456638125524',
    ],
    [`https://business.google.com/local/business/setup/create?fp=${opera.cid}&hl=de`, opera.cid],
    [
      'https://www.google.com/local/place/review/message?ut=pr1&prspp=ChIJ3S%2BJXmauEmsRUcIaWtf4MzESIkNoWkRTVWhOTUc5blMwVkpRMEZuVFVSbk1XVXRXbGhSRUE%3D',
      opera.cid,
    ],
    [
      'https://www.google.com/local/place/review/message?ut=pr1&prspp=ChIJ3S+JXmauEmsRUcIaWtf4MzESIUNoWkRTVWhOTUc5blMwVkpRMEZuVFVSbk1XVXRXbGhSRQ==',
      opera.cid,
    ],
    [`https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChZ!2m1!1s${opera.zeroCell}...`, opera.cid],
  ])('%s', (text, cid) => {
    expect(reading(text)).toMatchObject({ cid })
  })
})

describe('text that doesn’t point to a listing is rejected for a specific reason', () => {
  test.each([
    ['https://www.google.com/viewer/place?mid=/g/11rpq8hv11', 'no_listing', /Knowledge Graph id/],
    ['https://www.google.com/localservices/prolist?spp=abc', 'no_listing', /Local Services/],
    ['https://search.app.goo.gl/abc', 'no_listing', /is from the Google app/],
    ['https://www.google.com/local/business/123456/promote', 'no_listing', /id of a Business Profile/],
    ['https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=1,2', 'no_listing', /Street View/],
    ['https://www.google.com/maps/search/pizza', 'no_listing', /is a map search.*Open the listing you want/],
    ['https://www.google.com/maps/dir/a/b', 'no_listing', /is a route.*Open the listing you want/],
    ['https://maps.apple.com/?q=Opera', 'other_site', /not a Google Maps address/],
    ['Pizza near me', 'words', /use search/],
    ['https://maps.google.com/?cid=168…', 'cut', /cut off/],
    ['https://maps.google.com/?cid=12ab', 'damaged', /damaged/],
    [`${link} ${gate.featureId}`, 'several', /several listings/],
    ['x'.repeat(9_000), 'too_long', /over 8,192 characters/],
  ])('%s', (text, why, detail) => {
    const refusal = (() => {
      try {
        return readReference(text)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(UnreadableText)
    expect(refusal).toMatchObject({ why, message: expect.stringMatching(detail) })
  })
})
