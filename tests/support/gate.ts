import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

/** A proxy that can withhold requests from the server behind it. */
export interface Gate {
  url: string
  /**
   * Lets requests pass until the given number of them match, and withholds that one and all later ones.
   * @param pattern for a method and a path, e.g. `GET /api/usage`.
   * @returns when the first withheld request has arrived.
   */
  closeAt(pattern: RegExp, nth?: number): Promise<void>
  /** Lets later requests pass. Those withheld so far never get a response. */
  open(): void
  stop(): void
}

/** Starts a gate on a free loopback port. */
export async function startGate(target: string): Promise<Gate> {
  let mayPass = (_name: string) => true
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    if (!mayPass(`${method} ${url}`)) return
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      pipeline(response, outgoing, () => {})
    })
    forwarded.once('error', () => outgoing.destroy())
    pipeline(incoming, forwarded, () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    closeAt(pattern, nth = 1) {
      let left = nth
      return new Promise((resolve) => {
        mayPass = (name) => {
          if (left > 0 && pattern.test(name)) left -= 1
          if (left === 0) resolve()
          return left > 0
        }
      })
    },
    open() {
      mayPass = () => true
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
