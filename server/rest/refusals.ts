import { PinrefError } from '@/server/errors'
import { problemOf, retryAfterHeaderOf, retryAfterOf } from '@/server/problem'
import type { Answer } from './call'
import type { HeaderList } from './headers'
import type { OperationMethod } from './procedures'

/** Returns the error for an address under `/api` that does not exist. */
export const nothingHere = () =>
  new PinrefError('route_not_found', 'There is nothing here. The reference lists every route: /api/openapi.json')

/**
 * Returns the error for an operation that is called with a wrong method.
 * @param path of the operation, below `/api`.
 */
export function wrongMethod(methods: readonly OperationMethod[], path: string): PinrefError {
  const [first = 'GET'] = methods
  const detail =
    methods.length > 1
      ? `Call /api${path} with ${methods.join(' or ')}.`
      : first === 'GET'
        ? `Read /api${path} with GET.`
        : `Send a POST with a JSON body to /api${path}.`
  return new PinrefError('method_not_allowed', detail, { allow: [...methods, 'OPTIONS'].join(', ') })
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
