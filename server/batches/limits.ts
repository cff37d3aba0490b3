import { env } from '@/server/env'
import type { DetailLevel } from '@/server/listings/resolve'

/** Lines of one batch. */
export const mostLines = 1_000_000

/** Lines of all batches of an account that are kept, whatever their state. */
export const mostLinesKept = 2_000_000

/** Batches of an account that are kept. */
export const mostBatches = 100

/** Parts of one batch. */
export const mostParts = 10_000

/** The body of one request that brings lines. Vercel takes no more than 4.5 MB. */
export const mostBytes = 4 * 1024 * 1024

/** A line with everything that is carried through with it, in characters of JSON. */
export const longestLine = 8_192

/** Lines of a chunk, the unit in which input is stored and handed out. */
export const chunkLines = 1_000

/** How much of a batch is worked on at once, by any number of processes. */
export const lanes = 4

/** How long a batch is kept once it has ended, and one that is never started. */
export const keepSeconds = 30 * 86_400

/** How long an `Idempotency-Key` is known. */
export const idempotencySeconds = 86_400

/** How long names and ratings wait to be fetched where they may not be cached: they are on their way to the caller. */
const deliverySeconds = 86_400

/** How long names and ratings are kept beside the results, in seconds: see `LISTING_CACHE_SECONDS`. */
export const detailsSeconds = (): number => env().LISTING_CACHE_SECONDS || deliverySeconds

/** How many lines are put down at once: where Google is asked for each, few, so that little is asked again after a crash. */
export const linesAtOnce = (details: DetailLevel): number => (details === 'none' ? chunkLines : 100)

/** How many lines of a slice are looked up side by side. */
export const sideBySide = (details: DetailLevel): number => (details === 'none' ? 50 : 20)
