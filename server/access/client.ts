import { isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Who is calling, as far as the network tells. */
export interface Client {
  /** An IPv4 or IPv6 address in its shortest form; `local` if the host cannot tell it. */
  address: string
}

/**
 * Finds the caller's address behind a number of proxies that we trust. Each proxy adds the address it was called from at the
 * right end of `X-Forwarded-For`; everything further left is the caller's own claim and is never believed.
 * @param socketAddress the peer of the connection; null if the host does not tell it.
 * @param forwardedFor the header as received; null if absent.
 * @param trustedProxies how many proxies stand in front, 0 or more.
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

/** The caller's address as Vercel's own edge states it; the platform overwrites what a caller sends under this name. */
export function clientOnVercel(headers: Headers): Client {
  return { address: readAddress(headers.get('x-real-ip') ?? '') ?? 'local' }
}

/** Reads an address without port and brackets; null if the text is not an address. */
const readAddress = remembering((text) => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return shortestAddress(bare)
})

/**
 * Returns an address in its shortest form. An IPv4 address inside an IPv6 one (`::ffff:c000:201`) becomes that IPv4 address,
 * and a zone (`%eth0`), which only names our own interface, is left out. Null if the text is not an address.
 */
export function shortestAddress(text: string): string | null {
  if (isIPv4(text)) return text
  return isIPv6(text) ? parsed(text).toString() : null
}

/**
 * Returns the network that a caller without a valid key is counted by: the IPv4 address, or the /64 of an IPv6 address,
 * because a /64 belongs to one subscriber.
 */
export function networkOf({ address }: Client): string {
  if (!isIPv6(address)) return address
  const found = parsed(address)
  if (found instanceof ipaddr.IPv4) return found.toString()
  const groups = found.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/**
 * Returns an address as the number of its family and its bits (`4` and 32 bits, `6` and 128 bits), so that the addresses of a
 * range begin with the same text. Empty if the host cannot tell the address, which is then in no range.
 */
export const addressBits = ({ address }: Client): string => bitsOfText(address)

const bitsOfText = remembering((text) => (isIP(text) ? bitsOf(parsed(text)) : ''))

/** The same for an address that is already parsed. */
export function bitsOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray()
  return (bytes.length === 4 ? '4' : '6') + bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

const parsed = (text: string) => ipaddr.process(text.replace(/%.*/, ''))

/** How many addresses are remembered, and how long the longest may be: enough for a zone and a port. */
const maxRemembered = 1_000
const longestRemembered = 100

/** Adds a cache to a function: reading an address takes a tenth of a call's time, and most callers come again. */
function remembering<Read extends string | null>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = read(text)
    if (known.size >= maxRemembered) known.clear()
    if (text.length <= longestRemembered) known.set(text, made)
    return made
  }
}
