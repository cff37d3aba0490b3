import { isJSONRPCNotification } from '@modelcontextprotocol/server'
import { PinrefError } from '@/server/errors'
import { type LongBody, maxRequestBytes, readRequestText } from '@/server/runtime/bounded-body'
import { isTooDeep, tooDeep } from '@/server/runtime/input'

/** The most messages of one HTTP request. */
const maxMessages = 10

/** The longest body with a key, in bytes: a batch of as many lines as an agent may send, at 200 bytes each. */
const maxBytes = 1024 * 1024

/** The messages of an HTTP request, as the library answers them. */
export interface Messages {
  /** What the library reads as the body. */
  body: unknown
  /** How many of them are calls of tools, and how many are not. */
  calls: number
  others: number
}

/** What is wrong with the messages of an HTTP request. */
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
 * Reads the messages of an HTTP request. Skips notifications sent along with requests: nothing depends on them here, and a
 * notification that cancels a request would leave its stream open.
 * @param hasKey whether the caller has an API key, and may send more than 16 KiB.
 * @param long decides about a body of more than 16 KiB, before it is read.
 * @throws MessageFault; PinrefError `invalid_request` if the caller breaks off; what refuses the caller of a long body.
 */
export async function readMessages(request: Request, hasKey: boolean, long: LongBody): Promise<Messages> {
  const reading = readRequestText(request, hasKey ? maxBytes : maxRequestBytes, long)
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
    throw new MessageFault(404, -32601, 'There is nothing to subscribe to: the tools do not change.', idOf(id))
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
        `Send at most ${maxRequestBytes / 1024} KiB; with an API key, ${maxBytes / 1024} KiB.`,
      )

const idOf = (id: unknown) => (typeof id === 'string' || typeof id === 'number' ? id : null)

function parsed(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new MessageFault(400, -32700, 'The body is not JSON.')
  }
  if (isTooDeep(body)) throw new MessageFault(400, -32600, tooDeep)
  return body
}
