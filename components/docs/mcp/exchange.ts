/** The answer to the call of a tool. */
export interface Exchange {
  status: number
  /** JSON, indented. */
  body: string
}

const revision = '2026-07-28'

/** Returns the message that calls a tool. @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export const messageOf = (name: string, input: Readonly<Record<string, string>>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name,
    arguments: input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'pinref-docs', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

/**
 * Sends a message as an agent does: with the key or as a visitor, never with the user's session.
 * @returns null if there was no response at all.
 */
export async function sendMessage(message: ReturnType<typeof messageOf>, key: string): Promise<Exchange | null> {
  try {
    const response = await fetch('/api/mcp', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': message.method,
        'mcp-name': message.params.name,
        ...(key && { 'x-api-key': key }),
      },
      body: JSON.stringify(message),
    })
    return { status: response.status, body: JSON.stringify(await response.json(), null, 2) }
  } catch {
    return null
  }
}
