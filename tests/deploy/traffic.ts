import { setMaxListeners } from 'node:events'
import { Agent, type AgentOptions, request } from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The outcome of all calls and page requests. */
export interface Tally {
  /** Calls with the key that got 200. */
  succeeded: number
  /** Calls of the dashboard that got 200. */
  ofDashboard: number
  /** Pages that got 200. */
  pages: number
  /** Parts of the batches that got 200, with the key and from the dashboard. */
  parts: number
  partsOfDashboard: number
  /** Parts that Pinref refused, and that were sent again. */
  refused: number
  /** All other calls and pages, each with its failure. */
  failures: string[]
}

/** The batches that get parts, with the key and from the dashboard. They must not have started. */
export interface Batches {
  ofKey: string
  ofDashboard: string
}

/** A caller that makes requests repeatedly. */
interface Caller {
  /** The number of callers of this kind. */
  count: number
  counts: keyof Omit<Tally, 'failures' | 'refused'>
  /** Returns the next request. @param turn counts from 0. */
  next(turn: number): { path: string; method?: 'PUT'; type?: string; body: string | null }
  agent: AgentOptions
  /** How long to wait between a response and the next request. */
  pauseMs(): number
}

const keptAlive: AgentOptions = { keepAlive: true, maxSockets: 1 }
const fresh: AgentOptions = { keepAlive: false, maxSockets: 1 }
const upTo = (ms: number) => () => Math.random() * ms

const convert = (path: string) => () => ({ path, body: '{"cid":"1"}' })
const page = (path: string) => () => ({ path, body: null })

/** Pinref's own error for an upload that arrives too slowly, waits too long for its turn, or meets a restart. */
const refusal = /^(408|429, Retry-After: 5|500, Retry-After: 1)$/

/** The lines of a part, which has 1.5 MB, and how many different parts a batch gets. */
const linesInPart = 15_000
const differentParts = 20

/** Returns how many lines a batch has after these parts were acknowledged. */
export const linesAfter = (parts: number): number => linesInPart * Math.min(parts, differentParts)

const partAt = (turn: number): string => String((turn % differentParts) + 1)
const csv = `place\n${`${'a'.repeat(99)}\n`.repeat(linesInPart)}`

/**
 * Callers on keep-alive connections, which are busy or idle for a while, and on new connections. No request is retried.
 * No caller is idle long enough for a server to close the connection just as it is reused.
 */
const callersOf = ({ ofKey, ofDashboard }: Batches): readonly Caller[] => [
  { count: 4, counts: 'succeeded', next: convert('/api/convert'), agent: keptAlive, pauseMs: upTo(60) },
  { count: 3, counts: 'succeeded', next: convert('/api/convert'), agent: fresh, pauseMs: upTo(60) },
  { count: 6, counts: 'succeeded', next: convert('/api/convert'), agent: keptAlive, pauseMs: upTo(1_200) },
  {
    count: 2,
    counts: 'ofDashboard',
    next: convert('/api/trpc/listings.convert'),
    agent: keptAlive,
    pauseMs: upTo(300),
  },
  { count: 1, counts: 'pages', next: page('/docs'), agent: keptAlive, pauseMs: upTo(600) },
  { count: 1, counts: 'pages', next: page('/sign-in'), agent: fresh, pauseMs: upTo(600) },
  {
    count: 1,
    counts: 'parts',
    next: (turn) => ({
      path: `/api/batches/${ofKey}/parts/${partAt(turn)}`,
      method: 'PUT',
      type: 'text/csv',
      body: csv,
    }),
    agent: keptAlive,
    pauseMs: upTo(600),
  },
  {
    count: 1,
    counts: 'partsOfDashboard',
    next: (turn) => ({
      path: '/api/trpc/batches.updatePart',
      body: JSON.stringify({ id: ofDashboard, part: partAt(turn), format: 'csv', data: csv }),
    }),
    agent: keptAlive,
    pauseMs: upTo(600),
  },
]

/**
 * Makes requests until `stop` is called, which returns the requests' outcome. Accepts any certificate.
 * @param cookie a session, for calls of the dashboard.
 */
export function startTraffic(url: string, key: string, cookie: string, batches: Batches): { stop(): Promise<Tally> } {
  const isTls = url.startsWith('https:')
  const uploads = { parts: 0, partsOfDashboard: 0, refused: 0 }
  const tally: Tally = { succeeded: 0, ofDashboard: 0, pages: 0, ...uploads, failures: [] }
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)

  async function ask({ counts, next, agent: options, pauseMs }: Caller) {
    const agent = isTls ? new https.Agent({ ...options, rejectUnauthorized: false }) : new Agent(options)
    for (let turn = 0; !stopped.signal.aborted; ) {
      const { path, body, method = body === null ? 'GET' : 'POST', type = 'application/json' } = next(turn)
      const caller = path.startsWith('/api/trpc/') ? { cookie } : { 'x-api-key': key }
      const headers = { ...caller, 'content-type': type, ...(body !== null && { 'content-length': body.length }) }
      const outcome = await outcomeOf(url + path, { method, headers, agent }, body).catch(String)
      const isRefused = counts in uploads && refusal.test(outcome)
      if (outcome === '200') tally[counts] += 1
      else if (isRefused) tally.refused += 1
      else tally.failures.push(`${path}, ${options.keepAlive ? 'kept' : 'fresh'}: ${outcome}`)
      if (!isRefused) turn += 1
      await sleep(isRefused ? 1_000 : pauseMs(), undefined, { signal: stopped.signal }).catch(() => {})
    }
    agent.destroy()
  }

  const asking = callersOf(batches).flatMap((caller) => Array.from({ length: caller.count }, () => ask(caller)))
  return {
    async stop() {
      stopped.abort()
      await Promise.all(asking)
      return tally
    },
  }
}

/** Sends a request and returns the status, with the `Retry-After` header if there is one. */
function outcomeOf(url: string, options: https.RequestOptions, body: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? https.request : request
    const sent = send(url, options, (answer) => {
      const { 'retry-after': seconds } = answer.headers
      const outcome = seconds === undefined ? `${answer.statusCode}` : `${answer.statusCode}, Retry-After: ${seconds}`
      text(answer).then(() => resolve(outcome), reject)
    })
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}
