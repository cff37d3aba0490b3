import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { readReference } from '@/server/places/links/read-reference'
import { recordedLinks } from '@/server/places/sources/sample/listings'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import { PinrefError } from '@/server/platform/problems/errors'
import type { Capability, CheckOutcome } from './capabilities'

/** Google Sydney, the example in Google's own documentation. */
export const examplePlaceId = 'ChIJN1t_tDeuEmsRUsoyG83frY4'
export const exampleName = 'Google Sydney'
export const exampleCid = featureIdOf(examplePlaceId)?.cid ?? null

/** A link to send to the Resolution API, and the CID of the listing that it pointed to earlier; null if unknown. */
export interface ExampleLink {
  address: string
  cid: Cid | null
}

/** Public links on hosts without recorded links. The code in `g.page/r/` links contains the CID. */
const others: readonly ExampleLink[] = [
  { address: 'https://g.page/r/CWBu6dvLgpzEEBI', cid: cidFromDecimal('14167342339880218208') },
  { address: 'https://g.page/r/CRn1KUzHwfjFEBM/review', cid: cidFromDecimal('14265364881416516889') },
  { address: 'https://g.page/r/CSBqWru1WFp7EBM/review', cid: cidFromDecimal('8888514352124684832') },
  { address: 'https://g.page/OverEasySG', cid: null },
  { address: 'https://g.page/TheMadHouseCoffee', cid: null },
  { address: 'https://share.google/3dY6zIadXlKrMekTu', cid: null },
  { address: 'https://share.google/4BCtCQWbah7IkdXCf', cid: null },
  { address: 'https://share.google/5Y5iZwrcjpIPBl4Wj', cid: null },
  { address: `https://maps.google.com/?cid=${exampleCid}`, cid: exampleCid },
]

/** Returns the links for checking a Resolution API capability. */
export function exampleLinks(capability: Capability): ExampleLink[] {
  const host = capability === 'cid_link' ? 'maps.google.com' : capability
  const recorded = [...recordedLinks].flatMap(([link, target]) => {
    const cid = cidIn(target)
    return cid === null ? [] : { address: `https://${link}`, cid }
  })
  return [...recorded, ...others].filter(({ address }) => new URL(address).host === host)
}

/** Parses the CID of the listing in a URL; null for positions and views. */
function cidIn(address: string): Cid | null {
  try {
    const reference = readReference(address)
    return reference.kind === 'listing' ? reference.cid : null
  } catch {
    return null
  }
}

/** The outcome of one check, and the reason if it is not obvious. */
export interface Verdict {
  outcome: CheckOutcome
  reason: string | null
}

export const works: Verdict = { outcome: 'works', reason: null }
export const refused = (reason: string): Verdict => ({ outcome: 'refused', reason })

/** Returns the verdict on whether a returned id belongs to the requested listing. */
export function verdictOfId(returned: string, cid: Cid | null): Verdict {
  const featureId = featureIdOf(returned)
  if (featureId === null) return refused('Google did not return the place id of a listing.')
  return featureId.cid === cid ? works : { outcome: 'wrong', reason: shortened(`Google returned ${returned}.`) }
}

/**
 * Returns the verdict on a kind of link based on the results for several links of that kind. Links die and listings
 * merge, so one right result is enough. Wrong results count only if there is no right one, and results for links with
 * an unknown listing are inconclusive.
 * @param placeIds the place ids, in link order; null for links without a listing from Google.
 */
export function verdictOfLinks(links: readonly ExampleLink[], placeIds: ReadonlyArray<string | null>): Verdict {
  const returned = links.flatMap(({ cid }, index) => {
    const found = featureIdOf(placeIds[index] ?? '')?.cid
    return found === undefined ? [] : { cid, found }
  })
  if (returned.length === 0) return refused('Google returned no listing for these links.')
  const comparable = returned.filter(({ cid }) => cid !== null)
  if (comparable.some(({ cid, found }) => cid === found)) return works
  if (comparable.length > 0)
    return { outcome: 'wrong', reason: 'Google returned different listings than these links point to.' }
  return { outcome: 'unsure', reason: 'Google returned a listing, but it may not be the right listing.' }
}

const outcomesOfFailures: Partial<Record<FailureKind, CheckOutcome>> = {
  misconfigured: 'off',
  incomplete: 'refused',
  wrong_answer: 'wrong',
}

/** Returns the verdict on a failed check. @throws the error itself if it is not a PinrefError. */
export function verdictOfError(error: unknown): Verdict {
  if (!(error instanceof PinrefError)) throw error
  const kind = error instanceof UpstreamFailure ? error.kind : null
  const outcome = (kind && outcomesOfFailures[kind]) ?? 'unsure'
  return { outcome, reason: error.cause instanceof Error ? shortened(error.cause.message) : error.message }
}

const longest = 200

/** Makes external text safe and short enough for a terminal. */
export const shortened = (text: string): string =>
  text
    .replace(/[^\P{C}]+/gu, ' ')
    .slice(0, longest)
    .trim()
