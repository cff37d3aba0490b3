import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent } from 'undici'
import { isPublicAddress } from './public-address'

/** Every address of a host name. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/** The code of the error for a host name that does not lead to the public internet alone. */
export const notPublic = 'ENOTPUBLIC'

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** The operating system's own resolver, hosts file included. */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/**
 * A `lookup` for sockets that refuses a host with any address outside the public internet. The socket connects to exactly
 * the addresses checked here: nothing is looked up twice, so a name cannot change its mind in between.
 */
export function publicLookup(resolve: ResolveHost) {
  return (host: string, { all }: LookupOptions, answer: Answer): void => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
          answer(
            Object.assign(new Error(`${host} has no address, or one outside the public internet`), { code: notPublic }),
            [],
          )
        } else if (all) answer(null, addresses)
        else answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, []),
    )
  }
}

/** Much larger than any page of a short link. */
const largestBodyBytes = 256 * 1024

/** More than a whole chain may take; the chain's own deadline ends a slow answer before. */
const slowestMs = 10_000

const limits = {
  maxResponseSize: largestBodyBytes,
  headersTimeout: slowestMs,
  bodyTimeout: slowestMs,
}

/**
 * Connects to public addresses only. It is never asked for a literal IP address, which would need no lookup, and goes out
 * directly: `HTTPS_PROXY` is not read, as a proxy would do the looking up. Operators who need one set `LINK_GATEWAY_URL`.
 */
export function pinnedAgent(resolve: ResolveHost): Agent {
  return new Agent({ ...limits, connect: { lookup: publicLookup(resolve), timeout: slowestMs } })
}

/** Connects to the operator's own gateway, wherever that is. */
export function gatewayAgent(): Agent {
  return new Agent({ ...limits, connect: { timeout: slowestMs } })
}
