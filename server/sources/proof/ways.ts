/** What Pinref assumes of Google. Each is tried by itself; hosts are those whose short links the Resolution API is asked for. */
export const ways = {
  details_ids: 'Place Details, ids only',
  details: 'Place Details with title, rating and count',
  search_ids: 'Text Search, ids only',
  zero_half: 'Place Details by a CID, as a place id whose first half is zero',
  legacy_cid: 'Older Places API by a CID',
  cid_link: 'Resolution API, links with ?cid=',
  'maps.app.goo.gl': 'Resolution API, maps.app.goo.gl',
  'goo.gl': 'Resolution API, goo.gl/maps',
  'g.page': 'Resolution API, g.page',
  'share.google': 'Resolution API, share.google',
} as const

export type Way = keyof typeof ways

export const allWays = Object.keys(ways) as Way[]

/** The way by which the short links of a host are asked for; null for a host that is not tried. */
export const wayOfHost = (host: string): Way | null => allWays.find((way) => way === host) ?? null

/** What Google may bill for trying a way, in US cents; the first 1,000 such calls of a month are free. */
export const costCents = (way: Way): number => (way === 'details' ? 2 : 0)

/** What a try can come to, in words for the operator. */
export const outcomes = {
  works: 'works',
  refused: 'refused',
  /** The project does not have the API, or the key may not use it. */
  off: 'not enabled',
  /** Answered, with another listing than the right one. */
  wrong: 'wrong listing',
  /** Nothing was proven: no answer in time, a quota, or an answer that nothing can be held against. */
  unsure: 'not certain',
  skipped: 'not tried',
} as const

export type Outcome = keyof typeof outcomes
