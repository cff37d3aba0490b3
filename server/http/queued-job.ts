import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import { type Job, queueKind } from '@/server/queue/queue'
import { readRequestText } from '@/server/runtime/bounded-body'

/** After this time a job is interrupted, to come again. Work under way can then still finish within a Vercel function's limit. */
const jobMs = 40_000

const step = z.strictObject({
  kind: z.enum(['begin', 'lane', 'wake']),
  accountId: z.string(),
  batch: z.string(),
  run: z.int(),
  lane: z.int(),
  madeMs: z.int(),
})

const delivery = z.strictObject({ accountId: z.string(), id: z.string() })

const jobShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('batch'), id: z.string(), data: step }),
  z.strictObject({ kind: z.literal('callback'), id: z.string(), data: delivery }),
  z.strictObject({ kind: z.literal('sweep'), id: z.string(), data: z.null() }),
])

/**
 * Answers `POST /api/queue`: does a job that QStash delivers, and queues it again if there is more to do.
 * @throws PinrefError `route_not_found` if QStash is not the queue, `method_not_allowed`, `invalid_api_key`; whatever the job
 *   fails with, and then QStash delivers it again.
 * @see https://upstash.com/docs/qstash/features/security
 */
export async function answerJob(request: Request): Promise<Response> {
  if (queueKind() !== 'qstash')
    throw new PinrefError('route_not_found', 'There is nothing here: QSTASH_TOKEN is not set.')
  if (request.method !== 'POST') throw new PinrefError('method_not_allowed', 'Send a POST.', { allow: 'POST' })
  const { addNext, verifySignature } = await import('@/server/queue/qstash-queue')
  const body = await readRequestText(request)
  await verifySignature(request.headers.get('upstash-signature'), body)
  const job: Job = jobShape.parse(JSON.parse(body))
  const { runJob } = await import('./run-job')
  const failures = Number(request.headers.get('upstash-retried') ?? 0)
  const again = await runJob(job, AbortSignal.timeout(jobMs), { failures, crashes: 0 })
  if (again !== null) await addNext(job, again, request.headers.get('upstash-message-id') ?? crypto.randomUUID())
  return new Response(JSON.stringify({ again }), { headers: { 'content-type': 'application/json' } })
}
