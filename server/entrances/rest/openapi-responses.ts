import { apiErrorCodes, type ErrorCode } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { errorExample } from './examples/problems'
import type { Operation } from './procedures'

/** The response headers for a call that was admitted or that exceeded a limit. */
const quotaHeaders = {
  'X-RateLimit-Limit': { description: 'Calls in the window, or `unlimited`.', schema: { type: 'string' } },
  'X-RateLimit-Remaining': { description: 'Calls left; 2147483647 when unlimited.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in epoch seconds; absent when unlimited.',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description: 'Calls left and seconds until the reset, in the IETF draft format.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The quota in the IETF draft format.', schema: { type: 'string' } },
}

const keyHeaders = {
  'X-API-Key-Type': {
    description: '`test` with a test key. The response contains sample data, and the call did not count.',
    schema: { type: 'string', const: 'test' },
  },
}

const callHeaders = {
  'X-Request-Id': {
    description: 'Identifies this call. Include it when you report a problem.',
    schema: { type: 'string' },
  },
  'X-API-Version': { description: 'The version of this API.', schema: { type: 'string', const: '1' } },
  'Server-Timing': {
    description: 'Processing time in milliseconds: `store`, `upstream`, and `total`.',
    schema: { type: 'string' },
  },
}

const retryAfter = {
  description:
    'Seconds to wait before you retry the same call, at least 1. Absent if over an hour; use `retry_after` in the body.',
  schema: { type: 'integer', minimum: 1 },
}

/**
 * The additional headers for each status. The quota headers are absent if a call is rejected before admission, for
 * example, because of its input.
 */
const headersByStatus: Record<number, object> = {
  400: { ...quotaHeaders, ...keyHeaders },
  401: { 'WWW-Authenticate': { description: '`Bearer`, with 401.', schema: { type: 'string', const: 'Bearer' } } },
  403: { ...quotaHeaders, ...keyHeaders },
  404: { ...quotaHeaders, ...keyHeaders },
  405: { Allow: { description: 'The allowed methods, with 405.', schema: { type: 'string' } } },
  429: { ...quotaHeaders, ...keyHeaders, 'Retry-After': retryAfter },
  500: { ...quotaHeaders, ...keyHeaders, 'Retry-After': retryAfter },
}

/** The error codes of a call that only reads an account's state. */
const codesOfReading: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'operation_not_allowed',
  'address_not_allowed',
  'method_not_allowed',
  'too_many_requests',
  'store_unavailable',
  'internal_error',
]

/** The error codes of a whole `/batch` call; its items have their own problems. */
const codesOfBatch: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'address_not_allowed',
  'method_not_allowed',
  'body_too_slow',
  'payload_too_large',
  'too_many_requests',
  'store_unavailable',
  'internal_error',
]

/** The error codes of the batch operations; lines have their own problems. */
const codesOfBatches: readonly ErrorCode[] = [
  ...codesOfReading,
  'batch_not_found',
  'route_not_found',
  'body_too_slow',
  'payload_too_large',
]

/** The error codes of the watchlist operations. */
const codesOfWatchlists: readonly ErrorCode[] = [...codesOfBatches, 'watchlist_not_found']

/** The error codes of the key operations. */
const codesOfKeys: readonly ErrorCode[] = [
  ...codesOfReading,
  'key_not_found',
  'too_many_keys',
  'body_too_slow',
  'payload_too_large',
]

/** The error codes of the endpoint operations. */
const codesOfCallbacks: readonly ErrorCode[] = [
  ...codesOfReading,
  'callback_not_found',
  'body_too_slow',
  'payload_too_large',
]

const notOfCalling: readonly ErrorCode[] = [
  'callback_not_found',
  'route_not_found',
  'batch_not_found',
  'watchlist_not_found',
  'key_not_found',
  'too_many_keys',
]
const codesOfCalling: readonly ErrorCode[] = apiErrorCodes.filter((code) => !notOfCalling.includes(code))

function codesOf(path: string, isRead: boolean): readonly ErrorCode[] {
  if (path.startsWith('/batches')) return codesOfBatches
  if (path.startsWith('/watchlists')) return codesOfWatchlists
  if (path.startsWith('/keys')) return codesOfKeys
  if (path.startsWith('/callbacks')) return codesOfCallbacks
  if (isRead) return codesOfReading
  return path === '/batch' ? codesOfBatch : codesOfCalling
}

const created = {
  Location: { description: 'The path of the new resource.', schema: { type: 'string' } },
}

const deprecated = {
  Deprecation: { description: 'When it was deprecated, as in RFC 9745.', schema: { type: 'string' } },
  Sunset: { description: 'When it will be removed, as in RFC 8594.', schema: { type: 'string' } },
  Link: { description: 'A page about the replacement.', schema: { type: 'string' } },
}

/**
 * Returns a response for every status that an operation can return. A failure's description lists its possible codes,
 * and each code has an example.
 * @param path the path as in the document, e.g. `/resolve`.
 * @param content the response content if the operation succeeds.
 */
export function responsesOf(
  path: string,
  isRead: boolean,
  content: object | undefined,
  { creates, deprecation }: Pick<Operation, 'creates' | 'deprecation'>,
): Record<string, object> {
  const codes = codesOf(path, isRead)
  const statuses = new Set(codes.map((code) => problems[code].status))
  const always = { ...callHeaders, ...(deprecation && deprecated) }
  const failures = [...statuses].map((status): [number, object] => {
    const own = codes.filter((code) => problems[code].status === status)
    return [
      status,
      {
        description: own.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
        headers: { ...always, ...headersByStatus[status] },
        content: { 'application/problem+json': { schema: problemSchema, examples: problemExamples(own) } },
      },
    ]
  })
  const headers = { ...(creates && created), ...always, ...quotaHeaders, ...keyHeaders }
  const ok = { description: creates ? 'Created' : 'OK', headers, content }
  return { [creates ? 201 : 200]: ok, ...Object.fromEntries(failures) }
}

const problemSchema = { $ref: '#/components/schemas/Problem' }

const problemExamples = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))

/** Returns examples of all problems, by code, for `components.examples`. */
export const examplesOfProblems = () =>
  Object.fromEntries(apiErrorCodes.map((code) => [code, { summary: problems[code].title, value: errorExample(code) }]))
