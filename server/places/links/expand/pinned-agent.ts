import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

/** Looks up every address of a host name. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/** The error code for a host name without an address or with an address that is not public. */
export const notPublic = 'ENOTPUBLIC'

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Uses the operating system's resolver, including its hosts file. */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/**
 * Returns a `lookup` for sockets that rejects a host with any address that is not public. The socket connects to
 * exactly the addresses checked here: the name is never looked up again, so it cannot resolve to another address later.
 */
export function publicLookup(resolve: ResolveHost) {
  return (host: string, { all }: LookupOptions, answer: LookupCallback): void => {
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

/** Much larger than any short link's page. */
const largestBodyBytes = 256 * 1024

/** Longer than a whole chain may take; the chain's own deadline ends a slow response first. */
const slowestMs = 10_000

const limits = {
  maxResponseSize: largestBodyBytes,
  headersTimeout: slowestMs,
  bodyTimeout: slowestMs,
}

/**
 * Returns an agent that connects only to public addresses. Never pass literal IP addresses to the agent, because they
 * skip the lookup and its check. The agent ignores `HTTPS_PROXY`, because a proxy would do the lookup itself. Operators
 * who need a proxy can set `LINK_GATEWAY_URL`.
 */
export function pinnedAgent(resolve: ResolveHost): Agent {
  return new Agent({ ...limits, connect: { lookup: publicLookup(resolve), timeout: slowestMs } })
}

/** Returns an agent that connects to the operator's own gateway, regardless of its address. */
export function gatewayAgent(): Agent {
  return new Agent({ ...limits, connect: { timeout: slowestMs } })
}

/** The IPv6 addresses allocated to the public internet; the rest of the space is unused or not public. */
const globalUnicast = ipaddr.IPv6.parse('2000::')
const globalUnicastBits = 3

/** The prefix for translation to IPv4 (RFC 6052). The last 32 bits are the actual IPv4 address. */
const translated = ipaddr.IPv6.parse('64:ff9b::')
const translatedBits = 96

/**
 * Whether an IP address is public. An address that contains an IPv4 address (`::ffff:10.0.0.1`, `64:ff9b::a00:1`) is
 * public only if the IPv4 address is. Tunnels (6to4, Teredo) and reserved addresses are not public.
 * @param text an address as returned by a resolver, such as `142.250.1.1` or `2a00:1450::1`; any other text is not
 *   public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.match(translated, translatedBits)) {
    return new ipaddr.IPv4(address.toByteArray().slice(-4)).range() === 'unicast'
  }
  return address.match(globalUnicast, globalUnicastBits) && address.range() === 'unicast'
}
