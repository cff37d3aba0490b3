import * as z from 'zod'
import { batchReasons } from '@/server/features/batches/batch'
import {
  type CallbackEvent,
  type Delivery,
  deliveryStates,
  maxTries,
  tryFaults,
} from '@/server/features/callbacks/delivery'
import { maxStored } from '@/server/features/callbacks/delivery-store'
import type { Endpoint } from '@/server/features/callbacks/endpoint'
import { isoTime, isoTimeOrNull } from '@/server/metering/access/calendar'
import { sumsOutput } from '../batches/schemas'
import { watchEventShape } from '../watchlists/schemas'
import { listFields, nextField, timeField, timeFieldOrNull } from '../wire'

const exampleId = 'cb_9xVt3kQ2mB7a'

const id = z.string().max(40).meta({ description: 'The endpoint id.', example: exampleId })

/** The URL's format is checked where the URL is used. */
const url = z.string('Send the URL as a string.').max(4_000).meta({
  description: 'An `https://` URL with a public host name, on port 443 or 8443.',
  example: 'https://example.com/pinref',
})

export const listInput = z.strictObject(listFields)

export const endpointIdInput = z.strictObject({ id })

export const createInput = z.strictObject({ url })

const state = z.enum(['on', 'off'], 'Send state as on or off.')

export const updateInput = z
  .strictObject({
    id,
    url: url.exactOptional(),
    state: state
      .meta({ description: 'Whether events are sent to the endpoint. A new URL turns it on.' })
      .exactOptional(),
  })
  .refine(({ url, state }) => url !== undefined || state !== undefined, 'Send url, state, or both.')

const endpointFields = {
  id,
  url,
  state: state.meta({ description: 'Whether events are sent to the endpoint.', example: 'on' }),
  created_at: timeField('When the endpoint was created.', '2026-11-22T09:30:00.000Z'),
  verified_at: timeFieldOrNull(
    'When the endpoint’s address first accepted a test event; null before that.',
    '2026-11-22T09:30:01.000Z',
  ),
  first_failed_at: timeFieldOrNull('When deliveries began to fail; null if the last delivery succeeded.', null),
  turned_off_at: timeFieldOrNull('When the endpoint was turned off; null if it is on.', null),
  former_secret_expires_at: timeFieldOrNull(
    'When the last of the replaced secrets stops signing; null if none still signs.',
    null,
  ),
}

const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSwMfKQ9r8GKYqo='

export const endpointOutput = z.strictObject(endpointFields).meta({ id: 'Callback' })

export const createdOutput = z
  .strictObject({
    ...endpointFields,
    secret: z.string().nullable().meta({
      description:
        'The signing secret, returned only here, also if the request is repeated with its `Idempotency-Key`; null once rotated.',
      example: exampleSecret,
    }),
  })
  .meta({ id: 'CreatedCallback' })

export const endpointsOutput = z
  .strictObject({
    callbacks: z.array(endpointOutput),
    next: nextField(),
  })
  .meta({ id: 'Callbacks' })

export const deletedOutput = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: 'DeletedCallback' })

const exampleEventId = 'msg_test_4fQ0zL2mXb7K'

export const testedOutput = z
  .strictObject({
    event_id: z.string().meta({ description: 'The event’s `webhook-id`.', example: exampleEventId }),
  })
  .meta({ id: 'CallbackTest' })

export const secretOutput = z
  .strictObject({
    secret: z.string().meta({
      description: 'The new secret, shown once.',
      example: exampleSecret,
    }),
    former_expires_at: timeField('When the previous secret stops signing.', '2026-11-23T09:30:00.000Z'),
  })
  .meta({ id: 'CallbackSecret' })

/** Returns an endpoint as the API sends it. */
export const wireEndpoint = ({ id, url, created, verified, failing, off, formerEnds }: Endpoint) => ({
  id,
  url,
  state: off === null ? ('on' as const) : ('off' as const),
  created_at: isoTime(created),
  verified_at: isoTimeOrNull(verified),
  first_failed_at: isoTimeOrNull(failing),
  turned_off_at: isoTimeOrNull(off),
  former_secret_expires_at: isoTimeOrNull(formerEnds),
})

const exampleBatchId = 'batch_4fQ0zL2mXb7K9aRt'

const deliveryId = z
  .string()
  .max(200)
  .meta({ description: 'The delivery id.', example: `msg_${exampleBatchId}_finished_1-${exampleId}` })

export const deliveryIdInput = z.strictObject({ id: deliveryId })

const statesMessage = `Send state as one of ${deliveryStates.join(', ')}.`

const filterId = (name: string, description: string, example: string) =>
  z
    .string()
    .regex(/^\w{1,40}$/, `Send ${name} as an id, such as ${example}.`)
    .meta({ description, example })
    .optional()

export const deliveriesInput = z.strictObject({
  ...listFields,
  callback_id: filterId('callback_id', 'Only deliveries to this endpoint.', exampleId),
  batch_id: filterId('batch_id', 'Only deliveries of events about this batch.', exampleBatchId),
  state: z.enum(deliveryStates, statesMessage).meta({ description: 'Only deliveries in this state.' }).optional(),
})

export const deliveryOutput = z
  .strictObject({
    id: deliveryId,
    event_id: z.string().meta({
      description: 'The event’s `webhook-id`.',
      example: `msg_${exampleBatchId}_finished_1`,
    }),
    type: z.string().meta({ description: 'The event’s type.', example: 'batch.finished' }),
    callback_id: z.string().nullable().meta({
      description: 'The id of the endpoint; null for a batch’s `callback_url`.',
      example: exampleId,
    }),
    batch_id: z.string().nullable().meta({
      description: 'The id of the batch that the event is about; null for other events.',
      example: exampleBatchId,
    }),
    url: z.string().meta({ description: 'The URL of the last or next try.', example: 'https://example.com/pinref' }),
    state: z.enum(deliveryStates).meta({
      description: `\`failed\`: ${maxTries} tries failed. \`held\`: not sent, because the endpoint was off, or the endpoint or batch had been deleted.`,
      example: 'delivered',
    }),
    created_at: timeField('When the event happened.', '2026-11-22T09:30:04.000Z'),
    next_try_at: timeFieldOrNull('When the next try is due; null if there is none.', null),
    tries: z
      .array(
        z.strictObject({
          tried_at: timeField('When the try began.', '2026-11-22T09:30:04.120Z'),
          duration_ms: z.int().min(0).meta({ description: 'How long it took, in milliseconds.', example: 84 }),
          status: z
            .int()
            .nullable()
            .meta({ description: 'The response status; null without a response.', example: 200 }),
          fault: z
            .enum(tryFaults)
            .nullable()
            .meta({
              description:
                'Why the event was not sent or got no response; null otherwise. `unverified`: the status is for the test ' +
                'event that a new address has to accept first. `no_secret`: the secret cannot be read; rotate it.',
              example: null,
            }),
        }),
      )
      .meta({ description: 'Oldest first, at most 20.' }),
  })
  .meta({ id: 'Delivery' })

export const deliveriesOutput = z
  .strictObject({
    deliveries: z.array(deliveryOutput).meta({ description: `Newest first, from the last ${maxStored} stored.` }),
    next: nextField(),
  })
  .meta({ id: 'Deliveries' })

/** Returns a delivery as the API sends it. */
export const wireDelivery = ({ id, event, type, endpoint, batch, url, state, created, next, tries }: Delivery) => ({
  id,
  event_id: event,
  type,
  callback_id: endpoint || null,
  batch_id: batch || null,
  url,
  state,
  created_at: new Date(created).toISOString(),
  next_try_at: next === null ? null : new Date(next).toISOString(),
  tries: tries.map(({ at, tookMs, status, fault }) => ({
    tried_at: new Date(at).toISOString(),
    duration_ms: tookMs,
    status,
    fault,
  })),
})

const timestamp = timeField('When the event happened.', '2026-11-22T09:30:00.000Z')

const batchEvent = <State extends 'finished' | 'failed' | 'waiting'>(state: State, description: string) =>
  z
    .strictObject({
      type: z.literal(`batch.${state}`),
      timestamp,
      data: z.strictObject({
        batch: z.strictObject({
          id: z.string().meta({ description: 'The batch id.', example: 'batch_4fQ0zL2mXb7K9aRt' }),
          name: z
            .string()
            .nullable()
            .meta({ description: 'The batch’s name; null if it has none.', example: 'Berlin branches' }),
          state: z.literal(state),
          reason: z
            .enum(batchReasons)
            .nullable()
            .meta({ description: 'Why the batch is waiting or why it failed; null otherwise.', example: null }),
          ...sumsOutput,
        }),
        resumes_at: timeField('When the batch tries again, if known.', '2026-12-01T00:00:00.000Z').exactOptional(),
      }),
    })
    .meta({ description })

/** Callback events by type, exactly as posted. */
export const callbackEvents = {
  'batch.finished': batchEvent('finished', 'Every line of a batch is done.'),
  'batch.failed': batchEvent('failed', 'A batch ended because of an error on our side.'),
  'batch.waiting': batchEvent(
    'waiting',
    'A batch is waiting for your quota or for Google, and resumes automatically. `reason` says why.',
  ),
  'watch.events': z
    .strictObject({
      type: z.literal('watch.events'),
      timestamp,
      data: z.strictObject({
        watchlist: z.strictObject({
          id: z.string().meta({ example: 'watch_7hTz1qLw9XbN3cRk' }),
          name: z.string().meta({ example: 'Berlin branches' }),
        }),
        events: z.array(watchEventShape).meta({ description: 'Oldest first, at most 100.' }),
      }),
    })
    .meta({ description: 'Listings in a watchlist moved, disappeared, reappeared, closed, or reopened.' }),
  'callback.test': z
    .strictObject({ type: z.literal('callback.test'), timestamp, data: z.strictObject({}) })
    .meta({ description: 'A test event: the first event sent to a new address.' }),
} as const satisfies Record<CallbackEvent['type'], z.ZodType>

/** Any of these events. */
export const callbackEvent = z.discriminatedUnion('type', [
  callbackEvents['batch.finished'],
  callbackEvents['batch.failed'],
  callbackEvents['batch.waiting'],
  callbackEvents['watch.events'],
  callbackEvents['callback.test'],
])
