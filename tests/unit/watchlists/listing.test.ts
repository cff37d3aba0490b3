import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confirmMs, retryMs } from '@/server/features/watchlists/limits'
import {
  afterCheck,
  afterClosureCheck,
  afterFailure,
  bucketOf,
  type CheckResult,
  closureDueMs,
  dueMs,
  findingsAbout,
  isClosureDue,
  isDue,
  newListing,
  readBucket,
  storedBucket,
  unreadableListing,
  type WatchedListing,
} from '@/server/features/watchlists/listing'
import {
  bucketCount,
  listingStates,
  nextCheckMs,
  type Period,
  periodMs,
  type Watchlist,
} from '@/server/features/watchlists/watchlist'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { type BusinessStatus, businessStatuses, type PresentListing } from '@/server/places/sources/listing-source'

const start = Date.UTC(2026, 10, 25, 9, 30)
const hour = 3_600_000
const day = 24 * hour

const ids = (cid: number, cell = 1) => ({
  cid: cidFromBits(BigInt(cid)),
  placeId: placeIdOf({ cell: BigInt(cell), cid: cidFromBits(BigInt(cid)) }),
})
const found = (cid: number, cell = 1, more: Partial<PresentListing> = {}): CheckResult => ({
  found: { ...ids(cid, cell), ...more },
})
const added = newListing({ cid: '1001', placeId: ids(1001).placeId }, { name: '', reference: 'my ref' })

/** Checks a listing at each of these times, and returns its last state and the event types. */
function checked(before: WatchedListing, ...checks: Array<[atMs: number, result: CheckResult]>) {
  const events: string[] = []
  let listing = before
  for (const [atMs, result] of checks) {
    const after = afterCheck(listing, result, atMs)
    if (after.event) events.push(after.event[0])
    listing = after.listing
  }
  return { listing, events }
}

describe('a check', () => {
  test('that sets the baseline causes no event, whatever it finds', () => {
    expect(afterCheck(added, found(1001), start)).toEqual({
      listing: { ...added, state: 'listed', checked: start },
      event: null,
    })
    const moved = afterCheck(added, found(2002), start)
    expect(moved.event).toBeNull()
    expect(moved.listing).toMatchObject({ state: 'moved', since: 0, current: { cid: '2002' } })
    expect(afterCheck(added, 'missing', start)).toMatchObject({ event: null, listing: { state: 'gone', since: 0 } })
  })

  test('finds the place id of a listing that was added only by its CID', () => {
    const { listing } = afterCheck(
      newListing({ cid: '1001', placeId: null }, { name: '', reference: '' }),
      found(1001),
      start,
    )
    expect(listing).toMatchObject({ state: 'listed', placeId: ids(1001).placeId, current: null })
  })

  test('causes an event if the listing has merged into another, but only the first time', () => {
    const at = start + 7 * day
    const { listing } = checked(added, [start, found(1001)])
    const after = afterCheck(listing, found(2002, 1, { stalePlaceId: ids(1001).placeId }), at)
    expect(after.event).toEqual([
      'listing.moved',
      at,
      '1001',
      'my ref',
      ['2002', ids(2002).placeId],
      ['1001', ids(1001).placeId],
      null,
    ])
    expect(after.listing).toMatchObject({ id: '1001', state: 'moved', since: at, current: { cid: '2002' } })
    const { event } = afterCheck(
      { ...listing, name: 'Café Anna' },
      found(2002, 1, { stalePlaceId: ids(1001).placeId }),
      at,
    )
    expect(event).toEqual([...(after.event ?? []), 'Café Anna'])
    expect(afterCheck(after.listing, found(2002), at + 7 * day)).toMatchObject({
      event: null,
      listing: { state: 'moved', since: at },
    })
  })

  test('causes an event for a stale place id, and another if the listing gets its first place id back', () => {
    const stale = ids(1001, 1).placeId
    const present = ids(1001, 2).placeId
    const { listing, events } = checked(
      added,
      [start, found(1001)],
      [start + 7 * day, found(1001, 2, { stalePlaceId: stale })],
    )
    expect(events).toEqual(['listing.moved'])
    expect(listing).toMatchObject({ state: 'moved', placeId: stale, current: { cid: '1001', placeId: present } })
    const back = afterCheck(listing, found(1001, 1, { stalePlaceId: present }), start + 14 * day)
    expect(back.event?.slice(4, 6)).toEqual([
      ['1001', stale],
      ['1001', present],
    ])
    expect(back.listing).toMatchObject({ state: 'listed', current: null })
  })

  test('reports a listing as gone once, after two checks a day apart, and then as back once', () => {
    const at = start + 7 * day
    const baseline = checked(added, [start, found(1001)]).listing
    const missing = checked(baseline, [at, 'missing'], [at + hour, 'missing'], [at + confirmMs - 1_000, 'missing'])
    expect(missing).toMatchObject({ events: [], listing: { state: 'listed', missing: at } })
    const gone = checked(
      missing.listing,
      [at + confirmMs, 'missing'],
      [at + 3 * day, 'missing'],
      [at + 9 * day, 'missing'],
    )
    expect(gone).toMatchObject({
      events: ['listing.gone'],
      listing: { state: 'gone', since: at + confirmMs, missing: 0 },
    })
    const back = checked(gone.listing, [at + 10 * day, found(1001)], [at + 17 * day, found(1001)])
    expect(back).toMatchObject({ events: ['listing.back'], listing: { state: 'listed', since: at + 10 * day } })
  })

  test('does not report a listing as gone if a check between two misses found it', () => {
    const { listing } = checked(added, [start, found(1001)])
    const at = start + 7 * day
    expect(checked(listing, [at, 'missing'], [at + hour, found(1001)], [at + 2 * day, 'missing'])).toMatchObject({
      events: [],
      listing: { state: 'listed', missing: at + 2 * day },
    })
  })

  test('reports a returning listing’s old and new identifiers', () => {
    const { listing } = checked(added, [start, 'missing'])
    const { event } = afterCheck(listing, found(2002), start + 7 * day)
    expect(event?.[0]).toBe('listing.back')
    expect(event?.slice(4, 6)).toEqual([
      ['2002', ids(2002).placeId],
      ['1001', ids(1001).placeId],
    ])
  })

  test('waits another day to confirm that a listing is gone if the clock was set back', () => {
    const { listing } = checked(added, [start, found(1001)], [start + 100 * day, 'missing'])
    const at = start + 7 * day
    const again = checked(listing, [at, 'missing'])
    expect(again).toMatchObject({ events: [], listing: { missing: at } })
    expect(checked(again.listing, [at + day, 'missing']).events).toEqual(['listing.gone'])
  })

  test('learns nothing from a source that cannot know the listing, so the next source sets the baseline', () => {
    const { listing } = checked(added, [start, { found: null }])
    expect(listing).toEqual({ ...added, checked: start })
    expect(checked(listing, [start + 7 * day, found(2002)])).toMatchObject({ events: [], listing: { state: 'moved' } })
    expect(checked(listing, [start + 7 * day, 'missing'])).toMatchObject({ events: [], listing: { state: 'gone' } })
  })

  test('that fails only reschedules the next check', () => {
    const { listing } = checked(added, [start, found(1001)])
    const at = start + 7 * day
    const failed = afterFailure(listing, at)
    expect(failed).toEqual({ ...listing, failed: at })
    expect(isDue(failed, weekly, at + retryMs - 1)).toBe(false)
    expect(isDue(failed, weekly, at + retryMs)).toBe(true)
    expect(checked(failed, [at + retryMs, found(1001)]).listing).toMatchObject({ failed: 0, checked: at + retryMs })
  })
})

describe('a closure check', () => {
  const at = start + 7 * day
  const listed = checked(added, [start, found(1001)]).listing
  const closureChecked = (before: BusinessStatus | null, status: BusinessStatus | null) =>
    afterClosureCheck({ ...listed, businessStatus: before }, status, at)

  test.each([...businessStatuses, null])('that sets the baseline causes no event, even if it is %s', (status) => {
    expect(closureChecked(null, status)).toEqual({
      listing: { ...listed, businessStatus: status, closureChecked: at },
      event: null,
    })
  })

  test.each([
    ['operational', 'closed_temporarily', 'closed'],
    ['opening_soon', 'closed_permanently', 'closed'],
    ['closed_temporarily', 'closed_permanently', 'closed'],
    ['closed_permanently', 'closed_temporarily', 'closed'],
    ['closed_temporarily', 'operational', 'reopened'],
    ['closed_permanently', 'opening_soon', 'reopened'],
  ] as const)('after which %s becomes %s causes the event listing.%s', (before, status, type) => {
    expect(closureChecked(before, status)).toEqual({
      listing: { ...listed, businessStatus: status, closureChecked: at, since: at },
      event: [`listing.${type}`, at, '1001', 'my ref', ['1001', ids(1001).placeId], null, null, '', status],
    })
  })

  test.each([
    ['operational', 'operational', 'operational'],
    ['opening_soon', 'operational', 'operational'],
    ['operational', 'opening_soon', 'opening_soon'],
    ['closed_permanently', 'closed_permanently', 'closed_permanently'],
    ['closed_permanently', null, 'closed_permanently'],
  ] as const)('after which %s becomes %s causes no event', (before, status, after) => {
    expect(closureChecked(before, status)).toEqual({
      listing: { ...listed, businessStatus: after, closureChecked: at },
      event: null,
    })
  })

  test('decides with the state what an audit finds', () => {
    expect(findingsAbout(added)).toEqual(['not_checked'])
    expect(findingsAbout({ ...listed, businessStatus: 'operational' })).toEqual([])
    expect(findingsAbout({ ...listed, state: 'moved', businessStatus: 'closed_temporarily' })).toEqual([
      'moved',
      'closed_temporarily',
    ])
    expect(findingsAbout({ ...listed, state: 'gone' })).toEqual(['not_found'])
    expect(findingsAbout(unreadableListing('nonsense', 'no link', { name: '', reference: '' }))).toEqual([
      'not_checked',
    ])
  })
})

const weekly = { created: start, forced: 0, period: 'weekly' as Period }

const times = fc.integer({ min: 0, max: 2 * periodMs.monthly })
const periods = fc.constantFrom<Period>('weekly', 'monthly')
const buckets = fc.integer({ min: 0, max: bucketCount - 1 })

describe('the next check', () => {
  test('is at the bucket’s time, half a period to one and a half periods after the last check', () => {
    fc.assert(
      fc.property(periods, buckets, times, (period, bucket, after) => {
        const length = periodMs[period]
        const next = nextCheckMs({ created: start, period }, bucket, start + after)
        const inPeriod = next - start - Math.floor((bucket * length) / bucketCount)
        expect(Math.abs(inPeriod % length)).toBe(0)
        expect(next - start - after).toBeGreaterThanOrEqual(length / 2)
        expect(next - start - after).toBeLessThan(1.5 * length)
        // Checks that run as planned are one period apart.
        expect(nextCheckMs({ created: start, period }, bucket, next)).toBe(next + length)
      }),
    )
  })

  test('of all buckets is spread evenly over the period and over the hours of the day', () => {
    fc.assert(
      fc.property(periods, times, (period, after) => {
        const length = periodMs[period]
        const all = Array.from({ length: bucketCount }, (_, bucket) =>
          nextCheckMs({ created: start, period }, bucket, start + after),
        )
        const share = (parts: number, part: (ms: number) => number) => {
          const counts = new Array<number>(parts).fill(0)
          for (const ms of all) counts[part(ms)] = (counts[part(ms)] ?? 0) + 1
          return [Math.min(...counts), Math.max(...counts)]
        }
        const [fewestInTenth = 0, mostInTenth = 0] = share(10, (ms) =>
          Math.floor((((ms - start) % length) / length) * 10),
        )
        expect([fewestInTenth >= 102, mostInTenth <= 103]).toEqual([true, true])
        const [fewestInHour = 0, mostInHour = 0] = share(24, (ms) => Math.floor((ms % day) / hour))
        expect([fewestInHour >= 38, mostInHour <= 48]).toEqual([true, true])
      }),
      { numRuns: 20 },
    )
  })

  test('is due now for an unchecked listing, and never for an unreadable listing', () => {
    expect(dueMs({ listings: [added] }, 3, weekly, start)).toBe(start)
    const unreadable = unreadableListing('nonsense', 'no link', { name: '', reference: '' })
    expect(isDue(unreadable, weekly, start + 100 * day)).toBe(false)
    expect(dueMs({ listings: [unreadable] }, 3, weekly, start)).toBeNull()
    expect(dueMs({ listings: [] }, 3, weekly, start)).toBeNull()
  })

  test('comes a day later if the listing was not found, and an hour later if the check failed', () => {
    const listed = checked(added, [start, found(1001)]).listing
    const at = start + 7 * day
    expect(dueMs({ listings: [checked(listed, [at, 'missing']).listing] }, 3, weekly, at)).toBe(at + confirmMs)
    expect(dueMs({ listings: [afterFailure(listed, at)] }, 3, weekly, at)).toBe(at + retryMs)
    // An unchecked listing in the same bucket does not wait for the retry.
    expect(dueMs({ listings: [afterFailure(listed, at), added] }, 3, weekly, at)).toBe(at)
  })

  test('is due now on request, and only once per request', () => {
    const listed = checked(added, [start, found(1001)]).listing
    const forced = { ...weekly, forced: start + hour }
    expect(isDue(listed, forced, start + hour)).toBe(true)
    expect(isDue(checked(listed, [start + hour, found(1001)]).listing, forced, start + hour)).toBe(false)
  })

  test('is never planned for a time when nothing is due', () => {
    const state = fc.record({
      checked: times,
      missing: fc.oneof(fc.constant(0), times),
      failed: fc.oneof(fc.constant(0), times),
      isChecked: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(state, { minLength: 1, maxLength: 5 }),
        periods,
        buckets,
        times,
        (some, period, number, now) => {
          const of = (ms: number) => (ms === 0 ? 0 : start + Math.floor(ms / 1000) * 1000)
          const bucket = {
            listings: some.map(({ checked, missing, failed, isChecked }): WatchedListing => {
              // Only a check that was due can have failed since the last completed check.
              const hasFailed = !isChecked || failed - checked >= periodMs[period] / 2 + 1_000
              const before = { ...added, failed: hasFailed ? of(failed) : 0, state: 'listed' as const }
              return isChecked
                ? { ...before, checked: of(checked), missing: of(missing) }
                : { ...before, state: 'unchecked' }
            }),
          }
          const watchlist = { created: start, forced: 0, period }
          const next = dueMs(bucket, number, watchlist, start + now) ?? 0
          const isAnyDue = (atMs: number) => bucket.listings.some((one) => isDue(one, watchlist, atMs))
          expect(next).toBeGreaterThanOrEqual(start + now)
          expect(next === start + now).toBe(isAnyDue(start + now))
          // If the clock was set back after the last checks, the bucket gets a new time when it is read.
          if (bucket.listings.every(({ checked, failed }) => checked <= start + now && failed <= start + now)) {
            expect(isAnyDue(next)).toBe(true)
          }
        },
      ),
      { numRuns: 500, examples: [[[{ checked: 1, missing: 0, failed: 1, isChecked: true }], 'weekly', 0, 0]] },
    )
  })

  test('comes within a period and a half if the clock was set back by years', () => {
    const ahead = start + 1_000 * day
    const { listing } = checked(added, [ahead, found(1001)])
    expect(isDue(listing, weekly, start)).toBe(true)
    expect(nextCheckMs({ created: ahead, period: 'weekly' }, 5, start) - start).toBeLessThan(1.5 * periodMs.weekly)
  })
})

describe('the next closure check', () => {
  const settings = (closures: Watchlist['closures'], period: Period = 'weekly') =>
    ({ ...weekly, period, closures, closuresReason: null, closuresUntil: 0 }) as const
  const bucket = 3

  /** Runs a watchlist for a time, checking its only listing whenever it is due. Returns the times of each kind of check. */
  function run(watchlist: ReturnType<typeof settings>, ms: number) {
    const free: number[] = []
    const paid: number[] = []
    let listing = added
    for (let now = start; now < start + ms; ) {
      const isPaid = isClosureDue(listing, watchlist, bucket, now)
      if (isPaid || isDue(listing, watchlist, now)) {
        const times = isPaid ? paid : free
        times.push(now)
        listing = afterCheck(listing, found(1001), now).listing
        if (isPaid) listing = afterClosureCheck(listing, 'operational', now).listing
      }
      const next = [dueMs, closureDueMs].map((due) => due({ listings: [listing] }, bucket, watchlist, now) ?? now + ms)
      expect(Math.min(...next)).toBeGreaterThan(now)
      now = Math.min(...next)
    }
    return { free, paid, all: [...free, ...paid].sort((a, b) => a - b) }
  }

  test.each([
    ['weekly', 'weekly', 0, 51],
    ['weekly', 'monthly', 0, 51],
    ['monthly', 'monthly', 0, 12],
    ['monthly', 'weekly', 39, 12],
  ] as const)(
    'of a watchlist checked for closure %s and otherwise %s comes as often as planned, and replaces a check',
    (closures, period, free, paid) => {
      const ran = run(settings(closures, period), 51 * periodMs.weekly)
      expect([ran.free.length, ran.paid.length]).toEqual([free, paid])
      const gaps = ran.all.slice(1).map((at, index) => at - (ran.all[index] ?? 0))
      const length = Math.min(periodMs[period], periodMs[closures])
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(length / 2)
      expect(Math.max(...gaps)).toBeLessThan(1.5 * length)
    },
  )

  test('never comes if closures are off, on hold, or can’t be known', () => {
    const on = settings('weekly')
    const later = start + 100 * day
    const gone = checked(added, [start, 'missing']).listing
    const missing = checked(added, [start, found(1001)], [start + 7 * day, 'missing']).listing
    expect(isClosureDue(added, on, bucket, later)).toBe(true)
    expect(isClosureDue(added, settings('off'), bucket, later)).toBe(false)
    expect(isClosureDue(added, { ...on, closuresReason: 'quota', closuresUntil: later + 1 }, bucket, later)).toBe(false)
    expect(isClosureDue(added, { ...on, closuresReason: 'quota', closuresUntil: later }, bucket, later)).toBe(true)
    for (const listing of [gone, missing, unreadableListing('x', 'y', { name: '', reference: '' })]) {
      expect(isClosureDue(listing, on, bucket, later)).toBe(false)
      expect(closureDueMs({ listings: [listing] }, bucket, on, later)).toBeNull()
    }
    expect(closureDueMs({ listings: [added] }, bucket, settings('off'), later)).toBeNull()
  })

  test('comes a day after one that failed, while other checks are repeated every hour', () => {
    const on = settings('weekly')
    const failed = afterFailure(added, start, true)
    const due = (atMs: number) => [isDue(failed, on, atMs), isClosureDue(failed, on, bucket, atMs)]
    expect(due(start + retryMs - 1)).toEqual([false, false])
    expect(due(start + retryMs)).toEqual([true, false])
    expect(due(start + day)).toEqual([true, true])
    const free = checked(failed, [start + retryMs, found(1001)]).listing
    expect(closureDueMs({ listings: [free] }, bucket, on, start + retryMs)).toBe(start + day)
  })

  test('comes within an interval and a half if the clock was set back by years', () => {
    const { listing } = afterClosureCheck(added, 'operational', start + 1_000 * day)
    const next = closureDueMs({ listings: [listing] }, bucket, settings('weekly'), start) ?? 0
    expect(next - start).toBeLessThan(1.5 * periodMs.weekly)
  })
})

describe('a bucket', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000)
  const number = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map((bits) => cidFromBits(bits))
  const cell = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  const place = fc.record({ cid: number, cell, has: fc.boolean() }).map(({ cid, cell, has }) => ({
    cid: String(cid),
    placeId: has ? placeIdOf({ cell, cid }) : null,
  }))
  const listing = fc.record({
    asked: place,
    current: fc.option(place),
    name: text,
    reference: text,
    state: fc.constantFrom(...listingStates),
    since: seconds,
    checked: seconds,
    missing: seconds,
    failed: seconds,
    businessStatus: fc.option(fc.constantFrom(...businessStatuses)),
    closureChecked: seconds,
    closureFailed: seconds,
    unreadable: fc.option(fc.record({ text, detail: text })),
  })

  test('is read as stored, whatever text it contains', () => {
    fc.assert(
      fc.property(fc.array(listing, { maxLength: 5 }), (some) => {
        const listings = some.map(
          ({ asked: { cid, placeId }, ...one }): WatchedListing => ({ id: cid, placeId, ...one }),
        )
        expect(readBucket(JSON.parse(JSON.stringify(storedBucket({ listings }))))).toEqual({ listings })
      }),
      { numRuns: 500 },
    )
  })

  test('takes no more room for a listing without a name', () => {
    expect(storedBucket({ listings: [added] })).toEqual([[added.id, expect.any(String), 0, 0, 'my ref']])
  })

  test('from before closures were checked has listings of unknown status', () => {
    const stored = [[added.id, '1', 1, 5, 'my ref', 0, 0, 0, 0, 0, 'Café Anna']]
    expect(readBucket(stored).listings).toEqual([
      { ...added, name: 'Café Anna', state: 'listed', checked: 5_000, businessStatus: null },
    ])
  })

  test('keeps a place id that belongs to another CID', () => {
    const odd = { ...added, placeId: ids(5).placeId }
    expect(readBucket(storedBucket({ listings: [odd] }))).toEqual({ listings: [odd] })
  })

  test('depends only on the id and the salt, and all buckets get about the same number of listings', () => {
    const counts = new Array<number>(bucketCount).fill(0)
    for (let cid = 0; cid < 100 * bucketCount; cid++) {
      const bucket = bucketOf(String(cid), 'salt')
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    expect(Math.min(...counts)).toBeGreaterThan(50)
    expect(Math.max(...counts)).toBeLessThan(150)
    const others = Array.from({ length: 100 }, (_, cid) => bucketOf(String(cid), 'another salt'))
    expect(others).not.toEqual(Array.from({ length: 100 }, (_, cid) => bucketOf(String(cid), 'salt')))
  })
})
