import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { version } from '@/package.json'
import { admitRequests, type Caller } from '@/server/access/admit'
import { accountOfKey } from '@/server/access/api-key'
import type { Client } from '@/server/access/client'
import { invalidApiKey, pauseRefusal } from '@/server/access/refusals'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { type CallRecord, timed } from '@/server/observability/call-record'
import { readApiKey } from '@/server/rest/headers'
import type { LongBody } from '@/server/runtime/bounded-body'
import { callsBody } from '@/server/trpc/admit-own'
import { noteFailedCall } from '@/server/usage/failed-calls'
import { MessageFault, readMessages } from './messages'
import { ToolCalls } from './tool-calls'
import { toolList } from './tools'

/** How long an answer may take besides the upstream's own deadline, in milliseconds. */
const spareMs = 30_000

/** What an agent reads about Pinref before it chooses a tool. */
const instructions =
  'Pinref gives the permanent identifiers (CID, place id) and the public facts of Google Maps listings. Identifiers are ' +
  'text: never turn a CID into a number. An error says what to send instead; try once more with that, and do not guess ' +
  'identifiers.'

/**
 * Answers agents over MCP, streamable HTTP without sessions: clients of revision 2026-07-28 and those of 2025. The tools are
 * procedures of the router. A tool that fails says so in its result, for the agent to act on; an invalid API key gets 401, for
 * the person who set it. Each message counts against the burst of its network or account, and nothing keeps a connection open.
 * @param accountId the account that an app calls for, by its access token; null for a caller with an API key, or a visitor.
 * @throws PinrefError `cross_site` for a page of another site; `invalid_api_key`; `address_not_allowed`; `too_many_requests`;
 *   `upstream_unavailable` after the deadline; `store_unavailable`.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export async function handleMcp(
  request: Request,
  client: Client,
  record: CallRecord,
  accountId: string | null = null,
): Promise<Response> {
  // No page can have a browser send an access token, as it sends a cookie.
  if (accountId === null && isForeign(request.headers)) {
    throw new PinrefError(
      'cross_site',
      'Agents call this address from their own program, not from another site’s page.',
    )
  }
  const apiKey = accountId === null ? readApiKey((name) => request.headers.get(name)) : null
  if (apiKey !== null && accountOfKey(apiKey) === null) throw invalidApiKey()
  const long = callsBody(() => client, apiKey, record, accountId)
  try {
    const response = await answer(request, { client: () => client, apiKey, accountId }, record, long)
    if (record.code === tooFast) await pauseRefusal(request.signal)
    return response
  } catch (error) {
    if (error instanceof MessageFault) return error.response()
    if (error instanceof PinrefError) {
      const { operation, requestId } = record
      const admittedFor = accountId ?? undefined
      noteFailedCall({ apiKey, admittedFor, client: () => client, operation, requestId, error })
    }
    if (error instanceof PinrefError && error.code === tooFast) await pauseRefusal(request.signal)
    throw error
  } finally {
    long.release()
  }
}

const tooFast = 'too_many_requests'

async function answer(request: Request, caller: Caller, record: CallRecord, long: LongBody): Promise<Response> {
  async function count(messages: number): Promise<void> {
    if (messages < 1) return
    record.keyId = await timed(record, 'storeMs', () => admitRequests(caller, messages, record.requestId))
  }
  const { method, url, headers } = request
  if (method !== 'POST') {
    await count(1)
    return createMcpHandler(() => newServer()).fetch(request)
  }
  const messages = await readMessages(request, caller.apiKey !== null || caller.accountId !== null, long).catch(
    async (error: unknown) => {
      await count(1)
      throw error
    },
  )
  await count(messages.others)

  const late = AbortSignal.timeout(env().UPSTREAM_DEADLINE_MS + spareMs)
  const signal = AbortSignal.any([request.signal, late])
  const call = { client: caller.client, signal: () => signal, header: (name: string) => headers.get(name) }
  const calls = new ToolCalls(call, caller, record)
  const handler = createMcpHandler(() => newServer(calls))
  const response = await handler.fetch(new Request(url, { method, headers, signal }), { parsedBody: messages.body })
  // Clients of 2025 get a stream that ends with the answer. Only at its end is it known whether the API key was refused.
  const body = response.body && (await response.text())
  if (calls.refused) throw calls.refused
  if (late.aborted) throw new PinrefError('upstream_unavailable', 'The answer took too long. Try again.')
  await count(messages.calls - calls.counted)
  return new Response(body, response)
}

/** Returns a server for one HTTP request; without `calls` it only lists the tools. The library's `McpServer` would describe every tool again for each. */
export function newServer(calls?: Pick<ToolCalls, 'run'>): Server {
  const server = new Server(
    { name: 'pinref', title: 'Pinref', version, websiteUrl: env().APP_URL },
    { instructions, capabilities: { tools: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: toolList() }))
  if (calls) server.setRequestHandler('tools/call', ({ params }) => calls.run(params))
  return server
}

/**
 * Whether a browser calls for a page of another site. Such a site can point its own host name at a server on the user's machine,
 * so an Origin that matches the Host is not enough, unless it is a loopback name. Agents send no Origin.
 */
function isForeign(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (origin === null || origin === new URL(env().APP_URL).origin) return false
  if (!URL.canParse(origin)) return true
  const { hostname, host } = new URL(origin)
  return !thisMachine.test(hostname) || host !== headers.get('host')
}

const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
