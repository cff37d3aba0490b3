import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
