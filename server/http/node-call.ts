import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@/server/access/client'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import type { Answer, Call } from '@/server/rest/call'
import { mostBytes, tooLarge } from '@/server/rest/read-body'

/** A call as a node server hands it over. */
export function nodeCall(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  client: Client,
  record: CallRecord,
): Call {
  return {
    method: incoming.method ?? '',
    path,
    client,
    record,
    get signal() {
      return signalOf(outgoing)
    },
    header: (name) => headerOf(incoming, name),
    readBody: () => readNodeBody(incoming),
  }
}

/** A header by its name in lower case; null where it was not sent. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}

/** Writes an answer, and nothing where the caller has gone. */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (outgoing.destroyed) return
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))]
  outgoing.writeHead(status, [...headers, ...length]).end(body)
}

/** Ends when the connection does before the answer is written. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

function readNodeBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) {
      reject(tooLarge())
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size <= mostBytes) chunks.push(chunk)
      // What follows is thrown away as it comes.
      else reject(tooLarge())
    })
    incoming.once('end', () => resolve(bodyText(chunks)))
    incoming.once('close', () => {
      if (!incoming.complete) reject(new PinrefError('invalid_request', 'The body broke off.'))
    })
  })
}

function bodyText(chunks: readonly Buffer[]): string {
  const [only] = chunks
  return (only && chunks.length === 1 ? only : Buffer.concat(chunks)).toString('utf8')
}
