import { calendarDay } from '@/server/access/calendar'
import { redisKeys } from '@/server/access/redis-keys'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
export const keepCountsSeconds = 400 * 86_400

/** The day and the months whose counts a script may touch, and the Redis keys of those. */
export function countsAt(accountId: string, nowMs: number) {
  const { month, day, monthStartSeconds } = calendarDay(nowMs)
  const monthBefore = calendarDay((monthStartSeconds - 1) * 1000).month
  const { counts } = redisKeys(accountId)
  return { date: `${month}-${day}`, month, monthBefore, counts: counts(month), countsBefore: counts(monthBefore) }
}
