import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The open connections of a server. Where there are as many as `most`, further ones are closed as they come, before they take
 * all memory. (`maxConnections` would do it, but not in a cluster: there such a connection is passed round for ever.)
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
