import { writeProfile } from '@/server/metering/access/profile'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { type Call, type Load, load, requestsOf, together } from '../load/load'
import { median } from '../load/statistics'
import { featureIdText, numberedListing } from '../simulator/listings'
import { appProcesses, processorMs } from '../support/app-processes'
import { type Servers, signIn } from './servers'

/** The rounds by number of connections. The ratios with a target are measured at 32. */
const roundsAt = { 1: 1, 32: 3, 128: 1 } as const
const seconds = 0.8
/** The order in which a pair's two servers take turns, and the length of a turn in seconds. */
const turns = [0, 1, 1, 0, 0, 1, 1, 0] as const
const turnSeconds = 1.25

/** One row of the table: a server and the call that it gets. */
interface Row {
  name: string
  server: keyof Servers
  call: Call
}

/** A row's measurements, with a load for each round, by number of connections. */
export interface MeasuredRow {
  name: string
  server: keyof Servers
  loads: Record<number, Load[]>
}

/** Two servers that took turns with the same call, as medians over some rounds. */
export interface MeasuredPair {
  /** The first server's figures divided by the second server's figures. */
  perSecond: number
  p99: number
  /** A call's processor time in microseconds, in its serving process. NaN if the system does not report it. */
  micros: { node: number; fastify: number }
}

/** Measures every row at every number of connections; the rounds of all rows take turns. */
export async function measureCalls(servers: Servers, keys: readonly string[]): Promise<MeasuredRow[]> {
  const rows = rowsOf(servers, keys, await signInWithoutLimits(servers.node.url))
  // A server's first second is not representative.
  for (const { call } of rows) await load(call, 32, { seconds: 0.5 })
  const measured = rows.map(({ name, server }): MeasuredRow => ({ name, server, loads: {} }))
  for (const [count, rounds] of Object.entries(roundsAt)) {
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`  ${count} connections, round ${round} of ${rounds}\n`)
      for (const [index, row] of rows.entries()) {
        const loads = measured[index]?.loads
        const done = await load(row.call, Number(count), { seconds })
        if (loads) loads[Number(count)] = [...(loads[Number(count)] ?? []), done]
      }
    }
  }
  return measured
}

/** Signs in with an account without limits. Returns the `Cookie` header of the browser. */
async function signInWithoutLimits(url: string): Promise<string> {
  const person = await signIn(url)
  const { current } = await person.query('accounts.list')
  await writeProfile(current.id, { plan: 'unlimited' })
  return person.cookieHeader()
}

/**
 * Measures convert with a key on the node server and the Fastify peer at 32 connections.
 * @param isEnough ends the measurement after the first round for which it returns true.
 */
export async function measurePair(
  servers: Pick<Servers, 'node' | 'fastify'>,
  keys: readonly string[],
  rounds: number,
  isEnough: (round: MeasuredPair) => boolean = () => false,
): Promise<MeasuredPair[]> {
  const requests = requestsOf(cids, keys)
  const sideOf = (name: keyof typeof servers, pid: number | undefined) => ({
    pid,
    call: { url: `${servers[name].url}/api/convert`, requests },
  })
  const [worker] = appProcesses(servers.node.process.pid).workers
  const sides = [sideOf('node', worker?.pid), sideOf('fastify', servers.fastify.process.pid)] as const
  for (const { call } of sides) await load(call, 32, { seconds: 2 })
  const measured: MeasuredPair[] = []
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`  beside Fastify, round ${round} of ${rounds}\n`)
    const pair = await inTurns(sides)
    measured.push(pair)
    if (isEnough(pair)) break
  }
  return measured
}

/** Returns the medians over the rounds. */
export function middleOf(rounds: readonly MeasuredPair[]): MeasuredPair {
  const middle = (of: (pair: MeasuredPair) => number) => median(rounds.map(of))
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p99: middle(({ p99 }) => p99),
    micros: { node: middle(({ micros }) => micros.node), fastify: middle(({ micros }) => micros.fastify) },
  }
}

/** A server in a pair: its serving process, and the call that it gets. */
export type Side = { pid: number | undefined; call: Call }

/**
 * Measures two servers in short turns. A shared machine's speed changes within seconds, and with short turns these
 * changes affect both servers.
 */
export async function inTurns(sides: readonly [Side, Side]): Promise<MeasuredPair> {
  const taken = sides.map(() => ({ loads: [] as Load[], processorMs: 0 }))
  for (const turn of turns) {
    const { pid, call } = sides[turn]
    const before = processorMs(pid)
    const done = await load(call, 32, { seconds: turnSeconds })
    const side = taken[turn]
    if (done.errors > 0 || !side) throw new Error(`${done.errors} calls failed at ${call.url}`)
    side.loads.push(done)
    side.processorMs += processorMs(pid) - before
  }
  const [node, fastify] = taken.map(({ loads, processorMs: took }) => {
    const whole = together(loads)
    return { ...whole, micros: (took * 1_000) / (whole.perSecond * loads.length * turnSeconds) }
  })
  if (!node || !fastify) throw new Error('a side was not measured')
  return {
    perSecond: node.perSecond / fastify.perSecond,
    p99: node.p99Ms / fastify.p99Ms,
    micros: { node: node.micros, fastify: fastify.micros },
  }
}

function rowsOf(servers: Servers, keys: readonly string[], cookie: string): Row[] {
  const row = (name: string, server: keyof Servers, path: string, requests: Call['requests']): Row => ({
    name,
    server,
    call: { url: `${servers[server].url}${path}`, requests },
  })
  const convert = requestsOf(cids, keys)
  const signedIn = requestsOf(cids, [], { cookie })
  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'convert_cid', arguments: { cid: '1' } } }
  const accept = { accept: 'application/json, text/event-stream' }
  return [
    row('convert, no key', 'node', '/api/convert', requestsOf(cids)),
    row('convert, key', 'node', '/api/convert', convert),
    row('convert, key: Fastify peer', 'fastify', '/api/convert', convert),
    row('convert, key: route file', 'routes', '/api/convert', convert),
    row('convert, key: bare Next peer', 'next', '/api/convert', convert),
    row('convert of the dashboard (tRPC), no session', 'node', '/api/trpc/listings.convert', requestsOf(cids)),
    row('convert of the dashboard (tRPC), signed in', 'node', '/api/trpc/listings.convert', signedIn),
    row('convert by an agent (MCP `tools/call`), key', 'node', '/api/mcp', requestsOf([mcp], keys, accept)),
    row('batch of 100 conversions, key', 'node', '/api/batch', requestsOf([hundred], keys)),
    row('resolve, `details` none, key', 'node', '/api/resolve', requestsOf(identifiersOnly, keys)),
    row('resolve from the sample, key', 'node', '/api/resolve', requestsOf(sampleLinks, keys)),
    row(
      'resolve, upstream of 200 ms, key',
      'places',
      '/api/resolve',
      requestsOf(upstreamLinks.map(linkBody), keys.slice(0, 1)),
    ),
    row('start page', 'node', '/', [{ method: 'GET', headers: { 'accept-encoding': 'gzip' } }]),
  ]
}

export const cids = [{ cid: '3545450935484072529' }, { cid: '0x2fb199016d5642a7' }, { cid: '18446744073709551615' }]
const hundred = { items: Array.from({ length: 100 }, () => ({ operation: 'convert', cid: '1' })) }
const sampleLinks = sampleListings
  .slice(0, 60)
  .map(({ placeId }) => ({ url: `https://www.google.com/maps/search/?api=1&query=x&query_place_id=${placeId}` }))
const linkBody = (url: string) => ({ url })
const upstreamLinks = Array.from(
  { length: 2_000 },
  (_, number) => `https://maps.google.com/?q=Somewhere&ftid=${featureIdText(numberedListing(number))}`,
)
const identifiersOnly = upstreamLinks.slice(0, 60).map((url) => ({ url, details: 'none' }))

/** A figure of a load that is one number. */
export type Figure = 'perSecond' | 'p50Ms' | 'p99Ms' | 'errors'

/** Returns the median of a row's figure over the rounds. */
export const figureOf = (row: MeasuredRow | undefined, count: number, figure: Figure): number =>
  median((row?.loads[count] ?? []).map((load) => load[figure]))
