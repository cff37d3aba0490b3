import { statusWords } from '@/server/features/listings/business-status'
import type { EventType } from './listing'

/** What happened to a listing, in a word. */
export const changeWords: Readonly<Record<EventType, string>> = {
  'listing.moved': 'moved',
  'listing.gone': 'gone',
  'listing.back': 'back',
  'listing.closed': 'closed',
  'listing.reopened': 'reopened',
  'listing.unreadable': 'unreadable',
}

/** Returns what happened to a listing, in words: "moved", "permanently closed". */
export const eventWords = ({ type, business_status }: { type: EventType; business_status: string | null }): string =>
  (type === 'listing.closed' && statusWords(business_status)?.toLowerCase()) || changeWords[type]

/** Returns what the customer calls a listing: "Café Anna (4711)"; null without a name and a reference. */
export function labelOf({ name, reference }: { name: string | null; reference: string | null }): string | null {
  return name && reference ? `${name} (${reference})` : name || reference || null
}

const urgent: ReadonlySet<EventType> = new Set(['listing.moved', 'listing.gone', 'listing.closed'])

/**
 * Sorts changes: moved, gone, and closed listings first, because they need a correction. Otherwise, the order stays the
 * same.
 */
export function urgentFirst<Event extends { type: EventType }>(events: readonly Event[]): Event[] {
  const isUrgent = ({ type }: Event) => urgent.has(type)
  return [...events.filter(isUrgent), ...events.filter((event) => !isUrgent(event))]
}
