import { describe, expect, test } from 'vitest'
import { breaks, cidIn, digitsIn, ellipses, endings, namedLinks, surroundings } from './damage'

/** Picks one of several items, a different item for each position in each link. */
const pick = <T>(all: readonly T[], ...numbers: number[]): T =>
  all[numbers.reduce((sum, number, at) => sum + number * (2 * at + 1), 0) % all.length] as T

/**
 * Reads every link in `namedLinks`, damaged at every position. Returns the inputs that yielded another listing's CID.
 */
function wrong(damage: (head: string, tail: string, at: number, link: number) => string): string[] {
  return namedLinks.flatMap(({ url, cid }, link) =>
    [...url].flatMap((_, at) => {
      const text = damage(url.slice(0, at), url.slice(at), at, link)
      return [null, cid].includes(cidIn(text)) ? [] : [text]
    }),
  )
}

test('there are enough real links that identify a listing', () => {
  expect(namedLinks.length).toBeGreaterThan(350)
})

// Each test reads hundreds of thousands of inputs.
describe('a real link never yields another listing’s CID', { timeout: 120_000 }, () => {
  test('if it is shortened with an ellipsis, at any position', () => {
    expect(
      wrong((head, _, at, link) => pick(surroundings.slice(0, 2), at, link)(head + pick(ellipses, at, link))),
    ).toEqual([])
  })

  test('if a space, a line break, a tag, or a mark is inserted, at any position', () => {
    const damage = (head: string, tail: string, at: number, link: number) =>
      pick(surroundings.slice(0, 2), at, link)(head + pick(breaks, at, link) + tail)
    expect(wrong(damage)).toEqual([])
  })
})

test('a real link cut off within its CID with no sign of the cut yields another CID in at most 12% of cases', () => {
  let cuts = 0
  let accepted = 0
  for (const link of namedLinks) {
    const digits = digitsIn(link)
    for (let end = (digits?.start ?? 0) + 1; digits && end < digits.end; end++) {
      cuts += 1
      if (![null, link.cid].includes(cidIn(link.url.slice(0, end)))) accepted += 1
    }
  }
  expect(cuts).toBeGreaterThan(4_000)
  expect(accepted / cuts).toBeLessThan(0.12)
})

describe('a real link yields its own listing', () => {
  test.each(endings)('with %j right after it', (ending) => {
    const lost = namedLinks
      .filter((link) => digitsIn(link)?.end === link.url.length)
      .flatMap(({ url, cid }) => [url + ending, `At ${url}${ending} ok`].filter((text) => cidIn(text) !== cid))
    expect(lost).toEqual([])
  })

  test('in any surroundings', () => {
    const lost = namedLinks.flatMap(({ url, cid }) =>
      surroundings.filter((wrap) => /^https?:/.test(url) && cidIn(wrap(url)) !== cid).map((wrap) => wrap(url)),
    )
    expect(lost).toEqual([])
  })
})
