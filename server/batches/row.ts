import { z } from 'zod'
import { env } from '@/server/env'
import { apiErrorCodes } from '@/server/errors'
import { cidFromDecimal } from '@/server/identifiers/cid'
import { featureIdOf, formatFeatureId } from '@/server/identifiers/feature-id'
import { mapsUrl, reviewUrl, wireIdentifiers } from '@/server/listings/listing'
import { listingShape } from '@/server/listings/shapes'
import type { Item } from './item'
import { type Details, type Failed, type Found, outcomeOf } from './result'

export const batchListing = listingShape
  .extend({
    matches: z.int().nullable().meta({
      description: 'How many listings the search found; null where none was made.',
    }),
  })
  .meta({ id: 'BatchListing' })

export const lineStatuses = ['found', 'failed', 'unreadable', 'left'] as const

export const rowShape = z
  .strictObject({
    line: z.int().meta({ description: 'The number of the line, from 1.' }),
    status: z.enum(lineStatuses).meta({
      description:
        '`unreadable`: the line itself is at fault, and would fail again. `left`: the batch ended before it was looked up.',
    }),
    input: z.unknown().meta({
      description: 'The line as it was sent: a text, an object, or an object of the columns of its row.',
    }),
    same_as: z
      .int()
      .nullable()
      .meta({ description: 'The line that it is the same as, which was looked up; else null.' }),
    listing: batchListing.nullable(),
    problem: z
      .strictObject({
        code: z.enum(apiErrorCodes),
        detail: z.string(),
        cid: z.string().nullable(),
        place_id: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'What went wrong, with the identifiers where they are known all the same.' }),
  })
  .meta({ id: 'BatchLine' })

/** A line of a batch with its result, as answered. */
export type Row = z.infer<typeof rowShape>

/** What is known of a line. */
export interface KnownLine {
  /** Its number, from 0. */
  line: number
  item: Item
  /** The columns of its batch. */
  columns: readonly string[]
  sameAs: number | null
  /** Null if it was not looked up. */
  result: Found | Failed | null
  details: Details | null
}

/** Turns a line and its result into the form in which they are answered. */
export function rowOf({ line, item, columns, sameAs, result, details }: KnownLine): Row {
  const row = { line: line + 1, input: inputOf(item, columns), same_as: sameAs === null ? null : sameAs + 1 }
  if (result === null) return { ...row, status: 'left', listing: null, problem: null }
  const status = outcomeOf(result)
  if (result[0] !== 'problem') return { ...row, status, listing: listingOf(result, details), problem: null }
  const [, code, detail, cid, placeId] = result
  const problem = { code: code as (typeof apiErrorCodes)[number], detail, cid, place_id: placeId }
  return { ...row, status, listing: null, problem }
}

/** Returns the line as the caller sent it; for one that cannot be read, its beginning. */
function inputOf(item: Item, columns: readonly string[]): unknown {
  if (!Array.isArray(item)) return item
  if (typeof item[0] === 'number') return item[2]
  return Object.fromEntries(columns.map((name, index) => [name, item[index] ?? '']))
}

type BatchListing = z.infer<typeof batchListing>

/** Builds a listing from what is stored of it. */
export function listingOf(found: Found, details: Details | null): BatchListing {
  const [, cid] = found
  const placeId = found[0] === 'convert' ? null : found[2]
  const number = cidFromDecimal(cid)
  if (number === null) throw new Error('a stored CID is none')
  const featureId = placeId === null ? null : featureIdOf(placeId)
  const [title, rating, reviews, address] = details ?? [null, null, null, null]
  const [kgId, status, movedFrom] = found[0] === 'resolve' ? [found[3], found[4], found[5]] : [null, null, null]
  return {
    title,
    ...wireIdentifiers(number, placeId),
    rating,
    reviews_count: reviews,
    maps_url: mapsUrl(number, env()),
    review_url: placeId && reviewUrl(placeId, env()),
    schema_hasmap: mapsUrl(number, env()),
    feature_id: featureId && formatFeatureId(featureId),
    kg_id: kgId,
    status: status ?? (found[0] === 'search' ? 'listed' : 'unchecked'),
    moved_from: movedFrom && { cid: movedFrom[0], place_id: movedFrom[1] },
    address,
    matches: found[0] === 'search' ? found[3] : null,
  }
}
