import { env } from '@/server/env'
import type { DetailLevel } from '@/server/listings/resolve'
import type { TurnLimits } from '@/server/runtime/turns'

/** The most lines of one batch. */
export const maxLines = 1_000_000

/** The most lines of all batches that an account stores, whatever their state. The plan says how many bytes: see `storage.ts`. */
export const maxLinesStored = 2_000_000

/** The most batches that an account keeps. */
export const maxBatches = 100

/** The most parts of one batch. */
export const maxParts = 10_000

/** The longest body of a request that brings lines. Vercel takes no more than 4.5 MB. */
export const maxBytes = 4 * 1024 * 1024

/** The longest line, including other fields or columns that are carried along with it, in characters. */
export const longestLine = 8_192

/** The most columns of a CSV, the longest name of one, and the longest heading, in characters. */
export const maxColumns = 200
export const longestColumn = 200
export const longestHeading = 8_192

/**
 * The most lines of a chunk, the unit in which input is stored and handed out, and the most characters: a chunk is packed and
 * read in one go, so long lines come in smaller chunks.
 */
export const chunkLines = 1_000
export const chunkCharacters = 256 * 1024

/** The longest page of results, in bytes of JSON. A page has at least one line, however long. */
export const maxPageBytes = 1024 * 1024

/** How much of what is stored a page reads, in unpacked bytes, before it ends early. */
export const maxReadBytes = 8 * 1024 * 1024

/** How many lines a page goes through for those of one kind, or with a text, before it ends early. */
export const maxScanned = 20_000

/**
 * How pages of results are read in a process; each page of a file is one. After its turn, a page takes about as long again to be
 * checked and written, so places rest for longer.
 */
export const resultReads: TurnLimits = { most: 2, each: 1, waiting: 10, waitMs: 10_000, rest: 3 }

/** How many files of results are written at the same time, in a process and for one account. */
export const filesAtOnce = { all: 24, each: 3 }

/** How many calls wait for the end of a batch at the same time, in a process and for one account, and how long each may wait. */
export const waitsAtOnce = { all: 200, each: 4 }
export const maxWaitSeconds = 30

/** How long a file of results may take to be fetched. */
export const fileMs = 600_000

/** How many lanes a batch has, which any number of processes work on at the same time. */
export const lanes = 4

/** How long a batch is kept after it has ended, or if it is never started. */
export const keepSeconds = 30 * 86_400

/** How long an `Idempotency-Key` is remembered, and how many an account may use in that time. */
export const idempotencySeconds = 86_400
export const maxIdempotencyKeys = 1_000

/** How long names and ratings wait to be fetched if they may not be cached. Until then they are on their way to the caller. */
const deliverySeconds = 86_400

/** How long names and ratings are kept beside the results, in seconds: see `LISTING_CACHE_SECONDS`. */
export const detailsSeconds = (): number => env().LISTING_CACHE_SECONDS || deliverySeconds

/** How many lines are stored at once: few if Google may be asked for them, so that little is asked again after a crash. */
export const linesAtOnce = (details: DetailLevel): number => (details === 'none' ? chunkLines : 100)

/** How many lines of a slice are looked up at the same time. */
export const sideBySide = (details: DetailLevel): number => (details === 'none' ? 50 : 20)
