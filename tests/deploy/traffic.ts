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
  /** All other calls and pages, each with its failure. */
  failures: string[]
}

/** A caller that makes requests repeatedly. */
interface Caller {
  /** The number of callers of this kind. */
  count: number
  path: string
  agent: AgentOptions
  /** How long to wait between a response and the next request. */
  pauseMs(): number
}

const keptAlive: AgentOptions = { keepAlive: true, maxSockets: 1 }
const fresh: AgentOptions = { keepAlive: false, maxSockets: 1 }
const upTo = (ms: number) => () => Math.random() * ms

/**
 * Callers on keep-alive connections, which are busy or idle for a while, and on new connections. No request is retried.
 * No caller is idle long enough for a server to close the connection just as it is reused.
 */
const callers: readonly Caller[] = [
  { count: 4, path: '/api/convert', agent: keptAlive, pauseMs: upTo(60) },
  { count: 3, path: '/api/convert', agent: fresh, pauseMs: upTo(60) },
  { count: 6, path: '/api/convert', agent: keptAlive, pauseMs: upTo(1_200) },
  { count: 2, path: '/api/trpc/listings.convert', agent: keptAlive, pauseMs: upTo(300) },
  { count: 1, path: '/docs', agent: keptAlive, pauseMs: upTo(600) },
]

/**
 * Makes requests until `stop` is called, which returns the requests' outcome. Accepts any certificate.
 * @param cookie a session, for calls of the dashboard.
 */
export function startTraffic(url: string, key: string, cookie: string): { stop(): Promise<Tally> } {
  const isTls = url.startsWith('https:')
  const tally: Tally = { succeeded: 0, ofDashboard: 0, pages: 0, failures: [] }
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)

  async function ask({ path, agent: options, pauseMs }: Caller) {
    const agent = isTls ? new https.Agent({ ...options, rejectUnauthorized: false }) : new Agent(options)
    while (!stopped.signal.aborted) {
      const isCall = path.startsWith('/api/')
      const isOfDashboard = path.startsWith('/api/trpc/')
      const headers = { ...(isOfDashboard ? { cookie } : { 'x-api-key': key }), 'content-type': 'application/json' }
      const status = await statusOf(url + path, headers, isCall ? '{"cid":"1"}' : null, agent).catch(String)
      if (status !== 200) tally.failures.push(`${path}, ${options.keepAlive ? 'kept' : 'fresh'}: ${status}`)
      else if (isOfDashboard) tally.ofDashboard += 1
      else if (isCall) tally.succeeded += 1
      else tally.pages += 1
      await sleep(pauseMs(), undefined, { signal: stopped.signal }).catch(() => {})
    }
    agent.destroy()
  }

  const asking = callers.flatMap((caller) => Array.from({ length: caller.count }, () => ask(caller)))
  return {
    async stop() {
      stopped.abort()
      await Promise.all(asking)
      return tally
    },
  }
}

/** Posts a body, or gets a page if there is no body, and returns the status. */
function statusOf(
  url: string,
  headers: Record<string, string>,
  body: string | null,
  agent: Agent,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const withLength = { ...headers, ...(body !== null && { 'content-length': body.length }) }
    const send = url.startsWith('https:') ? https.request : request
    const sent = send(url, { method: body === null ? 'GET' : 'POST', headers: withLength, agent }, (answer) => {
      text(answer).then(() => resolve(answer.statusCode), reject)
    })
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}
