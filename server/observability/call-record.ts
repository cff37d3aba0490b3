import { randomUUID } from 'node:crypto'
import type { ErrorCode, PinrefError } from '@/server/errors'
import { problems } from '@/server/problem'
import { noteCall } from '@/server/runtime/turns'
import { type CallFacts, leftStatus, readTraceparent } from './call-facts'
import { log } from './logger'
import { telemetry } from './telemetry'

/** What is noted of a call while it is answered. */
export interface CallRecord extends CallFacts {
  /** When it came, on the monotonic clock that durations are measured with, in milliseconds. */
  readonly startedAt: number
}

/** Starts the record of a call that has just come, with an id of its own. */
export function startRecord(method: string, operation: string, traceparent: string | null): CallRecord {
  const startedAt = performance.now()
  // Work on large batches makes room for all other calls.
  if (!operation.startsWith('batches')) noteCall(startedAt)
  return {
    requestId: randomUUID(),
    method,
    operation,
    traceparent,
    startedMs: Date.now(),
    startedAt,
    durationMs: 0,
    status: 0,
    code: null,
    isOfInput: false,
    storeMs: null,
    upstreamMs: null,
    keyId: null,
  }
}

/** Notes why a call failed. */
export function noteProblem(record: CallRecord, { code, isOfInput }: PinrefError): void {
  record.code = code
  record.isOfInput = isOfInput
}

/**
 * Ends the record of a call that is about to be answered with this status, and logs it.
 * @param hasLeft whether its caller has gone, and will never see the answer.
 */
export function finishRecord(record: CallRecord, status: number, hasLeft = false): void {
  record.status = hasLeft ? leftStatus : status
  if (hasLeft) record.code = null
  record.durationMs = performance.now() - record.startedAt
  watchCall(record)
}

/**
 * Does a part of a call's work and adds the time it took to the record, whether it succeeds or fails.
 * @param isAsked asked after the work: false if it did without the store or the upstream, and its time is not noted.
 */
export async function timed<T>(
  record: CallRecord,
  part: 'storeMs' | 'upstreamMs',
  work: () => T | Promise<T>,
  isAsked = () => true,
) {
  const started = performance.now()
  try {
    return await work()
  } finally {
    if (isAsked()) record[part] = (record[part] ?? 0) + performance.now() - started
  }
}

/** Writes the log line of a call and, if there is a collector, its spans and metrics. Never throws. */
export function watchCall(facts: CallFacts): void {
  const { requestId, operation, method, status, code, items, durationMs, storeMs, upstreamMs, keyId, traceparent } =
    facts
  const traceId =
    telemetry.value?.observe(facts) ?? (traceparent === null ? undefined : readTraceparent(traceparent)?.traceId)
  const line = {
    requestId,
    operation,
    method,
    status,
    code: code ?? undefined,
    items,
    durationMs: rounded(durationMs),
    storeMs: storeMs === null ? undefined : rounded(storeMs),
    upstreamMs: upstreamMs === null ? undefined : rounded(upstreamMs),
    keyId: keyId ?? undefined,
    traceId,
  }
  // The operator need not act on a caller's mistake.
  if (status >= 500 || (items && hasFailures(items))) log().calls.error(line, 'call')
  else log().calls.info(line, 'call')
}

/** Whether items of a batch failed through no fault of their caller. */
const hasFailures = (items: NonNullable<CallFacts['items']>) =>
  Object.keys(items).some((code) => code !== 'ok' && problems[code as ErrorCode].status >= 500)

/** To the microsecond. */
const rounded = (ms: number) => Math.round(ms * 1_000) / 1_000
