import { problemsOfBodies, problemsOfReading } from '@/server/entrances/trpc/entrance'
import { apiErrorCodes, type ErrorCode } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { errorExample } from './examples/problems'
import type { Operation } from './served-router'

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
  409: { ...quotaHeaders, ...keyHeaders },
  429: { ...quotaHeaders, ...keyHeaders, 'Retry-After': retryAfter },
  500: { ...quotaHeaders, ...keyHeaders, 'Retry-After': retryAfter },
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
 * @param content the response content if the operation succeeds.
 */
export function responsesOf(
  content: object | undefined,
  { method, creates, deprecation, problems: all = problemsOfReading }: Operation,
): Record<string, object> {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const codes = hasBody ? all : all.filter((code) => !problemsOfBodies.includes(code))
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

/**
 * Returns examples of the problems of operations, by code, for `components.examples`. No operation rejects its own method.
 */
export const examplesOfProblems = () =>
  Object.fromEntries(
    apiErrorCodes.filter((code) => code !== 'method_not_allowed').map((code) => [code, { value: errorExample(code) }]),
  )
