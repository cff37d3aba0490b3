import type { PinrefError } from '@/server/errors'
import { problems } from '@/server/problem'

/** The compact result of a line that was found: the operation that found it, and the identifiers. */
export type Found =
  | [
      as: 'resolve',
      cid: string,
      placeId: string | null,
      kgId: string | null,
      status: 'unchecked' | 'listed' | 'moved',
      movedFrom: [cid: string, placeId: string | null] | null,
    ]
  | [as: 'search', cid: string, placeId: string, matches: number]
  | [as: 'convert', cid: string]

/** The result of a line that failed: the code and detail of its problem, and the identifiers if they are known all the same. */
export type Failed = [as: 'problem', code: string, detail: string, cid: string | null, placeId: string | null]

/** The stored result of a line; a number names the line that it is the same as, from 0. */
export type Result = Found | Failed | number

/** What Google allows nobody to keep: name, rating, review count and address. */
export type Details = [title: string | null, rating: string | null, reviews: number | null, address: string | null]

/** Returns the result of a line that failed. */
export const failedBy = ({ code, message, identifiers }: PinrefError): Failed => [
  'problem',
  code,
  message,
  identifiers?.cid ?? null,
  identifiers?.place_id ?? null,
]

/** `unreadable`: the line itself is at fault, and would fail again. */
export type Outcome = 'found' | 'failed' | 'unreadable'

/** Returns what a result counts as. */
export function outcomeOf(result: Found | Failed): Outcome {
  if (result[0] !== 'problem') return 'found'
  return problems[result[1] as PinrefError['code']].status === 400 ? 'unreadable' : 'failed'
}
