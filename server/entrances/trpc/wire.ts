import * as z from 'zod'
import { longestName, nameFault, tidyName } from '@/server/features/batches/batch'
import { PinrefError } from '@/server/platform/problems/errors'
import type { Context } from './init'

/*
 * Fields that operations share. Every list in the API is `{ <plural>: […], next }` and accepts `limit` and `after`:
 * `next` is null after the last entry; otherwise, it is `after` for the next page.
 */

/**
 * A list's `limit` field. The field is a string here, because trpc-to-openapi would convert any string to a number; in
 * the document, it is an integer.
 */
export function limitField(most: number, more = '') {
  const words = `Send limit as a whole number from 1 to ${most.toLocaleString('en')}.`
  return z
    .string(words)
    .refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most, words)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: most,
      description: `The maximum number of entries per page; defaults to ${most.toLocaleString('en')}.${more}`,
    })
    .optional()
}

const cursorForm = /^(\d{1,15})\.([\w-]{1,200})$/
export const cursorMessage = 'Send “next” from the previous page as after.'

/** The maximum number of entries per page. An account's lists are never longer than this. */
const mostOfPage = 100

/** The parameters for a list sorted by time, newest first. */
export const listFields = {
  limit: limitField(mostOfPage),
  after: z
    .string(cursorMessage)
    .regex(cursorForm, cursorMessage)
    .meta({ description: '`next` from the previous page; defaults to the first page.' })
    .optional(),
}

const clientMessage = `Send client as one line of 1 to ${longestName} characters.`

/** A client's label, in the form that is stored. Equal labels have equal code points. */
const clientLabel = z
  .string(clientMessage)
  .max(10 * longestName, clientMessage)
  .transform((text, { issues }) => {
    const label = tidyName(text.normalize('NFC'))
    if (nameFault(label) === null) return label
    issues.push({ code: 'custom', message: clientMessage, input: text })
    return z.NEVER
  })
  .meta({ minLength: 1, maxLength: longestName })

/** The label of a customer, for whose bill calls are counted: in a new resource, in a change, and as a list's filter. */
export const clientField = clientLabel
  .optional()
  .meta({ description: 'Your customer’s name, to group usage by.', example: 'Acme' })
export const clientChange = clientLabel
  .nullable()
  .exactOptional()
  .meta({ description: 'The client; null for none.', example: 'Acme' })
export const clientFilter = clientLabel.meta({ description: 'Only with this client.', example: 'Acme' }).optional()
export const clientOutput = z.string().nullable().meta({ description: 'The client; null if none.', example: 'Acme' })

/** A time in a response. */
export const timeField = (description: string, example: string) =>
  z.string().meta({ description: `${description} ISO 8601, UTC.`, format: 'date-time', example })

/** A time in a response that may be null. */
export const timeFieldOrNull = (description: string, example: string | null) =>
  z
    .string()
    .meta({ format: 'date-time' })
    .nullable()
    .meta({ description: `${description} ISO 8601, UTC.`, example })

/** A list's `next` field. */
export const nextField = (description = '`after` for the next page; null after the last page.') =>
  z.string().nullable().meta({ description, example: null })

interface Entry {
  id: string
  created: number
}

/** Sorts newest first; by id if the times are equal. */
const newestFirst = (a: Entry, b: Entry) => b.created - a.created || (a.id < b.id ? -1 : 1)

/** Returns a page of a list. The cursor stays valid even if its entry is deleted, because it only marks a position. */
export function pageOf<Item extends Entry>(
  items: readonly Item[],
  { limit, after }: { limit?: string | undefined; after?: string | undefined },
): { page: Item[]; next: string | null } {
  const [, created = '', id = ''] = cursorForm.exec(after ?? '') ?? []
  const before = { created: Number(created), id }
  const rest = items.toSorted(newestFirst).filter((item) => after === undefined || newestFirst(before, item) < 0)
  const page = rest.slice(0, limit === undefined ? mostOfPage : Number(limit))
  const last = page.at(-1)
  return { page, next: last && page.length < rest.length ? `${last.created}.${last.id}` : null }
}

/** The maximum length of an `Idempotency-Key`, in characters. */
const longestIdempotencyKey = 255

/**
 * Returns a call's `Idempotency-Key`; null if there is none.
 * @throws PinrefError `invalid_request` if the value is empty or too long.
 */
export function idempotencyOf(call: Context['call']): string | null {
  const sent = call.header('idempotency-key')
  if (sent === null || (sent !== '' && sent.length <= longestIdempotencyKey)) return sent
  throw new PinrefError('invalid_request', `Send an Idempotency-Key of 1 to ${longestIdempotencyKey} characters.`)
}
