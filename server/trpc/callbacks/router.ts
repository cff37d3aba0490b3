import { z } from 'zod'
import { randomBase62 } from '@/server/access/api-key'
import { secondsUntil } from '@/server/access/calendar'
import { createLimiter } from '@/server/access/limiter'
import { limits } from '@/server/access/limits'
import { postEvent, queueDelivery } from '@/server/callbacks/deliver'
import { readDeliveries, restartDelivery } from '@/server/callbacks/delivery-store'
import { noEndpoint, readOwnEndpoint, removeEndpoint, rotateSecret, setEndpoint } from '@/server/callbacks/endpoint'
import { PinrefError } from '@/server/errors'
import { queueKind } from '@/server/queue/queue'
import { router } from '../init'
import { accountProcedure, record } from '../signed-in'

const byHand = createLimiter('callbacks-by-hand', limits.callbacksByHand)

/** Counts a callback that somebody sends by hand. @throws PinrefError `too_many_requests`; `store_unavailable`. */
async function countByHand(accountId: string): Promise<void> {
  const { success, reset } = await (await byHand()).limit(accountId)
  if (success) return
  const { max, windowSeconds } = limits.callbacksByHand
  const detail = `You can send ${max} callbacks by hand in ${windowSeconds / 60} minutes. Try again later.`
  throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: secondsUntil(reset / 1000, Date.now()) })
}

/** Callbacks about the batches of the account that is signed in: its endpoint and its deliveries. */
export const callbacksRouter = router({
  /** Returns the endpoint, null without one, and the deliveries, newest first; null if this server runs no batches. */
  read: accountProcedure.query(async ({ ctx: { owner } }) => {
    if (queueKind() === null) return null
    const [endpoint, deliveries] = await Promise.all([
      readOwnEndpoint(owner.accountId),
      readDeliveries(owner.accountId),
    ])
    return { endpoint, deliveries }
  }),

  /** Sets the address and switches callbacks on. Returns the secret only if it is new. */
  set: accountProcedure
    .input(z.strictObject({ url: z.string().max(4_000) }))
    .mutation(async ({ ctx, input: { url } }) => {
      const made = await setEndpoint(ctx.owner.accountId, url)
      record(ctx, { kind: 'callback-set', host: new URL(url.trim()).hostname })
      return made
    }),

  /** Makes a new secret. The former one also signs for another day. */
  rotateSecret: accountProcedure.mutation(async ({ ctx }) => {
    const made = await rotateSecret(ctx.owner.accountId)
    record(ctx, { kind: 'callback-secret-made' })
    return made
  }),

  remove: accountProcedure.mutation(async ({ ctx }) => {
    await removeEndpoint(ctx.owner.accountId)
    record(ctx, { kind: 'callback-removed' })
  }),

  /** Sends a delivery again, whether it failed or arrived. */
  sendAgain: accountProcedure
    .input(z.strictObject({ id: z.string().max(200) }))
    .mutation(async ({ ctx: { owner }, input: { id } }) => {
      const { accountId } = owner
      await countByHand(accountId)
      if (!(await restartDelivery(accountId, id)))
        throw new PinrefError('invalid_request', 'This delivery is not kept any more.')
      await queueDelivery({ accountId, id }, 0)
    }),

  /** Sends a test event, which has no data. */
  test: accountProcedure.mutation(async ({ ctx: { owner } }) => {
    await countByHand(owner.accountId)
    const id = `msg_test_${randomBase62(12)}`
    const event = { id, type: 'callback.test', data: {} } as const
    if (!(await postEvent(owner.accountId, event, queueDelivery))) throw noEndpoint()
    return { id }
  }),
})
