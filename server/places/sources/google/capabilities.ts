/**
 * Pinref's assumptions about Google, each checked separately. For a host, the assumption is that the Resolution API
 * resolves its short links.
 */
export const capabilities = {
  details_ids: 'Place Details, ids only',
  details: 'Place Details with title, rating, and count',
  search_ids: 'Text Search, ids only',
  zero_half: 'Place Details by a CID, as a place id whose first half is zero',
  legacy_cid: 'Places API (Legacy) by a CID',
  cid_link: 'Resolution API, links with ?cid=',
  'maps.app.goo.gl': 'Resolution API, maps.app.goo.gl',
  'goo.gl': 'Resolution API, goo.gl/maps',
  'g.page': 'Resolution API, g.page',
  'share.google': 'Resolution API, share.google',
} as const

export type Capability = keyof typeof capabilities

export const allCapabilities = Object.keys(capabilities) as Capability[]

/** Returns the capability to resolve a host's short links; null for a host that is not checked. */
export const capabilityOfHost = (host: string): Capability | null =>
  allCapabilities.find((capability) => capability === host) ?? null

/**
 * Returns the amount that Google may charge for checking a capability, in US cents. The first 1,000 such calls each
 * month are free.
 */
export const costCents = (capability: Capability): number => (capability === 'details' ? 2 : 0)

/** The amount that Google may charge for checking all capabilities, in US cents. */
export const allCostCents = allCapabilities.reduce((sum, capability) => sum + costCents(capability), 0)

/** Returns the maximum cost of checking a capability: "free" or "up to $0.02". */
export function costWords(capability: Capability): string {
  const cents = costCents(capability)
  return cents === 0 ? 'free' : `up to $${(cents / 100).toFixed(2)}`
}

/** The possible outcomes of a check, with display text for the operator. */
export const outcomes = {
  works: 'works',
  refused: 'refused',
  /** The project does not have the API, or the key may not use it. */
  off: 'not enabled',
  /** Google returned a listing other than the expected one. */
  wrong: 'wrong listing',
  /** Inconclusive: no response in time, an exhausted quota, or a response that cannot be verified. */
  unsure: 'not certain',
  skipped: 'not tried',
} as const

export type CheckOutcome = keyof typeof outcomes
