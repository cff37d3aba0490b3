import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The parts of an agent's connection that tests need, independent of the library. */
export interface Agent {
  version(): string | undefined
  instructions(): string | undefined
  tools(): Promise<ToolTold[]>
  call(name: string, input: object): Promise<ToolAnswer>
}

interface ToolAnswer {
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  value: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  text: any
  meta: Record<string, unknown> | undefined
  /** The combined length of the call and its result, as JSON. */
  characters: number
}

interface ToolTold {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: object
  outputSchema?: object | undefined
  annotations?: { readOnlyHint?: boolean | undefined; idempotentHint?: boolean | undefined } | undefined
}

/**
 * The clients that agents use: both release lines of the official library, with the protocol revisions that each
 * supports.
 */
export const lines = ['2026-07-28', 'client 2, as in 2025', 'sdk 1'] as const

export async function connect(
  line: (typeof lines)[number],
  url: string,
  headers: Record<string, string>,
): Promise<Agent> {
  const address = new URL('/api/mcp', url)
  const options = { requestInit: { headers } }
  const me = { name: 'tests', version: '1.0.0' }
  const client =
    line === 'sdk 1'
      ? new FormerClient(me)
      : new Client(me, { versionNegotiation: { mode: line === '2026-07-28' ? { pin: line } : 'legacy' } })
  const transport =
    line === 'sdk 1' ? new FormerTransport(address, options) : new StreamableHTTPClientTransport(address, options)
  // Each client uses the transport from its own library.
  await (client as Client).connect(transport as StreamableHTTPClientTransport)
  return {
    version: () => (client instanceof Client ? client.getNegotiatedProtocolVersion() : undefined),
    instructions: () => client.getInstructions(),
    tools: async () => (await (client as Client).listTools()).tools,
    call: async (name, input) => {
      const answer = await (client as Client).callTool({ name, arguments: { ...input } })
      const [first] = answer.content
      const message = first?.type === 'text' ? first.text : ''
      return {
        isError: answer.isError === true,
        value: answer.structuredContent,
        text: jsonOf(message),
        meta: answer._meta,
        characters: JSON.stringify({ name, arguments: input }).length + JSON.stringify(answer).length,
      }
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
