import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'

/** How long the work may take: less than the time limit of a function on Vercel. */
const maxMs = 50_000

/**
 * Answers `GET /api/cron/daily`: does the daily work, for hosts whose processes have no timers. It may be called more often; then
 * it continues what an earlier call had no time for. The answer is `{ "alerts": "done" | "running" | "unfinished" }`.
 * @param request with `Authorization: Bearer <CRON_SECRET>`, as Vercel sends it.
 * @throws PinrefError `route_not_found` if no secret is set, `method_not_allowed`, `invalid_api_key`, `store_unavailable`.
 * @see https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
export async function answerDaily({ method, headers }: Request): Promise<Response> {
  const { CRON_SECRET } = env()
  if (!CRON_SECRET) throw new PinrefError('route_not_found', 'There is nothing here: CRON_SECRET is not set.')
  if (method !== 'GET') throw new PinrefError('method_not_allowed', 'Ask with GET.', { allow: 'GET' })
  if (!isEqual(headers.get('authorization') ?? '', `Bearer ${CRON_SECRET}`)) {
    throw new PinrefError('invalid_api_key', 'Send CRON_SECRET as “Authorization: Bearer …”.')
  }
  // Imported here and not at the top, because no other call needs it.
  const { mailDailyAlerts } = await import('@/server/accounts/alerts/daily')
  const latest = Date.now() + maxMs
  const alerts = await mailDailyAlerts(() => Date.now() < latest)
  return new Response(JSON.stringify({ alerts }), { headers: { 'content-type': 'application/json' } })
}

/** Compares two texts in a time that does not depend on where they differ. */
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
