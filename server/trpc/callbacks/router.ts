import { z } from 'zod'
import { randomBase62 } from '@/server/access/api-key'
import { postEvent } from '@/server/callbacks/deliver'
import { readDeliveries, restartDelivery } from '@/server/callbacks/delivery-store'
import { noEndpoint, removeEndpoint, rotateSecret, setEndpoint } from '@/server/callbacks/endpoint'
import { queueDelivery } from '@/server/callbacks/queue-delivery'
import { readOwnEndpoint } from '@/server/callbacks/read-endpoint'
import { PinrefError } from '@/server/errors'
import { queueKind } from '@/server/queue/queue'
import { record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** Where the account that is signed in is called back about its batches, and what came of it. */
export const callbacksRouter = router({
  /** The endpoint, null where there is none, and the newest deliveries first; null where this server runs no batches. */
  read: accountProcedure.query(async ({ ctx: { owner } }) => {
    if (queueKind() === null) return null
    const [endpoint, deliveries] = await Promise.all([
      readOwnEndpoint(owner.accountId),
      readDeliveries(owner.accountId),
    ])
    return { endpoint, deliveries }
  }),

  /** Sets the address and switches callbacks on. The secret is answered where it is new, and never again. */
  set: accountProcedure
    .input(z.strictObject({ url: z.string().max(4_000) }))
    .mutation(async ({ ctx, input: { url } }) => {
      const made = await setEndpoint(ctx.owner.accountId, url)
      record(ctx, { kind: 'callback-set', host: new URL(url.trim()).hostname })
      return made
    }),

  /** A new secret; the one before signs for another day. */
  rotateSecret: accountProcedure.mutation(async ({ ctx }) => {
    const made = await rotateSecret(ctx.owner.accountId)
    record(ctx, { kind: 'callback-secret-made' })
    return made
  }),

  remove: accountProcedure.mutation(async ({ ctx }) => {
    await removeEndpoint(ctx.owner.accountId)
    record(ctx, { kind: 'callback-removed' })
  }),

  /** Sends a delivery once more, whatever became of it. */
  sendAgain: accountProcedure
    .input(z.strictObject({ id: z.string().max(200) }))
    .mutation(async ({ ctx: { owner }, input: { id } }) => {
      const { accountId } = owner
      if (!(await restartDelivery(accountId, id)))
        throw new PinrefError('invalid_request', 'This delivery is not kept any more.')
      await queueDelivery({ accountId, id }, 0)
    }),

  /** Sends an event that says no more than that it is a test. */
  test: accountProcedure.mutation(async ({ ctx: { owner } }) => {
    const id = `msg_test_${randomBase62(12)}`
    const event = { id, type: 'callback.test', data: {} } as const
    if (!(await postEvent(owner.accountId, event, queueDelivery))) throw noEndpoint()
    return { id }
  }),
})
