import * as z from 'zod'
import { assembleListing } from '@/server/features/listings/listing'
import { type Finding, findingsOf } from '@/server/features/lists/audit'
import type { Row } from '@/server/features/lists/row'
import { notSentReasons } from '@/server/features/lists/row-state'
import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import type { ListingFacts } from '@/server/places/sources/listing-source'
import type { apiErrorCodes } from '@/server/platform/problems/errors'
import { env } from '@/server/platform/settings/env'
import { type Item, unreadableOf } from './item'
import { type Failed, type Found, factsOf, listingStatusOf, type NotSent } from './stored-result'

/** Data that Google does not allow anyone to store: name, rating, review count, and address. */
export type Details = Partial<ListingFacts>

/** Consecutive rows that were not looked up, for the same reason: their numbers, and the problem of the first one. */
export const runShape = z.strictObject({
  from: z.int(),
  to: z.int(),
  state: z.enum(['unreadable', 'not_sent']),
  reason: z.enum(notSentReasons).nullable(),
  detail: z.string().nullable(),
})

export type Run = z.infer<typeof runShape>

/** The data about a row. */
export interface StoredRow {
  /** The row's number, from 0. */
  index: number
  item: Item
  /** The columns of its batch. */
  columns: readonly string[]
  /** The number of the row that it repeats, from 0; null if none. */
  duplicateOf: number | null
  /** Its findings in the run that its batch repeats; null if there are none, or it was not checked then. */
  previousFindings: Finding[] | null
  /** Null if the row has no result yet. */
  result: Found | Failed | NotSent | null
  /** Whether the row's batch has ended, so a row without a result will never have one. */
  isOver: boolean
  details: Details | null
}

/** Converts a row and its result to the format of responses. */
export function rowOf({
  index,
  item,
  columns,
  duplicateOf,
  previousFindings,
  result,
  isOver,
  details,
}: StoredRow): Row {
  const facts = result === null && !isOver ? waiting : factsOf(result ?? { notSent: 'ended' })
  const { state, reason, name_match, listing_status, business_status } = facts
  const duplicate_of = duplicateOf === null ? null : duplicateOf + 1
  return {
    row: index + 1,
    state,
    reason,
    input: inputOf(item, columns),
    duplicate_of,
    name_match,
    listing_status,
    business_status,
    findings: findingsOf({ state, reason, name_match, listing_status, business_status, duplicate_of }),
    previous_findings: previousFindings,
    listing: result !== null && 'by' in result ? listingOf(result, details) : null,
    problem: result !== null && 'code' in result ? problemOf(result) : null,
  }
}

/** The facts about a row without a result. */
const waiting = {
  state: 'waiting',
  reason: null,
  name_match: null,
  listing_status: null,
  business_status: null,
} as const

const problemOf = ({ code, detail, cid, placeId }: Failed): Row['problem'] => ({
  code: code as (typeof apiErrorCodes)[number],
  detail,
  cid,
  place_id: placeId,
})

/** Returns the row as the caller sent it, or the beginning of an unreadable one. */
function inputOf(item: Item, columns: readonly string[]): unknown {
  if (!Array.isArray(item)) return item
  const unreadable = unreadableOf(item)
  if (unreadable) return unreadable.start
  return Object.fromEntries(columns.map((name, index) => [name, item[index] ?? '']))
}

type BatchListing = NonNullable<Row['listing']>

/** Returns a listing from its stored result, as `resolve` would. */
export function listingOf(found: Found, details: Details | null): BatchListing {
  const cid = cidOf(found.cid)
  const placeId = found.by === 'convert' ? null : found.placeId
  const { kgId, movedFrom } = found.by === 'resolve' ? found : { kgId: null, movedFrom: null }
  const requested = {
    cid: movedFrom ? cidOf(movedFrom.cid) : cid,
    placeId: movedFrom ? movedFrom.placeId : placeId,
    kgId,
    title: details?.title ?? null,
    location: details?.location ?? null,
  }
  const { businessStatus } = found
  const stalePlaceId = movedFrom?.placeId ?? undefined
  const isUnchecked = placeId === null || listingStatusOf(found) === 'unchecked'
  const current = isUnchecked ? null : { ...details, businessStatus, cid, placeId, stalePlaceId }
  return { ...assembleListing(requested, current, env()), matches: found.by === 'search' ? found.matches : null }
}

function cidOf(stored: string): Cid {
  const cid = cidFromDecimal(stored)
  if (cid === null) throw new Error('a stored CID is invalid')
  return cid
}

/** Folds a row that was not looked up into the entry before it, if possible. Returns whether the row was folded. */
export function foldInto(entries: Array<Row | Run>, { row, state, reason, problem }: Row): boolean {
  if (state !== 'unreadable' && state !== 'not_sent') return false
  const last = entries.at(-1)
  if (!last || last.state !== state || last.reason !== reason) return false
  const detail = problem?.detail ?? null
  if ('to' in last) {
    if (row === last.to + 1) last.to = row
    else if (row === last.from - 1) Object.assign(last, { from: row, detail })
    else return false
    return true
  }
  const before = entries.at(-2)
  const step = row - last.row
  if (!before || 'to' in before || before.state !== state || before.reason !== reason) return false
  if (Math.abs(step) !== 1 || last.row - before.row !== step) return false
  const first = step === 1 ? before.problem : problem
  const [from, to] = step === 1 ? [before.row, row] : [row, before.row]
  entries.splice(-2, 2, { from, to, state, reason, detail: first?.detail ?? null })
  return true
}
