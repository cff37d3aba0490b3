import * as z from 'zod'
import { longestName } from '@/server/features/batches/batch'
import { eventForm } from '@/server/features/watchlists/events'
import {
  maxAdded,
  maxEntries,
  maxName,
  maxReference,
  maxRemoved,
  maxSentText,
} from '@/server/features/watchlists/limits'
import { cursorForm } from '@/server/features/watchlists/listings'
import { closureIntervals, digests, listingStates, periods } from '@/server/features/watchlists/watchlist'
import { businessStatuses } from '@/server/places/sources/listing-source'
import { isUnicode, notUnicode } from '@/server/platform/runtime/input'
import { nameField } from '../batches/schemas'
import { clientChange, clientField, clientFilter, cursorMessage, limitField, listFields } from '../wire'

export const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

export const id = z.string().meta({ description: 'The watchlist id.', example: 'watch_7hTz1qLw9XbN3cRk' })

export const exampleName = 'Berlin branches'

const period = z.enum(periods, `Send period as one of ${periods.join(', ')}.`)
const closures = z.enum(closureIntervals, `Send closures as one of ${closureIntervals.join(', ')}.`)
const digest = z.enum(digests, `Send digest as one of ${digests.join(', ')}.`)
export const periodText = 'How often each listing is checked. A month is 30 days.'
export const closuresText =
  'How often each listing is also checked for closure, at the price in `closures_price`. With `off`, closures are not reported, and checks are free.'
export const digestText = 'How often changes are emailed to the account’s owner.'

const labelColumn = (field: 'name' | 'reference') =>
  z
    .string('Send a column or field name.')
    .max(200, 'Send a column or field name of at most 200 characters.')
    .refine(isUnicode, notUnicode)
    .optional()
    .meta({
      description:
        `The column or field in the batch’s lines with your own ${field} for each listing; empty for none. Defaults to the ` +
        `batch’s \`${field}_column\`, or else to \`${field}\`.`,
    })

export const createInput = z.strictObject({
  name: nameField.meta({ description: `A display name of 1 to ${longestName} characters.`, example: exampleName }),
  client: clientField,
  period: period.default('weekly').meta({ description: periodText }),
  closures: closures.default('off').meta({ description: closuresText }),
  digest: digest.default('off').meta({ description: digestText }),
  batch_id: z
    .string('Send the id of a batch.')
    .max(40, 'Send the id of a batch.')
    .meta({
      description: 'The id of a batch that has ended. The batch’s listings are added in the background.',
      example: 'batch_4fQ0zL2mXb7K9aRt',
    })
    .optional(),
  name_column: labelColumn('name'),
  reference_column: labelColumn('reference'),
})

export const idInput = z.strictObject({ id })

export const listInput = z.strictObject({ ...listFields, client: clientFilter })

export const updateInput = idInput.extend({
  name: nameField.meta({ description: 'The new name.', example: exampleName }).optional(),
  client: clientChange,
  period: period.meta({ description: periodText }).optional(),
  closures: closures.meta({ description: closuresText, example: 'monthly' }).optional(),
  digest: digest.meta({ description: digestText, example: 'weekly' }).optional(),
})

const sentListing = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      maxLength: maxSentText,
      description:
        'A place id, a CID, a feature id, or a link that contains one. Look up short links first, because they contain no identifier.',
    },
    name: {
      type: 'string',
      maxLength: maxName,
      description: 'Your own name for the listing. The name is returned with every event.',
    },
    reference: {
      type: 'string',
      maxLength: maxReference,
      description: 'Your own reference. The reference is returned with every event.',
    },
  },
  required: ['url'],
  additionalProperties: false,
}

export const createListingsInput = idInput.extend({
  /** Validated when it is read, so thousands of listings do not delay other calls. */
  listings: z.unknown().meta({
    type: 'array',
    minItems: 1,
    maxItems: maxAdded,
    items: { anyOf: [{ type: 'string', maxLength: maxSentText }, sentListing] },
    description: 'Strings, or objects with `url`, `name`, and `reference`.',
    example: [{ url: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE', name: 'Sydney Opera House', reference: 'sydney-01' }],
  }),
})

const idsMessage = `Send 1 to ${maxRemoved} listing ids, separated by commas.`

export const deleteListingsInput = idInput.extend({
  ids: z
    .string(idsMessage)
    .regex(/^[\w-]{1,40}(?:,[\w-]{1,40})*$/, idsMessage)
    .refine((text) => text.split(',').length <= maxRemoved, idsMessage)
    .meta({
      description: `The \`id\` of up to ${maxRemoved} listings, separated by commas. A listing’s id is the CID that you added; unreadable listings have another id.`,
      example: '3545450935484072529',
    }),
})

export const listingsInput = idInput.extend({
  state: z
    .enum(listingStates, `Send state as one of ${listingStates.join(', ')}.`)
    .meta({ description: 'Only listings in this state.', example: 'moved' })
    .optional(),
  business_status: z
    .enum(businessStatuses, `Send business_status as one of ${businessStatuses.join(', ')}.`)
    .meta({ description: 'Only listings with this business status.', example: 'closed_permanently' })
    .optional(),
  after: z
    .string(cursorMessage)
    .regex(cursorForm, cursorMessage)
    .meta({ description: '`next` from the previous page; defaults to the first page.', example: '0.0' })
    .optional(),
  limit: limitField(maxEntries, ' A page can be shorter, or even empty, before the last one.'),
})

const eventMessage = 'Send the id of an event as after.'

export const eventsInput = idInput.extend({
  after: z
    .string(eventMessage)
    .regex(eventForm, eventMessage)
    .meta({
      description: 'The id of the last event you received; by default, events start with the oldest.',
      example: '1764000000000-0',
    })
    .optional(),
  limit: limitField(maxEntries, ' A page also ends after 1 MiB of JSON.'),
})
