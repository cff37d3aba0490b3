import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import * as z from 'zod'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import { type Sku, type SpendingLimits, spend } from '@/server/places/upstream/spending'
import { readBounded } from '@/server/platform/runtime/bounded-body'

/** One HTTP request to Google and its SKU. */
export interface GoogleRequest {
  /** May contain the key in its query, so it must never appear in an error or a log. */
  address: string
  headers?: Record<string, string>
  /** The JSON body; makes the request a POST. */
  body?: string
  sku: Sku
}

export interface GoogleAnswer {
  status: number
  text: string
  /** The `Retry-After` header if it is a number of seconds; otherwise null. Places is not known to send this header. */
  retryAfterSeconds: number | null
}

/** The maximum size of a response after decompression. Twenty candidates with every field take about 40 KB. */
const largestBytes = 256 * 1024

/**
 * Counts a request against the limits, then sends the request. Redirects are not followed.
 * @throws UpstreamFailure; any error from `spend`; the signal's reason if it aborts.
 */
export async function exchange(
  googleRequest: GoogleRequest,
  limits: SpendingLimits,
  lookup: Lookup,
): Promise<GoogleAnswer> {
  await spend(googleRequest.sku, lookup.caller, limits, lookup.inBackground)
  lookup.noteAsked()
  return send(googleRequest, lookup.signal)
}

/**
 * Keeps idle connections for a minute, so few lookups wait for a new connection. Google closes idle connections after
 * four minutes. (`fetch` keeps them for only four seconds and is several times as expensive.)
 */
const dispatcher = new Agent({ keepAliveTimeout: 60_000 })

async function send({ address, headers, body }: GoogleRequest, signal: AbortSignal): Promise<GoogleAnswer> {
  try {
    const answer = await request(address, {
      dispatcher,
      signal,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, accept: 'application/json', ...(body !== undefined && jsonBody) },
      body: body ?? null,
    })
    const raw = await readBounded(answer.body, largestBytes, tooLarge)
    const retryAfter = String(answer.headers['retry-after'] ?? '')
    return {
      status: answer.statusCode,
      text: (answer.headers['content-encoding'] === 'gzip' ? await unpacked(raw) : raw).toString('utf8'),
      retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure('unreachable', error)
  }
}

const unpack = promisify(gunzip)

const unpacked = (raw: Buffer): Promise<Buffer> =>
  unpack(raw, { maxOutputLength: largestBytes }).catch((error: unknown) => {
    throw new UpstreamFailure('bad_answer', error)
  })

const tooLarge = () => new UpstreamFailure('bad_answer', new Error(`more than ${largestBytes} bytes`))

/** Only lists are long enough to be worth compressing. */
const jsonBody = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }

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

/** The body of an error response; empty if it has no details or is not JSON. */
export interface GoogleError {
  /** Such as `PERMISSION_DENIED`. */
  status: string
  message: string
  /** Such as `SERVICE_DISABLED`. */
  reasons: string[]
  /** The names of quotas, such as `GetPlaceRequestPerDayPerProject`. */
  limits: string
}

const errorBody = z.object({
  error: z.object({
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z.array(z.unknown()).catch([]),
  }),
})

const detail = z.object({
  reason: z.string().catch(''),
  metadata: z.object({ quota_limit: z.string().catch('') }).catch({ quota_limit: '' }),
})

/** Parses an error body from Google's newer APIs: `{"error": {"code", "message", "status", "details"}}`. */
export function readGoogleError(body: string): GoogleError {
  const { status, message, details } = errorBody.safeParse(parse(body)).data?.error ?? {
    status: '',
    message: '',
    details: [],
  }
  const read = details.flatMap((entry) => detail.safeParse(entry).data ?? [])
  const reasons = read.map(({ reason }) => reason).filter((reason) => reason !== '')
  return { status, message, reasons, limits: read.map(({ metadata }) => metadata.quota_limit).join(' ') }
}

/** Whether a quota is exhausted. Google has also returned 403 for an exhausted quota. */
export const isQuota = (httpStatus: number, { status }: GoogleError): boolean =>
  status === 'RESOURCE_EXHAUSTED' || httpStatus === 429

/** Returns which quota is exhausted. Only a quota that is explicitly per minute recovers in a minute. */
export const quotaOf = ({ limits, message }: GoogleError): 'quota_minute' | 'quota_day' =>
  /per ?minute/i.test(`${limits} ${message}`) ? 'quota_minute' : 'quota_day'

/** Returns the error that is shown to the operator. */
export const errorOf = (httpStatus: number, { status, reasons, message }: GoogleError): Error =>
  new Error(`Google returned ${httpStatus} ${[status, ...reasons, message].join(' ')}`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
