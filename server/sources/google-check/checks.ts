import { z } from 'zod'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { type AskPlaces, detailsByPlaceId } from '@/server/sources/places/by-place-id'
import { callPlaces, type PlacesSettings } from '@/server/sources/places/call-places'
import { callLegacyPlaces, type LegacySettings } from '@/server/sources/places/legacy-places'
import { askByZeroHalf } from '@/server/sources/places/place-id-finder'
import { callResolution, type ResolutionSettings } from '@/server/sources/resolution/resolution-api'
import type { Lookup } from '@/server/upstream/lookup'
import type { Capability } from './capabilities'
import { knownCid, knownLinks, knownName, knownPlaceId } from './known'
import { refused, shortened, type Verdict, verdictOfId, verdictOfLinks, works } from './verdict'

/** The addresses of Google's APIs, the API key and the spending limits. */
export type GoogleSettings = PlacesSettings & LegacySettings & ResolutionSettings

type Check = (settings: GoogleSettings, lookup: Lookup) => Promise<Verdict>

const askWith =
  (settings: GoogleSettings): AskPlaces =>
  (call, lookup) =>
    callPlaces(call, settings, lookup)

const idAnswer = z.object({ id: z.string() })
const idsAnswer = z.object({ places: z.array(idAnswer).default([]) })

const unreadable = refused('Google’s answer has an unexpected form.')

const detailsIds: Check = async (settings, lookup) => {
  const call = { path: `places/${knownPlaceId}`, mask: 'id', sku: 'details_ids' } as const
  const answer = await callPlaces(call, settings, lookup)
  if ('none' in answer) return refused('Google does not know the place id from its own docs.')
  const read = idAnswer.safeParse(answer.object)
  return read.success ? verdictOfId(read.data.id, knownCid) : unreadable
}

const details: Check = async (settings, lookup) => {
  const found = await detailsByPlaceId(askWith(settings))(knownPlaceId, lookup)
  if (found === null) return refused('Google does not know the place id from its own docs.')
  return found.title === null ? refused('Google gives no title.') : works
}

const searchIds: Check = async (settings, lookup) => {
  const body = { textQuery: knownName }
  const call = { path: 'places:searchText', mask: 'places.id', sku: 'search_ids', body } as const
  const answer = await callPlaces(call, settings, lookup)
  if ('none' in answer) return unreadable
  const read = idsAnswer.safeParse(answer.object)
  if (!read.success) return unreadable
  const verdicts = read.data.places.map(({ id }) => verdictOfId(id, knownCid))
  return (
    verdicts.find(({ outcome }) => outcome === 'works') ?? refused(`Searching for “${knownName}” does not find it.`)
  )
}

const zeroHalf: Check = async (settings, lookup) => {
  if (knownCid === null) return unreadable
  const answer = await askByZeroHalf(askWith(settings))(knownCid, lookup)
  if ('none' in answer) return refused('Google does not accept this kind of place id.')
  if (featureIdOf(answer.id)?.cell === 0n) return refused('Google returns the same id, not the listing’s own.')
  return verdictOfId(answer.id, knownCid)
}

const legacyCid: Check = async (settings, lookup) => {
  if (knownCid === null) return unreadable
  const answer = await callLegacyPlaces(knownCid, settings, lookup)
  if ('id' in answer) return verdictOfId(answer.id, knownCid)
  if (answer.none === 'listing') return refused('Google does not find its own example by CID.')
  return { outcome: 'off', reason: 'The project does not have this API, or the key may not use it.' }
}

const linksOf =
  (capability: Capability): Check =>
  async (settings, lookup) => {
    const links = knownLinks(capability)
    const addresses = links.map(({ address }) => address)
    const answer = await callResolution(addresses, settings, lookup)
    if ('notEnabled' in answer) return { outcome: 'off', reason: shortened(answer.notEnabled.message) }
    return verdictOfLinks(links, answer.placeIds)
  }

/** How each capability is checked: with the calls that lookups make, on a listing or links that are known. */
export const checks: Readonly<Record<Capability, Check>> = {
  details_ids: detailsIds,
  details,
  search_ids: searchIds,
  zero_half: zeroHalf,
  legacy_cid: legacyCid,
  cid_link: linksOf('cid_link'),
  'maps.app.goo.gl': linksOf('maps.app.goo.gl'),
  'goo.gl': linksOf('goo.gl'),
  'g.page': linksOf('g.page'),
  'share.google': linksOf('share.google'),
}
