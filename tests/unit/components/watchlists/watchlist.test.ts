import { describe, expect, test } from 'vitest'
import { changesCsv } from '@/components/watchlists/changes-csv'
import { lastDays } from '@/components/watchlists/check-days'
import {
  closureWords,
  diffWords,
  isBusy,
  nameFromBatch,
  partsOf,
  sentListing,
  titleParts,
  type WatchEvent,
  type Watchlist,
} from '@/components/watchlists/watchlist'

const open = { closed_permanently: 0, closed_temporarily: 0 }
const none = { total: 0, unchecked: 0, listed: 0, moved: 0, gone: 0, unreadable: 0, ...open }

describe('the difference', () => {
  test('begins with the changes and omits zero counts', () => {
    const listings = { ...none, total: 1_121, listed: 1_118, moved: 2, gone: 1 }
    const closed = { closed_permanently: 3, closed_temporarily: 1 }
    expect(diffWords({ listing_counts: listings, audit: { fine: 1_118 } })).toBe('2 moved · 1 gone · 1,118 unchanged')
    expect(diffWords({ listing_counts: { ...listings, ...closed }, audit: { fine: 1_114 } })).toBe(
      '2 moved · 1 gone · 4 closed · 1,114 unchanged',
    )
    expect(diffWords({ listing_counts: none, audit: { fine: 0 } })).toBe('No listings yet')
  })

  test('is omitted from the title if empty', () => {
    const partsOf = (listings: Partial<typeof none>) =>
      titleParts({ name: 'Berlin', listing_counts: { ...none, ...listings } })
    expect(partsOf({ moved: 2, gone: 1 })).toEqual(['Berlin', '2 moved, 1 gone'])
    expect(partsOf({ closed_permanently: 2, closed_temporarily: 1 })).toEqual(['Berlin', '3 closed'])
    expect(partsOf({})).toEqual(['Berlin'])
  })
})

describe('the price of closure checks', () => {
  const prices = {
    weekly: { lookups_per_month: 4.29, usd_per_month: 0.0729 },
    monthly: { lookups_per_month: 1, usd_per_month: 0.017 },
  }

  test('is shown for one listing before they are on, and then for all listings of the list', () => {
    expect(closureWords('off', prices, 121)).toContain(
      'up to $0.0729 a month per listing every week, or $0.017 every 30 days.',
    )
    expect(closureWords('weekly', prices, 121)).toBe(
      'For 121 listings, up to 520 calls a month. Google charges the operator up to $8.83 a month, $0.0729 a month per listing.',
    )
    expect(closureWords('monthly', prices, 0)).toBe(
      'For each listing, up to 1 call a month. Google charges the operator up to $0.017 a month per listing.',
    )
  })

  test.each(['off', 'monthly'] as const)('is nothing with sample data (%s)', (closures) => {
    const free = { lookups_per_month: 1, usd_per_month: 0 }
    expect(closureWords(closures, { weekly: free, monthly: free }, 3)).toContain('Google charges nothing')
  })
})

test('a watchlist is named after its batch’s file, without the extension', () => {
  expect(nameFromBatch({ name: 'Berlin-branches.csv' })).toBe('Berlin-branches')
  expect(nameFromBatch({ name: '.csv' })).toBe('My listings')
  expect(nameFromBatch({ name: null })).toBe('My listings')
})

describe('listings to add', () => {
  test('are sent by place id if it is known, with a name and a reference that the server accepts', () => {
    const cid = '2950359333223072708'
    expect(sentListing({ cid, placeId: null }, { name: '', reference: ' ' })).toEqual({ url: cid })
    const labels = { name: ` ${'n'.repeat(300)}`, reference: ` ${'ü'.repeat(300)}` }
    expect(sentListing({ cid, placeId: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg' }, labels)).toEqual({
      url: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
      name: 'n'.repeat(200),
      reference: 'ü'.repeat(200),
    })
  })

  test('are sent in parts of at most 5,000', () => {
    const parts = partsOf(Array.from({ length: 12_000 }, (_, index) => ({ url: String(index) })))
    expect(parts.map(({ length }) => length)).toEqual([5_000, 5_000, 2_000])
    expect(parts.flat().map(({ url }) => Number(url))).toEqual(Array.from({ length: 12_000 }, (_, index) => index))
  })
})

test('the last 30 days are shown, including today', () => {
  const day = { day: '2026-11-20', checks: 3, failed: 0, moved: 1, gone: 0, back: 0, closed: 0, reopened: 0 }
  const days = lastDays([day], Date.parse('2026-11-25T23:59:00Z'))
  expect(days).toHaveLength(30)
  expect(days.at(0)?.day).toBe('2026-10-27')
  expect(days.at(-1)?.day).toBe('2026-11-25')
  expect(days.filter(({ checks }) => checks > 0)).toEqual([day])
})

test('a page refreshes often only while something may change', () => {
  const nowMs = Date.parse('2026-11-25T12:00:00Z')
  const quiet = {
    adding: null,
    last_checked_at: '2026-11-25T11:00:00Z',
    created_at: '2026-11-01T00:00:00Z',
  } as Watchlist
  expect(isBusy(quiet, 0, nowMs)).toBe(false)
  expect(isBusy(quiet, nowMs - 5_000, nowMs)).toBe(true)
  expect(isBusy({ ...quiet, last_checked_at: '2026-11-25T11:59:50Z' }, 0, nowMs)).toBe(true)
  expect(isBusy({ ...quiet, adding: { batch_id: 'batch_1', done_count: 1, row_count: 2 } }, 0, nowMs)).toBe(true)
})

test('a spreadsheet gets names first, moved, gone, and closed listings first, CIDs as text, and no formula', () => {
  const event: WatchEvent = {
    id: '1764000000000-0',
    type: 'listing.moved',
    occurred_at: '2026-11-24T03:12:00.000Z',
    listing_id: '1',
    name: 'Café Anna',
    reference: '=1+1',
    business_status: null,
    text: null,
    detail: null,
    listing: { cid: '9200000000000000001', hex_cid: '0x1', place_id: 'ChIJnew' },
    moved_from: { cid: '9200000000000000000', hex_cid: '0x2', place_id: null },
  }
  const back: WatchEvent = { ...event, type: 'listing.back', name: null, reference: null, moved_from: null }
  const closed: WatchEvent = { ...back, type: 'listing.closed', business_status: 'closed_permanently' }
  expect(changesCsv([back, event, closed]).split('\r\n')).toEqual([
    '\ufeffname,reference,change,occurred_at,cid,place_id,moved_from_cid,moved_from_place_id,business_status,listing_id,text,detail',
    'Café Anna,\'=1+1,moved,2026-11-24T03:12:00.000Z,"=""9200000000000000001""",ChIJnew,"=""9200000000000000000""",,,"=""1""",,',
    ',,closed,2026-11-24T03:12:00.000Z,"=""9200000000000000001""",ChIJnew,,,closed_permanently,"=""1""",,',
    ',,back,2026-11-24T03:12:00.000Z,"=""9200000000000000001""",ChIJnew,,,,"=""1""",,',
    '',
  ])
})
