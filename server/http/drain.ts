import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long idle connections stay open: a caller, or a proxy, may be sending over one at this moment. */
const keptMs = 1_500

/** How long calls in flight may take to finish. */
const drainTimeoutMs = 10_000

/**
 * Stops a server without losing a call: takes no more connections from the first, answers what is in flight or comes over open
 * ones, and waits until all are closed. Each answer is to say that it is the last of its connection.
 * @param open its open connections.
 */
export async function drain(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  // That of an HTTP server closes idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  await Promise.race([closed, sleep(keptMs)])
  // Right after the sockets were read: a call that has arrived is not idle any more.
  const idle = setInterval(() => setImmediate(closeIdle, server, open), 50)
  const late = setTimeout(() => server.closeAllConnections(), drainTimeoutMs - keptMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

function closeIdle(server: Server, open: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  // To node one over which nothing has come yet is not idle.
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}
