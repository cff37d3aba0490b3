import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long idle connections stay open: a caller or a proxy may be sending a call over one at this moment. */
const keptMs = 1_500

/** How long calls in flight may take to finish. */
const drainTimeoutMs = 10_000

/**
 * Stops a server without losing a call: accepts no new connections, answers calls that are in flight or still come over open
 * connections, and waits until all connections are closed. Each answer must say that it is the last one of its connection.
 * @param open the server's open connections.
 */
export async function drain(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  // The `close` of an HTTP server would close idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  await Promise.race([closed, sleep(keptMs)])
  // Runs right after the sockets were read, when a connection whose call has arrived is no longer idle.
  const idle = setInterval(() => setImmediate(closeIdle, server, open), 50)
  const late = setTimeout(() => server.closeAllConnections(), drainTimeoutMs - keptMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

function closeIdle(server: Server, open: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  // Node does not count a connection as idle if nothing has come over it yet.
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}
