import { type Cid, cidFromDecimal } from '@/server/identifiers/cid'
import { featureIdOf } from '@/server/identifiers/feature-id'
import { readReference } from '@/server/links/read-reference'
import { recordedLinks } from '@/server/sources/sample/short-links'
import type { Capability } from './capabilities'

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
