import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An API stand-in's response; `null` breaks the connection, `'silence'` never responds. */
export type ScriptedAnswer = { status: number; body: unknown; headers?: Record<string, string> } | null | 'silence'

interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server that returns these responses in turn, then repeats the last response. */
export async function startScriptedServer(...answers: ScriptedAnswer[]) {
  const requests: Asked[] = []
  const server = createServer(async (request, response) => {
    const reply = answers[Math.min(requests.length, answers.length - 1)]
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    })
    if (reply === 'silence') return
    if (!reply) return void request.socket.destroy()
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A problem body. */
export const problem = (status: number, code: string) => ({
  type: 'https://pinref.example/docs/errors/x',
  title: 'X',
  status,
  detail: `Why: ${code}.`,
  code,
  request_id: 'r-1',
})
