import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { mcpMessage, mcpMethods, mcpRevisions } from '../../support/mcp-messages'
import { closed } from '../../support/openapi'

/** The subset of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  oneOf?: Schema[]
  anyOf?: Schema[]
  example?: unknown
  examples?: unknown[]
}

/** A target for requests: an operation, an MCP method, or an MCP tool. */
export interface Target {
  /** `POST /api/resolve`, `MCP tools/list` */
  name: string
  method: string
  /** With placeholders such as `{id}`. */
  path: string
  headers: Record<string, string>
  /** The operation's query parameters. */
  query: Array<{ name: string; schema?: Schema }>
  /** The body's media types; empty if there is no body. */
  bodies: string[]
  /** The schema of the JSON body or, for a tool, of the arguments. */
  schema: Schema | null
  /** Returns the body for a value of this schema. */
  wrap(value: unknown): unknown
  /** The documented statuses. */
  statuses: readonly number[]
  /** Returns what is wrong with a JSON body; null if it is as documented. Omitted if the document has no schema. */
  faultOfBody?(status: number, type: string, body: unknown): string | null
}

/** The statuses that MCP over HTTP may return: the transport's own, and those for a rejected key, site, or network. */
const mcpStatuses = [200, 202, 400, 401, 403, 404, 405, 406, 413, 415, 429]

/** Reads all targets from a running server: its OpenAPI document, MCP methods, and list of tools. */
export async function readTargets(url: string): Promise<Target[]> {
  return [...(await operations(url)), ...(await mcpTargets(url))]
}

interface Operation {
  parameters?: Array<{ name: string; in: string; schema?: Schema }>
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, unknown>
}

async function operations(url: string): Promise<Target[]> {
  const document = closed(await fetch(`${url}/api/openapi.json`).then((response) => response.json()))
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const targets: Target[] = []
  for (const [path, item] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(item)) {
      const bodies = Object.keys(requestBody?.content ?? {})
      const schema = requestBody?.content['application/json']?.schema
      targets.push({
        name: `${method.toUpperCase()} /api${path}`,
        method: method.toUpperCase(),
        path: `/api${path}`,
        headers: {},
        query: parameters.filter((one) => one.in === 'query'),
        bodies,
        schema: schema ? (withoutReferences(schema, document) as Schema) : null,
        wrap: (value) => value,
        statuses: Object.keys(responses).map(Number),
        faultOfBody(status, type, body) {
          const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema']
          const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')
          const validate = ajv.getSchema(`openapi#/${pointer}`)
          if (!validate) return `${type} with ${status} is not documented`
          return validate(body)
            ? null
            : `the body with ${status} is not as documented: ${ajv.errorsText(validate.errors)}`
        },
      })
    }
  }
  return targets
}

/** Replaces references with the document's schemas. */
function withoutReferences(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, document))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    const steps = value.$ref.split('/').slice(1)
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document)
    return withoutReferences(found, document)
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutReferences(inner, document)]))
}

async function mcpTargets(url: string): Promise<Target[]> {
  const base = { method: 'POST', path: '/api/mcp', query: [], bodies: ['application/json'], statuses: mcpStatuses }
  const targets: Target[] = mcpMethods.flatMap((method) =>
    mcpRevisions.map((revision) => ({
      ...base,
      name: `MCP ${method} ${revision}`,
      headers: mcpMessage(method, revision).headers,
      schema: null,
      wrap: (value) => mcpMessage(method, revision, value === null ? {} : { arguments: value, name: value }).message,
    })),
  )
  const [revision] = mcpRevisions
  const { headers, message } = mcpMessage('tools/list', revision)
  const listed = await fetch(`${url}/api/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  const [, data = '{}'] = /^data: (.*)$/m.exec(await listed.text()) ?? []
  const tools: Array<{ name: string; inputSchema: Schema }> = JSON.parse(data).result?.tools ?? []
  for (const { name, inputSchema } of tools) {
    targets.push({
      ...base,
      name: `MCP tool ${name}`,
      headers: mcpMessage('tools/call', revision).headers,
      schema: inputSchema,
      wrap: (value) => mcpMessage('tools/call', revision, { name, arguments: value }).message,
    })
  }
  return targets
}
