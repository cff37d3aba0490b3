import fc from 'fast-check'
import { featureIdOf, looksRounded, type Numbers, packPlaceId } from '../arithmetic'
import { listingNumbers } from './listing-links'
import { rareForms } from './rare-forms'
import { stickOf } from './tokens'

const www = 'https://www.google.com'

/** A string that identifies two listings, and the permitted result: the listing that takes precedence, or none. */
export interface Pair {
  text: string
  right: Numbers | null
}

/** Whether one CID is the other with its last digits cut off. In that case, the complete CID counts. */
const isBeginning = (one: Numbers, other: Numbers) =>
  [10, 16].some((base) => other.cid.toString(base).startsWith(one.cid.toString(base)))

/** Whether one CID may be the other as JavaScript or a spreadsheet rounds it. In that case, the whole identifier counts. */
const isRounded = ({ cid: one }: Numbers, { cid: other }: Numbers) =>
  looksRounded(String(one)) && String(one).slice(0, 15) === String(other).slice(0, 15)

const twoListings = fc
  .tuple(listingNumbers, listingNumbers)
  .filter(([one, other]) => ![isBeginning, isRounded].some((is) => is(one, other) || is(other, one)))

/** Identifiers of two listings in one link; `first` if the first is known to take precedence. */
const inOneLink: ReadonlyArray<readonly [write: (one: Numbers, other: Numbers) => string, right: 'first' | null]> = [
  [(one, other) => `${www}/maps/place/X/data=!4m2!3m1!1s${featureIdOf(one)}?cid=${other.cid}`, null],
  [
    (one, other) => `${www}/maps/place/X/data=!4m7!1m3!3m2!1s${featureIdOf(other)}!2sY!3m1!1s${featureIdOf(one)}`,
    'first',
  ],
  [(one, other) => `${www}/maps/place/X/data=!3m1!5s${featureIdOf(other)}!4m2!3m1!1s${featureIdOf(one)}`, 'first'],
  [(one, other) => `${www}/maps/place/X/data=!4m4!3m3!1s${featureIdOf(one)}!19s${packPlaceId(other)}`, null],
  [(one, other) => `${www}/maps/place/${featureIdOf(one)}/data=!4m2!3m1!1s${featureIdOf(other)}`, null],
  [(one, other) => `${www}/maps?cid=${one.cid}&cid=${other.cid}`, null],
  [(one, other) => `${www}/maps?ftid=${featureIdOf(one)}&ftid=${featureIdOf(other)}`, null],
  [
    (one, other) => `${www}/maps/search/?api=1&query_place_id=${packPlaceId(one)}&query=place_id:${packPlaceId(other)}`,
    null,
  ],
  [
    (one, other) =>
      `${www}/maps/dir/?api=1&origin_place_id=${packPlaceId(one)}&destination_place_id=${packPlaceId(other)}`,
    null,
  ],
  [
    (one, other) =>
      `${www}/maps/dir/?api=1&waypoints=place_id:${packPlaceId(one)}&destination=place_id:${packPlaceId(other)}`,
    null,
  ],
  [
    (one, other) =>
      `${www}/maps/dir/X/Y/data=!4m10!4m9!1m3!1m2!1m1!1s${featureIdOf(one)}!1m3!1m2!1m1!1s${featureIdOf(other)}!3e0`,
    null,
  ],
  [(one, other) => `${www}/search?q=x&ludocid=${other.cid}#lrd=${featureIdOf(one)},1`, 'first'],
  [(one, other) => `${www}/search?q=x&rldimm=${other.cid}#rlfi=hd:;si:${one.cid};mv:x`, 'first'],
  [(one, other) => `${www}/search?q=x#trex=rc_ludocids:${other.cid}&lrd=${featureIdOf(one)},1`, 'first'],
  [(one, other) => `${www}/search?q=x&ludocid=${one.cid}&rlimm=${other.cid}`, null],
  [(one, other) => `${www}/search?q=x&lrd=${featureIdOf(one)}#rlimm=${other.cid}`, null],
  [(one, other) => `${www}/search?q=x&stick=${stickOf(one)}#rlimm=${other.cid}`, null],
  [
    (one, other) =>
      `${www}/url?q=${encodeURIComponent(`${www}/maps?cid=${one.cid}`)}&url=${encodeURIComponent(`${www}/maps?cid=${other.cid}`)}`,
    null,
  ],
  [
    (one, other) => `https://search.google.com/local/reviews?placeid=${packPlaceId(one)}&fid=${featureIdOf(other)}`,
    null,
  ],
]

const between = fc.constantFrom(' ', '\n', ' and ', ', ', '\t', ',https://example.com/ ')
const linkForms = rareForms.filter(({ write }) => /^https:/.test(write({ cell: 1n, cid: 1n })))

type WritePair = (one: Numbers, other: Numbers) => Pair

const form: fc.Arbitrary<WritePair> = fc.oneof(
  fc.tuple(fc.constantFrom(...linkForms), between, fc.constantFrom(...linkForms)).map(
    ([first, gap, second]): WritePair =>
      (one, other) => ({
        text: first.write(one) + gap + second.write(other),
        right: null,
      }),
  ),
  fc.constantFrom(...inOneLink).map(
    ([write, right]): WritePair =>
      (one, other) => ({
        text: write(one, other),
        right: right === 'first' ? one : null,
      }),
  ),
)

/** Two listings in the same text, each with a link in any form, or both in one link. */
export const pair: fc.Arbitrary<Pair> = fc.tuple(twoListings, form).map(([[one, other], write]) => write(one, other))
