import { isJSONRPCNotification } from '@modelcontextprotocol/server'
import type { Answer, Call } from '@/server/entrances/rest/call'
import { readApiKey } from '@/server/entrances/rest/headers'
import { callsBody } from '@/server/entrances/trpc/admit-own'
import { admitRequests, type Caller } from '@/server/metering/access/admit'
import { accountOfKey } from '@/server/metering/access/api-key'
import { type AppAccess, type AppScope, appScopes } from '@/server/metering/access/app-scopes'
import { roles } from '@/server/metering/access/members'
import { invalidApiKey, pauseRefusal } from '@/server/metering/access/refusals'
import { recordFailedCall } from '@/server/metering/usage/failed-calls'
import { type CallRecord, timed } from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { type LongBody, maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import { isTooDeep, tooDeep } from '@/server/platform/runtime/input'
import { env } from '@/server/platform/settings/env'
import { agentTimeoutMs, maxAgentBytes, maxMessages } from './limits'
import { answerMessages } from './protocol'
import { ToolCalls } from './tool-calls'
import { scopeOf } from './tools'

/**
 * Handles MCP requests over streamable HTTP without sessions, from clients of revisions 2025 and 2026-07-28. The tools
 * are router procedures. Tool failures are returned in the result, so the agent can act on them; an invalid API key
 * gets 401, because only a person can replace it. Each message counts against the burst limit. No connection is kept
 * open.
 * @param app the person, the account, and the scopes of an app's access token; null for a caller with an API key, or a
 *   visitor.
 * @throws ScopeError if the app calls a tool outside its scopes. PinrefError `cross_site` for a page on another site;
 *   `invalid_api_key`; `address_not_allowed`;
 *   `too_many_requests`; `upstream_unavailable` after the deadline; `store_unavailable`.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export async function handleMcp(call: Call, record: CallRecord, app: AppAccess | null = null): Promise<Answer> {
  const scopes = app?.scopes ?? null
  const accountId = app?.member.accountId ?? null
  // Unlike cookies, access tokens are not sent by browsers on their own.
  if (app === null && isCrossSite(call)) {
    throw new PinrefError('cross_site', 'Call this URL from an agent, not from a page on another site.')
  }
  const apiKey = app === null ? readApiKey(call) : null
  if (apiKey !== null && accountOfKey(apiKey) === null) throw invalidApiKey()
  const client = () => call.client()
  const longBody = callsBody(client, apiKey, record, accountId)
  try {
    const member = app && { ...app.member, personId: app.personId, roles }
    const answer = await respond(call, { client, apiKey, member, app }, scopes, record, longBody)
    if (record.code === tooFast) await pauseRefusal(call.signal())
    return answer
  } catch (error) {
    if (error instanceof MessageFault) return error.answer()
    if (error instanceof PinrefError) {
      const { operation, requestId } = record
      const admittedFor = accountId ?? undefined
      recordFailedCall({ apiKey, admittedFor, client, operation, requestId, error })
    }
    if (error instanceof PinrefError && error.code === tooFast) await pauseRefusal(call.signal())
    throw error
  } finally {
    longBody.release()
  }
}

const tooFast = 'too_many_requests'

/** An app called tools that its access token doesn't open. */
export class ScopeError extends PinrefError {
  /** The scopes that the app needs, including those that it has. */
  readonly scopes: readonly AppScope[]

  constructor(scopes: readonly AppScope[]) {
    super('operation_not_allowed', 'This app is not allowed to use this tool. Reconnect the app to allow it.')
    this.scopes = scopes
  }
}

async function respond(
  call: Call,
  caller: Caller & { app: AppAccess | null },
  scopes: readonly AppScope[] | null,
  record: CallRecord,
  longBody: LongBody,
): Promise<Answer> {
  async function count(messages: number): Promise<void> {
    if (messages < 1) return
    record.keyId = await timed(record, 'storeMs', () => admitRequests(caller, messages, record.requestId))
  }
  if (call.method !== 'POST') {
    await count(1)
    throw new MessageFault(405, -32000, 'Method not allowed.')
  }
  const messages = await readMessages(call, caller.apiKey !== null || caller.member !== null, longBody).catch(
    async (error: unknown) => {
      await count(1)
      throw error
    },
  )
  const needed = neededScopes(messages.tools, scopes)
  if (needed) {
    await count(messages.others + messages.tools.length)
    throw new ScopeError(needed)
  }
  await count(messages.others)

  return inTime(call, async (signal) => {
    const own = { client: caller.client, signal, header: (name: string) => call.header(name) }
    const calls = new ToolCalls(own, caller, record)
    const answer = await answerMessages(call, messages.body, scopes, calls)
    // Whether the API key was rejected is known only once all tools have run.
    if (calls.keyFault) throw calls.keyFault
    await count(messages.tools.length - calls.counted)
    return answer
  })
}

/**
 * Runs work for a call, up to a time limit.
 * @param work gets a function that returns a signal for the caller's disconnection and the time limit. Few tools need the
 *   signal, so it is created on demand.
 * @throws PinrefError `upstream_unavailable` after the time limit.
 */
async function inTime<T>(call: Call, work: (signal: () => AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  let signal: AbortSignal | undefined
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PinrefError('upstream_unavailable', 'The response took too long. Try again.'))
      late.abort()
    }, agentTimeoutMs())
  })
  try {
    return await Promise.race([work(() => (signal ??= AbortSignal.any([call.signal(), late.signal]))), limit])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns whether a request comes from a page on another site. Such a site can point its host name at a server on the
 * user's machine, so an Origin that matches the Host is trusted only for a loopback name. Agents do not send an Origin.
 */
function isCrossSite(call: Call): boolean {
  const origin = call.header('origin')
  if (origin === null || origin === new URL(env().APP_URL).origin) return false
  if (!URL.canParse(origin)) return true
  const { hostname, host } = new URL(origin)
  return !loopbackName.test(hostname) || host !== call.header('host')
}

const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** The messages in an HTTP request, in the form that the library handles. */
interface Messages {
  /** The body to pass to the library. */
  body: unknown
  /** The names of the called tools, as sent. */
  tools: readonly unknown[]
  /** The number of other messages. */
  others: number
}

/** Returns the scopes that an app needs to call these tools, with those that it has; null if it has all of them. */
function neededScopes(called: readonly unknown[], scopes: readonly AppScope[] | null): AppScope[] | null {
  if (scopes === null) return null
  const needed = new Set([...scopes, ...called.flatMap((name) => scopeOf(name) ?? [])])
  return needed.size === scopes.length ? null : appScopes.filter((scope) => needed.has(scope))
}

/** An error in an HTTP request's messages. */
class MessageFault extends Error {
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

  answer(): Answer {
    const { status, code, message, id } = this
    const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
    const allow = status === 405 ? ['allow', 'POST'] : []
    return { status, headers: ['content-type', 'application/json', ...allow], body }
  }
}

/**
 * Reads an HTTP request's messages. Skips notifications sent along with requests, because nothing depends on them, and
 * a cancellation would leave the stream open.
 * @param hasKey whether the caller has an API key and may send more than 16 KiB.
 * @param longBody admits a body of more than 16 KiB before it is read.
 * @throws MessageFault; PinrefError `invalid_request` if the caller disconnects; the error from `longBody`.
 */
async function readMessages(call: Call, hasKey: boolean, longBody: LongBody): Promise<Messages> {
  const reading = call.readBody(hasKey ? maxAgentBytes : maxRequestBytes, longBody)
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
  const sent = all.map((message) => (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null })
  if (sent.some(({ method }) => method === 'subscriptions/listen')) {
    const { id } = body as { id?: unknown }
    throw new MessageFault(404, -32601, 'Subscriptions are not supported, because the tools do not change.', idOf(id))
  }
  const tools = sent.filter(({ method }) => method === 'tools/call').map(({ params }) => params?.name)
  return { body, tools, others: all.length - tools.length }
}

const tooLong = (hasKey: boolean) =>
  hasKey
    ? new MessageFault(413, -32000, `Send at most ${maxAgentBytes / 1024} KiB.`)
    : new MessageFault(
        413,
        -32000,
        `Send at most ${maxRequestBytes / 1024} KiB, or ${maxAgentBytes / 1024} KiB with an API key.`,
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
