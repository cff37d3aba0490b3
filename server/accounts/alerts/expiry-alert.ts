import { type KeyDetails, readKeys } from '@/server/access/key-list'
import { keysExpire } from './alert-mails'
import type { Alert } from './send-alert'

/** How many days (UTC) before its expiry the owner of a key is mailed, the last mail first. */
const daysBefore = [1, 7]

const daySeconds = 86_400

/** A key that expires soon, and those of `daysBefore` that it has reached. */
interface Expiring {
  key: KeyDetails & { expires: number }
  days: number[]
}

/**
 * Returns one alert for all keys of an account that expire within a week or a day; null if there are none. A key that was made
 * for less time than that is left out, because its owner has just chosen the expiry.
 * @param now epoch seconds.
 */
export async function expiryAlert(accountId: string, now: number): Promise<Alert | null> {
  const expiring = (await readKeys(accountId)).flatMap((key) => expiringOf(key, now) ?? [])
  if (expiring.length === 0) return null
  expiring.sort((a, b) => a.key.expires - b.key.expires)
  return {
    accountId,
    kind: 'key-expiry',
    marks: expiring.flatMap(({ key, days }) => days.map((number) => markOf(key, number))),
    until: Math.max(...expiring.map(({ key }) => key.expires)) + daySeconds,
    write(taken) {
      // An owner who was not mailed a week before is mailed once, a day before.
      const told = expiring.filter(({ key, days: [last = 0] }) => taken.includes(markOf(key, last)))
      return told.length > 0 ? keysExpire(told.map(({ key }) => key)) : null
    },
  }
}

function expiringOf(key: KeyDetails, now: number): Expiring | null {
  const { expires, created } = key
  if (expires === null || expires <= now) return null
  const days = daysBefore.filter((number) => daysTo(expires, now) <= number && daysTo(expires, created) >= number)
  return days.length > 0 ? { key: { ...key, expires }, days } : null
}

const daysTo = (later: number, earlier: number): number =>
  Math.floor(later / daySeconds) - Math.floor(earlier / daySeconds)

/** The expiry is part of a mark, so changing it leads to new alerts. */
const markOf = ({ id, expires }: Expiring['key'], days: number): string => `${id}:${expires}:${days}`
