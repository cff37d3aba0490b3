import { windowSeconds } from '@/server/access/burst'
import type { PinrefError } from '@/server/errors'
import { problemOf } from '@/server/problem'
import type { Answer } from './call'
import type { HeaderList } from './header-list'

/** An error as an answer: `application/problem+json` with the status of its code, and the headers that go with it. */
export function problemAnswer(error: PinrefError, requestId: string, headers: HeaderList = []): Answer {
  const problem = problemOf(error, requestId)
  return {
    status: problem.status,
    headers: ['content-type', 'application/problem+json', ...headers, ...headersOf(error)],
    body: JSON.stringify(problem),
  }
}

function headersOf({ code, allow }: PinrefError): HeaderList {
  if (allow) return ['allow', allow]
  // Not the quota's end: the burst is over sooner.
  if (code === 'too_many_requests') return ['retry-after', String(windowSeconds)]
  return code === 'invalid_api_key' ? ['www-authenticate', 'Bearer'] : []
}
