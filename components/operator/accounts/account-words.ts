import { dayWords, fromNow } from '@/components/keys/key-facts'
import type { Account } from './use-accounts'

/** Says when an account last signed in or made a call: "3 hours ago", "Just now". */
export function seenWords({ lastSeen }: Pick<Account, 'lastSeen'>, nowSeconds: number): string {
  if (lastSeen === null) return 'Not seen yet'
  const ago = fromNow(lastSeen, nowSeconds)
  return ago === 'now' ? 'Just now' : ago
}

/** Writes the day of an ISO 8601 time, in the reader's own time zone: "Nov 20, 2026". */
export const dayOf = (iso: string): string => dayWords(Date.parse(iso) / 1000)
