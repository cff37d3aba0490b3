import type {
  CreatedListings,
  DeletedListings,
  DeletedWatchlist,
  WatchEvents,
  WatchedListings,
  Watchlist,
  WatchlistChanges,
  WatchlistOptions,
} from './answers.js'
import { partsOf } from './batches.js'
import type { CallOptions } from './call.js'
import { type ClientFilter, type Once, Resource } from './resource.js'

/** A link or identifier, or an object with one as `url` and your own `name` and `reference`, which every event has too. */
export type ListingToWatch = string | { url: string; name?: string; reference?: string }

/** A listing in a watchlist, with its state. */
export type WatchedListing = WatchedListings['listings'][number]

/** What happened to a listing. */
export type WatchEvent = WatchEvents['events'][number]

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

/** The maximum number of listings that one call can create or delete. */
const maxCreated = 10_000
const maxDeleted = 100

/** Watchlists, which check listings regularly and report those that move, disappear, or reappear, and, with `closures`, close or reopen. Needs an API key. */
export class Watchlists extends Resource<Watchlist, WatchlistChanges, DeletedWatchlist, ClientFilter> {
  /** Creates a watchlist. With `batch_id`, the listings of that batch are added in the background. */
  create(settings: WatchlistOptions, options?: Once): Promise<Watchlist> {
    return this.createOnce({ ...settings, ...options })
  }

  /**
   * Adds any number of listings, up to 10,000 per call. Adding a listing again changes only its name and reference.
   * @returns `unreadable_listings`: those that can't be checked, by their index in your input.
   */
  async createListings(
    id: string,
    listings: Iterable<ListingToWatch>,
    options?: CallOptions,
  ): Promise<CreatedListings> {
    const all: CreatedListings = {
      created_count: 0,
      existing_count: 0,
      unreadable_listings: [],
      full: false,
      watchlist_id: id,
    }
    let sent = 0
    for (const part of partsOf(listings, maxCreated)) {
      const result = await this.ask<CreatedListings>('POST', `/${id}/listings`, options, { listings: part })
      all.created_count += result.created_count
      all.existing_count += result.existing_count
      all.full ||= result.full
      for (const { index, detail } of result.unreadable_listings)
        all.unreadable_listings.push({ index: sent + index, detail })
      sent += part.length
    }
    return all
  }

  /** Removes listings by their `id` in the watchlist. @returns how many were in it. */
  async deleteListings(id: string, ids: readonly string[], options?: CallOptions): Promise<DeletedListings> {
    const all: DeletedListings = { deleted_count: 0, watchlist_id: id }
    for (const part of partsOf(ids, maxDeleted)) {
      const result = await this.ask<DeletedListings>('DELETE', `/${id}/listings?ids=${part}`, options)
      all.deleted_count += result.deleted_count
    }
    return all
  }

  /** Yields a watchlist's listings, in no particular order. */
  listListings(id: string, options?: WatchedOptions): AsyncGenerator<WatchedListing, void, undefined> {
    return this.each(`/${id}/listings`, options)
  }

  /** Yields a watchlist's events, oldest first. */
  listEvents(id: string, options?: EventsOptions): AsyncGenerator<WatchEvent, void, undefined> {
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
