import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An answer of a stand-in for the API; `null`: it breaks the connection, `'silence'`: it never answers. */
export type ScriptedAnswer = { status: number; body: unknown; headers?: Record<string, string> } | null | 'silence'

interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server that gives these answers in turn, then repeats the last. */
export async function startScriptedServer(...answers: ScriptedAnswer[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const said = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    })
    if (said === 'silence') return
    if (!said) return void request.socket.destroy()
    const body = typeof said.body === 'string' ? said.body : JSON.stringify(said.body)
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A problem body. */
export const problem = (status: number, code: string) => ({
  ...{
    type: 'https://pinref.example/docs/errors/x',
    title: 'X',
    status,
    detail: `Why: ${code}.`,
    code,
    request_id: 'r-1',
  },
})
