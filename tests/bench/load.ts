import autocannon from 'autocannon'
import { median, percentile } from './statistics'

/** The requests that a server gets repeatedly, divided among the connections. */
export interface Call {
  url: string
  requests: readonly Request[]
}

interface Request {
  method?: 'GET'
  body?: string
  headers: Record<string, string>
}

/**
 * Makes a request for every body with every key; if there are no keys, makes a request without a key for every body.
 */
export function requestsOf(
  bodies: readonly object[],
  keys: readonly string[] = [],
  more: Record<string, string> = {},
): Request[] {
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
}

/** Makes calls for a few seconds over keep-alive connections, each with one call in flight. */
export async function load({ url, requests }: Call, connections: number, seconds: number): Promise<Load> {
  const share = Math.ceil(requests.length / connections)
  let client = 0
  // autocannon itself counts whole milliseconds, which are too coarse for a ratio.
  const took: number[] = []
  const { non2xx, errors, timeouts, ...result } = await autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 100,
    method: 'POST',
    // With the `requests` option, every connection would first copy all requests.
    setupClient: (connection) => {
      connection.on('response', (_status, _bytes, ms) => took.push(ms))
      const first = Math.floor((client++ * requests.length) / connections)
      // autocannon prepares all requests before it sends the first, so a connection gets only its share.
      connection.setRequests(requests.slice(first, first + share))
    },
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: percentile(took, 50),
    p99Ms: percentile(took, 99),
    errors: non2xx + errors + timeouts,
  }
}

/** Combines several short loads into one. */
export const together = (loads: readonly Load[]): Load => ({
  perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length,
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  errors: loads.reduce((sum, { errors }) => sum + errors, 0),
})
