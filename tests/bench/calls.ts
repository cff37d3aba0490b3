import { sampleListings } from '@/server/sources/sample/listings'
import { featureIdText, numberedListing } from '../simulator/listings'
import { type Call, type Load, load, requestsOf, together } from './load'
import type { Servers } from './servers'
import { median } from './statistics'

const connections = [1, 32, 128] as const
const rounds = 5
const seconds = 2.5
/** The order in which two rows take turns, and the seconds of a turn. */
const turns = [0, 1, 1, 0, 0, 1, 1, 0] as const
const turnSeconds = 1.25

/** One row of the table: a server and the call that it gets. */
interface Row {
  name: string
  server: keyof Servers
  call: Call
  /** Whether its ratio to another row has a target. */
  compared?: boolean
}

/** A row as measured: a load for each round, by the number of connections. */
export interface MeasuredRow {
  name: string
  server: keyof Servers
  loads: Record<number, Load[]>
}

/** Measures every row at every number of connections; the rounds of all rows take turns. */
export async function measureCalls(servers: Servers, keys: readonly string[]): Promise<MeasuredRow[]> {
  const rows = rowsOf(servers, keys)
  const compared = rows.filter((row) => row.compared)
  // A server's first second is not representative.
  for (const { call } of rows) await load(call, 32, 2)
  const measured = rows.map(({ name, server }): MeasuredRow => ({ name, server, loads: {} }))
  for (let round = 1; round <= rounds; round++) {
    for (const count of connections) {
      process.stderr.write(`  round ${round} of ${rounds}, ${count} connections\n`)
      const pair = await inTurns(count === 32 ? compared : [], count)
      for (const [index, row] of rows.entries()) {
        const loads = measured[index]?.loads
        const done = pair.get(row) ?? (await load(row.call, count, seconds))
        if (loads) loads[count] = [...(loads[count] ?? []), done]
      }
    }
  }
  return measured
}

/**
 * Measures two rows in short turns. A machine that others use too changes its speed within seconds, and this way the changes
 * affect both rows alike.
 */
async function inTurns(pair: readonly Row[], count: number): Promise<Map<Row, Load>> {
  const taken = new Map<Row, Load[]>()
  for (const turn of turns) {
    const row = pair[turn]
    if (row) taken.set(row, [...(taken.get(row) ?? []), await load(row.call, count, turnSeconds)])
  }
  return new Map([...taken].map(([row, loads]) => [row, together(loads)]))
}

function rowsOf(servers: Servers, keys: readonly string[]): Row[] {
  const row = (name: string, server: keyof Servers, path: string, bodies: object[], used: readonly string[]): Row => ({
    name,
    server,
    call: { url: `${servers[server].url}${path}`, requests: requestsOf(bodies, used) },
  })
  return [
    row('convert, no key', 'node', '/api/convert', cids, []),
    { ...row('convert, key', 'node', '/api/convert', cids, keys), compared: true },
    { ...row('convert, key: Fastify peer', 'fastify', '/api/convert', cids, keys), compared: true },
    row('convert, key: route file', 'routes', '/api/convert', cids, keys),
    row('convert, key: bare Next peer', 'next', '/api/convert', cids, keys),
    row('resolve from the sample, key', 'node', '/api/resolve', sampleLinks, keys),
    row('resolve, upstream of 200 ms, key', 'places', '/api/resolve', upstreamLinks, keys.slice(0, 1)),
  ]
}

const cids = [{ cid: '3545450935484072529' }, { cid: '0x2fb199016d5642a7' }, { cid: '18446744073709551615' }]
const sampleLinks = sampleListings
  .slice(0, 60)
  .map(({ placeId }) => ({ url: `https://www.google.com/maps/search/?api=1&query=x&query_place_id=${placeId}` }))
const upstreamLinks = Array.from({ length: 2_000 }, (_, number) => ({
  url: `https://maps.google.com/?q=Somewhere&ftid=${featureIdText(numberedListing(number))}`,
}))

/** Returns the median of one figure of a row over the rounds. */
export const figureOf = (row: MeasuredRow | undefined, count: number, figure: keyof Load): number =>
  median((row?.loads[count] ?? []).map((load) => load[figure]))

/** Compares two rows in a figure: returns the median of the ratios of all rounds. */
export function ratioOf(
  above: MeasuredRow | undefined,
  below: MeasuredRow | undefined,
  count: number,
  figure: keyof Load,
) {
  const divisors = below?.loads[count] ?? []
  return median((above?.loads[count] ?? []).map((load, round) => load[figure] / (divisors[round]?.[figure] ?? 0)))
}
