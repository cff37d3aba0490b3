import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'

/** Less than what a function on Vercel may take. */
const mostMs = 50_000

/**
 * `GET /api/cron/daily`: does what is to be done once a day, for hosts whose processes have no timers. It may be asked for more
 * often, and goes on with what an earlier call had no time for. Answers `{ "alerts": "done" | "running" | "unfinished" }`.
 * @param request with `Authorization: Bearer <CRON_SECRET>`, as Vercel sends it.
 * @throws PinrefError `route_not_found` where no secret is set, `method_not_allowed`, `invalid_api_key`, `store_unavailable`.
 * @see https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
export async function answerDaily({ method, headers }: Request): Promise<Response> {
  const { CRON_SECRET } = env()
  if (!CRON_SECRET) throw new PinrefError('route_not_found', 'There is nothing here: CRON_SECRET is not set.')
  if (method !== 'GET') throw new PinrefError('method_not_allowed', 'Ask with GET.', { allow: 'GET' })
  if (!isEqual(headers.get('authorization') ?? '', `Bearer ${CRON_SECRET}`)) {
    throw new PinrefError('invalid_api_key', 'Send CRON_SECRET as “Authorization: Bearer …”.')
  }
  // Here and not above: nothing else that is answered needs it.
  const { mailDailyAlerts } = await import('@/server/accounts/alerts/daily')
  const latest = Date.now() + mostMs
  const alerts = await mailDailyAlerts(() => Date.now() < latest)
  return new Response(JSON.stringify({ alerts }), { headers: { 'content-type': 'application/json' } })
}

/** Takes the same time wherever two texts differ. */
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
