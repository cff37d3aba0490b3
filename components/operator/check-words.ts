import { formatCents } from '@/components/format/money'
import type { Outputs } from '@/components/trpc/client'
import { allCapabilities, type Capability, costCents } from '@/server/sources/google-check/capabilities'

export type CheckReport = NonNullable<Outputs['operator']['googleCheck']>

/** Says what a check costs at most: "free" or "up to $0.02". */
export const costOfCheck = (capability: Capability): string =>
  costCents(capability) === 0 ? 'free' : `up to ${formatCents(costCents(capability))}`

/** Says what all checks together cost at most: "$0.02". */
export const costOfAll = (): string =>
  formatCents(allCapabilities.reduce((sum, capability) => sum + costCents(capability), 0))

/** Writes a time: "on November 22, 2026 at 04:19 UTC". */
export function whenWords(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `on ${day} at ${date.toISOString().slice(11, 16)} UTC`
}
