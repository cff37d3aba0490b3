import { env } from '@/server/env'
import { ceilingWords } from './cost'
import { today } from './spending'

/** Says on standard output what Google can cost at most; nothing where Google is not asked. */
export function tellCeiling(): void {
  const { GOOGLE_MAPS_API_KEY, UPSTREAM_DAILY_CAP, UPSTREAM_MONTHLY_CAP } = env()
  if (!GOOGLE_MAPS_API_KEY) return
  const caps = { dailyCap: UPSTREAM_DAILY_CAP, monthlyCap: UPSTREAM_MONTHLY_CAP ?? null }
  process.stdout.write(`${ceilingWords(caps, today())}\n`)
}
