import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server on this machine that can lose responses. */
export interface LossyProxy {
  port: number
  /** From now on, requests reach the server, but the connection breaks before the response is returned. */
  loseAnswers(): void
  /** The number of lost responses. */
  lost(): number
  /** From now on, everything passes through. */
  heal(): void
  stop(): void
}

/** Starts a proxy on a free port, in front of another port on this machine. */
export async function startLossyProxy(target: number): Promise<LossyProxy> {
  let losing = false
  let lost = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (answer) => {
      if (!losing) return void near.write(answer)
      lost += 1
      near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseAnswers: () => {
      losing = true
    },
    lost: () => lost,
    heal: () => {
      losing = false
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
