import { env } from '@/server/env'
import { ceilingWords } from './cost'
import { today } from './spending'

/** Prints on standard output the most that Google can cost, or nothing if Google is not used. */
export function tellCeiling(): void {
  const { GOOGLE_MAPS_API_KEY, UPSTREAM_DAILY_CAP, UPSTREAM_MONTHLY_CAP } = env()
  if (!GOOGLE_MAPS_API_KEY) return
  const caps = { dailyCap: UPSTREAM_DAILY_CAP, monthlyCap: UPSTREAM_MONTHLY_CAP ?? null }
  process.stdout.write(`${ceilingWords(caps, today())}\n`)
}
