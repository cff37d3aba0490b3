import { limits } from '@/server/access/limits'
import type { PinrefError } from '@/server/errors'
import { problemOf } from '@/server/problem'
import type { Answer } from './call'
import type { HeaderList } from './headers'

/** An error as an answer: `application/problem+json` with the status of its code, and the headers that go with it. */
export function problemAnswer(error: PinrefError, requestId: string): Answer {
  const problem = problemOf(error, requestId)
  return {
    status: problem.status,
    headers: ['content-type', 'application/problem+json', ...headersOf(error)],
    body: JSON.stringify(problem),
  }
}

function headersOf({ code, allow }: PinrefError): HeaderList {
  if (allow) return ['allow', allow]
  // The burst is over long before the quota's window.
  if (code === 'too_many_requests') return ['retry-after', String(limits.burst.windowSeconds)]
  return code === 'invalid_api_key' ? ['www-authenticate', 'Bearer'] : []
}
