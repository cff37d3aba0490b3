import fc from 'fast-check'
import { rareLinks } from '../../unit/links/rare-links'
import { realLinks } from '../../unit/links/real-links'
import { anyTree } from './data-tree'
import { encoded } from './encoded'

const urls = [...Object.values(realLinks), ...Object.values(rareLinks)].flatMap((links) => links.map(({ url }) => url))
const realLink = fc.constantFrom(...urls)

/** Text that breaks link readers: syntax, half escapes, other alphabets, invisible characters, lone surrogates. */
const shard = fc.oneof(
  fc.constantFrom(
    ...'/ ? # & = % ! @ : . , + ; \\ " \' < > ( ) [ ] { } | ^ ~ ` * $ - _'.split(' '),
    ...['%', '%2', '%E0', '%E0%A4', '%00', '%25', '%2525', '%2F', '%26', '%21', '%FF%FE', '&amp;', '\ud800', '\udc00'],
    ...['\u0000', '\u200b', '\u202e', '\ufeff', '\u0130', 'ſ', 'Ａ', '١٢٣', '\r\n', '\t', ' ', '́', '𝟙', '👩‍👩‍👧'],
    ...[
      '0x',
      '0x0:0x0',
      '0x1:0x2',
      'ChIJ',
      'data=',
      '!1s',
      '!4m',
      '/maps/',
      'cid=',
      'continue=',
      'https://',
      'g.page/r/',
    ],
    ...['18446744073709551615', '18446744073709551616', '-1', '1e400', '9'.repeat(400), '0'.repeat(30), 'NaN'],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** One change to a string; positions wrap around. */
type Edit = (text: string) => string

const place = fc.tuple(fc.nat(), fc.nat({ max: 40 }))

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, shard).map(([at, put]): Edit => onRange(at, () => put)),
  fc.tuple(fc.nat(), shard).map(([at, put]): Edit => onRange([at, 0], () => put)),
  place.map((at): Edit => onRange(at, () => '')),
  place.map((at): Edit => onRange(at, (range) => range + range)),
  place.map((at): Edit => onRange(at, (range) => encoded(range))),
  place.map(
    (at): Edit =>
      onRange(at, (range) =>
        range.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      ),
  ),
  place.map((at): Edit => onRange(at, (range) => range.toUpperCase())),
  place.map((at): Edit => onRange(at, (range) => range.toLowerCase())),
  place.map((at): Edit => onRange(at, (range) => [...range].reverse().join(''))),
  fc.nat().map(
    (at): Edit =>
      (text) =>
        text.slice(0, at % (text.length + 1)),
  ),
  fc.nat().map(
    (at): Edit =>
      (text) =>
        text.slice(at % (text.length + 1)),
  ),
  realLink.map(
    (other): Edit =>
      (text) =>
        `${text} ${other}`,
  ),
  fc.tuple(fc.nat(), realLink).map(
    ([at, other]): Edit =>
      (text) =>
        text.slice(0, at % (text.length + 1)) + other,
  ),
  fc.constant<Edit>((text) => `https://consent.google.com/m?continue=${encoded(text)}`),
)

function onRange([at, length]: readonly [number, number], change: (range: string) => string): Edit {
  return (text) => {
    const start = at % (text.length + 1)
    return text.slice(0, start) + change(text.slice(start, start + length)) + text.slice(start + length)
  }
}

/** Real links with one to six random edits. */
export const damagedLink: fc.Arbitrary<string> = fc
  .tuple(realLink, fc.array(edit, { minLength: 1, maxLength: 6 }))
  .map(([link, edits]) => edits.reduce((text, change) => change(text), link))

/** Arbitrary text. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(shard, { maxLength: 30 }).map((shards) => shards.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)

/** Arbitrary text in any part of a link. */
export const strangeLink: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      (x: string) => `https://www.google.com/maps/place/${x}/data=${x}`,
      (x: string) => `https://www.google.com/maps/place/x/data=${x}`,
      (x: string) => `https://www.google.com/maps/embed?pb=${x}`,
      (x: string) => `https://www.google.com/maps/dir/${x}/${x}/data=${x}`,
      (x: string) => `https://www.google.com/maps/reviews/data=${x}`,
      (x: string) => `https://www.google.com/search?q=x&ludocid=${x}#lrd=${x}`,
      (x: string) =>
        `https://www.google.com/search?rldimm=${x}&stick=${x}&gs_ssp=${x}#rlfi=hd:;si:${x}&trex=rc_ludocids:${x}`,
      (x: string) => `https://www.google.com/travel/hotels/entity/${x}`,
      (x: string) => `https://maps.google.com/?cid=${x}&ftid=${x}&q=${x}`,
      (x: string) => `https://www.google.com/url?q=${x}`,
      (x: string) => `https://g.page/r/${x}`,
      (x: string) => `https://maps.app.goo.gl/${x}`,
      (x: string) => `https://${x}.google.com/maps?cid=5`,
      (x: string) => `https://maps.google.com:${x}/?cid=5`,
      (x: string) => `${x}://maps.google.com/?cid=5`,
    ),
    fc.oneof(anyTree, anyText, fc.constantFrom('9'.repeat(2000), '%'.repeat(700), '%25'.repeat(600))),
  )
  .map(([build, x]) => build(x))
