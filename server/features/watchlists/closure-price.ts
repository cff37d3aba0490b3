import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import { ceilingOfClosureChecks } from '@/server/places/upstream/cost'
import { type Period, periodMs, type Watchlist } from './watchlist'

/** What checking one listing for closure takes in a month of 30 days. */
interface ClosurePrice {
  /** Lookups of the account's quota, rounded to two decimal places. */
  lookups_per_month: number
  /** The maximum that Google charges the operator in US dollars, rounded up to four decimal places. */
  usd_per_month: number
}

/** Returns the price of closure checks, by interval. Sample data costs nothing, and a test key's lookups don't count. */
export function closurePrices({ isTest }: Pick<Watchlist, 'isTest'>): Record<Period, ClosurePrice> {
  const source = isTest ? sampleSource : listingSource()
  const priceOf = (interval: Period): ClosurePrice => {
    const checks = periodMs.monthly / periodMs[interval]
    return {
      lookups_per_month: isTest ? 0 : Math.round(checks * 100) / 100,
      usd_per_month: source.kind === 'sample' ? 0 : Math.ceil(ceilingOfClosureChecks(checks) * 100) / 10_000,
    }
  }
  return { weekly: priceOf('weekly'), monthly: priceOf('monthly') }
}
