import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

/** Looks up every address of a host name. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/** The error code for a host name that has no address, or one outside the public internet. */
export const notPublic = 'ENOTPUBLIC'

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Asks the operating system's own resolver, including its hosts file. */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/**
 * Returns a `lookup` for sockets that refuses a host with any address outside the public internet. The socket connects to
 * exactly the addresses checked here: nothing is looked up twice, so a name cannot resolve differently in between.
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

/** Longer than a whole chain may take; the chain's own deadline ends a slow answer first. */
const slowestMs = 10_000

const limits = {
  maxResponseSize: largestBodyBytes,
  headersTimeout: slowestMs,
  bodyTimeout: slowestMs,
}

/**
 * Returns an agent that connects to public addresses only. Literal IP addresses, which need no lookup, must not be passed to
 * it. It ignores `HTTPS_PROXY`, because a proxy would do the lookup itself. Operators who need one set `LINK_GATEWAY_URL`.
 */
export function pinnedAgent(resolve: ResolveHost): Agent {
  return new Agent({ ...limits, connect: { lookup: publicLookup(resolve), timeout: slowestMs } })
}

/** Returns an agent that connects to the operator's own gateway, whatever its address. */
export function gatewayAgent(): Agent {
  return new Agent({ ...limits, connect: { timeout: slowestMs } })
}

/** IPv6 addresses that are handed out to the public internet; the rest of the space is not in use or not public. */
const globalUnicast = ipaddr.IPv6.parse('2000::')
const globalUnicastBits = 3

/** The prefix of translators to IPv4 (RFC 6052). The last 32 bits are the IPv4 address that is really reached. */
const translated = ipaddr.IPv6.parse('64:ff9b::')
const translatedBits = 96

/**
 * Whether an IP address belongs to the public internet. An address that leads to an IPv4 address inside it
 * (`::ffff:10.0.0.1`, `64:ff9b::a00:1`) is as public as that one. Tunnels (6to4, Teredo) and everything reserved are not.
 * @param text as a resolver returns it, e.g. `142.250.1.1` or `2a00:1450::1`; any other text is not public.
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
