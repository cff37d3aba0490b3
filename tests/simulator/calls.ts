import type { IncomingHttpHeaders } from 'node:http'
import type { Sku } from './skus'

/** The upstream that a call was sent to. `other` is an address that belongs to no upstream. */
export type Upstream = 'details' | 'search' | 'legacy' | 'resolution' | 'link' | 'other'

/** A call as the simulator received it. */
export interface Call {
  upstream: Upstream
  method: string
  /** With its query; for a link, without the gateway's part, e.g. `/sim-dead?g_st=ic`. */
  path: string
  /** The host that a link call stands for, as written; null for the others. */
  host: string | null
  /** Host and path of a link call without the query, e.g. `maps.app.goo.gl/sim-dead`; null for the others. */
  link: string | null
  /** The place id requested from Details or the older API; null for the others. */
  placeId: string | null
  /** The CID requested from the older API; null for the others. */
  cid: string | null
  /** The links requested from the Resolution API; null for the others. */
  urls: readonly unknown[] | null
  /** The query of a Text Search; null for the others. */
  query: string | null
  /** The SKU for Google's bill, by the call's fields; null for a link or an unknown address. */
  sku: Sku | null
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds since 1970. */
  at: number
  /** The call's duration in milliseconds; null while the call is open. */
  tookMs: number | null
  /** The response status, or the status without the fault; null until known. */
  status: number | null
  /**
   * `left`: the caller disconnected before the response was complete.
   * `dropped`: the simulator did not respond properly.
   */
  state: 'open' | 'answered' | 'left' | 'dropped'
}

/** A long run of `npm run task dev:simulator` must not exhaust memory. */
const maxCalls = 100_000

/** The calls, and the maximum number that were open at once. */
export class CallLog {
  calls: Call[] = []
  /** All calls by SKU, including rejected calls and calls no longer in the log. */
  skus: Partial<Record<Sku, number>> = {}
  /** The maximum number of calls open at the same time. */
  maxAtOnce = 0
  private open = 0

  add(call: Call): void {
    if (this.calls.length >= maxCalls) this.calls.shift()
    this.calls.push(call)
    if (call.sku !== null) this.skus[call.sku] = (this.skus[call.sku] ?? 0) + 1
    this.open++
    this.maxAtOnce = Math.max(this.maxAtOnce, this.open)
  }

  end(call: Call, state: Call['state']): void {
    call.state = state
    call.tookMs = Date.now() - call.at
    this.open--
  }

  clear(): void {
    this.calls = []
    this.skus = {}
    this.maxAtOnce = this.open
  }
}

/** Counts the calls for each link, and for each CID in the older API. */
export class Visits {
  private counts = new Map<string, number>()

  /** Counts this call and returns its number, from 1. Calls without a link or CID share one count. */
  count({ link, cid }: Call): number {
    const what = link ?? cid ?? ''
    const count = (this.counts.get(what) ?? 0) + 1
    this.counts.set(what, count)
    return count
  }

  clear(): void {
    this.counts.clear()
  }
}
