import type { PinrefError } from '@/server/errors'
import { problemOf } from '@/server/problem'

/** An error as a response: `application/problem+json` with the status of its code. */
export function problemResponse(error: PinrefError, requestId: string, headers: Record<string, string> = {}): Response {
  const problem = problemOf(error, requestId)
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}
