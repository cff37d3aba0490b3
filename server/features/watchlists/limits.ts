import { env } from '@/server/platform/settings/env'

/** The maximum number of watchlists per account. The plan limits their listings: see `watched` in `plan-table.ts`. */
export const maxWatchlists = 20

/** The maximum number of listings that one call adds or removes. */
export const maxAdded = 10_000
export const maxRemoved = 100

/** The maximum length of a string that is sent as a listing, in UTF-16 units. */
export const maxSentText = 2_048

/** The maximum length of the customer's own name and reference for a listing, in characters. */
export const maxName = 200
export const maxReference = 200

/** The maximum length of the stored text of an unreadable listing, in characters. */
export const maxText = 200

/** How long events are stored, in milliseconds. */
export const eventsMs = 90 * 86_400_000

/**
 * The maximum number of events stored per watchlist: a base, plus a number per listing. The oldest are deleted first.
 */
export const eventsPerListing = 2
export const eventsBesides = 1_000

/** The maximum number of events in one callback, and their maximum size in JSON bytes. */
export const maxPosted = 100
export const maxPostedBytes = 32 * 1024

/** How many days the counts of changes and checks cover. */
export const daysCounted = 30

/** The minimum time between a check that first misses a listing and one that confirms it is gone, in milliseconds. */
export const confirmMs = 86_400_000

/** The minimum time between requested checks of a whole watchlist, in milliseconds. */
export const checkNowMs = 86_400_000

/** How soon listings whose check failed are checked again, in milliseconds. */
export const retryMs = 3_600_000

/** How soon a failed closure check is repeated, in milliseconds. */
export const closureRetryMs = 86_400_000

/** The maximum entries and unpacked bytes in a page of listings or events. */
export const maxEntries = 1_000
export const maxPageBytes = 1024 * 1024

/** How many buckets are taken at once and how many of their listings are checked concurrently. */
export const bucketsAtOnce = 16
export const sideBySide = 20

/**
 * How long a process's lease on a watchlist lasts unless it is renewed, in milliseconds: longer than checks can take.
 */
export const leaseMs = 90_000

/** A window of the check limit. */
export const windowMs = 10_000

/** Returns how many checks all watchlists together may make in one window. Sample data has no limit of its own. */
export const checksPerWindow = (): number =>
  Math.max(1, Math.floor((env().WATCH_CHECKS_PER_MINUTE * windowMs) / 60_000))
