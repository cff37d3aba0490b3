import * as z from 'zod'
import { assembleListing } from '@/server/features/listings/listing'
import { listingShape } from '@/server/features/listings/shapes'
import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import type { ListingFacts } from '@/server/places/sources/listing-source'
import { apiErrorCodes } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { type Item, unreadableOf } from './item'
import { type Failed, type Found, statusOf } from './stored-result'

/** Data that Google does not allow anyone to store: name, rating, review count, and address. */
export type Details = Partial<ListingFacts>

export const batchListing = listingShape
  .extend({
    matches: z.int().nullable().meta({
      description: 'The number of listings that the search found. Null without a search.',
    }),
  })
  .meta({ id: 'BatchListing' })

const lineStatuses = ['found', 'failed', 'unreadable', 'left'] as const

/** The status filters. `to_check`: everything that was not found. */
export const chosenStatuses = [...lineStatuses, 'to_check'] as const

export type LineStatus = (typeof chosenStatuses)[number]

export const rowShape = z
  .strictObject({
    line: z.int().meta({ description: 'The line number, starting at 1.' }),
    status: z.enum(lineStatuses).meta({
      description:
        '`unreadable`: the line itself is invalid and would fail again. `left`: the batch ended before the line was looked up.',
    }),
    input: z.unknown().meta({
      description: 'The line as you sent it: a string or an object. A CSV row is an object keyed by column.',
    }),
    same_as: z.int().nullable().meta({
      description:
        'The number of the earlier identical line that was looked up instead. Null if the line repeats no earlier line.',
    }),
    listing: batchListing.nullable(),
    problem: z
      .strictObject({
        code: z.enum(apiErrorCodes),
        detail: z.string(),
        cid: z.string().nullable(),
        place_id: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'What went wrong, and the identifiers if known.' }),
  })
  .meta({ id: 'BatchLine' })

/** A batch line with its result, as the API returns it. */
export type Row = z.infer<typeof rowShape>

/** Consecutive lines that were not looked up: their numbers, and the reason for the first one. */
export const runShape = z.strictObject({
  from: z.int(),
  to: z.int(),
  status: z.enum(['unreadable', 'left']),
  reason: z.string().nullable(),
})

export type Run = z.infer<typeof runShape>

/** The data about a line. */
export interface StoredLine {
  /** The line's number, from 0. */
  line: number
  item: Item
  /** The columns of its batch. */
  columns: readonly string[]
  sameAs: number | null
  /** Null if the line was not looked up. */
  result: Found | Failed | null
  details: Details | null
}

/** Converts a line and its result to the format of responses. */
export function rowOf({ line, item, columns, sameAs, result, details }: StoredLine): Row {
  const row = { line: line + 1, input: inputOf(item, columns), same_as: sameAs === null ? null : sameAs + 1 }
  if (result === null) return { ...row, status: 'left', listing: null, problem: null }
  const status = statusOf(result)
  if ('by' in result) return { ...row, status, listing: listingOf(result, details), problem: null }
  const { code, detail, cid, placeId } = result
  const problem = { code: code as (typeof apiErrorCodes)[number], detail, cid, place_id: placeId }
  return { ...row, status, listing: null, problem }
}

/** Returns the line as the caller sent it, or the beginning of an unreadable line. */
function inputOf(item: Item, columns: readonly string[]): unknown {
  if (!Array.isArray(item)) return item
  const unreadable = unreadableOf(item)
  if (unreadable) return unreadable.start
  return Object.fromEntries(columns.map((name, index) => [name, item[index] ?? '']))
}

type BatchListing = z.infer<typeof batchListing>

/** Returns a listing from its stored result, as `resolve` would. */
export function listingOf(found: Found, details: Details | null): BatchListing {
  const cid = cidOf(found.cid)
  const placeId = found.by === 'convert' ? null : found.placeId
  const { kgId, status, movedFrom } = found.by === 'resolve' ? found : { kgId: null, status: null, movedFrom: null }
  const requested = {
    cid: movedFrom ? cidOf(movedFrom.cid) : cid,
    placeId: movedFrom ? movedFrom.placeId : placeId,
    kgId,
    title: details?.title ?? null,
  }
  const isUnchecked = placeId === null || status === 'unchecked'
  const current = isUnchecked ? null : { ...details, cid, placeId, stalePlaceId: movedFrom?.placeId ?? undefined }
  return { ...assembleListing(requested, current, env()), matches: found.by === 'search' ? found.matches : null }
}

function cidOf(stored: string): Cid {
  const cid = cidFromDecimal(stored)
  if (cid === null) throw new Error('a stored CID is invalid')
  return cid
}

/** A filter for lines; if no field is set, all lines match. */
export interface LineFilter {
  /** Only lines with this status. */
  status?: LineStatus | null
  /** Only lines with this problem. */
  code?: string | null
  /**
   * Only lines that contain this text, ignoring case, as sent or in the name, address, CID, or place id that was found.
   */
  text?: string | null
}

/** Returns a function that tests whether a line matches. */
export function filterOf({ status = null, code = null, text = null }: LineFilter): (row: Row) => boolean {
  const words = text?.toLowerCase() ?? null
  return (row) =>
    (status === null || (status === 'to_check' ? row.status !== 'found' : row.status === status)) &&
    (code === null || row.problem?.code === code) &&
    (words === null || textsOf(row).some((one) => one.toLowerCase().includes(words)))
}

/** Returns roughly how many bytes a line takes as JSON, without serializing it. */
export function roughSize({ input, listing }: Row): number {
  const sent = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  const sizes = sent.map((one) => (typeof one === 'string' ? one.length : JSON.stringify(one)?.length) ?? 0)
  return sizes.reduce((sum, size) => sum + size, listing === null ? 200 : 600)
}

/** Returns a line's searchable strings. Fields other than strings are searched as JSON, without their names. */
function textsOf({ input, listing }: Row): string[] {
  const sent = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  const { title, address, cid, place_id } = listing ?? {}
  const found = [title, address, cid, place_id].filter((one) => typeof one === 'string')
  return [...sent.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))), ...found]
}

/** Folds a line that was not looked up into the entry before it, if possible. Returns whether the line was folded. */
export function foldInto(entries: Array<Row | Run>, { line, status, problem }: Row): boolean {
  if (status !== 'unreadable' && status !== 'left') return false
  const last = entries.at(-1)
  if (!last || last.status !== status) return false
  const reason = problem?.detail ?? null
  if ('to' in last) {
    if (line === last.to + 1) last.to = line
    else if (line === last.from - 1) Object.assign(last, { from: line, reason })
    else return false
    return true
  }
  const before = entries.at(-2)
  const step = line - last.line
  if (!before || 'to' in before || before.status !== status || Math.abs(step) !== 1) return false
  if (last.line - before.line !== step) return false
  const first = step === 1 ? before.problem : problem
  const [from, to] = step === 1 ? [before.line, line] : [line, before.line]
  entries.splice(-2, 2, { from, to, status, reason: first?.detail ?? null })
  return true
}
