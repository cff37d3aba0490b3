import { calendarDay } from '@/server/access/calendar'
import { redisKeys } from '@/server/access/redis-keys'

/** Returns the day and the months whose counts a script may touch, and the Redis keys of those counts. */
export function countsAt(accountId: string, nowMs: number) {
  const { month, day, monthStartSeconds } = calendarDay(nowMs)
  const monthBefore = calendarDay((monthStartSeconds - 1) * 1000).month
  const { counts } = redisKeys(accountId)
  return { date: `${month}-${day}`, month, monthBefore, counts: counts(month), countsBefore: counts(monthBefore) }
}
