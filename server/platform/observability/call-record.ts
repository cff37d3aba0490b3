import { randomUUID } from 'node:crypto'
import type { ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { recordShortCall } from '@/server/platform/runtime/short-calls'
import { type CallFacts, cappedCode, leftStatus, readTraceparent } from './call-facts'
import { log } from './logger'
import { telemetry } from './telemetry'

/** The record of a call in progress. */
export interface CallRecord extends CallFacts {
  /** When the call arrived, on the monotonic clock used for durations, in milliseconds. */
  readonly startedAt: number
}

/**
 * Starts the record of a call that has just arrived, with its own id.
 * @param isShort whether long work in this process yields to the call.
 */
export function startRecord(method: string, operation: string, traceparent: string | null, isShort = true): CallRecord {
  const startedAt = performance.now()
  if (isShort) recordShortCall(startedAt)
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

/** Records why a call failed. */
export function recordProblem(record: CallRecord, { code, isOfInput }: PinrefError): void {
  record.code = code
  record.isOfInput = isOfInput
}

/**
 * Ends the record of a call that is about to return this status, and logs it.
 * @param hasLeft whether its caller has disconnected and will never see the response.
 */
export function finishRecord(record: CallRecord, status: number, hasLeft = false): void {
  record.status = hasLeft ? leftStatus : status
  if (hasLeft) record.code = null
  record.durationMs = performance.now() - record.startedAt
  watchCall(record)
}

/**
 * Runs part of a call's work and adds its duration to the record, whether it succeeds or fails.
 * @param isUsed called after the work. Returns false if the work did not use the store or the upstream; its duration is
 *   then not recorded.
 */
export async function timed<T>(
  record: CallRecord,
  part: 'storeMs' | 'upstreamMs',
  work: () => T | Promise<T>,
  isUsed = () => true,
) {
  const started = performance.now()
  try {
    return await work()
  } finally {
    if (isUsed()) record[part] = (record[part] ?? 0) + performance.now() - started
  }
}

/** Writes a call's log line and, if there is a collector, its spans and metrics. Never throws. */
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
  // The operator does not need to act on a caller's mistake, or on a cap that the operator has set.
  if ((status >= 500 && code !== cappedCode) || (items && hasFailures(items))) log().calls.error(line, 'call')
  else log().calls.info(line, 'call')
}

/** Whether any batch items failed through no fault of the caller and not because of the operator's cap. */
const hasFailures = (items: NonNullable<CallFacts['items']>) =>
  Object.keys(items).some((code) => code !== 'ok' && code !== cappedCode && problems[code as ErrorCode].status >= 500)

/** Rounds to the microsecond. */
const rounded = (ms: number) => Math.round(ms * 1_000) / 1_000
