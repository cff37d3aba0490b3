import type {
  ClientNotification,
  ClientRequest,
  DiscoverRequest,
  SubscriptionsListenRequest,
} from '@modelcontextprotocol/server'

type Message = ClientRequest | ClientNotification | DiscoverRequest | SubscriptionsListenRequest

/** Every method that an agent may call, in any revision. The type enforces completeness. */
const methods: Record<Message['method'], true> = {
  'completion/complete': true,
  initialize: true,
  'logging/setLevel': true,
  'notifications/cancelled': true,
  'notifications/initialized': true,
  'notifications/progress': true,
  'notifications/roots/list_changed': true,
  ping: true,
  'prompts/get': true,
  'prompts/list': true,
  'resources/list': true,
  'resources/read': true,
  'resources/subscribe': true,
  'resources/templates/list': true,
  'resources/unsubscribe': true,
  'server/discover': true,
  'subscriptions/listen': true,
  'tools/call': true,
  'tools/list': true,
}

export const mcpMethods: readonly string[] = Object.keys(methods)

/** The protocol revisions that differ in how a message is sent. */
export const mcpRevisions = ['2025-06-18', '2026-07-28'] as const

const named = 'io.modelcontextprotocol'

/** Returns a message and the headers to send with it. @param more additional method parameters. */
export function mcpMessage(method: string, revision: (typeof mcpRevisions)[number], more: object = {}) {
  const clientInfo = { name: 'tests', version: '1' }
  const meta = {
    [`${named}/protocolVersion`]: revision,
    [`${named}/clientCapabilities`]: {},
    [`${named}/clientInfo`]: clientInfo,
  }
  const begun =
    revision === '2025-06-18' ? { protocolVersion: revision, capabilities: {}, clientInfo } : { _meta: meta }
  const listened = method === 'subscriptions/listen' ? { notifications: { toolsListChanged: true } } : {}
  const id = method.startsWith('notifications/') ? {} : { id: 1 }
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
    },
    message: { jsonrpc: '2.0', ...id, method, params: { ...begun, ...listened, ...more } },
  }
}
