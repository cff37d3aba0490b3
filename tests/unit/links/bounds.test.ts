import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { workOn } from '@/server/places/links/work'
import { opera, reading } from './reading'
import { realLinks } from './real-links'
import { stepsToRead } from './steps'

const longest = 8_192
const filled = (start: string, piece: (at: number) => string) => {
  let text = start
  for (let at = 0; text.length + piece(at).length <= longest; at++) text += piece(at)
  return text
}
const wrapped = (times: number, text: string): string =>
  times === 0 ? text : `https://consent.google.com/m?continue=${encodeURIComponent(wrapped(times - 1, text))}`
const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes)).toString('base64url')
/** Different tokens: decompression bombs, each with a different size. */
const bombs = Array.from({ length: 200 }, (_, at) => bomb(4_000 + at))

/** Inputs of the maximum length, each filled with a repeated element. */
const hostile: Record<string, string> = {
  'one token that inflates to zeros, repeated': filled(
    'https://www.google.com/search?',
    () => `&gs_ssp=${bomb(4_000)}`,
  ),
  'different tokens that inflate to zeros': filled('https://www.google.com/search?', (at) => `&gs_ssp=${bombs[at]}`),
  'such tokens in both notations, before and after #': filled(
    `https://www.google.com/search?gs_ssp=${bombs[0]}#`,
    (at) => `&${at % 2 ? 'gs_ssp' : 'stick'}=${bombs[at]}`,
  ),
  'such tokens in many links': filled('', (at) => ` https://www.google.com/search?gs_ssp=${bombs[at]}`),
  'such tokens in wrapped links': filled(
    'https://www.google.com/url?',
    (at) => `&q=https://www.google.com/search?gs_ssp=${bombs[at]}`,
  ),
  'one long token': `https://www.google.com/search?gs_ssp=${'A'.repeat(longest - 40)}`,
  'CIDs and other stops of a route': filled('https://www.google.com/maps?', (at) => `&cid=${at + 5}&origin=${at}`),
  'other stops in one parameter': filled(`https://www.google.com/maps?cid=5&waypoints=`, () => '|'),
  'CIDs of different listings': filled('https://www.google.com/search?', (at) => `&ludocid=${at + 5}`),
  'CIDs of 0': filled('https://www.google.com/search?', () => '&ludocid=0'),
  'links in a string': filled('', () => 'https://maps.google.com/?cid=5 '),
  'words with a dot': filled('', () => 'a.b '),
  'links without spaces between them': filled('', () => 'https://maps.google.com/?cid=5,'),
  'wrapped links, encoded many times': filled('https://www.google.com/url?', () => '&q=%25252525252525x'),
  'wrappers inside wrappers': filled('', () => 'https://consent.google.com/m?continue='),
  'wrappers inside wrappers, each encoded': wrapped(3, filled('', () => '%25').slice(0, 1_500)).slice(0, longest),
  'parts of data': filled('https://www.google.com/maps/place/x/data=', () => '!1s'),
  'messages inside messages': filled('https://www.google.com/maps/place/x/data=', () => '!1m9'),
  'encoded parts of data': filled('https://www.google.com/maps/embed?pb=', () => '%211s'),
  'feature ids of a review': filled('https://www.google.com/maps/reviews/data=!4m999!14m998', () => '!1s0x1:0x2'),
  slashes: filled('https://www.google.com/maps/place/', () => '/'),
  'half escapes': filled('https://www.google.com/maps/place/', () => '%E0%25'),
  digits: filled('', () => '0'),
  quotes: filled("https://maps.google.com/?cid=5'", () => "'"),
  'lines after a link': filled('https://maps.google.com/?cid=3545450935484072529', (at) => `\n${at % 10}=`),
  'lines of a link that names nothing': filled('https://www.google.com/maps/place/', (at) =>
    `\n${at % 10}!1s`.repeat(60),
  ),
  'escapes inside escapes': filled('https://maps.google.com/?cid=5\\', () => 'u005c'),
  'escaped ampersands': filled('https://maps.google.com/?cid=5&', () => 'amp;'),
  'half entities': filled('https://maps.google.com/?cid=5', () => '&#x0000'),
  backslashes: filled('https://maps.google.com/?cid=5', () => '\\'),
  'marks before an escape': filled('https://web.archive.org/web/2023/', () => ':'),
  spaces: filled('https://maps.google.com/?q=', () => ' x'),
}

/** The maximum cost of reading text: per character, plus a fixed amount for all its tokens. */
const stepsPerCharacter = 150
const stepsOfRealLinks = 40
const stepsOfTokens = 8 * 1_000_000

describe('text costs at most a fixed number of steps per character if it is filled with', () => {
  test.each(Object.entries(hostile))('%s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(longest)
    expect(stepsToRead(text)).toBeLessThan(stepsPerCharacter * longest)
  })

  test('the maximum number of different tokens, which stay within the limit for tokens', () => {
    for (const bytes of [4_000, 200_000]) {
      const tokens = Array.from({ length: 8 }, (_, at) => bomb(bytes + at))
      const text = `https://www.google.com/search?gs_ssp=${tokens.join('&gs_ssp=')}`
      expect(stepsToRead(text)).toBeLessThan(stepsPerCharacter * longest + stepsOfTokens)
    }
  })

  test('real links, which cost far less', () => {
    for (const { url } of Object.values(realLinks).flat())
      expect(stepsToRead(url) / url.length).toBeLessThan(stepsOfRealLinks)
  })
})

describe('text that exceeds a limit is rejected with advice on what to paste instead', () => {
  const inside = `https://maps.google.com/?cid=${opera.cid}`
  test.each([
    ['characters', `${inside} ${'x'.repeat(longest)}`, 'unsupported_link', 'over 8,192 characters'],
    ['links', `${inside} ${'https://example.com/a '.repeat(100)}`, 'unsupported_link', 'over 100 links'],
    ['parameters', inside + '&a=b'.repeat(100), 'no_listing_in_link', 'too complex'],
    ['parts of data', `${inside}&data=${'!1s'.repeat(401)}`, 'no_listing_in_link', 'too complex'],
    ['parts of encoded data', `${inside}&data=${'%25211s'.repeat(401)}`, 'no_listing_in_link', 'too complex'],
    [
      'tokens',
      `https://www.google.com/search?ludocid=${opera.cid}&gs_ssp=${bombs.slice(0, 9).join('&gs_ssp=')}`,
      'no_listing_in_link',
      'too complex',
    ],
  ])('%s', (_, text, code, detail) => {
    expect(reading(text)).toMatchObject({ code, detail: expect.stringContaining(detail) })
  })
})

test('equal tokens are inflated once, however many times they occur', () => {
  const work = workOn('x'.repeat(100))
  let calls = 0
  const inflate = () => {
    calls++
    return null
  }
  for (let time = 0; time < 50; time++) work.inflated('a', inflate)
  expect(calls).toBe(1)
})
