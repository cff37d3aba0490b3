import { PinrefError } from '@/server/platform/problems/errors'
import { problemOf, retryAfterHeaderOf, retryAfterOf } from '@/server/platform/problems/problem'
import type { Answer } from './call'
import type { HeaderList } from './headers'
import type { OperationMethod, OperationRoute } from './served-router'

/**
 * Returns the error for an address under `/api` that does not exist.
 * @param meant the operation that the caller probably meant.
 */
export function noSuchRoute(meant?: Pick<OperationRoute, 'name'>): PinrefError {
  const help = meant ? `Call /api/${meant.name}.` : '/api/openapi.json lists all routes.'
  return new PinrefError('route_not_found', `This route does not exist. ${help}`)
}

/**
 * Returns the error for an operation that is called with the wrong method.
 * @param path the operation's path, below `/api`.
 */
export function methodNotAllowed(methods: readonly OperationMethod[], path: string): PinrefError {
  const [first = 'GET'] = methods
  const detail =
    methods.length > 1
      ? `Call /api${path} with ${methods.join(' or ')}.`
      : first === 'GET'
        ? `Call /api${path} with GET.`
        : `Send a POST with a JSON body to /api${path}.`
  return new PinrefError('method_not_allowed', detail, { allow: [...withHead(methods), 'OPTIONS'].join(', ') })
}

/**
 * Converts an error to a response: `application/problem+json` with the status for its code, and the matching headers.
 */
export function problemAnswer(error: PinrefError, requestId: string): Answer<string> {
  const problem = problemOf(error, requestId)
  return {
    status: problem.status,
    headers: ['content-type', 'application/problem+json', ...headersOf(error)],
    body: JSON.stringify(problem),
  }
}

function headersOf(error: PinrefError): HeaderList {
  if (error.allow) return ['allow', error.allow]
  if (error.code === 'invalid_api_key') return ['www-authenticate', 'Bearer']
  const seconds = retryAfterHeaderOf(retryAfterOf(error))
  return seconds === null ? [] : ['retry-after', String(seconds)]
}

/**
 * Any page may read the documents and call the operations with a key. The operations don't read cookies, so a page
 * cannot use a visitor's session. Unknown routes have these headers too; otherwise, a typo would look like a network
 * error.
 */
export const corsHeaders: HeaderList = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing, X-API-Key-Type, Location, Deprecation, Sunset, Link',
]

/**
 * Returns the response to a browser's preflight request, without the headers that all responses have.
 * @param methods the methods that the address accepts; `GET` includes `HEAD`.
 * @param headers the headers that the address reads, in addition to the headers that every address reads.
 */
export const preflight = (methods: readonly string[], headers: readonly string[] = []): Answer<string> => ({
  status: 204,
  headers: [
    ...['access-control-allow-methods', withHead(methods).join(', ')],
    ...['access-control-allow-headers', [...allowedHeaders, ...headers].join(', ')],
    ...['access-control-max-age', '86400'],
  ],
  body: '',
})

/** Tracing adds the last two headers to every call from a page. */
const allowedHeaders = ['Content-Type', 'X-API-Key', 'Authorization', 'traceparent', 'tracestate']

const withHead = (methods: readonly string[]) => methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
