import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server on this machine that can lose answers. */
export interface LossyProxy {
  port: number
  /** From now on, requests arrive, but the connection breaks before the answer is sent back. */
  loseAnswers(): void
  /** How many answers it has lost. */
  lost(): number
  /** From now on, everything passes. */
  heal(): void
  stop(): void
}

/** Starts a proxy in front of a port of this machine, on a free port. */
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
