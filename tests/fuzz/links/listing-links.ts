import fc from 'fast-check'
import { featureIdOf, looksRounded, type Numbers, packPlaceId, packProfileCode, signed } from '../arithmetic'
import { numbers } from '../identifiers/numbers'
import { embedTree, placeTree } from './data-tree'
import { encoded } from './encoded'
import { rareForms } from './rare-forms'

/** A string that identifies one listing, and the listing's numbers. */
export interface ListingText {
  text: string
  cid: bigint
  /** 0 if the text does not contain it. */
  cell: bigint
}

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      'Café "Zur Post" & Söhne',
      '東京タワー',
      'A/B?c=d#e',
      '50.08,14.42',
      '!1s0x1:0x2',
      '100% Pizza',
      '@1,2,3z',
      'Salty Salon + Goods',
    ),
  )
  .map((text) => encoded(text).replaceAll('%20', '+'))
  // Segments such as `..` are omitted, because browsers rewrite them in a path.
  .filter((segment) => !/^(?:\.|%2E){0,2}$/i.test(segment))

const domain = fc.constantFrom('com', 'de', 'co.uk', 'com.br', 'cat')
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', '//', '')
const camera = fc.constantFrom('', '/@41.9009,12.4833,17z', '/@-33.86,151.2,3a,75y,90h')
const tracking = fc.constantFrom('', '?entry=ttu', '?g_st=ic&authuser=0', '?entry=tts&g_ep=EgoyMDI2%3D%3D&skid=0a1b')

/** Writes a string for a given listing: faster than building an arbitrary for each listing. */
type Write = (both: Numbers) => string

const at = (host: string, write: Write): fc.Arbitrary<Write> =>
  fc.tuple(scheme, domain).map(
    ([how, where]) =>
      (both) =>
        `${how}${host.replace('*', where)}${write(both)}`,
  )

/** Every form of link found in the wild that has both a listing's CID and its cell. */
const withCell: ReadonlyArray<fc.Arbitrary<Write>> = [
  fc.tuple(scheme, domain, name, camera, placeTree, tracking).map(
    ([how, where, title, eye, tree, tail]) =>
      (both) =>
        `${how}www.google.${where}/maps/place/${title}${eye}/data=${tree(featureIdOf(both))}${tail}`,
  ),
  fc.tuple(scheme, domain, embedTree).map(
    ([how, where, tree]) =>
      (both) =>
        `${how}www.google.${where}/maps/embed?pb=${tree(featureIdOf(both))}`,
  ),
  fc.tuple(scheme, name, tracking).map(
    ([how, title, tail]) =>
      (both) =>
        `${how}maps.google.com?q=${title}&ftid=${featureIdOf(both)}${tail.replace('?', '&')}`,
  ),
  at('search.google.*', (both) => `/local/writereview?placeid=${packPlaceId(both)}`),
  at('www.google.*', (both) => `/maps/search/?api=1&query=x&query_place_id=${packPlaceId(both)}`),
  at('www.google.*', (both) => `/maps/dir/?api=1&destination=x&destination_place_id=${packPlaceId(both)}`),
  at('www.google.*', (both) => `/maps/place/?q=place_id:${packPlaceId(both)}`),
  fc.constantFrom<Write>(
    packPlaceId,
    featureIdOf,
    (both) => featureIdOf(both).toUpperCase().replaceAll('X', 'x'),
    (both) => `places/${packPlaceId(both)}`,
  ),
]

/** Every form of link that has only a listing's CID. */
const withoutCell: ReadonlyArray<fc.Arbitrary<Write>> = [
  at('maps.google.*', ({ cid }) => `/?cid=${cid}`),
  at('www.google.*', ({ cid }) => `/maps?cid=0x${cid.toString(16)}&hl=en`),
  scheme.map(
    (how) =>
      ({ cid }) =>
        `${how}g.page/r/${packProfileCode(cid)}/review`,
  ),
  fc.constantFrom<Write>(
    ({ cid }) => String(cid),
    ({ cid }) => `0x${cid.toString(16)}`,
  ),
]

const named = (write: Write) => (both: Numbers) => ({ text: write(both), ...both })
const namedByCid = (write: Write) => (both: Numbers) => ({ text: write(both), cid: both.cid, cell: 0n })

const form: fc.Arbitrary<(both: Numbers) => ListingText> = fc.oneof(
  ...withCell.map((writes) => writes.map(named)),
  ...withoutCell.map((writes) => writes.map(namedByCid)),
  fc.constantFrom(...rareForms).map(({ write, knowsCell }) => (knowsCell ? named(write) : namedByCid(write))),
)

/** A shorter CID at the end of a link is rejected, because it may be a truncated longer CID. */
export const shortestCid = 2n ** 55n

/** The numbers of a listing whose CID is not too short for a link. */
export const listingNumbers: fc.Arbitrary<Numbers> = numbers.map(({ cell, cid }) => ({
  cell,
  cid: cid < shortestCid ? cid + shortestCid : cid,
}))

/** A shorter number by itself is rejected. */
export const shortestNumber = 2n ** 44n

/** Whether a string has its CID only as a decimal number that may be rounded, or is a short signed number. */
const isInDoubt = ({ text, cid }: ListingText) =>
  [String(cid), signed(cid)].some((decimal) => looksRounded(decimal) && text.includes(decimal)) ||
  (text === signed(cid) && 2n ** 64n - cid < shortestNumber)

/** A string that identifies a listing, for any possible listing. */
export const listingText: fc.Arbitrary<ListingText> = fc
  .tuple(listingNumbers, form)
  .map(([both, write]) => write(both))
  .filter((one) => !isInDoubt(one))

const around = fc.constantFrom<(link: string) => string>(
  (link) => link,
  (link) => `  ${link}\n`,
  (link) => `Look at this!\n${link}\nSee you there`,
  (link) => `<a href="${link.replaceAll('&', '&amp;')}">here</a>`,
  (link) => `[here](${link})`,
  (link) => `“${link}”.`,
  (link) => `https://consent.google.com/ml?continue=${encodeURIComponent(link)}&gl=DE&m=0`,
  (link) => `https://consent.google.de/m?continue=${encodeURIComponent(encodeURIComponent(link))}&gl=DE`,
  (link) => `https://www.google.com/url?sa=t&url=${encodeURIComponent(link)}&usg=AOvVaw0`,
  (link) => `https://www.google.com/sorry/index?continue=${encodeURIComponent(link)}&q=EgTL`,
  (link) => `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}&h=AT0x`,
  (link) => `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05%7C02`,
  (link) => `https://translate.google.com/translate?hl=en&sl=de&u=${encodeURIComponent(link)}`,
  (link) => `https://web.archive.org/web/20230411083300/${link.replace(/^https?/i, 'https')}`,
  (link) => `https://www.google.com/amp/s/${link.replace(/^https?:\/\//i, '')}`,
  (link) => `{"url":"${link.replaceAll('/', '\\/').replaceAll('=', '\\u003d').replaceAll('&', '\\u0026')}"}`,
)

/**
 * The same text as people paste it: in a sentence, in markup, behind a consent page. Only complete links are wrapped.
 */
export const pastedListingText: fc.Arbitrary<ListingText> = fc
  .tuple(listingText, around)
  .map(([one, wrap]) => ({ ...one, text: /^https?:/i.test(one.text) ? wrap(one.text) : one.text }))
