import type { Outputs } from '@/components/trpc/client'
import type { Figures } from '@/components/ui/figure-table'
import { groupings } from '@/components/usage/calls-by-day'
import { costWords, wholeCents } from './spending-words'

export type Month = Outputs['operator']['month']
type SkuCost = Month['google'][number]

/** The names of the SKUs, taken from Google's price list if they are in it. */
const skuNames: Record<SkuCost['sku'], string> = {
  details_enterprise: 'Place Details Enterprise',
  search_enterprise: 'Text Search Enterprise',
  details_ids: 'Place Details, ids only',
  search_ids: 'Text Search, ids only',
  legacy_ids: 'Older Places API, ids only',
  resolution: 'Resolution API',
}

interface Row {
  name: string
  figures: Figures
}

export const operationLabels = [...groupings.operation.map(({ label }) => label), 'All']

/** Returns a row for each outcome, including those without calls. */
export const callRows = ({ calls }: Month): Row[] =>
  groupings.outcome.map(({ key, label }) => ({
    name: label,
    figures: callFigures(calls.filter(({ outcome }) => outcome === key)),
  }))

/** Returns the calls by operation, and their total. */
export function callFigures(calls: Month['calls']): number[] {
  const sumOf = (of: Month['calls']) => of.reduce((sum, { calls }) => sum + calls, 0)
  return [...groupings.operation.map(({ key }) => sumOf(calls.filter((one) => one.operation === key))), sumOf(calls)]
}

/** Returns a row for each SKU that was called: its calls, how many of them were free, and the cost. */
export const googleRows = ({ google }: Month): Row[] =>
  google.filter(({ calls }) => calls > 0).map((cost) => ({ name: skuNames[cost.sku], figures: googleFigures([cost]) }))

export const googleFigures = (costs: readonly SkuCost[]): Figures => [
  costs.reduce((sum, { calls }) => sum + calls, 0),
  costs.reduce((sum, { free }) => sum + free, 0),
  costWords(centsOf(costs)),
]

const centsOf = (costs: readonly SkuCost[]): number => costs.reduce((sum, { costCents }) => sum + costCents, 0)

/** Returns the revenue minus Google's cost, in US cents; null if the revenue is unknown. */
export const marginCents = ({ revenue, google }: Pick<Month, 'revenue' | 'google'>): number | null =>
  typeof revenue === 'string' ? null : revenue.cents - wholeCents(centsOf(google))
