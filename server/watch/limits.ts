import { env } from '@/server/env'

/** The most watchlists of an account. Its plan limits the listings in all of them: see `watched` in `plan-table.ts`. */
export const maxWatchlists = 20

/** The most listings that one call adds, and the most that one call removes. */
export const maxAdded = 10_000
export const maxRemoved = 100

/** The maximum length of a text that is sent as a listing, in UTF-16 units. */
export const maxSentText = 2_048

/** The maximum length of the customer's own reference for a listing, in characters. */
export const maxReference = 200

/** The maximum length of the stored text of an unreadable listing, in characters. */
export const maxText = 200

/** How long events are stored, in milliseconds. */
export const eventsMs = 90 * 86_400_000

/** How many events a watchlist stores at most: a number for each listing, and some more. The oldest are deleted first. */
export const eventsPerListing = 2
export const eventsBesides = 1_000

/** The most events in one callback, and their maximum size in bytes of JSON. */
export const maxPosted = 100
export const maxPostedBytes = 32 * 1024

/** How many days the counts of changes and checks cover. */
export const daysCounted = 30

/** How long after the first check without a listing a second one may confirm that it is gone, in milliseconds. */
export const confirmMs = 86_400_000

/** How often an account may have all listings of a watchlist checked at once, in milliseconds. */
export const checkNowMs = 86_400_000

/** After how long listings whose check failed are checked again, in milliseconds. */
export const retryMs = 3_600_000

/** The most entries and unpacked bytes in a page of listings or events. */
export const maxEntries = 1_000
export const maxPageBytes = 1024 * 1024

/** How many buckets are taken at once, and how many of their listings are checked at the same time. */
export const bucketsAtOnce = 16
export const sideBySide = 20

/** How long a process keeps a watchlist for itself after its last sign of life, in milliseconds: longer than checks can take. */
export const leaseMs = 90_000

/** A window of the limit on checks. */
export const windowMs = 10_000

/** Returns how many checks all watchlists together may make in one window. Sample data has no limit of its own. */
export const checksPerWindow = (): number =>
  Math.max(1, Math.floor((env().WATCH_CHECKS_PER_MINUTE * windowMs) / 60_000))
