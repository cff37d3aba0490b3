import { generateOpenApiDocument } from 'trpc-to-openapi'
import { env } from '@/server/env'
import { apiErrorCodes, type ErrorCode } from '@/server/errors'
import { problems } from '@/server/problem'
import { appRouter } from '@/server/trpc/router'
import { describeFiles } from './openapi-files'

/** The headers of an answer that reached admission. */
const quotaHeaders = {
  'X-RateLimit-Limit': { description: 'Calls in the window, or `unlimited`.', schema: { type: 'string' } },
  'X-RateLimit-Remaining': { description: 'Calls left; 2147483647 when unlimited.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the window ends, epoch seconds; absent when unlimited.',
    schema: { type: 'integer' },
  },
  RateLimit: { description: 'The same, as in the IETF draft.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota, as in the IETF draft.', schema: { type: 'string' } },
}

const keyHeaders = {
  'X-API-Key-Type': {
    description: '`test` with a test key: the answer comes from sample data and did not count.',
    schema: { type: 'string', const: 'test' },
  },
}

const callHeaders = {
  'X-Request-Id': {
    description: 'Identifies this call; include it when you report a problem.',
    schema: { type: 'string' },
  },
  'X-API-Version': { description: 'The version of this API.', schema: { type: 'string', const: '1' } },
  'Server-Timing': {
    description: 'Where the time went, in milliseconds: `store`, `upstream`, `total`.',
    schema: { type: 'string' },
  },
}

const retryAfter = {
  description: 'When to retry the same call: seconds, at least 1.',
  schema: { type: 'integer', minimum: 1 },
}

/** What else stands in the headers of one status. */
const headersByStatus: Record<number, object> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
  405: { Allow: { schema: { type: 'string' } } },
  429: { ...quotaHeaders, ...keyHeaders, 'Retry-After': retryAfter },
  500: { 'Retry-After': retryAfter },
}

/** What a call that only reads where an account stands can fail with. */
const codesOfReading: readonly ErrorCode[] = [
  'invalid_api_key',
  'operation_not_allowed',
  'address_not_allowed',
  'method_not_allowed',
  'too_many_requests',
  'store_unavailable',
  'internal_error',
]

/** What a whole batch can fail with; its items have problems of their own. */
const codesOfBatch: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'address_not_allowed',
  'method_not_allowed',
  'payload_too_large',
  'too_many_requests',
  'store_unavailable',
  'internal_error',
]

/** What handling batches can fail with; their lines have problems of their own. */
const codesOfBatches: readonly ErrorCode[] = [
  ...codesOfReading,
  'invalid_request',
  'batch_not_found',
  'route_not_found',
  'payload_too_large',
]

const codesOfCalling: readonly ErrorCode[] = apiErrorCodes.filter(
  (code) => code !== 'route_not_found' && code !== 'batch_not_found',
)

function codesOf(path: string, isRead: boolean): readonly ErrorCode[] {
  if (path.startsWith('/batches')) return codesOfBatches
  if (isRead) return codesOfReading
  return path === '/batch' ? codesOfBatch : codesOfCalling
}

/** A response for every status that an operation can fail with; the description names the codes it may carry. */
function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const statuses = new Set(codes.map((code) => problems[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      {
        description: codes
          .filter((code) => problems[code].status === status)
          .map((code) => `\`${code}\`: ${problems[code].title}`)
          .join('; '),
        headers: { ...callHeaders, ...headersByStatus[status] },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

let document: OpenApiDocument | undefined
let json: string | undefined

export type OpenApiDocument = ReturnType<typeof generateOpenApiDocument>

/** The OpenAPI document, generated from the router and made true to what this server sends; built once. */
export function openApiDocument(): OpenApiDocument {
  document ??= buildDocument()
  return document
}

/** The same, as it is sent. */
export function openApiJson(): string {
  json ??= JSON.stringify(openApiDocument())
  return json
}

function buildDocument(): OpenApiDocument {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Pinref',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: `${env().APP_URL}/api`,
    description:
      'Turns anything that points at a Google Maps listing into its permanent identifiers and its public rating.',
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  })
  for (const [path, { get, post, put, delete: remove }] of Object.entries(generated.paths ?? {})) {
    const isBatches = path.startsWith('/batches')
    for (const operation of [get, post, put, remove]) {
      if (!operation) continue
      const ok = operation.responses?.['200'] as { content?: object } | undefined
      // No key at all is a visitor, who has nothing to read.
      const isForVisitors = !get && !isBatches
      Object.assign(operation, {
        // Several operations of batches share a path: the library names them after their procedures.
        operationId: isBatches ? operation.operationId : path.slice(1),
        security: [...(isForVisitors ? [{}] : []), { apiKey: [] }, { bearer: [] }],
        responses: {
          200: { description: 'OK', headers: { ...callHeaders, ...quotaHeaders, ...keyHeaders }, content: ok?.content },
          ...errorResponses(codesOf(path, get !== undefined)),
        },
      })
    }
  }
  describeFiles(generated)
  const { schemas = {} } = generated.components ?? {}
  // The library describes error bodies of its own, which are never sent.
  const own = Object.entries(schemas).filter(([name]) => !name.startsWith('error.'))
  Object.assign(generated.components ?? {}, { schemas: Object.fromEntries(own) })
  return generated
}
