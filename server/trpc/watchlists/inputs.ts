import { z } from 'zod'
import { longestName } from '@/server/batches/batch'
import { eventForm } from '@/server/watch/events'
import { maxAdded, maxEntries, maxReference, maxRemoved } from '@/server/watch/limits'
import { cursorForm } from '@/server/watch/listings'
import { digests, listingStates, periods } from '@/server/watch/watchlist'
import { nameField } from '../batches/schemas'
import { limitField, listFields } from '../wire'

const words = (number: number) => number.toLocaleString('en')

export const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

export const id = z.string().meta({ description: 'The watchlist id.', example: 'watch_7hTz1qLw9XbN3cRk' })

export const exampleName = 'Berlin branches'

const period = z.enum(periods, `Send period as one of ${periods.join(', ')}.`)
const digest = z.enum(digests, `Send digest as one of ${digests.join(', ')}.`)
export const periodText = 'How often each listing is checked. A month is 30 days.'
export const digestText = 'How often changes are emailed to the account’s owner.'

export const makeInput = z.strictObject({
  name: nameField.meta({ description: `A display name of 1 to ${longestName} characters.`, example: exampleName }),
  period: period.default('weekly').meta({ description: periodText }),
  digest: digest.default('off').meta({ description: digestText }),
  batch: z.string('Send the id of a batch.').max(40, 'Send the id of a batch.').optional().meta({
    description: 'The id of a batch that has ended. Its listings are added in the background.',
    example: 'batch_4fQ0zL2mXb7K9aRt',
  }),
  reference_column: z
    .string('Send the name of a column or field.')
    .max(200, 'Send a name of at most 200 characters.')
    .default('reference')
    .meta({ description: 'The column or field of the batch’s lines that has your own reference for each listing.' }),
})

export const idInput = z.strictObject({ id })

export const listInput = z.strictObject(listFields)

export const changeInput = idInput.extend({
  name: nameField.optional().meta({ description: 'The new name.', example: exampleName }),
  period: period.optional().meta({ description: periodText }),
  digest: digest.optional().meta({ description: digestText, example: 'weekly' }),
})

const referenceMessage = `Send a reference of at most ${maxReference} characters.`
const textMessage = 'Send a link, a place id, or a CID as url.'

const sentListing = z.strictObject({
  url: z.string(textMessage).max(2_048, 'Send at most 2,048 characters.').meta({
    description: 'A place id, a CID, a feature id, or a link that contains one. Short links must be looked up first.',
  }),
  reference: z
    .string(referenceMessage)
    .refine((text) => text.length <= maxReference || [...text].length <= maxReference, referenceMessage)
    .optional()
    .meta({ description: `Your own reference, at most ${maxReference} characters. It is returned with every event.` }),
})

const listingsMessage = `Send listings as an array of 1 to ${words(maxAdded)}.`

export const addInput = idInput.extend({
  listings: z
    .array(z.union([z.string(textMessage).max(2_048, 'Send at most 2,048 characters.'), sentListing]), listingsMessage)
    .min(1, listingsMessage)
    .max(maxAdded, listingsMessage)
    .meta({
      description: 'Texts, or objects with `url` and `reference`.',
      example: [{ url: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE', reference: 'sydney-01' }],
    }),
})

const idsMessage = `Send 1 to ${maxRemoved} listing ids, separated by commas.`

export const removeListingsInput = idInput.extend({
  ids: z
    .string(idsMessage)
    .regex(/^[\w-]{1,40}(?:,[\w-]{1,40})*$/, idsMessage)
    .refine((text) => text.split(',').length <= maxRemoved, idsMessage)
    .meta({
      description: `The \`id\` of up to ${maxRemoved} listings, separated by commas. For a readable listing, this is the CID that you added.`,
      example: '3545450935484072529',
    }),
})

export const listingsInput = idInput.extend({
  state: z
    .enum(listingStates, `Send state as one of ${listingStates.join(', ')}.`)
    .optional()
    .meta({ description: 'Only listings in this state.', example: 'moved' }),
  after: z
    .string('Send the “next” value of the previous page as after.')
    .regex(cursorForm, 'Send the “next” value of the previous page as after.')
    .meta({ description: '`next` of the previous page; defaults to the first page.', example: '0.0' })
    .optional(),
  limit: limitField(maxEntries, ' A page can be shorter, or even empty, before the last one.'),
})

const eventMessage = 'Send the id of an event as after.'

export const eventsInput = idInput.extend({
  after: z
    .string(eventMessage)
    .regex(eventForm, eventMessage)
    .meta({
      description: 'The id of the last event that you have; defaults to the oldest event.',
      example: '1764000000000-0',
    })
    .optional(),
  limit: limitField(maxEntries, ' A page also ends after 1 MiB of JSON.'),
})
