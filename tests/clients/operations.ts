import { closed } from '../support/openapi'

/** The parts of a schema that the tests read. */
interface Schema {
  $ref?: string
  type?: string
  example?: unknown
  enum?: readonly unknown[]
  minimum?: number
  required?: readonly string[]
}

interface Media {
  schema?: Schema
  examples?: { default: { value: unknown } }
}

interface Described {
  operationId: string
  parameters?: ReadonlyArray<{ name: string; in: string; schema: Schema; required?: boolean }>
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
  servers: Array<{ url: string }>
}

/** An operation in the OpenAPI document, with everything that a call may send. */
export interface Operation {
  /** Its `operationId`. */
  id: string
  /** The operation's function name in a generated client: `batchesUpdatePart`. */
  name: string
  /** In upper case. */
  method: string
  path: string
  /** The operation's subject: `batches`. */
  kind: string
  /** Path and query values, by name. The call adds the ids of created objects. */
  inPath: Record<string, unknown>
  inQuery: Record<string, unknown>
  /** The query values that the call needs. */
  required: Record<string, unknown>
  /** Undefined if the operation has no body. */
  body: unknown
  /** The success status, and the first field in the JSON response; null for a file. */
  ok: { status: number; field: string | null }
}

/** The permissions a key needs for all operations. */
export const everything = ['resolve', 'search', 'convert', 'usage', 'keys', 'callbacks']

/** Bodies by operation. The new-batch example has lines, so there would be no lines left to send in parts. */
const bodies: Record<string, object> = { batchesCreate: { start: 'later', details: 'none' } }

/**
 * Lists every operation in a document in a working order: an object is created before it is used, and is deleted last.
 */
export function operationsOf(document: OpenApi): Operation[] {
  const { paths, components }: OpenApi = closed(document)
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]): Operation => {
      const { operationId, parameters = [], requestBody, responses } = described
      const name = operationId.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const [status = '', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
      const { schema } = response?.content?.['application/json'] ?? {}
      const { required = [] } = components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? {}
      const values = (place: string, isRequired = false) => {
        const own = parameters.filter((one) => one.in === place && (!isRequired || one.required))
        return Object.fromEntries(own.map((one) => [one.name, valueFor(one.schema)]))
      }
      return {
        id: operationId,
        name,
        method: method.toUpperCase(),
        path,
        kind: path.split('/')[1] ?? '',
        inPath: values('path'),
        inQuery: values('query'),
        required: values('query', true),
        body: requestBody && (bodies[name] ?? requestBody.content['application/json']?.examples?.default.value),
        ok: { status: Number(status), field: required[0] ?? null },
      }
    }),
  )
  const rank = ({ method, path }: Operation) => {
    if (method === 'DELETE') return path.endsWith('}') ? 7 : 6
    const at = ['/parts/', '/start', '/pause', '/resume'].findIndex((step) => path.includes(step))
    if (method === 'POST' && !path.includes('{')) return 0
    return at < 0 ? 5 : at + 1
  }
  return all.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * A placeholder for text with no format in the document, such as a cursor: types allow the placeholder, but the API may
 * not.
 */
export const anyText = 'text'

/** Returns a valid value for a parameter. */
const valueFor = ({ example, enum: options, type, minimum = 1 }: Schema): unknown =>
  example ?? options?.[0] ?? (type === 'integer' ? minimum : anyText)
