import { PinrefError } from '@/server/errors'
import { problemOf, retryAfterHeaderOf, retryAfterOf } from '@/server/problem'
import type { Answer } from './call'
import type { HeaderList } from './headers'
import type { OperationMethod } from './procedures'

/** Returns the error for an address under `/api` that does not exist. */
export const noSuchRoute = () =>
  new PinrefError('route_not_found', 'This route does not exist. /api/openapi.json lists all routes.')

/**
 * Returns the error for an operation that is called with a wrong method.
 * @param path of the operation, below `/api`.
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

/** Turns an error into an answer: `application/problem+json` with the status of its code, and the headers that go with it. */
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
 * Any page may call the operations with a key, and read the documents. They read no cookies, so a page cannot use a visitor's
 * session. Unknown routes have these headers too: otherwise a typo looks like a network error.
 */
export const corsHeaders: HeaderList = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Request-Id, X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Server-Timing, X-API-Key-Type, Location, Deprecation, Sunset, Link',
]

/**
 * Returns the answer to a browser's preflight request, without the headers that all answers have.
 * @param methods that the address takes; `GET` includes `HEAD`.
 * @param headers that it reads besides those that every address does.
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

/** Tracing adds the last two to every call of a page. */
const allowedHeaders = ['Content-Type', 'X-API-Key', 'Authorization', 'traceparent', 'tracestate']

const withHead = (methods: readonly string[]) => methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
