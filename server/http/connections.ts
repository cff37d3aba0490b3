import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Returns the open connections of a server, and limits them to `most`: further ones are closed as they come, before they use up
 * all memory. (`maxConnections` would do that too, but in a cluster such a connection is passed around forever.)
 */
export function boundConnections(server: Server, most: number): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    if (open.size >= most) {
      socket.destroy()
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}
