import type { PinrefError } from '@/server/errors'
import { problemOf, retryAfterOf } from '@/server/problem'
import type { Answer } from './call'
import type { HeaderList } from './headers'

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
  const seconds = retryAfterOf(error)
  return seconds === null ? [] : ['retry-after', String(seconds)]
}
