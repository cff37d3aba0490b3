/** What Google bills a call as, in US dollars. Copies of the price list of the Places APIs, May to October 2026. */
export interface GooglePrice {
  /** Google’s name of it, without the service’s. */
  sku: string
  /** What Pinref makes such calls for; null where it never does. */
  usedFor: string | null
  /** Calls a month; null: any number. */
  free: number | null
  /** Per 1,000 calls, up to 100,000, 500,000, 1 million and 5 million calls a month, and beyond. */
  dollars: readonly number[]
}

export const googlePrices: readonly GooglePrice[] = [
  {
    sku: 'Place Details, IDs only',
    usedFor: 'the place id of a bare CID, or in place of a stale one',
    free: null,
    dollars: [0],
  },
  { sku: 'Places Details - ID Refresh', usedFor: 'the same, from the older Places API', free: null, dollars: [0] },
  {
    sku: 'Place Details Enterprise',
    usedFor: 'resolve: name, rating, count',
    free: 1_000,
    dollars: [20, 16, 12, 6, 1.51],
  },
  { sku: 'Text Search Enterprise', usedFor: 'search', free: 1_000, dollars: [35, 28, 21, 10.5, 2.63] },
  { sku: 'Place Details Pro', usedFor: null, free: 5_000, dollars: [17, 13.6, 10.2, 5.1, 1.28] },
  { sku: 'Text Search Pro', usedFor: null, free: 5_000, dollars: [32, 25.6, 19.2, 9.6, 2.4] },
]

/** Where the price steps end, in calls a month. */
export const priceSteps = ['100,000', '500,000', '1 million', '5 million'] as const
