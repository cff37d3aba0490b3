import { readReference } from '@/server/places/links/read-reference'
import type { ListingReference, Reference } from '@/server/places/links/reference'
import { PinrefError } from '@/server/platform/problems/errors'
import { featureIdOf, looksRounded, type Numbers, packPlaceId, unpackPlaceId, unpackProfileCode } from '../arithmetic'
import { claim } from '../settings'
import { shortestCid, shortestNumber } from './listing-links'
import { hasHotelToken, unpackTokens } from './tokens'

const hosts: ReadonlySet<string> = new Set(['maps.app.goo.gl', 'goo.gl', 'share.google', 'g.co', 'g.page'])

/** Reads a string; returns null if it is rejected with one of the documented codes, and throws any other error. */
export function readOrRefused(text: string): Reference | null {
  try {
    return readReference(text)
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    claim(
      ['no_listing_in_link', 'unsupported_link', 'rounded_cid'].includes(error.code),
      'an undocumented code',
      error.code,
    )
    claim(/^[\w-][^\n]*\.$/.test(error.message), 'not a sentence', error.message)
    return null
  }
}

/** Checks everything that must hold for any input. Returns what it is read as, null if it is rejected. */
export function checkReading(text: string): Reference | null {
  const reference = readOrRefused(text)
  claim(same(reference, readOrRefused(text)), 'read differently the second time', reference)
  if (reference?.kind === 'listing') checkListing(text, reference)
  else if (reference) checkShortLink(reference.link)
  return reference
}

function checkShortLink(link: { host: string; path: string }): void {
  const { host, path } = link
  const url = `https://${host}/${path}`
  claim(hosts.has(host), 'a host that is nobody', host)
  claim(new URL(url).href === url, 'an address that changes when it is parsed', url)
  const again = readOrRefused(url)
  claim(again?.kind === 'short_link' && same(again.link, link), 'another short link the second time', url, again)
}

function checkListing(text: string, { cid, placeId, title }: ListingReference): void {
  claim(cid > 0n && cid < 2n ** 64n, 'no CID', cid)
  const inside = placeId === null ? null : unpackPlaceId(placeId)
  if (placeId !== null) claim(inside?.cid === cid && inside.cell !== 0n, 'identifiers that disagree', cid, placeId)
  if (title !== null) claim(title.length <= 300 && !/^\s|\s$|^$|\p{Cc}|\p{Cs}/u.test(title), 'no title', title)
  claim(occurs({ cid, cell: inside?.cell ?? 0n }, text), 'identifiers that the text does not have', cid, placeId)
  for (const [link, knowsCell] of canonicalForms({ cid, cell: inside?.cell ?? 0n })) {
    const again = readOrRefused(link)
    const agrees = again?.kind === 'listing' && again.cid === cid && again.placeId === (knowsCell ? placeId : null)
    claim(agrees, 'our own link is read as something else', link, again)
  }
}

/** Returns a listing's links and ids as in responses, and whether each contains the cell. */
function canonicalForms({ cid, cell }: Numbers): Array<[link: string, knowsCell: boolean]> {
  const isPlaceholder = cell !== 0n && cell < 2n ** 44n && cid < 2n ** 44n
  const isRound = looksRounded(`${cid}`)
  const forms: Array<[string, boolean]> = [
    ...(cid < shortestCid || isRound ? [] : [[`https://maps.google.com/?cid=${cid}`, false] as [string, boolean]]),
    ...(cid < shortestNumber ? [] : [[`0x${cid.toString(16)}`, false] as [string, boolean]]),
    [`cid:0x${cid.toString(16)}`, false],
    ...(isRound ? [] : [[`cid:${cid}`, false] as [string, boolean]]),
    ...(isPlaceholder ? [] : [[featureIdOf({ cid, cell }), true] as [string, boolean]]),
  ]
  if (cell === 0n) return forms
  const placeId = packPlaceId({ cid, cell })
  return [...forms, [placeId, true], [`https://search.google.com/local/writereview?placeid=${placeId}`, true]]
}

/** Whether a string contains these identifiers in any spelling: the reader must not invent them. */
function occurs({ cid, cell }: Numbers, text: string): boolean {
  const plain = text.replace(/\\u003d/gi, '=').replaceAll('\\/', '/')
  // Rejoins a link that was broken by spaces, line breaks, quotes, or tags.
  const whole = plain.replace(/<[^<>]*>|[-=]?\r?\n|[^!-~]|["<>`[\]]/g, '')
  const spellings = [plain, whole, whole.replace(/[|*_~]/g, '')]
    .flatMap(decodings)
    .flatMap((spelling) => [spelling, ...unpackTokens(spelling)])
  return (
    spellings.some((spelling) => hasCid(spelling, cid)) &&
    (cell === 0n || spellings.some((spelling) => hasBoth(spelling, { cid, cell })))
  )
}

function hasCid(text: string, cid: bigint): boolean {
  if (text.includes(String(cid)) || text.toLowerCase().includes(cid.toString(16))) return true
  if (text.includes(String(BigInt.asIntN(64, cid))) || hasHotelToken(text, cid)) return true
  if (placeIdsIn(text).some((inside) => inside.cid === cid)) return true
  return [...text.matchAll(/(?=([\w-]{15}))/g)].some(([, code = '']) => unpackProfileCode(code) === cid)
}

function hasBoth(text: string, { cid, cell }: Numbers): boolean {
  const [first, second] = [cell.toString(16), cid.toString(16)]
  const pairs = text.toLowerCase().matchAll(/0x0*([\da-f]+):0x0*([\da-f]+)/g)
  if ([...pairs].some(([, left, right]) => left === first && right?.startsWith(second))) return true
  return placeIdsIn(text).some((inside) => inside.cid === cid && inside.cell === cell)
}

const placeIdsIn = (text: string): Numbers[] =>
  [...text.matchAll(/(?=(ChIJ[\w-]{23}))/g)].flatMap(([, placeId = '']) => unpackPlaceId(placeId) ?? [])

/** Returns a string with zero, one, two… layers of escapes removed; only ASCII, because identifiers are ASCII. */
function decodings(text: string): string[] {
  const found = [text]
  for (let layer = 0; layer < 12; layer++) {
    const last = found.at(-1) ?? ''
    const next = last.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (next === last) break
    found.push(next)
  }
  return found
}

function same(a: unknown, b: unknown): boolean {
  const flat = (value: unknown) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
  return flat(a) === flat(b)
}
