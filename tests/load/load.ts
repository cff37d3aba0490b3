import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { median, percentile } from './statistics'

/** What a server gets repeatedly: requests that are divided among the connections, or a new request each time. */
export interface Call {
  url: string
  requests: readonly LoadRequest[] | (() => LoadRequest)
}

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path?: string
  body?: string
  headers?: Record<string, string>
}

/**
 * Makes a request for every body with every key; if there are no keys, makes a request without a key for every body.
 */
export function requestsOf(
  bodies: readonly object[],
  keys: readonly string[] = [],
  more: Record<string, string> = {},
): LoadRequest[] {
  const headers = keys.length > 0 ? keys.map((key) => ({ 'x-api-key': key })) : [{}]
  return headers.flatMap((own) =>
    bodies.map((body) => ({
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...more, ...own },
    })),
  )
}

/** The result of a load. Times are in milliseconds. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses other than 200, and calls without a response. */
  errors: number
  /** The count of each status. */
  statuses: Record<number, number>
  /** Responses with `Retry-After`. */
  withRetryAfter: number
}

/** The start of a response, as autocannon emits it. */
interface Head {
  /** Names and values, in turn. */
  headers: string[]
}

/** Makes calls over keep-alive connections, each with one call in flight, for a time or up to a number of calls. */
export async function load(
  { url, requests }: Call,
  connections: number,
  until: { seconds: number } | { calls: number },
): Promise<Load> {
  let client = 0
  let withRetryAfter = 0
  // autocannon itself counts whole milliseconds, which are too coarse for a ratio.
  const took: number[] = []
  const { non2xx, errors, timeouts, statusCodeStats, ...result } = await autocannon({
    url,
    connections,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.calls }),
    sampleInt: 100,
    method: 'POST',
    ...(typeof requests === 'function' && {
      requests: [{ setupRequest: (request) => Object.assign(request, requests()) }],
    }),
    // With a list in the `requests` option, every connection would first copy all requests.
    setupClient: (connection) => {
      connection.on('response', (_status, _bytes, ms) => took.push(ms))
      const emitter = connection as unknown as EventEmitter
      emitter.on('headers', ({ headers }: Head) => {
        if (headers.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'retry-after')) withRetryAfter += 1
      })
      if (typeof requests === 'function') return
      const share = Math.ceil(requests.length / connections)
      const first = Math.floor((client++ * requests.length) / connections)
      // autocannon prepares all requests before it sends the first, so a connection gets only its share.
      connection.setRequests(requests.slice(first, first + share))
    },
  })
  const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: percentile(took, 50),
    p99Ms: percentile(took, 99),
    errors: non2xx + errors + timeouts,
    statuses: Object.fromEntries(statuses),
    withRetryAfter,
  }
}

/** Combines several short loads into one. */
export const together = (loads: readonly Load[]): Pick<Load, 'perSecond' | 'p50Ms' | 'p99Ms'> => ({
  perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length,
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
})

const paceMs = 5

/**
 * Starts some work at a steady rate, however long each piece of work takes. autocannon can't: it sends the calls of each
 * second at once.
 * @param maxInFlight delays the work that would exceed this number.
 * @returns when all of it has ended.
 */
export async function atRate(
  perSecond: number,
  count: number,
  work: (index: number) => Promise<void>,
  maxInFlight = Number.POSITIVE_INFINITY,
): Promise<void> {
  const began = performance.now()
  const started: Promise<void>[] = []
  let inFlight = 0
  const run = async (index: number) => {
    inFlight += 1
    await work(index)
    inFlight -= 1
  }
  while (started.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1_000))
    while (started.length < due && inFlight < maxInFlight) started.push(run(started.length))
    await sleep(paceMs)
  }
  await Promise.all(started)
}
