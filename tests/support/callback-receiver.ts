import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** A received callback. */
export interface Received {
  /** Begins with the callback's host: `/hooks.example.com/pinref`. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a callback receiver, for servers whose `CALLBACK_GATEWAY_URL` is its URL. */
export async function startCallbackReceiver() {
  const received: Received[] = []
  const answers = { status: 200 }
  const silent = new Set<string>()
  let arrived = () => {}
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    const [, host = ''] = request.url?.split('/') ?? []
    if (!silent.has(host)) response.writeHead(answers.status).end()
    arrived()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    /** Sets the status to return from now on. */
    answerWith(status: number) {
      answers.status = status
    },
    /** From now on, never responds to a host's callbacks, but keeps their connections open. */
    neverAnswer(host: string) {
      silent.add(host)
    },
    /** Waits for the first callback of a type, ignoring the first `from` callbacks of any type. */
    async next(type: string, from = 0): Promise<Received> {
      for (;;) {
        const found = received.slice(from).find(({ body }) => JSON.parse(body).type === type)
        if (found) return found
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type CallbackReceiver = Awaited<ReturnType<typeof startCallbackReceiver>>
