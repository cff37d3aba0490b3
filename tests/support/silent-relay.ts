import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A relay to a server on this machine that can fall silent, like a network that drops every packet. */
export interface SilentRelay {
  port: number
  /** The number of accepted connections. */
  taken(): number
  /**
   * From now on, drops all incoming data without closing connections. New connections are accepted, but are silent too.
   * Silent connections remain silent forever.
   * @param which `new`: existing connections still reach the server.
   */
  fallSilent(which?: 'all' | 'new'): void
  /** From now on, new connections reach the server again. */
  heal(): void
  stop(): void
}

/** @param target returns the destination port; called for each connection. */
export async function startSilentRelay(target: () => number): Promise<SilentRelay> {
  let isSilent = false
  let taken = 0
  const callers = new Set<Socket>()
  const silenced = new WeakSet<Socket>()
  const server = createServer((near) => {
    taken += 1
    if (isSilent) silenced.add(near)
    const far = connect(target(), '127.0.0.1')
    callers.add(near)
    near.on('data', (chunk) => !silenced.has(near) && far.write(chunk))
    far.on('data', (chunk) => !silenced.has(near) && near.write(chunk))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.once('close', () => {
      callers.delete(near)
      far.destroy()
    })
    far.once('close', () => !silenced.has(near) && near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    taken: () => taken,
    fallSilent: (which = 'all') => {
      isSilent = true
      if (which === 'all') for (const near of callers) silenced.add(near)
    },
    heal: () => {
      isSilent = false
    },
    stop: () => {
      for (const near of callers) near.destroy()
      server.close()
    },
  }
}
