import type { Outputs } from '@/components/trpc/client'

export type CheckReport = NonNullable<Outputs['operator']['googleCheck']>

/** Writes a time: "on November 22, 2026 at 04:19 UTC". */
export function whenWords(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `on ${day} at ${date.toISOString().slice(11, 16)} UTC`
}
