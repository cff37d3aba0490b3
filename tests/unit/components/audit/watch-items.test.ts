import { describe, expect, test } from 'vitest'
import { maxItems } from '@/components/audit/items'
import { listedCount, readListings, watchedItem } from '@/components/audit/watch-items'
import type { WatchedListing, Watchlist } from '@/components/watchlists/watchlist'

const audit: Watchlist['audit'] = {
  fine: 5,
  moved: 2,
  closed_permanently: 1,
  closed_temporarily: 0,
  not_found: 0,
  not_checked: 4,
  closures_known: 8,
}

const listing = (id: string, more: Partial<WatchedListing>): WatchedListing => ({
  id,
  state: 'listed',
  name: null,
  reference: null,
  listing: { cid: id, hex_cid: '0x1', place_id: 'ChIJ1', feature_id: null, kg_id: null } as WatchedListing['listing'],
  moved_from: null,
  business_status: null,
  text: null,
  detail: null,
  changed_at: null,
  checked_at: null,
  closure_checked_at: null,
  ...more,
})

describe('the listings of a watchlist’s audit', () => {
  const closed = listing('7', { name: 'Shop 10', state: 'moved', business_status: 'closed_permanently' })
  const moved = listing('8', { name: 'Shop 9', state: 'moved' })

  test('are read in all pages of the states that there are, once each, and sorted by name', async () => {
    const asked: object[] = []
    const listings = await readListings({ id: 'watch_1', audit }, async ({ id: _, ...query }) => {
      asked.push(query)
      if (query.business_status) return { listings: [closed], next: null }
      return query.after ? { listings: [moved], next: null } : { listings: [closed], next: 'more' }
    })
    expect(listings).toEqual([moved, closed])
    expect(asked).toEqual([
      { limit: '1000', business_status: 'closed_permanently' },
      { limit: '1000', state: 'moved' },
      { limit: '1000', state: 'moved', after: 'more' },
    ])
    expect(listedCount({ audit })).toBe(3)
  })

  test('are limited', async () => {
    let pages = 0
    const listings = await readListings({ id: 'watch_1', audit }, async () => {
      pages += 1
      const found = Array.from({ length: 1_500 }, (_, index) => listing(`${pages}${index}`, { state: 'moved' }))
      return { listings: found, next: 'more' }
    })
    expect(listings).toHaveLength(maxItems)
    expect(pages).toBe(2)
  })

  test('have the customer’s names, and the most urgent finding is new if the listing changed since then', () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z')
    const before = { cid: '6', place_id: null } as WatchedListing['moved_from']
    const item = watchedItem({ ...closed, moved_from: before, changed_at: '2026-11-10T12:00:00Z' }, nowMs - 1e9, nowMs)
    expect(item).toMatchObject({
      name: 'Shop 10',
      text: '',
      before: { cid: '6' },
      now: { cid: '7' },
      findings: ['closed_permanently', 'moved'],
      fresh: ['closed_permanently'],
      details: ['Changed on November 10.'],
    })
    expect(watchedItem({ ...moved, name: null, changed_at: '2026-09-10T12:00:00Z' }, nowMs - 1e9, nowMs)).toMatchObject(
      {
        text: '8',
        fresh: [],
      },
    )
  })
})
