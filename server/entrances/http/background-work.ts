import { PinrefError } from '@/server/platform/problems/errors'
import { jobMs } from '@/server/platform/queue/job-queue'
import { queueKind } from '@/server/platform/queue/queue'
import { readRequestText } from '@/server/platform/runtime/bounded-body'
import { isSameSecret } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'

/*
 * Background work that is started from outside: by the host's scheduler or by QStash.
 */

/** How long the daily work may take: less than a Vercel function's time limit. */
export const dailyMs = 50_000

/**
 * Handles `GET /api/cron/daily`: does the daily work, for hosts whose processes have no timers. If called more often,
 * resumes the work that an earlier call did not have time to finish. Returns `{ "alerts": "done" | "running" |
 * "unfinished" }`.
 * @param request with `Authorization: Bearer <CRON_SECRET>`, as Vercel sends it.
 * @throws PinrefError `route_not_found` if no secret is set, `method_not_allowed`, `invalid_api_key`, `store_unavailable`.
 * @see https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
export async function answerDaily({ method, headers }: Request): Promise<Response> {
  const { CRON_SECRET } = env()
  if (!CRON_SECRET) throw new PinrefError('route_not_found', 'Disabled: CRON_SECRET is not set.')
  if (method !== 'GET') throw new PinrefError('method_not_allowed', 'Use GET.', { allow: 'GET' })
  if (!isSameSecret(headers.get('authorization') ?? '', `Bearer ${CRON_SECRET}`)) {
    throw new PinrefError('invalid_api_key', 'Send CRON_SECRET as “Authorization: Bearer …”.')
  }
  // Imported here, because no other call needs this module.
  const { mailDailyAlerts } = await import('@/server/features/account-data/daily')
  const latest = Date.now() + dailyMs
  const alerts = await mailDailyAlerts(() => Date.now() < latest)
  return jsonAnswer({ alerts })
}

/**
 * Handles `POST /api/queue`: runs a job that QStash delivers, and queues the job again if there is more to do.
 * @throws PinrefError `route_not_found` if QStash is not the queue, `method_not_allowed`, `invalid_api_key`; the job's own
 *   errors, after which QStash delivers it again.
 * @see https://upstash.com/docs/qstash/features/security
 */
export async function answerJob(request: Request): Promise<Response> {
  if (queueKind() !== 'qstash') throw new PinrefError('route_not_found', 'Disabled: QSTASH_TOKEN is not set.')
  if (request.method !== 'POST') throw new PinrefError('method_not_allowed', 'Use POST.', { allow: 'POST' })
  const { addNext, verifySignature } = await import('@/server/platform/queue/qstash-queue')
  const body = await readRequestText(request)
  await verifySignature(request.headers.get('upstash-signature'), body)
  const { readJob, runJob } = await import('./run-job')
  const job = readJob(body)
  const failures = Number(request.headers.get('upstash-retried') ?? 0)
  const again = await runJob(job, AbortSignal.timeout(jobMs), { failures, crashes: 0 })
  if (again !== null) await addNext(job, again, request.headers.get('upstash-message-id') ?? crypto.randomUUID())
  return jsonAnswer({ again })
}

const jsonAnswer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
