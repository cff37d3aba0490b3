import type {
  AddedListings,
  RemovedListings,
  RemovedWatchlist,
  WatchEvents,
  WatchedListings,
  Watchlist,
  WatchlistChanges,
  WatchlistOptions,
} from './answers.js'
import { partsOf } from './batches.js'
import type { CallOptions, Server } from './call.js'
import { type Once, Resource } from './resource.js'

/** A link or identifier, or an object with one as `url` and your own `name` and `reference`, which every event has too. */
export type ListingToWatch = string | { url: string; name?: string; reference?: string }

/** A listing in a watchlist, with its state. */
export type WatchedListing = WatchedListings['listings'][number]

/** What happened to a listing. */
export type WatchEvent = WatchEvents['events'][number]

/** The result of adding listings: `unreadable` lists those that can't be checked, by their index in your input. */
export type AddedToWatchlist = Omit<AddedListings, 'watchlist_id'>

export interface WatchedOptions extends CallOptions {
  /** Only listings in this state. Default: all. */
  state?: WatchedListing['state'] | undefined
  /** Only listings with this business status. Default: all. */
  business_status?: 'operational' | 'closed_temporarily' | 'closed_permanently' | 'opening_soon' | undefined
}

export interface EventsOptions extends CallOptions {
  /** The id of the last event that you have. Default: starts at the oldest event, up to 90 days ago. */
  after?: string | undefined
  /** How often to look for later events, in milliseconds, until the signal aborts. Default: ends after the last event. */
  pollMs?: number
}

/** The maximum number of listings that one call can add or remove. */
const maxAdded = 10_000
const maxRemoved = 100

/** Watchlists, which check listings regularly and report those that move, disappear, or reappear, and, with `closures`, close or reopen. Needs an API key. */
export class Watchlists extends Resource<Watchlist, RemovedWatchlist> {
  constructor(server: Server) {
    super(server, '/watchlists')
  }

  /** Creates a watchlist. With `batch`, the listings of that batch are added in the background. */
  create(settings: WatchlistOptions, options?: Once): Promise<Watchlist> {
    return this.createOnce({ ...settings, ...options })
  }

  /** Changes a watchlist's settings. Omitted settings don't change. */
  update(id: string, changes: Omit<WatchlistChanges, 'id'>, options?: CallOptions): Promise<Watchlist> {
    return this.ask('PATCH', `/${id}`, options, changes)
  }

  /** Adds any number of listings, up to 10,000 per call. Adding a listing again changes only its name and reference. */
  async add(id: string, listings: Iterable<ListingToWatch>, options?: CallOptions): Promise<AddedToWatchlist> {
    const all: AddedToWatchlist = { added: 0, existing: 0, unreadable: [], full: false }
    let sent = 0
    for (const part of partsOf(listings, maxAdded)) {
      const result = await this.ask<AddedListings>('PUT', `/${id}/listings`, options, { listings: part })
      all.added += result.added
      all.existing += result.existing
      all.full ||= result.full
      for (const { index, detail } of result.unreadable) all.unreadable.push({ index: sent + index, detail })
      sent += part.length
    }
    return all
  }

  /** Removes listings by their `id` in the watchlist. @returns how many were in it. */
  async removeListings(id: string, ids: readonly string[], options?: CallOptions): Promise<number> {
    let count = 0
    for (const part of partsOf(ids, maxRemoved)) {
      count += (await this.ask<RemovedListings>('DELETE', `/${id}/listings?ids=${part}`, options)).removed
    }
    return count
  }

  /** Yields a watchlist's listings, in no particular order. */
  listings(id: string, options?: WatchedOptions): AsyncGenerator<WatchedListing, void, undefined> {
    return this.each(`/${id}/listings`, options)
  }

  /** Yields a watchlist's events, oldest first. */
  events(id: string, options?: EventsOptions): AsyncGenerator<WatchEvent, void, undefined> {
    return this.each(`/${id}/events`, options)
  }

  /** Checks all listings now, at most once a day. */
  check(id: string, options?: CallOptions): Promise<Watchlist> {
    return this.act(id, 'check', options)
  }

  /** Pauses a watchlist's checks until it is resumed. */
  pause(id: string, options?: CallOptions): Promise<Watchlist> {
    return this.act(id, 'pause', options)
  }

  /** Resumes a watchlist's checks. */
  resume(id: string, options?: CallOptions): Promise<Watchlist> {
    return this.act(id, 'resume', options)
  }
}
