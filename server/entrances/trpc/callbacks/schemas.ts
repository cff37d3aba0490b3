import * as z from 'zod'
import { batchReasons } from '@/server/features/batches/batch'
import type { CallbackEvent } from '@/server/features/callbacks/delivery'
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

export const addEndpointInput = z.strictObject({ url })

const state = z.enum(['on', 'off'], 'Send state as on or off.')

export const changeEndpointInput = z
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
  created: timeField('When the endpoint was added.', '2026-11-22T09:30:00.000Z'),
  verified: timeFieldOrNull(
    'When the endpoint’s address first accepted a test event; null before that.',
    '2026-11-22T09:30:01.000Z',
  ),
  failing_since: timeFieldOrNull('When deliveries began to fail; null if the last delivery succeeded.', null),
  off_since: timeFieldOrNull('When the endpoint was turned off; null if it is on.', null),
}

export const endpointOutput = z.strictObject(endpointFields).meta({ id: 'Callback' })

export const addedOutput = z
  .strictObject({
    ...endpointFields,
    secret: z.string().nullable().meta({
      description: "The account's signing secret, shown once; null if it was shown before.",
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSwMfKQ9r8GKYqo=',
    }),
  })
  .meta({ id: 'AddedCallback' })

export const endpointsOutput = z
  .strictObject({
    callbacks: z.array(endpointOutput),
    next: nextField(),
  })
  .meta({ id: 'Callbacks' })

export const removedEndpointOutput = z.strictObject({ id, removed: z.literal(true) }).meta({ id: 'RemovedCallback' })

export const testedOutput = z
  .strictObject({
    event: z.string().meta({ description: 'The event’s `webhook-id`.', example: 'msg_test_4fQ0zL2mXb7K' }),
  })
  .meta({ id: 'CallbackTest' })

export const secretOutput = z
  .strictObject({
    secret: z.string().meta({
      description: 'The new secret, shown once.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSwMfKQ9r8GKYqo=',
    }),
    former_until: timeFieldOrNull(
      'When the previous secret stops signing; null if there was none.',
      '2026-11-23T09:30:00.000Z',
    ),
  })
  .meta({ id: 'CallbackSecret' })

/** Returns an endpoint as the API sends it. */
export const wireEndpoint = ({ id, url, created, verified, failing, off }: Endpoint) => ({
  id,
  url,
  state: off === null ? ('on' as const) : ('off' as const),
  created: isoTime(created),
  verified: isoTimeOrNull(verified),
  failing_since: isoTimeOrNull(failing),
  off_since: isoTimeOrNull(off),
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
