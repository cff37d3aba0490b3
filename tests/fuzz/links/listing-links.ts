import fc from 'fast-check'
import { featureIdOf, type Numbers, packPlaceId, packProfileCode } from '../arithmetic'
import { numbers } from '../identifiers/numbers'
import { embedTree, placeTree } from './data-tree'
import { encoded } from './encoded'
import { rareForms } from './rare-forms'

/** A text that names one listing, and that listing. */
export interface Naming {
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
  // Not segments that mean something in a path: browsers rewrite them.
  .filter((segment) => !/^(?:\.|%2E){0,2}$/i.test(segment))

const domain = fc.constantFrom('com', 'de', 'co.uk', 'com.br', 'cat')
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', '//', '')
const camera = fc.constantFrom('', '/@41.9009,12.4833,17z', '/@-33.86,151.2,3a,75y,90h')
const tracking = fc.constantFrom('', '?entry=ttu', '?g_st=ic&authuser=0', '?entry=tts&g_ep=EgoyMDI2%3D%3D&skid=0a1b')

const onlyCid = ({ cid }: Numbers) => ({ cid, cell: 0n })

/** Every form of link that names a listing, as found in the wild, for any possible listing. */
const links = (both: Numbers): fc.Arbitrary<Naming> => {
  const featureId = featureIdOf(both)
  const placeId = packPlaceId(both)
  const at = (host: string, path: string) =>
    fc.tuple(scheme, domain).map(([how, where]) => `${how}${host.replace('*', where)}${path}`)
  const named = (text: fc.Arbitrary<string>, numbersInIt: Numbers = both) =>
    text.map((link) => ({ text: link, ...numbersInIt }))
  return fc.oneof(
    named(
      fc
        .tuple(scheme, domain, name, camera, placeTree(featureId), tracking)
        .map(
          ([how, where, title, eye, tree, tail]) =>
            `${how}www.google.${where}/maps/place/${title}${eye}/data=${tree}${tail}`,
        ),
    ),
    named(
      fc
        .tuple(scheme, domain, embedTree(featureId))
        .map(([how, where, tree]) => `${how}www.google.${where}/maps/embed?pb=${tree}`),
    ),
    named(
      fc
        .tuple(scheme, name, tracking)
        .map(([how, title, tail]) => `${how}maps.google.com?q=${title}&ftid=${featureId}${tail.replace('?', '&')}`),
    ),
    named(at('maps.google.*', `/?cid=${both.cid}`), onlyCid(both)),
    named(at('www.google.*', `/maps?cid=0x${both.cid.toString(16)}&hl=en`), onlyCid(both)),
    named(at('search.google.*', `/local/writereview?placeid=${placeId}`)),
    named(at('www.google.*', `/maps/search/?api=1&query=x&query_place_id=${placeId}`)),
    named(at('www.google.*', `/maps/dir/?api=1&destination=x&destination_place_id=${placeId}`)),
    named(at('www.google.*', `/maps/place/?q=place_id:${placeId}`)),
    named(
      scheme.map((how) => `${how}g.page/r/${packProfileCode(both.cid)}/review`),
      onlyCid(both),
    ),
    fc
      .constantFrom(...rareForms)
      .map(({ write, knowsCell }) => ({ text: write(both), ...(knowsCell ? both : onlyCid(both)) })),
    fc.constantFrom(
      { text: placeId, ...both },
      { text: featureId, ...both },
      { text: featureId.toUpperCase().replaceAll('X', 'x'), ...both },
      { text: String(both.cid), ...onlyCid(both) },
      { text: `0x${both.cid.toString(16)}`, ...onlyCid(both) },
      { text: `places/${placeId}`, ...both },
    ),
  )
}

/** A listing's CID is never 0. */
export const naming: fc.Arbitrary<Naming> = numbers.filter(({ cid }) => cid !== 0n).chain(links)

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

/** The same as people paste it: in a sentence, in markup, behind a consent page. Whole links only. */
export const pastedNaming: fc.Arbitrary<Naming> = fc
  .tuple(naming, around)
  .map(([one, wrap]) => ({ ...one, text: /^https?:/i.test(one.text) ? wrap(one.text) : one.text }))
