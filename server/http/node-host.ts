import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { startRecord } from '@/server/observability/call-record'
import { isOperation } from '@/server/rest/call-procedure'
import { answerOperation } from './answer-operation'
import { clientBehindProxies } from './client-address'
import { answerFailure, handleApi } from './handle-api'
import { headerOf, nodeCall, sendAnswer } from './node-call'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Whether a request is for the API, by its address as it came. */
export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/**
 * Answers everything under `/api` of a node server. The operations are read from and written to node's own messages; the
 * rest, which nobody calls by the thousand, goes through a fetch-style request.
 */
export function nodeHost(): Listener {
  const { TRUSTED_PROXIES } = env()
  const clientOf = (incoming: IncomingMessage) =>
    clientBehindProxies(incoming.socket.remoteAddress ?? null, headerOf(incoming, 'x-forwarded-for'), TRUSTED_PROXIES)

  const others = getRequestListener(
    (request, { incoming }) => handleApi(request, clientOf(incoming as IncomingMessage)),
    // The other global classes are Next's too.
    { overrideGlobalObjects: false, hostname: 'localhost', errorHandler: answerUnreadable },
  )

  return (incoming, outgoing) => {
    const path = operationPath(incoming.url ?? '')
    if (path === null) {
      void others(incoming, outgoing)
      return
    }
    const record = startRecord(incoming.method ?? '', path.slice(1), headerOf(incoming, 'traceparent'))
    const call = nodeCall(incoming, outgoing, path, clientOf(incoming), record)
    void answerOperation(call).then((answer) => sendAnswer(outgoing, answer))
  }
}

/** The path below `/api` where an address, as it came, is plainly an operation's; null where it has to be looked at closer. */
function operationPath(url: string): string | null {
  const query = url.indexOf('?')
  const path = (query < 0 ? url : url.slice(0, query)).slice('/api'.length)
  return isOperation(path) ? path : null
}

/** A request whose address cannot be read, e.g. one with a backslash in its path. */
function answerUnreadable(error: unknown): Response {
  const unreadable = new PinrefError('invalid_request', 'The address of the request could not be read.')
  return answerFailure(error instanceof RequestError ? unreadable : error)
}
