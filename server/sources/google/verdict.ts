import { PinrefError } from '@/server/errors'
import { type Cid, cidFromDecimal } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { readReference } from '@/server/links/read-reference'
import { recordedLinks } from '@/server/sources/sample/short-links'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import type { Capability, Outcome } from './capabilities'

/** Google Sydney, the example in Google's own documentation. */
export const knownPlaceId = 'ChIJN1t_tDeuEmsRUsoyG83frY4'
export const knownName = 'Google Sydney'
export const knownCid = featureIdOf(knownPlaceId)?.cid ?? null

/** A link to ask the Resolution API about, and the CID of the listing that it was seen to lead to; null if unknown. */
export interface KnownLink {
  address: string
  cid: Cid | null
}

/** Public links on hosts without recorded links. Those of `g.page/r/` have the CID in their code. */
const others: readonly KnownLink[] = [
  { address: 'https://g.page/r/CWBu6dvLgpzEEBI', cid: cidFromDecimal('14167342339880218208') },
  { address: 'https://g.page/r/CRn1KUzHwfjFEBM/review', cid: cidFromDecimal('14265364881416516889') },
  { address: 'https://g.page/r/CSBqWru1WFp7EBM/review', cid: cidFromDecimal('8888514352124684832') },
  { address: 'https://g.page/OverEasySG', cid: null },
  { address: 'https://g.page/TheMadHouseCoffee', cid: null },
  { address: 'https://share.google/3dY6zIadXlKrMekTu', cid: null },
  { address: 'https://share.google/4BCtCQWbah7IkdXCf', cid: null },
  { address: 'https://share.google/5Y5iZwrcjpIPBl4Wj', cid: null },
  { address: `https://maps.google.com/?cid=${knownCid}`, cid: knownCid },
]

/** Returns the links to check a capability of the Resolution API with. */
export function knownLinks(capability: Capability): KnownLink[] {
  const host = capability === 'cid_link' ? 'maps.google.com' : capability
  const recorded = [...recordedLinks].flatMap(([link, target]) => {
    const cid = cidIn(target)
    return cid === null ? [] : { address: `https://${link}`, cid }
  })
  return [...recorded, ...others].filter(({ address }) => new URL(address).host === host)
}

/** Reads the CID of the listing that an address names; null for positions and views. */
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
  outcome: Outcome
  reason: string | null
}

export const works: Verdict = { outcome: 'works', reason: null }
export const refused = (reason: string): Verdict => ({ outcome: 'refused', reason })

/** Judges whether an answered id is that of the listing asked for. */
export function verdictOfId(answered: string, cid: Cid | null): Verdict {
  const featureId = featureIdOf(answered)
  if (featureId === null) return refused('Google returned no place id of a listing.')
  return featureId.cid === cid ? works : { outcome: 'wrong', reason: shortened(`Google answered ${answered}.`) }
}

/**
 * Judges a kind of link by the answers for several. Links die and listings merge, so one right answer is enough. Wrong ones
 * count only if there is no right one, and answers for links whose listing is unknown show nothing.
 * @param placeIds in the order of the links; null for those for which Google named no listing.
 */
export function verdictOfLinks(links: readonly KnownLink[], placeIds: ReadonlyArray<string | null>): Verdict {
  const answered = links.flatMap(({ cid }, index) => {
    const found = featureIdOf(placeIds[index] ?? '')?.cid
    return found === undefined ? [] : { cid, found }
  })
  if (answered.length === 0) return refused('Google names no listing for such links.')
  const comparable = answered.filter(({ cid }) => cid !== null)
  if (comparable.some(({ cid, found }) => cid === found)) return works
  if (comparable.length > 0)
    return { outcome: 'wrong', reason: 'Google names other listings than those links lead to.' }
  return { outcome: 'unsure', reason: 'Google names a listing, but nothing shows whether it is the right one.' }
}

const outcomesOfFailures: Partial<Record<FailureKind, Outcome>> = {
  misconfigured: 'off',
  incomplete: 'refused',
  wrong_answer: 'wrong',
}

/** Judges a check that failed. @throws the error itself if it is not a PinrefError. */
export function verdictOfError(error: unknown): Verdict {
  if (!(error instanceof PinrefError)) throw error
  const kind = error instanceof UpstreamFailure ? error.kind : null
  const outcome = (kind && outcomesOfFailures[kind]) ?? 'unsure'
  return { outcome, reason: error.cause instanceof Error ? shortened(error.cause.message) : error.message }
}

const longest = 200

/** Makes text from outside safe and short enough for a terminal. */
export const shortened = (text: string): string =>
  text
    .replace(/[^\P{C}]+/gu, ' ')
    .slice(0, longest)
    .trim()
