import {
  type CallToolRequest,
  type CallToolResult,
  classifyInboundRequest,
  createMcpHandler,
  isJSONRPCRequest,
  isJsonContentType,
  isSpecType,
  type RequestId,
  SERVER_INFO_META_KEY,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { version } from '@/package.json'
import type { Answer, Call } from '@/server/entrances/rest/call'
import type { AppScope } from '@/server/metering/access/app-scopes'
import { env } from '@/server/platform/settings/env'
import type { ToolCalls } from './tool-calls'
import { isTool, toolList } from './tools'

/** Instructions that agents read before they pick a tool. */
const instructions =
  'Pinref looks up permanent identifiers (CID, place id) and public details of Google Maps listings. Identifiers are ' +
  'strings; never convert a CID to a number. If a tool returns an error, follow its advice and retry once. Never guess ' +
  'identifiers.'

const serverInfo = () => ({ name: 'pinref', title: 'Pinref', version, websiteUrl: env().APP_URL })

/** The tool calls in one HTTP request. */
type Calls = Pick<ToolCalls, 'run'>

/**
 * Responds to the messages in one HTTP request. A single tool call, which most requests are, goes straight to the tool.
 * For every request, the library creates a server, a transport, and up to two streams, which takes several times as long
 * as converting a CID.
 * @param body the request's body, parsed.
 * @param scopes the scopes of an app; null for all tools.
 */
export async function answerMessages(
  call: Call,
  body: unknown,
  scopes: readonly AppScope[] | null,
  calls: Calls,
): Promise<Answer> {
  if (isToolCall(body)) {
    const write = writerFor(call, body)
    if (write) return write(body, await calls.run(body.params))
  }
  const headers = new Headers()
  for (const name of headerNames) {
    const value = call.header(name)
    if (value !== null) headers.set(name, value)
  }
  // The library does not read the URL.
  const request = new Request('http://localhost/api/mcp', { method: 'POST', headers })
  return toAnswer(await createMcpHandler(() => newServer(scopes, calls)).fetch(request, { parsedBody: body }))
}

/** The headers that the library reads. */
const headerNames = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']

type ToolCall = CallToolRequest & { id: RequestId }

/** Writes the response to a tool call. */
type Writer = (call: ToolCall, result: CallToolResult) => Answer

const isToolCall = (body: unknown): body is ToolCall =>
  isJSONRPCRequest(body) && isSpecType.CallToolRequest(body) && isTool(body.params.name)

/**
 * Returns what writes the response to a tool call in the same form as the library; null if the library might find a fault
 * in the call.
 */
function writerFor(call: Call, body: ToolCall): Writer | null {
  if (!isJsonContentType(call.header('content-type'))) return null
  const revision = call.header('mcp-protocol-version')
  const sent = revision === null ? {} : { protocolVersionHeader: revision }
  const { kind } = classifyInboundRequest({ httpMethod: 'POST', body, ...sent })
  if (kind === 'legacy') {
    const accept = call.header('accept') ?? ''
    const isAccepted = accept.includes('application/json') && accept.includes('text/event-stream')
    return isAccepted && (revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) ? eventWith : null
  }
  const isNamed = call.header('mcp-method') === body.method && call.header('mcp-name') === body.params.name
  const isRetry = 'requestState' in body.params || 'inputResponses' in body.params
  return kind === 'modern' && revision === '2026-07-28' && isNamed && !isRetry ? jsonWith : null
}

/** Writes a result for a 2025 revision: as a stream with one event. */
function eventWith({ id }: ToolCall, result: CallToolResult): Answer {
  const message = JSON.stringify({ result, jsonrpc: '2.0', id })
  return { status: 200, headers: ['content-type', 'text/event-stream'], body: `event: message\ndata: ${message}\n\n` }
}

/** Writes a result for revision 2026-07-28: with the server's name. */
function jsonWith({ id }: ToolCall, result: CallToolResult): Answer {
  const named = { ...result, resultType: 'complete', _meta: { ...result._meta, [SERVER_INFO_META_KEY]: serverInfo() } }
  const body = JSON.stringify({ result: named, jsonrpc: '2.0', id })
  return { status: 200, headers: ['content-type', 'application/json'], body }
}

/** Converts the library's response. Its headers about caching and connections are not needed for a complete body. */
async function toAnswer(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')
  const headers = type === null ? [] : ['content-type', type]
  return { status: response.status, headers, body: response.body ? await response.text() : '' }
}

/**
 * Creates a server for one HTTP request. `McpServer` would rebuild the list of tools each time.
 * @param scopes the scopes of an app; null for all tools.
 */
export function newServer(scopes: readonly AppScope[] | null, calls: Calls): Server {
  const server = new Server(serverInfo(), { instructions, capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: toolList(scopes) }))
  server.setRequestHandler('tools/call', ({ params }) => calls.run(params))
  return server
}
