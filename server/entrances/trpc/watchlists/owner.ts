import { findWatchlist } from '@/server/features/watchlists/find-watchlist'
import type { Watchlist } from '@/server/features/watchlists/watchlist'
import { PinrefError } from '@/server/platform/problems/errors'
import {
  allowOperations,
  type BatchOwner,
  memberProcedure,
  problemsOfBatches,
  suspendedMemberProcedure,
  viewerProcedure,
} from '../batches/owner'
import type { ProcedureMeta } from '../init'

/** The errors of a call about watchlists. */
export const problemsOfWatchlists = [...problemsOfBatches, 'watchlist_not_found'] as const

const shared = { problems: problemsOfWatchlists } as const satisfies ProcedureMeta

/** A procedure that handles watchlists. `ctx.batches` identifies their owner. */
export const watchProcedure = memberProcedure.meta(shared)

/** The same procedure, for actions that are still available in a suspended account. */
export const suspendedWatchProcedure = suspendedMemberProcedure.meta(shared)

/** The same procedure, for what viewers may see. */
export const viewerWatchProcedure = viewerProcedure.meta(shared)

/** Checks and imports are lookups of identifiers. */
export const needed = { operation: 'resolve', details: 'checked' } as const

/**
 * Returns one of the caller's watchlists. A key must be allowed to look up listings and be of the watchlist's kind,
 * live or test.
 */
export async function own(owner: BatchOwner, id: string): Promise<Watchlist> {
  const watchlist = await findWatchlist(owner.accountId, id)
  allowOperations(owner, needed)
  if (owner.isTest === watchlist.isTest || owner.key === '') return watchlist
  const detail = `Use a ${watchlist.isTest ? 'test' : 'live'} key for this watchlist.`
  throw new PinrefError('operation_not_allowed', detail)
}
