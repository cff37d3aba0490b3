import { isIPv6 } from 'node:net'

/** Who is calling, as far as the network tells. */
export interface Client {
  /** An IPv4 or IPv6 address in its shortest form; `local` where the host cannot tell. */
  address: string
}

/**
 * What a caller without a valid key is counted by: the IPv4 address, or the /64 of an IPv6 address, since a /64 belongs to
 * one subscriber.
 */
export function networkOf({ address }: Client): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(0, gap)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
