import { type Client, clientHeader, networkOf } from '@/server/metering/access/client'
import { createThrottledWarning } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { readRequestText } from '@/server/platform/runtime/bounded-body'
import { Turns } from '@/server/platform/runtime/turns'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { auth, type EndPerson, endPersonsWith } from './auth'
import { withGrantAccount } from './grant-account'
import { authorizePath, registerPath } from './oauth'
import { withPasswordTurns } from './passwords'
import { authTimeoutMs } from './sign-in-options'
import { presentCookies, presentToken } from './signatures'

const warn = createThrottledWarning()

/** Anyone may register apps from many networks at once, so networks take turns, and other calls come first. */
const registrations = new Turns({ most: 1, each: 1, waiting: 10, waitMs: 4_000, rest: 2 })

/**
 * Handles calls under `/api/auth`: better-auth's own paths and bodies, `{ code, message }` on 4xx.
 * @param endPerson called after a person has proven the right to delete what is theirs.
 * @throws PinrefError `payload_too_large`, `route_not_found`, `too_many_requests`; `store_unavailable` within twice
 *   `STORE_TIMEOUT_MS` after the store fails; `upstream_unavailable`; Error for an error on our side. better-auth's own
 *   message never reaches the caller.
 */
export async function handleAuth(request: Request, client: Client, endPerson: EndPerson): Promise<Response> {
  endPersonsWith(endPerson)
  const call = await trustedRequest(request, client)
  const registers = new URL(call.url).pathname === registerPath
  const endTurn = registers ? await registrations.take(networkOf(client)) : undefined
  const response = await withTimeout(
    withPasswordTurns(networkOf(client), request.signal, () =>
      withGrantAccount(() => throwStoreFailure(() => auth().handler(call))),
    ),
    authTimeoutMs,
    tooLate,
  ).finally(endTurn)
  if (response.status >= 500) return clientError(response, await response.text())
  const isJson = response.headers.get('content-type')?.includes('json')
  if (response.status === 404 && !isJson) throw new PinrefError('route_not_found', 'This path does not exist.')
  if (new URL(call.url).pathname === authorizePath) return readable(response)
  return response.status === 429 ? tooMany(response) : response
}

function tooLate(): PinrefError {
  warn(`sign-in did not respond within ${authTimeoutMs} ms`)
  return new PinrefError('upstream_unavailable', 'Signing in took too long. Try again in a moment.')
}

/** Returns the same call at Pinref's own URL, with its body read and without the caller's claims about its origin. */
async function trustedRequest(request: Request, { address }: Client): Promise<Request> {
  const { pathname, search } = withPresentToken(new URL(request.url))
  const headers = new Headers(request.headers)
  if (headers.has('cookie')) headers.set('cookie', presentCookies(headers))
  for (const name of [clientHeader, 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) headers.delete(name)
  if (address !== 'local') headers.set(clientHeader, address)
  // Only the browsers of an app's users call this path, to be redirected. A program might probe the redirect's target.
  if (pathname === authorizePath) for (const name of ['accept', 'sec-fetch-mode']) headers.delete(name)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? await readRequestText(request) : ''
  return new Request(new URL(pathname + search, env().APP_URL), { method: request.method, headers, body: body || null })
}

function withPresentToken(url: URL): URL {
  const token = url.searchParams.get('token')
  if (token !== null) url.searchParams.set('token', presentToken(token))
  return url
}

/** Redirects to an error page if an app cannot be connected. better-auth returns JSON or redirects to the sign-in page. */
function readable(response: Response): Response {
  const isFault = response.headers.get('location')?.startsWith(`${new URL(env().APP_URL).origin}/sign-in?`)
  if (response.status < 400 && !isFault) return response
  return response.status === 429 ? notNow() : new Response(null, { status: 302, headers: { location: unknownApp } })
}

const unknownApp = '/connect?error=unknown'

/** Redirects the browser to a page that says to try again later. */
export const notNow = () => new Response(null, { status: 302, headers: { location: '/connect?error=busy' } })

/**
 * Returns 400 if a passkey cannot be verified. This is the caller's error, but better-auth reports it as its own
 * failure.
 * @throws Error for every other failure.
 */
function clientError({ status, headers }: Response, body: string): Response {
  if (body.includes('FAILED_TO_VERIFY_REGISTRATION')) return new Response(body, { status: 400, headers })
  throw new Error(`sign-in returned ${status}: ${body}`)
}

/** The default for `Retry-After`, in seconds: the window in which fetches of apps' metadata are counted. */
const defaultWaitSeconds = 60

/** Sets `Retry-After`. better-auth sends the time to wait only in its own header. */
function tooMany(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('retry-after', headers.get('x-retry-after') ?? String(defaultWaitSeconds))
  headers.delete('x-retry-after')
  headers.set('content-type', 'application/json')
  return new Response(response.body, { status: 429, headers })
}
