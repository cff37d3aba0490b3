import { formatNumber } from '@/components/format/number'

/** A line in Google's price list for the Places APIs, in US dollars, as of October 2026. */
export interface GooglePrice {
  /** Google's name for the line, without the service name. */
  sku: string
  /** What Pinref uses these calls for; null if it makes none. */
  usedFor: string | null
  /** Free calls a month; null if all are free. */
  free: number | null
  /** Prices per 1,000 calls, for the tiers up to 100,000, 500,000, 1 million and 5 million calls a month, and above. */
  dollars: readonly number[]
}

export const googlePrices: readonly GooglePrice[] = [
  {
    sku: 'Place Details, IDs only',
    usedFor: 'resolve with details checked; finding the place id for a bare CID or a stale place id',
    free: null,
    dollars: [0],
  },
  {
    sku: 'Places Details - ID Refresh',
    usedFor: 'finding a place id with the older Places API',
    free: null,
    dollars: [0],
  },
  { sku: 'Text Search, IDs only', usedFor: 'checking what the key can do', free: null, dollars: [0] },
  { sku: 'Resolution API', usedFor: 'short links, up to 20 per call', free: null, dollars: [0] },
  {
    sku: 'Place Details Pro',
    usedFor: 'checking watched listings for closure',
    free: 5_000,
    dollars: [17, 13.6, 10.2, 5.1, 1.28],
  },
  {
    sku: 'Place Details Enterprise',
    usedFor: 'resolve with details full: name, rating, count',
    free: 1_000,
    dollars: [20, 16, 12, 6, 1.51],
  },
  {
    sku: 'Text Search Enterprise',
    usedFor: 'search; resolving a link that contains only a name',
    free: 1_000,
    dollars: [35, 28, 21, 10.5, 2.63],
  },
  { sku: 'Text Search Pro', usedFor: null, free: 5_000, dollars: [32, 25.6, 19.2, 9.6, 2.4] },
]

/** The upper limits of the price tiers, in calls a month. */
const priceSteps = ['100,000', '500,000', '1 million', '5 million'] as const

/** Returns the price list as a table. */
export const googlePriceTable = () => ({
  columns: ['Billed as', 'Pinref’s calls', 'Free per month', 'Per 1,000', `Above ${priceSteps.join(', ')}`],
  rows: googlePrices.map(({ sku, usedFor, free, dollars: [first, ...others] }) => ({
    key: sku,
    cells: [
      sku,
      usedFor ?? 'none',
      free === null ? 'unlimited' : formatNumber(free),
      dollarsOf(first),
      others.length > 0 ? others.map(dollarsOf).join(', ') : 'the same',
    ],
  })),
})

const dollarsOf = (dollars = 0) => (dollars === 0 ? '0' : dollars.toFixed(2))
