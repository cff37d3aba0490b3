import { type Client, shortestAddress } from '@/server/access/client'

/**
 * The caller's address behind a number of proxies that we trust. Each proxy adds the address it was called from at the
 * right end of `X-Forwarded-For`; what stands further left is the caller's own claim and never believed.
 * @param socketAddress the peer of the connection; null where the host does not tell.
 * @param forwardedFor the header as received; null where absent.
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

/** An address without port and brackets; null where the text is no address. */
function readAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return shortestAddress(bare)
}
