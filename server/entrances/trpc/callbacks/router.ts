import { type AuditEvent, recordEvent } from '@/server/features/audit/log'
import { countByHand, queueDelivery, reserveAddress, sendTest } from '@/server/features/callbacks/deliver'
import {
  deliveryReads,
  maxStored,
  readDeliveries,
  readDelivery,
  restartDelivery,
} from '@/server/features/callbacks/delivery-store'
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
import { maxFormer, newSecret, openSecrets, rotateSecret } from '@/server/features/callbacks/secrets'
import { isoTime } from '@/server/metering/access/calendar'
import { limits } from '@/server/metering/access/limits'
import { queueKind } from '@/server/platform/queue/queue'
import { type BatchOwner, memberProcedure, suspendedMemberProcedure, viewerProcedure } from '../batches/owner'
import { problemsOfBodies, problemsOfReading } from '../entrance'
import { type Context, type ProcedureMeta, router } from '../init'
import { actorOf, viewProcedure } from '../signed-in'
import { idempotencyOf, pageOf } from '../wire'
import {
  createdOutput,
  createInput,
  deletedOutput,
  deliveriesInput,
  deliveriesOutput,
  deliveryIdInput,
  deliveryOutput,
  endpointIdInput,
  endpointOutput,
  endpointsOutput,
  listInput,
  secretOutput,
  testedOutput,
  updateInput,
  wireDelivery,
  wireEndpoint,
} from './schemas'

const tags = ['Callbacks']

const problems = [...problemsOfReading, 'callback_not_found', ...problemsOfBodies] as const

const shared = {
  permission: 'callbacks',
  problems,
} as const satisfies ProcedureMeta

/** A procedure that handles endpoints. `ctx.batches` identifies the endpoints' owner. */
const endpointProcedure = memberProcedure.meta(shared)

/** The same procedure, for actions that are still available in a suspended account. */
const suspendedEndpointProcedure = suspendedMemberProcedure.meta(shared)

/** The same procedure, for what viewers may see. */
const viewerEndpointProcedure = viewerProcedure.meta(shared)

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
async function record(
  ctx: Pick<Context, 'call' | 'signedIn'> & { batches: BatchOwner },
  event: CallbackAudit,
): Promise<void> {
  const { accountId, key } = ctx.batches
  const person = key === '' ? await ctx.signedIn() : null
  const actor = person ? { person: { ...person, role: person.member?.role ?? null } } : { keyId: key }
  recordEvent(accountId, event, { ...actorOf(ctx), ...actor })
}

/** An account's callback endpoints, over REST and on its page. */
export const callbacksRouter = router({
  /** Returns the endpoints and the deliveries for the page, newest first; null if this server does not run batches. */
  read: viewProcedure
    .meta({ turns: [deliveryReads], returns: { callbacks: maxEndpoints, deliveries: maxStored } })
    .query(async ({ ctx: { member: owner } }) => {
      if (queueKind() === null) return null
      const { accountId } = owner
      const [endpoints, deliveries] = await Promise.all([readEndpoints(accountId), readDeliveries(accountId)])
      return { callbacks: endpoints.map(wireEndpoint), deliveries: deliveries.map(wireDelivery) }
    }),

  list: viewerEndpointProcedure
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

  create: endpointProcedure
    .meta({
      problems: [...problems, 'limit_reached', 'idempotency_key_reused'],
      costs: byHand,
      stores: stored,
      openapi: {
        method: 'POST',
        path: '/callbacks',
        requestName: 'CreateCallbackRequest',
        tags,
        summary: 'Create a callback endpoint',
        description:
          'An endpoint receives events for every batch and watchlist in the account, signed with its own secret. A new address gets a test event immediately, and other events once it responds to a test with a status from 200 to 299.',
        creates: true,
        idempotent: true,
      },
    })
    .input(createInput)
    .output(createdOutput)
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.batches
      const idempotency = idempotencyOf(ctx.call)
      const url = endpointAddress(input.url)
      const named = await reserveAddress(ctx.batches, url)
      const order = { url, sealed: (await newSecret()).sealed, idempotency }
      const { id, sealed, isNew } = await addEndpoint(ctx.batches, order)
      if (isNew) await record(ctx, { kind: 'callback-set', host: new URL(url).hostname })
      await named({ endpoint: id, batch: '' })
      // A repeated request returns the secret again, because the first response may have been lost.
      const [secret = null] = sealed === null ? [] : await openSecrets({ accountId, endpoint: id, batch: '' }, [sealed])
      return { ...wireEndpoint(await readEndpoint(accountId, id)), secret }
    }),

  get: viewerEndpointProcedure
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

  update: endpointProcedure
    .meta({
      costs: byHand,
      stores: stored,
      openapi: {
        method: 'PATCH',
        path: '/callbacks/{id}',
        requestName: 'UpdateCallbackRequest',
        tags,
        summary: 'Update the URL or state of a callback endpoint',
        description:
          'Pending events go to the new URL. The secret does not change. An endpoint is turned off automatically after a day of failures or a 410 response.',
      },
    })
    .input(updateInput)
    .output(endpointOutput)
    .mutation(async ({ ctx, input: { id, url: text, state } }) => {
      const { accountId } = ctx.batches
      await readEndpoint(accountId, id)
      const url = text === undefined ? null : endpointAddress(text)
      const named = url === null ? null : await reserveAddress(ctx.batches, url)
      await changeEndpoint(ctx.batches, id, { url, isOn: state === undefined ? null : state === 'on' })
      if (url !== null) await record(ctx, { kind: 'callback-set', host: new URL(url).hostname })
      await named?.({ endpoint: id, batch: '' })
      return wireEndpoint(await readEndpoint(accountId, id))
    }),

  delete: suspendedEndpointProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/callbacks/{id}',
        tags,
        summary: 'Delete a callback endpoint',
        description: 'Also deletes its secret. Pending events are not sent.',
      },
    })
    .input(endpointIdInput)
    .output(deletedOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      await removeEndpoint(ctx.batches, id)
      await record(ctx, { kind: 'callback-removed' })
      return { id, deleted: true as const }
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
      return { event_id: await sendTest(ctx.batches, { endpoint: id, batch: '', url }) }
    }),

  rotate: endpointProcedure
    .meta({
      stores: stored,
      openapi: {
        method: 'POST',
        path: '/callbacks/{id}/rotate',
        postman: { isLate: true },
        tags,
        summary: 'Rotate the signing secret of a callback endpoint',
        description:
          'Replaces the secret of this endpoint only. For a day, its callbacks are also signed with each replaced secret, even if you rotate again.',
      },
    })
    .input(endpointIdInput)
    .output(secretOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { accountId } = ctx.batches
      const { url } = await readEndpoint(accountId, id)
      const { secret, formerEnds } = await rotateSecret(ctx.batches, id)
      await record(ctx, { kind: 'callback-secret-made', host: new URL(url).hostname })
      return { secret, former_expires_at: isoTime(formerEnds) }
    }),
})

const aboutDeliveries: ProcedureMeta = {
  problems: [...problemsOfReading, 'delivery_not_found', ...problemsOfBodies],
}

/** The deliveries of events to an account's endpoints and to its batches' own URLs. */
export const deliveriesRouter = router({
  list: viewerEndpointProcedure
    .meta({
      turns: [deliveryReads],
      returns: { deliveries: maxStored },
      openapi: {
        method: 'GET',
        path: '/deliveries',
        postman: { savesFirst: true },
        tags,
        summary: 'List deliveries, newest first',
        description: `The account’s last ${maxStored} deliveries to endpoints and to batches’ own URLs, with each try.`,
      },
    })
    .input(deliveriesInput)
    .output(deliveriesOutput)
    .query(async ({ ctx: { batches: owner }, input }) => {
      const { callback_id, batch_id, state } = input
      const deliveries = (await readDeliveries(owner.accountId)).filter(
        (one) =>
          (callback_id === undefined || one.endpoint === callback_id) &&
          (batch_id === undefined || one.batch === batch_id) &&
          (state === undefined || one.state === state),
      )
      const { page, next } = pageOf(deliveries, input)
      return { deliveries: page.map(wireDelivery), next }
    }),

  get: viewerEndpointProcedure
    .meta({
      ...aboutDeliveries,
      openapi: {
        method: 'GET',
        path: '/deliveries/{id}',
        tags,
        summary: 'Get a delivery',
        description: 'The delivery of one event to one URL, with each try.',
      },
    })
    .input(deliveryIdInput)
    .output(deliveryOutput)
    .query(async ({ ctx: { batches: owner }, input }) => wireDelivery(await readDelivery(owner.accountId, input.id))),

  resend: endpointProcedure
    .meta({
      ...aboutDeliveries,
      costs: byHand,
      stores: null,
      openapi: {
        method: 'POST',
        path: '/deliveries/{id}/resend',
        postman: { isLate: true },
        tags,
        summary: 'Resend a delivery',
        description:
          'Sends the event again in the background, with the same id, whether the delivery failed or succeeded.',
      },
    })
    .input(deliveryIdInput)
    .output(deliveryOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { accountId } = ctx.batches
      await readDelivery(accountId, id)
      await countByHand(accountId)
      await restartDelivery(ctx.batches, id)
      await queueDelivery({ accountId, id }, 0)
      return wireDelivery(await readDelivery(accountId, id))
    }),
})
