import type { Batch } from '@/components/batches/batch'
import { formatCents } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { type DetailLevel, detailLevels } from '@/server/places/upstream/lookup-options'

/** The maximum that Google charges for a lookup with full details, in US cents; null if this server uses sample data. */
export type Prices = { lookupCents: number; searchCents: number } | null

type Counted = Pick<Batch, 'line_counts' | 'details' | 'test'>

/** Returns what running a batch again uses at most, in words. @param details of the new run. */
export function costWords(
  { line_counts: lines, details: before, test }: Counted,
  details: DetailLevel,
  prices: Prices,
): string {
  if (test) return 'A new run uses sample data and no lookups, because the batch was created with a test key.'
  // With full details, a line without a link may be searched for by name.
  const searches = details === 'full' ? lines.unreadable : 0
  // A run with more details also looks up links that weren't looked up before.
  const isMore = detailLevels.indexOf(details) > detailLevels.indexOf(before)
  const resolved = lines.total - lines.unreadable - (isMore ? 0 : lines.not_sent)
  const lookups = resolved + searches
  const used = `A new run uses up to ${formatNumber(lookups)} of your plan’s lookups`
  if (prices === null) return `${used}.`
  const cents = details === 'full' ? resolved * prices.lookupCents + searches * prices.searchCents : 0
  return cents === 0
    ? `${used}, and Google charges nothing.`
    : `${used}, and Google charges the operator up to ${roundedUp(cents)}.`
}

/** Rounds up, because the amount is a maximum. */
const roundedUp = (cents: number): string => formatCents(Math.ceil(cents - 1e-6))
