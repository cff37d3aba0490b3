import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Behaviour, breaksOff, changed } from './behaviour'
import { type Call, CallLog, Visits } from './calls'
import { type ListingChange, ListingChanges } from './changes'
import { deliver } from './deliver'
import { guide } from './guide'
import type { Legacy } from './legacy/serve'
import type { ZeroHalf } from './places/details'
import { validKey } from './places/keys'
import { readCall } from './read-call'
import type { Resolution } from './resolution/serve'
import { type Rule, Rules } from './rules'
import type { Sku } from './skus'

export interface SimulatorOptions {
  /** Default: a free port. */
  port?: number
  /** The response to a place id whose first half is zero; default `canonical`, the listing. */
  zeroHalf?: ZeroHalf
  /** Whether the project has Places API (Legacy); default `denied`. */
  legacy?: Legacy
  /** The links that the project's Resolution API accepts; default `denied`, none. */
  resolution?: Resolution
  /** Delay before every response that has no `delayMs`; default 0. */
  latencyMs?: number
  /** Called for every call once it has ended. */
  onCall?: (call: Call) => void
}

/** Google as Pinref sees it, on loopback: both Places APIs, the Resolution API, and the short-link hosts. */
export interface Simulator {
  /** Stands for `https://places.googleapis.com`. */
  placesUrl: string
  /** Stands for `https://maps.googleapis.com`. */
  legacyUrl: string
  /** Stands for `https://mapstools.googleapis.com`. */
  mapstoolsUrl: string
  /** `<linksUrl>/<host>/<path>?<query>` stands for `https://<host>/<path>?<query>`. */
  linksUrl: string
  /** The key that Places accepts. */
  apiKey: string
  /** Every call since the start or the last `reset`, oldest first. */
  readonly calls: readonly Call[]
  /** The calls that Google would bill since then, by SKU, including rejected calls. */
  readonly skus: Readonly<Partial<Record<Sku, number>>>
  /** The maximum number of calls open at once since then. */
  readonly maxAtOnce: number
  zeroHalf: ZeroHalf
  legacy: Legacy
  resolution: Resolution
  latencyMs: number
  /** Adds a fault. The first matching fault with turns left applies, before special behavior. */
  script(rule: Rule): void
  /**
   * Moves, merges, removes, closes, or restores listings, as `POST /control/listings` does.
   * @throws Error for an unknown listing.
   */
  change(...listings: ListingChange[]): void
  /**
   * Forgets calls, faults, visits, and listing changes, and resets `zeroHalf`, `legacy`, `resolution`, and `latencyMs`.
   */
  reset(): void
  /** Closes every connection and stops all work. */
  stop(): Promise<void>
}

/** Starts the simulator on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, zeroHalf = 'canonical', legacy = 'denied', resolution = 'denied', latencyMs = 0, onCall } = options
  const log = new CallLog()
  const rules = new Rules()
  const visits = new Visits()
  const changes = new ListingChanges()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.closed) response.writeHead(500).end(`The simulator failed: ${error}`)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/') {
      response.setHeader('content-type', 'text/plain; charset=utf-8').end(guide(simulator))
      return
    }
    if (request.method === 'POST' && request.url === '/control/listings') {
      const { status, headers, body } = changes.serve(await text(request))
      response.writeHead(status, headers).end(body)
      return
    }
    const { call, serve } = await readCall(request)
    const gone = new AbortController()
    let how: Behaviour = {}
    let sentRaw = false
    const end = (state: Call['state']) => {
      if (call.state !== 'open') return
      log.end(call, state)
      onCall?.(call)
    }
    log.add(call)
    response.once('finish', () => end('answered'))
    response.once('close', () => {
      gone.abort()
      end(breaksOff(how) ? 'dropped' : sentRaw ? 'answered' : 'left')
    })
    const rule = rules.take(call)
    const { zeroHalf, legacy, resolution, latencyMs } = simulator
    const { answer, behaviour = {} } = serve({
      zeroHalf,
      legacy,
      resolution,
      placeOf: changes.placeOf,
      visit: visits.count(call),
    })
    how = { delayMs: latencyMs, ...(rule ?? behaviour) }
    const changedAnswer = changed(answer, how)
    call.status = changedAnswer.status
    sentRaw = await deliver(response, changedAnswer, how, gone.signal)
  }

  const simulator: Simulator = {
    placesUrl: url,
    legacyUrl: url,
    mapstoolsUrl: url,
    linksUrl: `${url}/links`,
    apiKey: validKey,
    get calls() {
      return log.calls
    },
    get skus() {
      return { ...log.skus }
    },
    get maxAtOnce() {
      return log.maxAtOnce
    },
    zeroHalf,
    legacy,
    resolution,
    latencyMs,
    script: (rule) => rules.add(rule),
    change: (...listings) => changes.make(listings),
    reset() {
      log.clear()
      rules.clear()
      visits.clear()
      changes.clear()
      simulator.zeroHalf = zeroHalf
      simulator.legacy = legacy
      simulator.resolution = resolution
      simulator.latencyMs = latencyMs
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  return simulator
}
