import { type Client, networkOf } from '@/server/metering/access/client'
import { withinBurst } from '@/server/metering/access/limiter'
import { tooManyRequests } from '@/server/metering/access/refusals'
import { PinrefError } from '@/server/platform/problems/errors'
import { readRequestText } from '@/server/platform/runtime/bounded-body'

/**
 * Handles `POST /api/unsubscribe?token=…`: turns off the emails about a watchlist. An email program's unsubscribe
 * button calls this without a session. Its body, `List-Unsubscribe=One-Click`, is ignored. Returns
 * `{ "watchlist": name }`.
 * @throws PinrefError `method_not_allowed`, `too_many_requests`, `payload_too_large`, `invalid_request` for a token
 *   that is not from an email, `watchlist_not_found`.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export async function answerUnsubscribe(request: Request, client: Client): Promise<Response> {
  // Programs that look for dangerous links open every URL in an email, so opening one must not change anything.
  if (request.method !== 'POST') throw new PinrefError('method_not_allowed', 'Use POST.', { allow: 'POST' })
  if (!(await withinBurst(networkOf(client)))) throw tooManyRequests()
  await readRequestText(request, maxUnsubscribeBytes)
  const { unsubscribe } = await import('@/server/features/watchlists/digest')
  const { name } = await unsubscribe(new URL(request.url).searchParams.get('token') ?? '')
  return Response.json({ watchlist: name })
}

/** The maximum size of the body, in bytes. */
export const maxUnsubscribeBytes = 4 * 1024
