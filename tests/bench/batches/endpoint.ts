import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A received event, and the number of times that it was received. */
export interface Received {
  times: number
  body: string
}

/** Starts a callback endpoint that is dead at first, which means that it returns 503. */
export async function startEndpoint() {
  /** Accepted events, by event id. */
  const received = new Map<string, Received>()
  const state = { isAlive: false, refused: 0, secret: '' }
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    if (body === null) return
    if (!state.isAlive) {
      state.refused += 1
      response.writeHead(503).end()
      return
    }
    new Webhook(state.secret).verify(body, request.headers as Record<string, string>)
    const id = String(request.headers['webhook-id'])
    const before = received.get(id)
    if (before && before.body !== body) throw new Error(`the event ${id} came with two bodies`)
    received.set(id, { times: (before?.times ?? 0) + 1, body })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    /** For `CALLBACK_GATEWAY_URL`. */
    gatewayUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    state,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
