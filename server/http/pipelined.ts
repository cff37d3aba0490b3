import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of one connection may wait for the answer to the one before. Nearly all clients send no request early. */
const maxWaiting = 10

const waiting = new WeakMap<Socket, number>()

/**
 * Counts a request that came before the previous one on its connection was answered. Node would accept any number of them and
 * hold their answers for a caller who does not read, so a connection with too many is closed.
 * @returns false if the connection was closed.
 */
export function mayWait(connection: Socket, outgoing: ServerResponse): boolean {
  const count = (waiting.get(connection) ?? 0) + 1
  if (count > maxWaiting) {
    connection.destroy()
    return false
  }
  waiting.set(connection, count)
  outgoing.once('close', () => waiting.set(connection, (waiting.get(connection) ?? 1) - 1))
  return true
}
