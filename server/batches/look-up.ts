import { env } from '@/server/env'
import { type ErrorCode, PinrefError } from '@/server/errors'
import { convert } from '@/server/listings/convert'
import { onlyMatch } from '@/server/listings/only-match'
import { resolve } from '@/server/listings/resolve'
import { search } from '@/server/listings/search'
import { sampleSource } from '@/server/sources/sample/sample-source'
import { listingSource } from '@/server/sources/source'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import type { Batch } from './batch'
import type { Asked } from './item'
import type { Details, Found } from './result'

/** Looks up one line, once. @throws PinrefError. */
export async function lookUp(
  asked: Exclude<Asked, { fault: string }>,
  { isTest, details }: Pick<Batch, 'isTest' | 'details'>,
  lookup: Lookup,
): Promise<{ result: Found; details: Details | null }> {
  const source = isTest ? sampleSource : listingSource()
  switch (asked.operation) {
    case 'convert':
      return { result: ['convert', convert(asked.cid, env()).cid_decimal], details: null }
    case 'resolve': {
      const { title, address, rating, reviews_count, cid, place_id, kg_id, status, moved_from } = await resolve(
        asked.url,
        source,
        lookup,
        details,
      )
      const found: Found = [
        'resolve',
        cid,
        place_id,
        kg_id,
        status,
        moved_from && [moved_from.cid, moved_from.place_id],
      ]
      return { result: found, details: [title, rating, reviews_count, address] }
    }
    case 'search': {
      const results = await search(asked, source, lookup)
      const match = onlyMatch(asked.name, results)
      if (!match) throw new PinrefError('listing_not_found', noMatch(results.length))
      const { title, rating, reviews_count, address } = match
      return {
        result: ['search', match.cid, match.place_id, results.length],
        details: [title, rating, reviews_count, address],
      }
    }
  }
}

const noMatch = (found: number): string =>
  found === 0
    ? 'No listing of this name was found.'
    : `${found} listings match this name, and nothing tells them apart. Add the address.`

/** What to do after a failed lookup: postpone it by some seconds, try it again, or take the failure as the answer. */
export type Verdict = { postponeSeconds: number } | 'retry' | 'final'

/** Limits of Google, the operator or this process. The line waits for them; it does not fail. */
const limits: ReadonlySet<FailureKind> = new Set([
  'spent',
  'quota_day',
  'quota_minute',
  'misconfigured',
  'busy',
  'circuit_open',
])

/** Failures that would be the same at the next try. */
const final: ReadonlySet<FailureKind> = new Set(['incomplete', 'wrong_answer'])

const passing: ReadonlySet<ErrorCode> = new Set(['upstream_unavailable', 'upstream_blocked', 'link_unreachable'])

/** Returns what to do after a lookup that failed. */
export function verdictOn(error: unknown): Verdict {
  // An operation may have wrapped the upstream's failure to add the identifiers. The failure is then the cause.
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const isLimit =
      at instanceof UpstreamFailure
        ? limits.has(at.kind)
        : at instanceof PinrefError && (at.code === 'too_many_requests' || at.code === 'store_unavailable')
    if (isLimit) return { postponeSeconds: Math.max(1, (at as PinrefError).retryAfterSeconds ?? 2) }
    if (at instanceof UpstreamFailure) return final.has(at.kind) ? 'final' : 'retry'
  }
  return error instanceof PinrefError && passing.has(error.code) ? 'retry' : 'final'
}
