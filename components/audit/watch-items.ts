import { findingsByUrgency } from '@/components/batches/finding-words'
import type { Inputs, Outputs } from '@/components/trpc/client'
import type { WatchedListing, Watchlist } from '@/components/watchlists/watchlist'
import type { Finding } from '@/server/features/lists/audit'
import { labelOf } from '@/server/features/watchlists/change-words'
import { dayWords } from './figures'
import { type AuditItem, maxItems } from './items'

type Query = Inputs['watchlists']['listListings']
type Page = Outputs['watchlists']['listListings']

/** The findings whose listings an audit lists, and how to read them. */
const filters = {
  closed_permanently: { business_status: 'closed_permanently' },
  not_found: { state: 'gone' },
  moved: { state: 'moved' },
  closed_temporarily: { business_status: 'closed_temporarily' },
} as const satisfies Partial<Record<Finding, Pick<Query, 'state' | 'business_status'>>>

type Listed = keyof typeof filters

const listed = findingsByUrgency.filter((finding): finding is Listed => finding in filters)

/** Returns how many listings have one of these findings, at most: a listing can have several. */
export const listedCount = ({ audit }: Pick<Watchlist, 'audit'>): number =>
  listed.reduce((sum, finding) => sum + audit[finding], 0)

const order = new Intl.Collator('en', { numeric: true })

const labelIn = (one: WatchedListing): string => labelOf(one) ?? one.id

/**
 * Returns the listings to list, by name: if there are too many, the most urgent ones.
 * @param read reads a page of listings.
 */
export async function readListings(
  { id, audit }: Pick<Watchlist, 'id' | 'audit'>,
  read: (query: Query) => Promise<Page>,
): Promise<WatchedListing[]> {
  const found = new Map<string, WatchedListing>()
  for (const finding of listed) {
    let next: string | null = null
    while (audit[finding] > 0 && found.size < maxItems) {
      const query: Query = Object.assign({ id, limit: '1000' }, filters[finding], next === null ? {} : { after: next })
      const page = await read(query)
      for (const one of page.listings) found.set(one.id, one)
      next = page.next
      if (next === null) break
    }
  }
  return [...found.values()].slice(0, maxItems).sort((a, b) => order.compare(labelIn(a), labelIn(b)))
}

/**
 * Returns a watched listing as an audit lists it.
 * @param sinceMs the start of the days whose changes are new, in epoch milliseconds.
 */
export function watchedItem(one: WatchedListing, sinceMs: number, nowMs: number): AuditItem {
  const { id, state, name, reference, listing, moved_from, business_status, changed_at } = one
  const facts: Readonly<Record<Listed, boolean>> = {
    closed_permanently: business_status === 'closed_permanently',
    not_found: state === 'gone',
    moved: state === 'moved',
    closed_temporarily: business_status === 'closed_temporarily',
  }
  const findings = listed.filter((finding) => facts[finding])
  const isNew = changed_at !== null && Date.parse(changed_at) >= sinceMs
  return {
    key: id,
    row: null,
    name: name ?? '',
    reference: reference ?? '',
    text: name === null && reference === null ? id : '',
    title: null,
    url: null,
    now: listing,
    before: moved_from,
    findings,
    fresh: isNew ? findings.slice(0, 1) : [],
    details: changed_at === null ? [] : [`Changed on ${dayWords(changed_at, nowMs)}.`],
  }
}
