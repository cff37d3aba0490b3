import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'

/** Responds to a request that has these headers. */
type Answer = (incoming: IncomingMessage, outgoing: ServerResponse, headers: OutgoingHttpHeaders) => Promise<void>

/** Vercel's edge, which is in front of the functions and sends them the caller's address. */
export interface Edge {
  url: string
  stop(): void
}

/** Starts an edge on a free loopback port. */
export async function startEdge(answer: Answer): Promise<Edge> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, platformHeaders(incoming)).catch((error: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end(String(error))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Returns the headers that a function gets. Headers that Vercel sets never come from the caller.
 * A test sets its caller's address in `X-Forwarded-For`, because all tests share one real address.
 * @see https://vercel.com/docs/headers/request-headers
 */
function platformHeaders({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const forwarded = Object.entries(headers).filter(
    ([name]) => !/^(x-vercel-.*|x-real-ip|forwarded|connection)$/.test(name),
  )
  const address = String(headers['x-forwarded-for'] ?? socket.remoteAddress)
  const host = headers.host ?? ''
  return {
    ...Object.fromEntries(forwarded),
    'x-real-ip': address,
    'x-forwarded-for': address,
    'x-vercel-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
    'x-vercel-id': 'iad1::iad1::abcde-1700000000000-0123456789ab',
    'x-vercel-deployment-url': 'pinref-1a2b3c.vercel.app',
  }
}

const hopByHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Forwards a function's response to the caller, with additional headers. */
export function passBack(answer: IncomingMessage, outgoing: ServerResponse, more: string[] = []): void {
  const lines = answer.rawHeaders.filter(
    (_, index, all) => !hopByHop.has((all[index - (index % 2)] ?? '').toLowerCase()),
  )
  outgoing.writeHead(answer.statusCode ?? 502, [...lines, ...more])
  answer.pipe(outgoing)
}
