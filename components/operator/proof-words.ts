import { formatCents } from '@/components/format/money'
import type { Outputs } from '@/components/trpc/client'
import { allWays, costCents, type Way } from '@/server/sources/proof/ways'

export type Proof = NonNullable<Outputs['operator']['googleProof']>

/** Says what a try costs at most: "free" or "up to $0.02". */
export const costOfTry = (way: Way): string => (costCents(way) === 0 ? 'free' : `up to ${formatCents(costCents(way))}`)

/** Says what all tries together cost at most: "$0.02". */
export const costOfAll = (): string => formatCents(allWays.reduce((sum, way) => sum + costCents(way), 0))

/** Writes a time: "on November 22, 2026 at 04:19 UTC". */
export function whenWords(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `on ${day} at ${date.toISOString().slice(11, 16)} UTC`
}
