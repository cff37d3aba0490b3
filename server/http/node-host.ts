import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Client } from '@/server/access/client'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import type { Answer } from '@/server/rest/call'
import { handleRest } from '@/server/rest/handle-rest'
import { isOperation } from '@/server/rest/procedures'
import { clientBehindProxies } from './client-address'
import { answerFailure, handleApi, toResponse } from './handle-api'
import { NodeCall, sendAnswer, writeTimeoutMs } from './node-call'
import { mayWait } from './pipelined'

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Answers every request of a node server: what is under `/api` itself, everything else through `pages`. Calls of the
 * operations are read from and written to node's own messages; the rest of the API is not called by the thousand, and goes
 * through fetch-style requests.
 */
export function nodeHost(pages: Listener): Listener {
  const { TRUSTED_PROXIES } = env()
  const clientOf = (incoming: IncomingMessage): Client =>
    clientBehindProxies(incoming.socket.remoteAddress ?? null, forwardedFor(incoming), TRUSTED_PROXIES)

  const restOfApi = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await handleApi(request, clientOf(incoming as IncomingMessage))
      ;(outgoing as ServerResponse).setTimeout(writeTimeoutMs)
      return response
    },
    // Next replaces the other global classes too.
    { overrideGlobalObjects: false, hostname: 'localhost', errorHandler: answerUnreadable },
  )

  return (incoming, outgoing) => {
    // It has no connection yet: another request of its connection is ahead of it.
    if (outgoing.socket === null && !mayWait(incoming.socket, outgoing)) return
    const url = plainAddress(incoming.url ?? '')
    const answer = (given: Answer) => sendAnswer(outgoing, given)
    // Nobody behind this may read an address in another way.
    incoming.url = url
    if (!isApi(url)) return isRead(incoming) ? pages(incoming, outgoing) : answer(answerFailure(readOnly()))
    const path = pathBelowApi(url)
    if (!isOperation(path)) return void restOfApi(incoming, outgoing)
    void handleRest(new NodeCall(incoming, outgoing, path, clientOf)).then(answer)
  }
}

/** An address that needs no normalizing, as nearly all are. */
const plain = /^\/[\w-]+(?:\/[\w-]+)*$/

/** The address of a request line without dot segments and without a host. */
function plainAddress(url: string): string {
  if (plain.test(url)) return url
  const address = /^https?:\/\//i.test(url) ? url : `http://localhost${url.startsWith('/') ? '' : '/'}${url}`
  if (!URL.canParse(address)) return '/api/unreadable'
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Whether a request is for the API, by its address. */
const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

function pathBelowApi(url: string): string {
  const query = url.indexOf('?')
  return (query < 0 ? url : url.slice(0, query)).slice('/api'.length)
}

/** Pages are only read: nothing of ours takes a form. */
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function forwardedFor({ headers }: IncomingMessage): string | null {
  const value = headers['x-forwarded-for']
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}

const readOnly = () => new PinrefError('method_not_allowed', 'Pages are read with GET.', { allow: 'GET, HEAD' })

/** A request whose address cannot be read, e.g. one with a backslash in its path. */
function answerUnreadable(error: unknown): Response {
  const unreadable = new PinrefError('invalid_request', 'The address of the request could not be read.')
  return toResponse(answerFailure(error instanceof RequestError ? unreadable : error))
}
