import { isJSONRPCNotification } from '@modelcontextprotocol/server'
import { PinrefError } from '@/server/errors'
import { type LongBody, maxRequestBytes, readRequestText } from '@/server/runtime/bounded-body'
import { isTooDeep, tooDeep } from '@/server/runtime/input'

/** The most messages in one HTTP request. */
const maxMessages = 10

/** The longest body with a key, in bytes: the most lines that an agent may send, at 200 bytes each. */
const maxBytes = 1024 * 1024

/** The messages of an HTTP request, as the library handles them. */
export interface Messages {
  /** The body for the library. */
  body: unknown
  /** The number of tool calls, and of other messages. */
  calls: number
  others: number
}

/** A fault in the messages of an HTTP request. */
export class MessageFault extends Error {
  readonly status: number
  /** @see https://www.jsonrpc.org/specification#error_object */
  readonly code: number
  readonly id: string | number | null

  constructor(status: number, code: number, message: string, id: string | number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.id = id
  }

  response(): Response {
    const { code, message, id } = this
    return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: this.status })
  }
}

/**
 * Reads the messages of an HTTP request. Skips notifications sent along with requests: nothing depends on them, and a
 * cancellation would leave the stream open.
 * @param hasKey whether the caller has an API key and may send more than 16 KiB.
 * @param longBody admits a body of more than 16 KiB before it is read.
 * @throws MessageFault; PinrefError `invalid_request` if the caller disconnects; the error that refuses a long body.
 */
export async function readMessages(request: Request, hasKey: boolean, longBody: LongBody): Promise<Messages> {
  const reading = readRequestText(request, hasKey ? maxBytes : maxRequestBytes, longBody)
  const text = await reading.catch((error: unknown) => {
    throw error instanceof PinrefError && error.code === 'payload_too_large' ? tooLong(hasKey) : error
  })
  const body = parsed(text)
  if (!Array.isArray(body)) return messagesOf(body, [body])
  if (body.length > maxMessages) throw new MessageFault(400, -32600, `Send at most ${maxMessages} messages at once.`)
  const requests = body.filter((message) => !isJSONRPCNotification(message))
  return messagesOf(requests.length > 0 ? requests : body, body)
}

function messagesOf(body: unknown, all: readonly unknown[]): Messages {
  const methods = all.map((message) => (message as { method?: unknown } | null)?.method)
  if (methods.includes('subscriptions/listen')) {
    const { id } = body as { id?: unknown }
    throw new MessageFault(404, -32601, 'Subscriptions are not supported. The tools do not change.', idOf(id))
  }
  const calls = methods.filter((method) => method === 'tools/call').length
  return { body, calls, others: all.length - calls }
}

const tooLong = (hasKey: boolean) =>
  hasKey
    ? new MessageFault(413, -32000, `Send at most ${maxBytes / 1024} KiB.`)
    : new MessageFault(
        413,
        -32000,
        `Send at most ${maxRequestBytes / 1024} KiB, or ${maxBytes / 1024} KiB with an API key.`,
      )

const idOf = (id: unknown) => (typeof id === 'string' || typeof id === 'number' ? id : null)

function parsed(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new MessageFault(400, -32700, 'The request body is not valid JSON.')
  }
  if (isTooDeep(body)) throw new MessageFault(400, -32600, tooDeep)
  return body
}
