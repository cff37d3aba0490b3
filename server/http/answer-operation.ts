import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { logError } from '@/server/observability/log-error'
import { watchCall } from '@/server/observability/watch-call'
import type { Answer, Call } from '@/server/rest/call'
import { handleRest } from '@/server/rest/handle-rest'
import type { HeaderList } from '@/server/rest/header-list'
import { problemAnswer } from '@/server/rest/problem-answer'
import { internalError } from '@/server/trpc/error'
import { apiHeaders } from './api-headers'

/** Answers a call of an operation, on any host. Never throws. */
export async function answerOperation(call: Call): Promise<Answer> {
  const { record } = call
  const { status, headers, body } = await handleRest(call).catch((error: unknown) => failureAnswer(error, record))
  return { status, headers: [...headers, ...finish(record, status)], body }
}

/** What a caller is told of anything thrown: a defect is logged and answered as `internal_error`. */
export function failureAnswer(error: unknown, record: CallRecord): Answer {
  const { requestId } = record
  const known = error instanceof PinrefError ? error : internalError(error)
  if (known !== error) logError('a request failed', { requestId, error })
  record.code = known.code
  return problemAnswer(known, requestId)
}

/** Ends the record of a call that is about to be answered with this status; answers the headers that every answer has. */
export function finish(record: CallRecord, status: number): HeaderList {
  record.status = status
  record.durationMs = performance.now() - record.startedAt
  watchCall(record)
  return apiHeaders(record)
}
