import fc from 'fast-check'
import { describe, test } from 'vitest'
import { breaks, cidIn, ellipses, endings, type NamedLink, namedLinks, surroundings } from '../../unit/links/damage'
import { claim, fuzz } from '../settings'

const named = fc.constantFrom(...namedLinks)
const around = fc.constantFrom(...surroundings)
const position = fc.nat({ max: 2_000 })
const words = fc.constantFrom('', ' ok', '\nThanks!', ' — 5 stars', '\n4.5 stars', ', 24 reviews', ' (2024)')

type Damage = [link: NamedLink, at: number, mark: string, wrap: (link: string) => string, more: string]

/** Asserts that a string yields its link's CID, or none. */
function neverAnother(text: string, cid: string): void {
  const found = cidIn(text)
  claim(found === null || found === cid, 'the CID of another listing', text, found, cid)
}

describe('a damaged real link never yields another listing’s CID', () => {
  test('shortened, then wrapped, with words after it', () => {
    const cut = fc.tuple(named, position, fc.constantFrom(...ellipses), around, words)
    const check = ([{ url, cid }, at, mark, wrap, more]: Damage) =>
      neverAnother(wrap(url.slice(0, 1 + (at % url.length)) + mark) + more, cid)
    fc.assert(fc.property(cut, check), fuzz(40_000))
  })

  test('broken once, in any way, in any surroundings', () => {
    const split = fc.tuple(named, position, fc.constantFrom(...breaks), around, words)
    const check = ([{ url, cid }, at, mark, wrap, more]: Damage) => {
      const cutAt = at % url.length
      neverAnother(wrap(url.slice(0, cutAt) + mark + url.slice(cutAt)) + more, cid)
    }
    fc.assert(fc.property(split, check), fuzz(40_000))
  })

  test('broken into lines of equal length, as email programs do', () => {
    const lines = fc.tuple(
      named,
      fc.integer({ min: 20, max: 100 }),
      fc.constantFrom('\n', '\r\n', '\n> ', '\n    ', '<br>'),
      words,
    )
    const check = ([{ url, cid }, width, mark, more]: [NamedLink, number, string, string]) =>
      neverAnother((url.match(new RegExp(`.{1,${width}}`, 'gs')) ?? []).join(mark) + more, cid)
    fc.assert(fc.property(lines, check), fuzz(40_000))
  })

  test('glued to other text', () => {
    const glued = fc.tuple(named, fc.constantFrom(...endings), around, words)
    const check = ([{ url, cid }, ending, wrap, more]: [NamedLink, string, (link: string) => string, string]) =>
      neverAnother(`Name：${wrap(url)}${ending}${more}`, cid)
    fc.assert(fc.property(glued, check), fuzz(20_000))
  })
})
