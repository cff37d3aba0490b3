import * as z from 'zod'
import { wireIdentifiers } from '@/server/features/listings/listing'
import { businessStatus } from '@/server/features/listings/shapes'
import { closurePrices } from '@/server/features/watchlists/closure-price'
import type { DayCounts } from '@/server/features/watchlists/find-watchlist'
import { checkNowMs, daysCounted } from '@/server/features/watchlists/limits'
import { eventTypes, presentIdentifiers, storedCid, type WatchedListing } from '@/server/features/watchlists/listing'
import type { CreatedListings } from '@/server/features/watchlists/listings'
import {
  checksClosures,
  closureIntervals,
  closureWaitReasons,
  digests,
  isRunning,
  listingStates,
  periods,
  sizeOf,
  type Watchlist,
  waitReasons,
} from '@/server/features/watchlists/watchlist'
import type { ApiErrorCode } from '@/server/platform/problems/errors'
import { errorCodeShape } from '@/server/platform/problems/problem'
import { identifiersShape } from '@/server/platform/problems/problem-parts'
import { timeOf } from '../batches/schemas'
import { clientOutput, nextField, timeField, timeFieldOrNull } from '../wire'
import { closuresText, count, digestText, exampleName, id, periodText } from './inputs'

export const createdListingsOutput = z
  .strictObject({
    created_count: count('New listings, including unreadable ones.', 1),
    existing_count: count(
      'Listings that were already in the watchlist. If you send a name or reference, it replaces the listing’s current one.',
      1,
    ),
    unreadable_listings: z
      .array(
        z.strictObject({ index: count('The listing’s position in `listings`, starting at 0.'), detail: z.string() }),
      )
      .meta({
        description: 'New listings that can’t be checked, because their text contains no identifier.',
        example: [],
      }),
    full: z.boolean().meta({ description: 'Whether some listings were not added because of your plan’s limit.' }),
    watchlist_id: id,
  })
  .meta({ id: 'CreatedListings' })

/** Returns the result of adding listings as the API sends it. */
export const wireCreated = (watchlistId: string, { added, existing, unreadable, isFull }: CreatedListings) => ({
  created_count: added,
  existing_count: existing,
  unreadable_listings: unreadable,
  full: isFull,
  watchlist_id: watchlistId,
})

export const deletedListingsOutput = z
  .strictObject({ deleted_count: count('The number of removed listings.', 1), watchlist_id: id })
  .meta({ id: 'DeletedListings' })

const stateText =
  '`unchecked`: not checked yet, or unknown to every source. `listed`: Google has the listing under the identifiers that you added. ' +
  '`moved`: the listing has new identifiers. `gone`: Google no longer has the listing, confirmed by two checks at least a day apart. `unreadable`: the text that ' +
  'you added contains no identifier.'

const identifiers = identifiersShape.meta({ id: 'Identifiers' }).nullable()

const watchedListing = z
  .strictObject({
    id: z.string().meta({
      description: 'The CID that you added; another id for an unreadable listing.',
      example: '3545450935484072529',
    }),
    state: z.enum(listingStates).meta({ description: stateText, example: 'listed' }),
    name: z.string().nullable().meta({ description: 'Your own name for the listing.', example: 'Sydney Opera House' }),
    reference: z.string().nullable().meta({ description: 'Your own reference.', example: 'sydney-01' }),
    listing: identifiers.meta({ description: 'The current identifiers; null if unreadable.' }),
    moved_from: identifiers.meta({
      description: 'The identifiers that you added, if they have changed.',
      example: null,
    }),
    business_status: businessStatus.meta({
      description: 'The business’s last known status; null if the listing was never checked for closure.',
      example: 'operational',
    }),
    text: z.string().nullable().meta({ description: 'The text that you added, if it is unreadable.', example: null }),
    detail: z.string().nullable().meta({ description: 'Why it is unreadable.', example: null }),
    changed_at: timeFieldOrNull(
      'When the listing’s state or business status last changed after the first check.',
      null,
    ),
    checked_at: timeFieldOrNull('When the listing was last checked.', '2026-11-24T03:12:00.000Z'),
    closure_checked_at: timeFieldOrNull('When the listing was last checked for closure.', '2026-11-24T03:12:00.000Z'),
  })
  .meta({ id: 'WatchedListing' })

/** Returns a watched listing as the API sends it. */
export function wireListing(one: WatchedListing): z.infer<typeof watchedListing> {
  const { id, placeId, state, name, reference, current, unreadable, since, checked, closureChecked } = one
  const present = presentIdentifiers(one)
  return {
    id,
    state,
    name: name || null,
    reference: reference || null,
    listing: unreadable ? null : wireIdentifiers(storedCid(present.cid), present.placeId),
    moved_from: current && wireIdentifiers(storedCid(id), placeId),
    business_status: one.businessStatus,
    text: unreadable?.text ?? null,
    detail: unreadable?.detail ?? null,
    changed_at: timeOf(since),
    checked_at: timeOf(checked),
    closure_checked_at: timeOf(closureChecked),
  }
}

export const listingsOutput = z
  .strictObject({ listings: z.array(watchedListing), next: nextField() })
  .meta({ id: 'WatchedListings' })

export const watchEventShape = z
  .strictObject({
    id: z.string().meta({ description: 'Unique within the watchlist, in time order.', example: '1764000000000-0' }),
    type: z.enum(eventTypes).meta({
      description:
        '`listing.moved`: the listing has new identifiers. `listing.gone`: Google no longer has the listing. `listing.back`: Google ' +
        'has the listing again. `listing.closed`: the business has closed, see `business_status`. `listing.reopened`: the business is no longer closed. `listing.unreadable`: the text that you added contains no identifier.',
      example: 'listing.moved',
    }),
    occurred_at: timeField('When the event was detected.', '2026-11-24T03:12:00.000Z'),
    listing_id: z
      .string()
      .meta({ description: 'The `id` of the listing in the watchlist.', example: '3545450935484072529' }),
    name: z.string().nullable().meta({ description: 'Your own name for the listing.', example: 'Sydney Opera House' }),
    reference: z.string().nullable().meta({ description: 'Your own reference.', example: 'sydney-01' }),
    listing: identifiers.meta({ description: 'The current identifiers; null if unreadable.' }),
    moved_from: identifiers.meta({ description: 'The listing’s previous identifiers, if they have changed.' }),
    business_status: businessStatus.meta({
      description: 'The business’s new status, if it has closed or reopened.',
      example: null,
    }),
    text: z.string().nullable().meta({ description: 'The text that you added, if it is unreadable.', example: null }),
    detail: z.string().nullable().meta({ description: 'Why it is unreadable.', example: null }),
  })
  .meta({ id: 'WatchEvent' })

export const eventsOutput = z
  .strictObject({
    events: z.array(watchEventShape),
    next: nextField(
      '`after` for the next page; null if no more events have been detected yet. To get later events, send the id of the last event as `after`.',
    ),
  })
  .meta({ id: 'WatchEvents' })

const closurePrice = z
  .strictObject({
    lookups_per_month: z.number().min(0).meta({ description: 'Calls that count toward your quota.', example: 1 }),
    usd_per_month: z.number().min(0).meta({
      description: 'The maximum that Google charges the operator, in US dollars; 0 with sample data.',
      example: 0.017,
    }),
  })
  .meta({ id: 'ClosurePrice' })

export const watchlistOutput = z
  .strictObject({
    id,
    name: z.string().meta({ description: 'The display name.', example: exampleName }),
    client: clientOutput,
    period: z.enum(periods).meta({ description: periodText, example: 'weekly' }),
    closures: z.enum(closureIntervals).meta({ description: closuresText, example: 'off' }),
    closures_price: z
      .strictObject({ weekly: closurePrice, monthly: closurePrice })
      .meta({ description: 'What checking one listing for closure takes in a month, by interval.' }),
    closures_reason: z
      .enum(closureWaitReasons)
      .nullable()
      .meta({
        description:
          'Why checks for closure are waiting while other checks continue: the monthly calls are used up (`quota`), or a limit on calls ' +
          'that Google charges for is reached (`upstream`).',
        example: null,
      }),
    digest: z.enum(digests).meta({ description: digestText, example: 'off' }),
    state: z.enum(['active', 'paused', 'waiting']).meta({
      description:
        '`paused`: no checks until you resume the watchlist. `waiting`: checks resume automatically; see `reason`.',
      example: 'active',
    }),
    reason: z
      .enum(waitReasons)
      .nullable()
      .meta({
        description:
          'Why the watchlist is waiting: the monthly calls are used up (`quota`), the plan allows fewer listings than are watched (`plan`), the ' +
          'account is `suspended`, or Google’s limits are reached (`upstream`).',
        example: null,
      }),
    test: z
      .boolean()
      .meta({ description: 'Whether the watchlist was created with a test key and watches sample data.' }),
    listing_counts: z
      .strictObject({
        total: count('All listings.', 121),
        unchecked: count('Not checked yet, or unknown to every source.'),
        listed: count('Under the identifiers that you added.', 118),
        moved: count('Under new identifiers.', 2),
        gone: count('No longer on Google Maps.', 1),
        unreadable: count('Without an identifier.'),
        closed_permanently: count('Closed permanently, in any state.', 3),
        closed_temporarily: count('Closed temporarily, in any state.'),
      })
      .meta({ description: 'How many listings are in each state, and how many are closed.' }),
    audit: z
      .strictObject({
        fine: count('Without any of the following.', 115),
        moved: count('Under new identifiers.', 2),
        closed_permanently: count('Closed permanently.', 3),
        closed_temporarily: count('Closed temporarily.'),
        not_found: count('No longer on Google Maps.', 1),
        not_checked: count('Not checked yet, unknown to every source, or without an identifier.'),
        closures_known: count('Whose business status is known, or that are no longer on Google Maps.', 121),
      })
      .meta({
        description:
          'What is wrong with the listings. One listing can count in several, but in `fine` only if in none.',
      }),
    changes: z
      .strictObject({
        moved: count('Listings that moved.', 2),
        gone: count('Listings that disappeared.', 1),
        back: count('Listings that reappeared.'),
        closed: count('Listings that closed.', 3),
        reopened: count('Listings that reopened.'),
      })
      .meta({ description: `Events in the last ${daysCounted} days.` }),
    failing: z
      .strictObject({
        listing_count: count('How many listings are affected.', 3),
        code: errorCodeShape,
        first_failed_at: timeField('When the problem first occurred.', '2026-11-24T03:12:00.000Z'),
      })
      .nullable()
      .meta({
        description:
          'Listings that could not be checked when due and are retried every hour, with the last problem; null if none.',
        example: null,
      }),
    adding: z
      .strictObject({
        batch_id: z.string().meta({ example: 'batch_4fQ0zL2mXb7K9aRt' }),
        done_count: count('Rows processed so far.', 4_000),
        row_count: count('All rows.', 12_000),
      })
      .nullable()
      .meta({ description: 'The batch whose listings are being added; null if none.', example: null }),
    without_listing: z
      .strictObject({
        batch_id: z.string().meta({ example: 'batch_4fQ0zL2mXb7K9aRt' }),
        not_found: count('Lines whose listing doesn’t exist.', 3),
        failed: count('Lines whose lookup failed and that contain no identifier.'),
        unreadable: count('Lines with invalid input.', 7),
        not_sent: count('Lines that were not looked up.'),
      })
      .nullable()
      .meta({
        description: 'The batch’s lines that were not added, because they have no listing; null without a batch.',
        example: null,
      }),
    full: z
      .boolean()
      .meta({ description: 'Whether some of the batch’s listings were not added because of the plan’s limit.' }),
    created_at: timeField('When the watchlist was created.', '2026-11-22T09:30:00.000Z'),
    last_checked_at: timeFieldOrNull('When a listing was last checked.', '2026-11-24T03:12:00.000Z'),
    next_check_allowed_at: timeFieldOrNull(
      'When you can check all listings again (once a day); null if you can do it now.',
      null,
    ),
  })
  .meta({ id: 'Watchlist' })

/** Returns a watchlist as the API sends it. @param days its counts for recent days. */
export function wireWatchlist(watchlist: Watchlist, days: readonly DayCounts[]): z.infer<typeof watchlistOutput> {
  const {
    id,
    name,
    client,
    period,
    closures,
    digest,
    isPaused,
    isTest,
    counts,
    adding,
    withoutListing,
    isFull,
    failing,
    created,
    checked,
  } = watchlist
  const isWaiting = !isPaused && !isRunning(watchlist, Date.now())
  const sum = (kind: Exclude<keyof DayCounts, 'day'>) => days.reduce((all, one) => all + one[kind], 0)
  const allowed = watchlist.forced + checkNowMs
  const { unchecked, listed, moved, gone, unreadable, closed_permanently, closed_temporarily } = counts
  return {
    id,
    name,
    client: client || null,
    period,
    closures,
    closures_price: closurePrices(watchlist),
    closures_reason: closures === 'off' || checksClosures(watchlist, Date.now()) ? null : watchlist.closuresReason,
    digest,
    test: isTest,
    state: isPaused ? 'paused' : isWaiting ? 'waiting' : 'active',
    reason: isWaiting ? watchlist.reason : null,
    listing_counts: { total: sizeOf(watchlist), ...counts },
    audit: {
      fine: listed - watchlist.audit.listed_unfine,
      moved,
      closed_permanently,
      closed_temporarily,
      not_found: gone,
      not_checked: unchecked + unreadable,
      closures_known: gone + watchlist.audit.status_known,
    },
    changes: {
      moved: sum('moved'),
      gone: sum('gone'),
      back: sum('back'),
      closed: sum('closed'),
      reopened: sum('reopened'),
    },
    failing: failing && {
      listing_count: failing.listings,
      code: failing.code as ApiErrorCode,
      first_failed_at: new Date(failing.since).toISOString(),
    },
    adding: adding && { batch_id: adding.batch, done_count: adding.line, row_count: adding.lines },
    without_listing: withoutListing && wireWithoutListing(withoutListing),
    full: isFull,
    created_at: new Date(created).toISOString(),
    last_checked_at: timeOf(checked),
    next_check_allowed_at: timeOf(watchlist.forced > 0 && allowed > Date.now() ? allowed : 0),
  }
}

const wireWithoutListing = ({
  batch,
  not_found,
  failed,
  unreadable,
  not_sent,
}: NonNullable<Watchlist['withoutListing']>) => ({
  batch_id: batch,
  not_found,
  failed,
  unreadable,
  not_sent,
})

export const watchlistsOutput = z
  .strictObject({ watchlists: z.array(watchlistOutput), next: nextField() })
  .meta({ id: 'Watchlists' })

export const deletedOutput = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: 'DeletedWatchlist' })
