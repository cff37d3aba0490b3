import { isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The caller, as identified by the network. */
export interface Client {
  /** An IPv4 or IPv6 address in its shortest form; `local` if the host does not provide it. */
  address: string
}

/**
 * The header that passes the caller's address on: from a worker to the site process, and from there to better-auth. A
 * value sent by the caller is discarded.
 */
export const clientHeader = 'x-pinref-client'

/**
 * Finds the caller's address behind a number of trusted proxies. Each proxy appends the address that called it to
 * `X-Forwarded-For`. Addresses farther left are the caller's own claims and are never trusted.
 * @param socketAddress the connection's peer; null if the host does not provide it.
 * @param forwardedFor the header as received; null if absent.
 * @param trustedProxies the number of proxies in front, 0 or more.
 */
export function clientBehindProxies(
  socketAddress: string | null,
  forwardedFor: string | null,
  trustedProxies: number,
): Client {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',')
    const claimed = readAddress(hops[Math.max(0, hops.length - trustedProxies)] ?? '')
    if (claimed) return { address: claimed }
  }
  return { address: readAddress(socketAddress ?? '') ?? 'local' }
}

/** The caller's address as reported by Vercel's edge. The platform overwrites any value that a caller sends in this header. */
export function clientOnVercel(headers: Headers): Client {
  return { address: readAddress(headers.get('x-real-ip') ?? '') ?? 'local' }
}

/** Parses an address without its port and brackets; null if the text is not an address. */
const readAddress = withCache((text) => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return shortestAddress(bare)
})

/**
 * Returns an address in its shortest form, or null if the text is not an address. An IPv4 address inside an IPv6 one
 * (`::ffff:c000:201`) becomes that IPv4 address, and a zone (`%eth0`), which only identifies a local interface, is
 * dropped.
 */
export function shortestAddress(text: string): string | null {
  if (isIPv4(text)) return text
  return isIPv6(text) ? parsed(text).toString() : null
}

/**
 * Returns the network that calls without a valid key count against: the IPv4 address, or the /64 of an IPv6 address,
 * because a /64 belongs to one subscriber.
 */
export function networkOf({ address }: Client): string {
  if (!isIPv6(address)) return address
  const ip = parsed(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/**
 * Returns an address as its family number and its bits (`4` and 32 bits, `6` and 128 bits), so that all addresses in a
 * range share a prefix. If the host does not provide the address, the result is empty and matches no range.
 */
export const addressBits = ({ address }: Client): string => bitsOfText(address)

const bitsOfText = withCache((text) => (isIP(text) ? bitsOf(parsed(text)) : ''))

/** Returns a parsed address as its family number and its bits. */
export function bitsOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray()
  return (bytes.length === 4 ? '4' : '6') + bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

const parsed = (text: string) => ipaddr.process(text.replace(/%.*/, ''))

/** The maximum number of cached addresses, and their maximum length, which leaves room for a zone and a port. */
const maxCached = 1_000
const longestCached = 100

/** Adds a cache to a function. Parsing an address takes a tenth of a call's time, and most callers call again. */
function withCache<Read extends string | null>(read: (text: string) => Read): (text: string) => Read {
  const cache = new Map<string, Read>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = read(text)
    if (cache.size >= maxCached) cache.clear()
    if (text.length <= longestCached) cache.set(text, result)
    return result
  }
}
