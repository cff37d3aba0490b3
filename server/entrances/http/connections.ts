import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientBehindProxies, networkOf } from '@/server/metering/access/client'

/** A network's open connections. Each has the turn in which it became idle or busy, and the lowest turn comes first. */
interface Holder {
  /** The connections without a call in flight: no call yet, headers still arriving, or the last call answered. */
  idle: Map<Socket, number>
  busy: Map<Socket, number>
}

/**
 * Returns a server's open connections, and limits them to `most`, before they exhaust memory. If another one arrives,
 * the network with the most connections loses one: the one that has been idle the longest; if none is idle, the one
 * with the oldest call. A new connection is idle too, so it is closed if its own network has the most and all others
 * there have calls. Behind a proxy, all connections belong to the proxy's network. (`maxConnections` closes each new
 * connection, so one network could lock out the others; and in a cluster, these are passed around forever.)
 */
export function boundConnections(server: Server, most: number): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  const holders = new Map<string, Holder>()
  const holderOf = new WeakMap<Socket, Holder>()
  const calls = new WeakMap<Socket, number>()
  let turn = 0

  server.on('connection', (socket) => {
    const network = networkOf(clientBehindProxies(socket.remoteAddress ?? null, null, 0))
    const holder = holders.get(network) ?? { idle: new Map(), busy: new Map() }
    holders.set(network, holder)
    holderOf.set(socket, holder)
    holder.idle.set(socket, turn++)
    open.add(socket)
    socket.once('close', () => {
      leave(socket, holder)
      if (sizeOf(holder) === 0 && holders.get(network) === holder) holders.delete(network)
    })
    if (open.size <= most) return
    const [last, lastHolder] = connectionToClose([...holders.values()])
    leave(last, lastHolder)
    last.destroy()
  })

  /** Frees the connection's place, which another may take before the socket has closed. */
  function leave(socket: Socket, { idle, busy }: Holder): void {
    open.delete(socket)
    idle.delete(socket)
    busy.delete(socket)
  }

  function track({ socket }: IncomingMessage, response: ServerResponse): void {
    const { idle, busy } = holderOf.get(socket) ?? {}
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    if (idle?.delete(socket)) busy?.set(socket, turn++)
    response.once('close', () => {
      const left = (calls.get(socket) ?? 1) - 1
      calls.set(socket, left)
      if (left === 0 && busy?.delete(socket)) idle?.set(socket, turn++)
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, track)
  return open
}

const sizeOf = ({ idle, busy }: Holder): number => idle.size + busy.size

function connectionToClose(holders: readonly Holder[]): [Socket, Holder] {
  const most = holders.reduce((size, holder) => Math.max(size, sizeOf(holder)), 0)
  const largest = holders.filter((holder) => sizeOf(holder) === most)
  const closed = longest(largest, 'idle') ?? longest(largest, 'busy')
  if (!closed) throw new Error('a full server has no connections')
  return closed
}

/** Returns the connection that has been idle or busy the longest, with its holder. */
function longest(holders: readonly Holder[], state: keyof Holder): [Socket, Holder] | undefined {
  let found: [Socket, Holder] | undefined
  let foundTurn = Number.POSITIVE_INFINITY
  for (const holder of holders) {
    const [first] = holder[state]
    if (!first || first[1] > foundTurn) continue
    found = [first[0], holder]
    foundTurn = first[1]
  }
  return found
}
