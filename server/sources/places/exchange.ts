import { readBoundedText } from '@/server/upstream/bounded-body'
import { UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import { type Sku, type SpendingLimits, spend } from '@/server/upstream/spending'

/** One HTTP request to Google and what it is billed as. */
export interface GoogleRequest {
  /** May contain the key in its query, so it must never be put into an error or a log. */
  address: string
  headers?: Record<string, string>
  /** JSON; makes it a POST. */
  body?: string
  sku: Sku
}

export interface GoogleAnswer {
  status: number
  text: string
  /** The header `Retry-After` if it is a number of seconds; otherwise null. No answer from Places was seen to have it. */
  retryAfterSeconds: number | null
}

/** Twenty candidates with every field are about 40 KB. */
const largestBytes = 256 * 1024

/**
 * Counts one request against the limits, then makes it. Redirects are not followed.
 * @throws UpstreamFailure; what `spend` throws; the signal's reason if it aborts.
 */
export async function exchange(request: GoogleRequest, limits: SpendingLimits, lookup: Lookup): Promise<GoogleAnswer> {
  await spend(request.sku, lookup.caller, limits, lookup.inBackground)
  lookup.noteAsked()
  return send(request, lookup.signal)
}

async function send({ address, headers, body }: GoogleRequest, signal: AbortSignal): Promise<GoogleAnswer> {
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, accept: 'application/json', ...(body !== undefined && jsonBody) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    })
    const retryAfter = response.headers.get('retry-after') ?? ''
    return {
      status: response.status,
      text: await readBoundedText(response, largestBytes),
      retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure('unreachable', error)
  }
}

const jsonBody = { 'content-type': 'application/json' }

/** Parses a JSON object. @throws UpstreamFailure `bad_answer` for anything else. */
export function parseObject(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new UpstreamFailure('bad_answer', cause)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UpstreamFailure('bad_answer', new Error('not a JSON object'))
}
