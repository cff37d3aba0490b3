import * as z from 'zod'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { fingerprint } from '@/server/platform/runtime/local-secret'
import { type AskPlaces, detailsByPlaceId } from './by-place-id'
import { callPlaces, type PlacesSettings } from './call-places'
import { allCapabilities, type Capability, costCents } from './capabilities'
import { type CapabilityResult, type CheckReport, storeReport } from './check-report'
import { callLegacyPlaces, type LegacySettings } from './legacy-places'
import { callResolution, type ResolutionSettings } from './link-resolver'
import { askByZeroHalf } from './place-id-finder'
import {
  exampleCid,
  exampleLinks,
  exampleName,
  examplePlaceId,
  refused,
  shortened,
  type Verdict,
  verdictOfError,
  verdictOfId,
  verdictOfLinks,
  works,
} from './verdict'

/** The addresses of Google's APIs, the API key, and the spending limits. */
export type GoogleSettings = PlacesSettings & LegacySettings & ResolutionSettings

/** How long one check may take. A Vercel function may not run much longer than all of the checks together. */
const timeoutMs = 4_000

/** How long all checks may take together. */
export const checkGoogleMs = allCapabilities.length * timeoutMs

/**
 * Checks everything that Pinref assumes about Google, one by one, and stores the report. The calls count like any other
 * calls, including against the daily cap.
 * @param mayCost whether to also make the call that Google may charge for.
 * @throws PinrefError `store_unavailable` if the report cannot be stored.
 */
export async function checkGoogle(settings: GoogleSettings, mayCost: boolean): Promise<CheckReport> {
  const results: CapabilityResult[] = []
  for (const capability of allCapabilities) {
    results.push({ capability, ...(await check(capability, { ...settings, callerShare: 100 }, mayCost)) })
  }
  const report = {
    checkedSeconds: Math.floor(Date.now() / 1000),
    key: fingerprint(settings.apiKey),
    results,
  }
  await storeReport(report)
  return report
}

/** Tries the key with one call that is always free. Stores only the count of calls. */
export const tryKey = (settings: GoogleSettings): Promise<Verdict> =>
  check('details_ids', { ...settings, callerShare: 100 }, false)

async function check(capability: Capability, settings: GoogleSettings, mayCost: boolean): Promise<Verdict> {
  if (costCents(capability) > 0 && !mayCost) return { outcome: 'skipped', reason: 'Google may charge for this check.' }
  const lookup: Lookup = {
    caller: 'operator',
    options: defaultLookupOptions,
    signal: new AbortController().signal,
    noteAsked: () => {},
  }
  try {
    return await withinDeadline(timeoutMs, lookup, (limited) => checks[capability](settings, limited))
  } catch (error) {
    return verdictOfError(error)
  }
}

type Check = (settings: GoogleSettings, lookup: Lookup) => Promise<Verdict>

const askWith =
  (settings: GoogleSettings): AskPlaces =>
  (call, lookup) =>
    callPlaces(call, settings, lookup)

const idAnswer = z.object({ id: z.string() })
const idsAnswer = z.object({ places: z.array(idAnswer).default([]) })

const unreadable = refused('Google’s response has an unexpected format.')

const detailsIds: Check = async (settings, lookup) => {
  const call = { path: `places/${examplePlaceId}`, mask: 'id', sku: 'details_ids' } as const
  const answer = await callPlaces(call, settings, lookup)
  if ('none' in answer) return refused('Google did not find the place id from its own docs.')
  const read = idAnswer.safeParse(answer.object)
  return read.success ? verdictOfId(read.data.id, exampleCid) : unreadable
}

const details: Check = async (settings, lookup) => {
  const found = await detailsByPlaceId(askWith(settings))(examplePlaceId, lookup)
  if (found === null) return refused('Google did not find the place id from its own docs.')
  return found.title === null ? refused('Google returned no title.') : works
}

const searchIds: Check = async (settings, lookup) => {
  const body = { textQuery: exampleName }
  const call = { path: 'places:searchText', mask: 'places.id', sku: 'search_ids', body } as const
  const answer = await callPlaces(call, settings, lookup)
  if ('none' in answer) return unreadable
  const read = idsAnswer.safeParse(answer.object)
  if (!read.success) return unreadable
  const verdicts = read.data.places.map(({ id }) => verdictOfId(id, exampleCid))
  return (
    verdicts.find(({ outcome }) => outcome === 'works') ?? refused(`A search for “${exampleName}” did not find it.`)
  )
}

const zeroHalf: Check = async (settings, lookup) => {
  if (exampleCid === null) return unreadable
  const answer = await askByZeroHalf(askWith(settings))(exampleCid, lookup)
  if ('none' in answer) return refused('Google does not accept this kind of place id.')
  if (featureIdOf(answer.id)?.cell === 0n)
    return refused('Google returned the same id instead of the listing’s own id.')
  return verdictOfId(answer.id, exampleCid)
}

const legacyCid: Check = async (settings, lookup) => {
  if (exampleCid === null) return unreadable
  const answer = await callLegacyPlaces(exampleCid, settings, lookup)
  if ('id' in answer) return verdictOfId(answer.id, exampleCid)
  if (answer.none === 'listing') return refused('Google did not find its own example by CID.')
  return { outcome: 'off', reason: 'The project does not have this API, or the key is not allowed to use it.' }
}

const linksOf =
  (capability: Capability): Check =>
  async (settings, lookup) => {
    const links = exampleLinks(capability)
    const addresses = links.map(({ address }) => address)
    const answer = await callResolution(addresses, settings, lookup)
    if ('notEnabled' in answer) return { outcome: 'off', reason: shortened(answer.notEnabled.message) }
    return verdictOfLinks(links, answer.placeIds)
  }

/** How each capability is checked: with the same calls that lookups make, for a known listing or known links. */
const checks: Readonly<Record<Capability, Check>> = {
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
