import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { accountOfKey } from '@/server/access/api-key'
import type { Client } from '@/server/access/client'
import { invalidApiKey } from '@/server/access/refusals'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { problemOf } from '@/server/problem'
import { readApiKey } from '@/server/rest/headers'
import { type LongBody, maxVisitorBytes, readRequestBytes } from '@/server/runtime/bounded-body'
import { version } from '@/server/runtime/version'
import { callsBody } from '@/server/trpc/admit-own'
import type { Context } from '@/server/trpc/context'
import { errorForCaller } from '@/server/trpc/error'
import { appRouter } from '@/server/trpc/router'
import { type Caller, registerTools } from './tools'

/** The longest body with a key, in bytes: a batch of as many lines as an agent may send, at 200 bytes each. */
const maxBytes = 1024 * 1024

/** What an agent reads about Pinref before it chooses a tool. */
const instructions =
  'Pinref gives the permanent identifiers (CID, place id) and the public facts of Google Maps listings. Identifiers are ' +
  'text: never turn a CID into a number. An error says what to send instead; try once more with that, and do not guess ' +
  'identifiers.'

/**
 * Answers agents over MCP, streamable HTTP without sessions: clients of revision 2026-07-28 and those of 2025. The tools are
 * procedures of the router. A tool that fails says so in its result, for the agent to act on; an invalid API key gets 401, for
 * the person who set it.
 * @throws PinrefError `cross_site` for a page of another site; `invalid_api_key`.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export async function handleMcp(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isForeign(request.headers)) {
    throw new PinrefError(
      'cross_site',
      'Agents call this address from their own program, not from another site’s page.',
    )
  }
  const header = (name: string) => request.headers.get(name)
  const apiKey = readApiKey(header)
  if (apiKey !== null && accountOfKey(apiKey) === null) throw invalidApiKey()

  let refused: PinrefError | null = null
  async function run(call: (caller: Caller) => Promise<Record<string, unknown>>): Promise<CallToolResult> {
    // One message may hold several calls, each of which is admitted separately.
    const context: Context = {
      call: { client: () => client, signal: () => request.signal, header },
      ...{ record, apiKey, account: async () => null, metering: {} },
    }
    try {
      const answer = await call(appRouter.createCaller(context))
      return { content: [text(answer)], structuredContent: answer }
    } catch (error) {
      const told = errorForCaller(error, record.requestId, request.signal)
      record.code = told.code
      if (told.code === 'invalid_api_key') refused = told
      return { content: [text(problemOf(told, record.requestId))], isError: true }
    }
  }

  const long = callsBody(() => client, apiKey, record)
  const most = apiKey === null ? maxVisitorBytes : maxBytes
  try {
    const whole = await readWhole(request, most, long)
    if (whole === null) return tooLarge(most)
    const response = await createMcpHandler(() => newServer(run), { maxRequestBodySize: most }).fetch(whole)
    // Clients of 2025 get a stream that ends with the answer. Only at its end is it known whether the API key was refused.
    const body = response.body && (await response.text())
    if (refused) throw refused
    return new Response(body, response)
  } finally {
    long.release()
  }
}

/** Returns the request with its body read; null if that is too large. The library would leave a large body half-read. */
async function readWhole(request: Request, most: number, long: LongBody): Promise<Request | null> {
  if (request.method !== 'POST') return request
  try {
    const body = new Uint8Array(await readRequestBytes(request, most, long))
    return new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal })
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'payload_too_large') return null
    throw error
  }
}

const tooLarge = (most: number) =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32000, message: `Send at most ${most / 1024} KiB.` } },
    { status: 413 },
  )

function newServer(run: Parameters<typeof registerTools>[1]): McpServer {
  const server = new McpServer(
    { name: 'pinref', title: 'Pinref', version, websiteUrl: env().APP_URL },
    { instructions },
  )
  registerTools(server, run)
  return server
}

const text = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value) })

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
