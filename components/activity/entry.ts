import type { Plan } from '@/server/access/plans'
import { browserWords } from '@/server/accounts/browser-words'
import type { AccountEntry, AuditPage, ServerEntry } from '@/server/observability/audit-event'
import { eventWords } from './event-words'

/** An event as the owner of its account sees it, or as the operator sees it. */
export type Entry = AccountEntry | ServerEntry

/** Reads a page of the log; the first one without a cursor. */
export type ReadPage = (page: { cursor?: string; count?: number }) => Promise<AuditPage<Entry>>

/** Says who did something and from where, in parts: "Firefox on Windows", "from 192.0.2.0/24". */
export function callerWords(entry: Entry): string[] {
  if (entry.by === 'stripe') return ['by Stripe']
  if (entry.by === 'operator') {
    const who = 'operator' in entry && entry.operator ? `by the operator ${entry.operator}` : 'by the operator'
    return entry.address ? [who, `from ${entry.address}`] : [who]
  }
  const browser = 'userAgent' in entry && entry.userAgent ? [browserWords(entry.userAgent)] : []
  return entry.address ? [...browser, `from ${entry.address}`] : browser
}

/** Names the account of an event, for the operator; null on the owner's own page. */
export const accountWords = (entry: Entry): string | null =>
  'account' in entry ? `${entry.email || 'No email'} (${entry.account})` : null

/** Turns an event into a row of a table. */
export function entryRow(entry: Entry, plans: readonly Plan[]): Record<string, string> {
  const { at, kind, by, address } = entry
  const who = 'account' in entry ? { account: entry.account, email: entry.email } : {}
  const operator = 'account' in entry ? { operator: entry.operator ?? '' } : {}
  const browser = 'userAgent' in entry ? { browser: entry.userAgent && browserWords(entry.userAgent) } : {}
  return { time: at, event: kind, description: eventWords(entry, plans), ...who, by, ...operator, address, ...browser }
}
