import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What a later server adds to responses: the name of a field, and a value of enums. */
export const later = 'added_later'

/** A relay between clients and a server. */
export interface Relay {
  url: string
  /** Whether responses are as a later server may send them. */
  isLater: boolean
  stop(): Promise<void>
}

/**
 * Starts a relay that can change a server's responses as the versioning policy allows without notice: each object gets
 * another field, and each enum another value.
 */
export async function startRelay(target: string, schemas: Record<string, object>): Promise<Relay> {
  const enums = enumFields(schemas)
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await forward(target, request)
    const type = headers.get('content-type') ?? ''
    const text = relay.isLater && type.includes('json') && body ? JSON.stringify(grown(JSON.parse(body), enums)) : body
    response.writeHead(status, { 'content-type': type }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const relay: Relay = {
    url: `http://127.0.0.1:${address.port}`,
    isLater: false,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return relay
}

async function forward(target: string, request: IncomingMessage) {
  const { method = '', url = '', headers } = request
  const sent = ['content-type', 'x-api-key'].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const body = await buffer(request)
  const response = await fetch(target + url, {
    method,
    headers: Object.fromEntries(sent),
    ...(body.length > 0 && { body }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Returns the names of the fields that are enums everywhere, and never a literal that distinguishes objects. */
function enumFields(schemas: Record<string, object>): ReadonlySet<string> {
  const enums = new Set<string>()
  const literals = new Set<string>()
  const visit = (value: unknown, name: string) => {
    if (typeof value !== 'object' || value === null) return
    if ('enum' in value) enums.add(name)
    if ('const' in value) literals.add(name)
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'properties') visit(inner, name)
      else for (const [field, schema] of Object.entries(inner as object)) visit(schema, field)
    }
  }
  for (const schema of Object.values(schemas)) visit(schema, '')
  return new Set([...enums].filter((name) => !literals.has(name)))
}

function grown(value: unknown, enums: ReadonlySet<string>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => grown(one, enums, name))
  if (typeof value === 'string') return enums.has(name) ? later : value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]) => [field, grown(inner, enums, field)])
  return Object.fromEntries([...fields, [later, later]])
}
