import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { logError } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import type { InputFault } from '@/server/platform/problems/problem-parts'
import { maxRequestBytes, payloadTooLarge } from '@/server/platform/runtime/bounded-body'
import { excerpt } from '@/server/platform/runtime/input'

/** The schema's message for a CID sent as a JSON number. This message results in the code `invalid_cid`. */
export const sendCidAsString = 'Send the CID as a string; numbers lose digits.'

/**
 * Returns the error that a caller sees for a thrown value. An unexpected error is logged, and the caller sees
 * `internal_error`. A `PinrefError` is never unexpected.
 * @param signal the call's signal. A failure that occurs because the caller disconnected is expected.
 */
export function errorForCaller(thrown: unknown, requestId: string, signal?: AbortSignal): PinrefError {
  const failure = getTRPCErrorFromUnknown(thrown)
  const error = toPinrefError(failure)
  if (error.code === 'internal_error' && failure.cause !== error && !isLeaving(failure, signal))
    logError('a call failed', { requestId, error: thrown })
  return error
}

/** Whether a call failed with its signal's abort reason. tRPC converts a reason that is a string to an error. */
const isLeaving = ({ cause }: TRPCError, signal?: AbortSignal): boolean =>
  signal?.aborted === true && (cause === signal.reason || cause?.message === signal.reason)

/** Returns the error from Pinref's closed set that matches a tRPC error. */
export function toPinrefError(error: TRPCError): PinrefError {
  if (error.cause instanceof PinrefError) return error.cause
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return inputError(error.cause)
  switch (error.code) {
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new PinrefError(
        'invalid_request',
        'The request could not be read. Send the request as shown in the reference.',
      )
    case 'NOT_FOUND':
      return new PinrefError('route_not_found', 'There is no such procedure.')
    case 'METHOD_NOT_SUPPORTED':
      return new PinrefError('method_not_allowed', 'Use GET for queries and POST for mutations.')
    case 'PAYLOAD_TOO_LARGE':
      return payloadTooLarge(maxRequestBytes)
    default:
      return internalError(error)
  }
}

/** Returns the error for a bug. The caller sees only that there was an error. The cause is for the log. */
export function internalError(cause: unknown): PinrefError {
  return new PinrefError(
    'internal_error',
    'Something went wrong on our side. Try again. If the error persists, send us the request id.',
    {
      cause,
    },
  )
}

/** The maximum number of input faults that an error lists; further faults are omitted. */
const maxFaults = 20

/**
 * Returns the error for an input that does not match its schema.
 * @param under the input's location in the body.
 */
export function inputError({ issues }: ZodError, under: readonly PropertyKey[] = []): PinrefError {
  const faults = issues.flatMap((issue): InputFault[] => {
    const path = [...under, ...issue.path]
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ pointer: pointerTo([...path, key]), detail: 'There is no such field.' }))
      : [{ pointer: pointerTo(path), detail: issue.message }]
  })
  const errors = faults.slice(0, maxFaults)
  const [first] = errors
  const code = issues.some(({ message }) => message === sendCidAsString) ? 'invalid_cid' : 'invalid_request'
  const at = first?.pointer ? `${first.pointer.slice(1)}: ` : ''
  return new PinrefError(code, `${at}${first?.detail ?? 'The request does not match the reference.'}`, { errors })
}

/** A JSON pointer (RFC 6901) to a place in the body; long field names are cut off. */
const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${excerpt(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
