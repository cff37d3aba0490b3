import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { readReference } from '@/server/places/links/read-reference'
import { PinrefError } from '@/server/platform/problems/errors'
import { growthOf, maxGrowth } from '../../support/growth'
import { opera } from './reading'
import { realLinks } from './real-links'

const urls = Object.values(realLinks).flatMap((links) => links.map(({ url }) => url))

/** Reads text and checks that the result is valid or one of the documented errors. */
function readSoundly(text: string): void {
  try {
    const reference = readReference(text)
    if (reference.kind === 'short_link') {
      expect(`https://${reference.link.host}/${reference.link.path}`).toBe(
        new URL(`https://${reference.link.host}/${reference.link.path}`).href,
      )
      return
    }
    expect(reference.cid > 0n && reference.cid < 2n ** 64n).toBe(true)
    if (reference.placeId !== null) expect(featureIdOf(reference.placeId)?.cid).toBe(reference.cid)
    if (reference.title !== null) expect(reference.title).not.toMatch(/^\s|\s$|^$|\p{Cc}|\p{Cs}/u)
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    expect(['no_listing_in_link', 'rounded_cid', 'unsupported_link']).toContain(error.code)
    expect(error.message).toMatch(/^[A-Za-z].*\.$/)
  }
}

describe('no text causes an error other than the documented errors', () => {
  test('arbitrary text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), readSoundly))
  })

  test('arbitrary text in every part of a link', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('%', '%E0', '%00', '!', '\ud800', '0x'),
    )
    const link = fc.constantFrom(
      (x: string) => `https://www.google.com/maps/place/${x}/data=!4m2!3m1!1s${opera.featureId}`,
      (x: string) => `https://www.google.com/maps/place/Opera/data=${x}`,
      (x: string) => `https://www.google.com/maps/place/Opera/data=!4m2!3m1!1s${x}`,
      (x: string) => `https://www.google.com/maps/embed?pb=!1m4!3m3!1m2!1s${opera.featureId}!2z${x}`,
      (x: string) => `https://www.google.com/maps/dir/${x}/data=!4m4!4m3!1m2!1m1!1s${x}`,
      (x: string) => `https://maps.google.com/?cid=${x}&ftid=${x}&q=${x}`,
      (x: string) => `https://consent.google.com/m?continue=${x}`,
      (x: string) => `https://consent.google.com/m?continue=https://www.google.com/maps/${x}`,
      (x: string) => `https://g.page/r/${x}`,
      (x: string) => `https://maps.app.goo.gl/${x}`,
      (x: string) => `https://${x}/maps`,
      (x: string) => `${x}://www.google.com/maps?cid=5`,
    )
    fc.assert(fc.property(link, piece, (build, x) => readSoundly(build(x))))
  })

  test('real links that are cut short, changed, or run together', () => {
    const url = fc.constantFrom(...urls)
    const edit = fc.tuple(url, fc.nat(), fc.nat({ max: 5 }), fc.string({ unit: 'binary', maxLength: 4 }), url)
    fc.assert(
      fc.property(edit, ([link, position, removed, added, other]) => {
        const at = position % link.length
        readSoundly(link.slice(0, at))
        readSoundly(link.slice(0, at) + added + link.slice(at + removed))
        readSoundly(link.slice(0, at) + other)
      }),
    )
  })
})

test('the time to read text is proportional to its length, up to the maximum', () => {
  const nasty = [
    ['', '%25'],
    ['https://consent.google.com/m?continue=', '%25'],
    ['https://consent.google.com/m?continue=https', '%2525'],
    ['', 'consent.google.com/m?continue='],
    ['', 'https%3A%2F%2Fconsent.google.com%2Fm%3Fcontinue%3D'],
    ['https://www.google.com/maps/place/', '%25'],
    ['https://www.google.com/maps/place/', '/'],
    ['https://www.google.com/maps/place/data=', '!1m9'],
    ['https://www.google.com/maps/place/data=', '!'],
    ['https://www.google.com/maps/dir/', 'A/'],
    ['https://www.google.com/maps?', '&a=b'],
    ['https://www.google.com/search#', 'lrd=0x1&'],
    ['', 'a.'],
    ['https://', 'a.'],
    ['https://', 'a-'],
    ['', 'https://'],
    ['', 'maps.google.com '],
    ['', 'g.page/a.'],
    ['', '0'],
    ['0x', 'f'],
    ['', 'ChIJ'],
    ['', '°'],
    ['1°', '" '],
    ['', '&amp;'],
    ['', '\ud800'],
    ['', ').'],
    ['x', ' '],
  ]
  const textsOf = (length: number) =>
    nasty.flatMap(([start = '', piece = '']) => {
      const text = start + piece.repeat((length - start.length - 1) / piece.length)
      return [text, `${text}!`]
    })
  const read = (texts: string[]) => {
    for (const text of texts) readSoundly(text)
  }
  expect(growthOf(textsOf, read, 8_192)).toBeLessThan(maxGrowth)
})
