import { z } from 'zod'
import { driver, driverKind } from '@/server/batches/driver'
import { PinrefError } from '@/server/errors'
import { readRequestText } from '@/server/runtime/bounded-body'
import { watchUse } from './start-batches'

/** After so long a step is broken off, to come again: less than what a function on Vercel may take, with what is under way. */
const stepMs = 40_000

const stepShape = z.strictObject({
  kind: z.enum(['begin', 'lane', 'wake']),
  accountId: z.string(),
  batch: z.string(),
  run: z.int(),
  lane: z.int(),
  madeMs: z.int(),
})

/**
 * `POST /api/queue/batches`: does a step of a batch that QStash brings, and has it come again where there is more.
 * @throws PinrefError `route_not_found` where QStash is not the queue, `method_not_allowed`, `invalid_api_key`; whatever the step fails
 *   with: then it is brought again.
 * @see https://upstash.com/docs/qstash/features/security
 */
export async function answerStep(request: Request): Promise<Response> {
  if (driverKind() !== 'qstash')
    throw new PinrefError('route_not_found', 'There is nothing here: QSTASH_TOKEN is not set.')
  if (request.method !== 'POST') throw new PinrefError('method_not_allowed', 'Send a POST.', { allow: 'POST' })
  const { enqueueNext, verifySignature } = await import('@/server/batches/qstash-driver')
  const body = await readRequestText(request)
  await verifySignature(request.headers.get('upstash-signature'), body)
  const step = stepShape.parse(JSON.parse(body))
  const { runStep } = await import('@/server/batches/run-step')
  await driver()
  const failures = Number(request.headers.get('upstash-retried') ?? 0)
  const again = await runStep(step, AbortSignal.timeout(stepMs), failures, watchUse)
  if (again !== null) await enqueueNext(step, again, request.headers.get('upstash-message-id') ?? crypto.randomUUID())
  return new Response(JSON.stringify({ again }), { headers: { 'content-type': 'application/json' } })
}
