import { expect, test } from 'vitest'
import { monthsSince } from '@/server/metering/access/calendar'
import { accountDataKeys } from '@/server/metering/access/redis-keys'

const now = Date.UTC(2026, 10, 22)

test('the months since the account was created are listed, newest first', () => {
  expect(monthsSince(now, now)).toEqual(['2026-11'])
  expect(monthsSince(Date.UTC(2026, 8, 30, 23, 59), now)).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(monthsSince(Date.UTC(2024, 11, 1), now)).toHaveLength(24)
  expect(monthsSince(0, now)).toHaveLength(120)
  // The clock was ahead when the account was created.
  expect(monthsSince(Date.UTC(2027, 5), now)).toEqual(['2026-11'])
})

test('the Redis keys deleted with an account include every month that can be listed', () => {
  const keys = new Set(accountDataKeys('aaaabbbbccccdddd'))
  for (const month of monthsSince(0, Date.now())) expect(keys).toContain(`{aaaabbbbccccdddd}:counts:${month}`)
})
