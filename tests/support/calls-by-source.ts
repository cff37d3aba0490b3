import { expect } from 'vitest'
import { readUsage } from '@/server/metering/usage/account-usage'

/** Returns an account's calls this month by caller and client, which add up to all: `Server for Acme` and 3. */
export async function callsBySource(accountId: string): Promise<Record<string, number>> {
  const { sources, used } = await readUsage(accountId)
  const bySource = Object.fromEntries(
    sources.map(({ name, client, days }) => [
      client === null ? name : `${name} for ${client}`,
      days.reduce((sum, { count }) => sum + count, 0),
    ]),
  )
  expect(Object.values(bySource).reduce((sum, count) => sum + count, 0)).toBe(used)
  return bySource
}
