import { maxBytes } from '@/server/features/batches/limits'
import {
  eventsBesides,
  eventsMs,
  eventsPerListing,
  leaseMs,
  maxAdded,
  maxEntries,
  maxPageBytes,
  maxPosted,
  maxPostedBytes,
  maxReference,
  maxRemoved,
  maxSentText,
  maxText,
  maxWatchlists,
  sideBySide,
} from '@/server/features/watchlists/limits'
import { bucketCount } from '@/server/features/watchlists/watchlist'
import { limits } from '@/server/metering/access/limits'
import { readEnv } from '@/server/platform/settings/env'
import { alsoSuspended, keyOrSession, longBodyTurns, noQuota } from './api-entrances'
import { bytes, type Entrance, number, rate } from './entrance'

const { PLANS, WATCH_CHECKS_PER_MINUTE } = readEnv({})
const watched = PLANS.map(({ watched }) => (watched === null ? 'no limit' : number(watched)))

/** The entry points of watchlists: the public API, their pages, and their jobs. */
export const watchEntrances: readonly Entrance[] = [
  {
    title: 'Create, change, check, pause, or resume a watchlist',
    names: [
      ...['POST /api/watchlists', 'PATCH /api/watchlists/{id}', 'POST /api/watchlists/{id}/check'],
      ...['POST /api/watchlists/{id}/pause', 'POST /api/watchlists/{id}/resume'],
      ...['make', 'change', 'check', 'pause', 'resume'].map((name) => `watchlists.${name}`),
    ],
    who: `${keyOrSession}; a key of the same kind, live or test`,
    costs: `${noQuota}; a check of all listings in a watchlist, once a day`,
    stored: `${maxWatchlists} watchlists per account, counted by the script that creates one`,
    time: 'A background job adds batches and checks listings; see job watch',
    crash: 'The due time is stored first. Repeating a request with its `Idempotency-Key` returns the same watchlist',
    closed: 'A batch that has not ended gets 400. With `WATCHING=off`, no watchlist can be created',
  },
  {
    title: 'Add listings to a watchlist',
    names: ['PUT /api/watchlists/{id}/listings', 'watchlists.addListings'],
    who: `${keyOrSession}; a key of the same kind, live or test`,
    costs: noQuota,
    bytesIn: `${bytes(maxBytes)}; ${number(maxAdded)} listings of ${number(maxSentText)} characters, with references of ${maxReference}`,
    cpu: `Yields every 1 ms. A salted hash spreads listings over ${number(bucketCount)} buckets, so no request can fill one`,
    stored: `${watched[0]} listings per account on the free plan (by plan: ${watched.join(', ')}), counted by the script that adds them; ${maxText} characters of each unreadable listing. Per watchlist, ${number(eventsBesides)} events plus ${eventsPerListing} per listing, for ${eventsMs / 86_400_000} days`,
    fair: longBodyTurns,
    crash: 'One script adds the listings of a bucket with their counts and events. Repeating a request changes nothing',
    closed:
      'A value that is neither text nor an object with `url` gets 400, and nothing is added; text without an identifier is listed as unreadable',
  },
  {
    title: 'Get, list, or delete watchlists, or remove listings',
    names: [
      ...['GET /api/watchlists', 'GET /api/watchlists/{id}', 'DELETE /api/watchlists/{id}'],
      'DELETE /api/watchlists/{id}/listings',
      ...['list', 'get', 'remove', 'removeListings'].map((name) => `watchlists.${name}`),
    ],
    who: alsoSuspended,
    costs: noQuota,
    bytesIn: `${maxRemoved} ids per request`,
    bytesOut: `${maxWatchlists} watchlists`,
    crash: 'The record is deleted first, so a process still working on the watchlist stores nothing more',
  },
  {
    title: 'Get the listings or events of a watchlist',
    names: [
      ...['GET /api/watchlists/{id}/listings', 'GET /api/watchlists/{id}/events'],
      ...['watchlists.listings', 'watchlists.events'],
    ],
    who: alsoSuspended,
    costs: noQuota,
    cpu: 'A page ends after 256 buckets, even if none of their listings has the requested state',
    bytesOut: `${number(maxEntries)} entries or ${bytes(maxPageBytes)} per page`,
  },
  {
    title: 'List events of all watchlists with an MCP tool',
    names: ['MCP list_watch_events', 'watchlists.recent'],
    who: alsoSuspended,
    costs: noQuota,
    bytesOut: `${maxWatchlists} watchlists, and 100 events in all`,
    closed: 'A key sees only watchlists of its own kind, live or test',
  },
  {
    title: 'View watchlists on their pages',
    names: ['watchlists.overview', 'watchlists.view', 'watchlists.with'],
    who: 'A session, from Pinref’s own pages',
    costs: `${rate(limits.dashboard)} per account`,
    bytesOut: `${maxWatchlists} watchlists; the newest 100 events of one`,
  },
  {
    title: 'Work on a watchlist',
    names: ['job watch'],
    who: 'The server’s queue, filled by a timer every minute, or every ten minutes with QStash',
    costs: 'Nothing; if the plan counts checks, one call of the quota, reserved before each check',
    bytesIn: '1,000 lines of a batch, or 16 buckets, at once',
    cpu: 'Proportional to the buckets; yields every 1 ms',
    stored: `Events, as above; ${number(30)} days of counts`,
    bytesOut: `Callbacks of ${maxPosted} events or ${bytes(maxPostedBytes)}; one email a day`,
    time: `2 s per turn, 20 s with QStash; ${sideBySide} checks at once, each with the deadline of a lookup`,
    fair: `A separate queue, 4 jobs at a time per process, 2 per account. All accounts share ${WATCH_CHECKS_PER_MINUTE} checks a minute (\`WATCH_CHECKS_PER_MINUTE\`) evenly. Calls and batches come first`,
    crash: `Taken over after ${leaseMs / 1_000} s of silence, or at once if its process has ended. A bucket that has changed since it was read is not overwritten, so no event is lost or stored twice`,
    closed: 'Deleted, paused, or suspended watchlists are not checked, nor are those over the plan’s listing limit',
    seen: 'The account’s endpoints and its owner’s email address',
  },
]
