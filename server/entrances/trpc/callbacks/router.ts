import * as z from 'zod'
import { type AuditEvent, recordEvent } from '@/server/features/audit/log'
import { countByHand, queueDelivery, reserveAddress, sendTest } from '@/server/features/callbacks/deliver'
import { maxStored, readDeliveries, restartDelivery } from '@/server/features/callbacks/delivery-store'
import {
  addEndpoint,
  changeEndpoint,
  endpointAddress,
  maxAddresses,
  maxEndpoints,
  readEndpoint,
  readEndpoints,
  removeEndpoint,
} from '@/server/features/callbacks/endpoint'
import { ensureSecret, maxFormer, readSecretState, rotateSecret } from '@/server/features/callbacks/secrets'
import { isoTimeOrNull } from '@/server/metering/access/calendar'
import { limits } from '@/server/metering/access/limits'
import { queueKind } from '@/server/platform/queue/queue'
import { type BatchOwner, ownerProcedure, suspendedOwnerProcedure } from '../batches/owner'
import { problemsOfBodies, problemsOfReading } from '../entrance'
import { type Context, type ProcedureMeta, router } from '../init'
import { accountProcedure, actorOf } from '../signed-in'
import { idempotencyOf, pageOf } from '../wire'
import {
  addEndpointInput,
  addedOutput,
  changeEndpointInput,
  endpointIdInput,
  endpointOutput,
  endpointsOutput,
  listInput,
  removedEndpointOutput,
  secretOutput,
  testedOutput,
  wireEndpoint,
} from './schemas'

const tags = ['Callbacks']

const problems = [...problemsOfReading, 'callback_not_found', ...problemsOfBodies] as const

const shared = {
  permission: 'callbacks',
  problems,
} as const satisfies ProcedureMeta

/** A procedure that handles endpoints. `ctx.batches` identifies the endpoints' owner. */
const endpointProcedure = ownerProcedure.meta(shared)

/** The same procedure, for actions that are still available to a suspended account's owner. */
const suspendedEndpointProcedure = suspendedOwnerProcedure.meta(shared)

/** Tests and new addresses. */
const byHand = { limit: limits.burst, operation: 'key', also: [limits.callbacksByHand] } as const

/** What an account may store for its endpoints. */
const stored = {
  endpoints: maxEndpoints,
  addresses: maxAddresses,
  secrets: maxFormer + 1,
  deliveries: maxStored,
}

type CallbackAudit = Extract<AuditEvent, { kind: `callback-${string}` }>

/** Records an action in the audit log, whether it was taken with a session or a key. */
function record(ctx: Pick<Context, 'call'> & { batches: BatchOwner }, event: CallbackAudit): void {
  const { accountId, key } = ctx.batches
  const owner = { accountId }
  recordEvent(accountId, key ? { ...event, byKey: key } : event, actorOf({ call: ctx.call, owner }))
}

/** An account's callback endpoints, over REST and on its page. */
export const callbacksRouter = router({
  /**
   * Returns the endpoints, the secret, and the deliveries for the page, newest first; null if this server does not run
   * batches.
   */
  read: accountProcedure
    .meta({ returns: { callbacks: maxEndpoints, deliveries: maxStored } })
    .query(async ({ ctx: { owner } }) => {
      if (queueKind() === null) return null
      const { accountId } = owner
      const [endpoints, secret, deliveries] = await Promise.all([
        readEndpoints(accountId),
        readSecretState(accountId),
        readDeliveries(accountId),
      ])
      return { endpoints, secret, deliveries }
    }),

  list: suspendedEndpointProcedure
    .meta({
      returns: { callbacks: maxEndpoints },
      openapi: {
        method: 'GET',
        path: '/callbacks',
        tags,
        summary: 'List callback endpoints',
        description: 'An account can have up to five. A batch can also have its own `callback_url`.',
      },
    })
    .input(listInput)
    .output(endpointsOutput)
    .query(async ({ ctx: { batches: owner }, input }) => {
      const { page, next } = pageOf(await readEndpoints(owner.accountId), input)
      return { callbacks: page.map(wireEndpoint), next }
    }),

  add: endpointProcedure
    .meta({
      problems: [...problems, 'limit_reached'],
      costs: byHand,
      stores: stored,
      openapi: {
        method: 'POST',
        path: '/callbacks',
        requestName: 'AddCallbackRequest',
        tags,
        summary: 'Add a callback endpoint',
        description:
          'An endpoint receives events for every batch in the account. A new address gets a test event immediately, and other events once it responds to a test with a status from 200 to 299.',
        creates: true,
        idempotent: true,
      },
    })
    .input(addEndpointInput)
    .output(addedOutput)
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.batches
      const url = endpointAddress(input.url)
      // A URL belongs to only one endpoint, so the URL identifies a repeated request.
      const made = idempotencyOf(ctx.call) && (await readEndpoints(accountId)).find((one) => one.url === url)
      if (made) return { ...wireEndpoint(made), secret: null }
      const named = await reserveAddress(accountId, url)
      const id = await addEndpoint(accountId, url)
      record(ctx, { kind: 'callback-set', host: new URL(url).hostname })
      const secret = await ensureSecret(accountId, true)
      await named(id)
      return { ...wireEndpoint(await readEndpoint(accountId, id)), secret }
    }),

  get: suspendedEndpointProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/callbacks/{id}',
        tags,
        summary: 'Get a callback endpoint',
        description: 'Shows whether the endpoint’s address is verified and whether events arrive.',
      },
    })
    .input(endpointIdInput)
    .output(endpointOutput)
    .query(async ({ ctx: { batches: owner }, input }) => wireEndpoint(await readEndpoint(owner.accountId, input.id))),

  change: endpointProcedure
    .meta({
      costs: byHand,
      stores: stored,
      openapi: {
        method: 'PATCH',
        path: '/callbacks/{id}',
        requestName: 'ChangeCallbackRequest',
        tags,
        summary: 'Change the URL or state of a callback endpoint',
        description:
          'Pending events go to the new URL. An endpoint is turned off automatically after a day of failures or a 410 response.',
      },
    })
    .input(changeEndpointInput)
    .output(endpointOutput)
    .mutation(async ({ ctx, input: { id, url: text, state } }) => {
      const { accountId } = ctx.batches
      await readEndpoint(accountId, id)
      const url = text === undefined ? null : endpointAddress(text)
      const named = url === null ? null : await reserveAddress(accountId, url)
      await changeEndpoint(accountId, id, { url, isOn: state === undefined ? null : state === 'on' })
      if (url !== null) record(ctx, { kind: 'callback-set', host: new URL(url).hostname })
      await named?.(id)
      return wireEndpoint(await readEndpoint(accountId, id))
    }),

  remove: suspendedEndpointProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/callbacks/{id}',
        tags,
        summary: 'Delete a callback endpoint',
        description: 'The endpoint’s pending events are not sent.',
      },
    })
    .input(endpointIdInput)
    .output(removedEndpointOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      await removeEndpoint(ctx.batches.accountId, id)
      record(ctx, { kind: 'callback-removed' })
      return { id, removed: true as const }
    }),

  test: endpointProcedure
    .meta({
      costs: byHand,
      stores: stored,
      openapi: {
        method: 'POST',
        path: '/callbacks/{id}/test',
        postman: { isLate: true },
        tags,
        summary: 'Send a test event to a callback endpoint',
        description:
          'The event is sent in the background and has no data. `GET /callbacks/{id}` shows whether it arrived.',
      },
    })
    .input(endpointIdInput)
    .output(testedOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { accountId } = ctx.batches
      const { url } = await readEndpoint(accountId, id)
      await countByHand(accountId)
      return { event: await sendTest(accountId, { endpoint: id, url }) }
    }),

  rotateSecret: endpointProcedure
    .meta({
      stores: stored,
      openapi: {
        method: 'POST',
        path: '/callbacks/rotate',
        tags,
        summary: 'Rotate the signing secret',
        description:
          'One secret signs all of the account’s callbacks. For a day, callbacks are also signed with each replaced secret, even if you rotate again.',
      },
    })
    .input(z.strictObject({}))
    .output(secretOutput)
    .mutation(async ({ ctx }) => {
      const { secret, formerUntil } = await rotateSecret(ctx.batches.accountId)
      record(ctx, { kind: 'callback-secret-made' })
      return { secret, former_until: isoTimeOrNull(formerUntil) }
    }),

  /** Sends a delivery again, whether it failed or succeeded. */
  sendAgain: accountProcedure
    .meta({ costs: { limit: limits.dashboard, also: [limits.callbacksByHand] }, stores: null })
    .input(z.strictObject({ id: z.string().max(200) }))
    .mutation(async ({ ctx: { owner }, input: { id } }) => {
      const { accountId } = owner
      await countByHand(accountId)
      await restartDelivery(accountId, id)
      await queueDelivery({ accountId, id }, 0)
    }),
})
