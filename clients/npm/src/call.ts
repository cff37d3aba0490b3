import type { Problem } from './answers.js'
import { PinrefError } from './errors.js'
import { isForRateLimit, type Retries, retryAfterOf, retryWaitMs, sleep } from './retry.js'

/** A Pinref server and how to call it. */
export interface Server extends Retries {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  /** The time limit for one attempt. */
  timeoutMs: number
  fetch: typeof fetch
}

export interface CallOptions {
  /** Aborts the call and its retries; it then fails with the signal's reason. */
  signal?: AbortSignal | undefined
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, e.g. `/resolve`. */
  path: string
  /** Text is sent as CSV, and everything else as JSON. Without it, the call has no body. */
  body?: unknown
  headers?: Record<string, string> | undefined
}

interface FileOptions extends CallOptions {
  /** Whether to return the response itself, whose body may be long. The time limit and retries end with its headers. */
  isFile?: boolean
}

/**
 * Calls the API and retries if that may help.
 * @returns the response body; the `Response` for a file.
 * @throws PinrefError, or the reason of the signal.
 */
export async function call<Body>(server: Server, request: Request, options: FileOptions = {}): Promise<Body> {
  const { signal } = options
  for (let attempt = 0; ; ) {
    signal?.throwIfAborted()
    try {
      return (await callOnce(server, request, options)) as Body
    } catch (error) {
      signal?.throwIfAborted()
      const waitMs = error instanceof PinrefError ? retryWaitMs(error, attempt, server) : null
      if (waitMs === null) throw error
      if (isForRateLimit(error as PinrefError, server)) server.onRateLimit?.(waitMs)
      else attempt += 1
      await sleep(waitMs, signal)
    }
  }
}

/** Returns a query string. JSON omits undefined values. */
export const queryOf = (query: object): URLSearchParams => new URLSearchParams(JSON.parse(JSON.stringify(query)))

async function callOnce(server: Server, { method, path, body, headers }: Request, { signal, isFile }: FileOptions) {
  const { baseUrl, apiKey, timeoutMs } = server
  const isText = typeof body === 'string'
  const limit = new AbortController()
  const stop = () => limit.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => limit.abort(timedOut(baseUrl, timeoutMs)), timeoutMs)
  try {
    const response = await server.fetch(`${baseUrl}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        // `fetch` itself drops this header if a redirect goes to another server.
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      body: isText ? body : JSON.stringify(body),
      signal: limit.signal,
    })
    if (isFile && response.ok) return response
    return readResponse(response, await response.text(), baseUrl)
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason
    if (error instanceof PinrefError) throw error
    throw new PinrefError('unreachable', `${baseUrl} could not be reached. Check the address and your network.`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    // The signal also stops a file whose body is read later.
    if (!isFile) signal?.removeEventListener('abort', stop)
  }
}

const timedOut = (baseUrl: string, timeoutMs: number) =>
  new PinrefError('timed_out', `${baseUrl} did not respond within ${timeoutMs / 1000} seconds.`)

function readResponse({ ok, status, headers }: Response, text: string, baseUrl: string): unknown {
  const body = parsed(text)
  const retryAfterSeconds = retryAfterOf(headers.get('retry-after'), Date.now())
  if (ok && body !== null) return body
  if (!ok && isProblem(body)) throw problemError(body, retryAfterSeconds)
  throw new PinrefError(
    'unexpected_answer',
    `${baseUrl} returned ${status}, which is not a Pinref response. Check the address.`,
    {
      status,
      retryAfterSeconds,
      requestId: headers.get('x-request-id'),
    },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isProblem(body: unknown): body is Problem {
  const { code, detail } = (body ?? {}) as Partial<Problem>
  return Boolean(code && detail)
}

/**
 * Turns a problem body into an error to throw.
 * @param headerSeconds the delay in the `Retry-After` header; the body may have a longer one.
 */
export function problemError(problem: Problem, headerSeconds: number | null = null): PinrefError {
  const { code, detail, status, request_id, retry_after = headerSeconds, errors, identifiers } = problem
  const facts = { status, requestId: request_id, retryAfterSeconds: retry_after, errors, identifiers }
  return new PinrefError(code, detail, facts)
}
