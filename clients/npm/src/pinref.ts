import type {
  BatchItem,
  Conversion,
  FailedCall,
  Key,
  Listing,
  LookupOptions,
  SearchResults,
  Usage,
  UsageQuery,
} from './answers.js'
import { Batches } from './batches.js'
import { type CallOptions, call, queryOf, type Server } from './call.js'
import { Callbacks, Deliveries } from './callbacks.js'
import { defaultUrl } from './defaults.js'
import { Keys } from './keys.js'
import { callBatch, type ItemResults, type Resolved, resolveAll } from './resolve-all.js'
import { List } from './resource.js'
import { Watchlists } from './watchlists.js'

export interface PinrefOptions {
  /** `pr_live_…` or `pr_test_…`. Without a key, you can make a few free calls a day. */
  apiKey?: string | undefined
  /** The server's address, e.g. `https://pinref.example`. */
  baseUrl?: string | undefined
  /** How many times a failed call is retried, if that may help. Default 4. */
  maxRetries?: number
  /** The time limit for one attempt, in milliseconds. Default 30,000. */
  timeoutMs?: number
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
  /**
   * Called before each wait for the rate limit, with the wait in milliseconds. If you set it, these waits don't use up
   * `maxRetries`, so a long run slows down instead of failing.
   */
  onRateLimit?: (waitMs: number) => void
}

export interface ResolveOptions extends CallOptions, LookupOptions {}

export interface SearchOptions extends CallOptions {
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** The language of titles and addresses (BCP 47). */
  language?: string
}

/** `key_id` and `client` filter the groups. */
export interface UsageOptions extends CallOptions, UsageQuery {}

/**
 * A client for the API. A failed call throws a `PinrefError` with the API's `code`. Temporary failures are retried after the
 * delay in `Retry-After`; an exhausted quota is not.
 */
export class Pinref {
  readonly #server: Server
  /** Batches of up to 1,000,000 lines in the background. */
  readonly batches: Batches
  /** Watchlists, which report listings that move or disappear. */
  readonly watchlists: Watchlists
  /** Endpoints that receive events. Needs a key that can manage them. */
  readonly callbacks: Callbacks
  /** The deliveries of events to endpoints and to batches' own URLs. */
  readonly deliveries: Deliveries
  /** The account's failed calls of the last seven days. */
  readonly errors: List<FailedCall>
  /** The account's API keys. Needs a key that can manage them. */
  readonly keys: Keys

  constructor(options: PinrefOptions = {}) {
    const { apiKey, baseUrl = defaultUrl, maxRetries = 4, timeoutMs = 30_000, fetch: own, onRateLimit = null } = options
    this.#server = {
      baseUrl: addressOf(baseUrl),
      apiKey: apiKey?.trim() || null,
      maxRetries,
      onRateLimit,
      timeoutMs,
      fetch: own ?? ((input, init) => fetch(input, init)),
    }
    this.batches = new Batches(this.#server, '/batches')
    this.watchlists = new Watchlists(this.#server, '/watchlists')
    this.callbacks = new Callbacks(this.#server, '/callbacks')
    this.deliveries = new Deliveries(this.#server, '/deliveries')
    this.errors = new List(this.#server, '/errors')
    this.keys = new Keys(this.#server, '/keys')
  }

  /** Finds the listing for a link, share text, or identifier. */
  resolve(url: string, { signal, ...options }: ResolveOptions = {}): Promise<Listing> {
    return this.#post('/resolve', { url, ...options }, { signal })
  }

  /** Finds listings by business name. A link or an identifier is rejected; `resolve` looks it up. */
  search(name: string, { signal, ...options }: SearchOptions = {}): Promise<SearchResults> {
    return this.#post('/search', { name, ...options }, { signal })
  }

  /** Converts a CID between decimal and hexadecimal; `convertCid` converts a CID without a call. */
  convert(cid: string, options?: CallOptions): Promise<Conversion> {
    return this.#post('/convert', { cid }, options)
  }

  /**
   * Runs up to 100 operations in one call. A failed operation has an `error` instead of a result, and doesn't affect
   * the others.
   */
  batch<const Items extends readonly BatchItem[]>(items: Items, options?: CallOptions): Promise<ItemResults<Items>> {
    return callBatch(this.#server, items, options)
  }

  /**
   * Looks up any number of links, up to 100 per call, and yields their results in order. A failed lookup has an
   * `error`; temporary failures are retried first.
   */
  resolveAll(
    urls: Iterable<string> | AsyncIterable<string>,
    options: ResolveOptions = {},
  ): AsyncGenerator<Resolved, void, undefined> {
    return resolveAll(this.#server, urls, options)
  }

  /**
   * Returns the account's quota and usage this month; with `group_by`, also each key's or client's by day. Never counts
   * as a call.
   */
  usage({ signal, ...query }: UsageOptions = {}): Promise<Usage> {
    return call(this.#server, { method: 'GET', path: `/usage?${queryOf(query)}` }, { signal })
  }

  /** Returns this key's permissions and limits. Never counts as a call. */
  key(options?: CallOptions): Promise<Key> {
    return call(this.#server, { method: 'GET', path: '/key' }, options)
  }

  #post<Body>(path: string, body: unknown, options?: CallOptions): Promise<Body> {
    return call(this.#server, { method: 'POST', path, body }, options)
  }
}

function addressOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl)) throw new TypeError(`baseUrl is not a server address: ${baseUrl}`)
  return baseUrl.replace(/\/+$/, '')
}
