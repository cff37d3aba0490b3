import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import type { PlaceLimits } from '@/server/platform/runtime/shared-places'
import type { TurnLimits } from '@/server/platform/runtime/turns'
import { env } from '@/server/platform/settings/env'

/** The maximum number of lines in a batch. */
export const maxLines = 1_000_000

/**
 * The maximum number of lines in all of an account's batches, in any state. The plan limits the bytes: see
 * `storage.ts`.
 */
export const maxLinesStored = 2_000_000

/** The maximum number of batches per account. */
export const maxBatches = 100

/** The maximum number of parts in a batch. */
export const maxParts = 10_000

/** The maximum size of a request body with lines, in bytes. Vercel accepts at most 4.5 MB. */
export const maxBytes = 4 * 1024 * 1024

/** The maximum length of a line in characters, including its other fields or columns. */
export const longestLine = 8_192

/**
 * The maximum number of columns in a CSV, and the maximum lengths of a column name and of the heading, in characters.
 */
export const maxColumns = 200
export const longestColumn = 200
export const longestHeading = 8_192

/** The maximum number of columns with parts of an address. */
export const maxAddressColumns = 10

/**
 * The maximum number of lines and characters in a chunk, the unit in which input is stored and assigned to lanes. A
 * chunk is packed and read whole, so long lines come in smaller chunks.
 */
export const chunkLines = 1_000
export const chunkCharacters = 256 * 1024

/** The maximum size of a page of results, in bytes of JSON. A page has at least one line, however long the line is. */
export const maxPageBytes = 1024 * 1024

/** How many unpacked bytes a page reads from the store before it ends early. */
export const maxReadBytes = 8 * 1024 * 1024

/** How many lines a filtered page scans before it ends early. */
export const maxScanned = 20_000

/**
 * How a process takes turns reading pages of results, including the pages of a file. Checking and writing a page after
 * its turn takes about as long as reading it, so `rest` allows for that.
 */
export const resultReads: TurnLimits = { most: 2, each: 1, waiting: 10, waitMs: 10_000, rest: 3 }

/** How a process takes turns copying the rows of batches that are repeated. */
export const repeats: TurnLimits = { most: 2, each: 1, waiting: 10, waitMs: 10_000, rest: 3 }

/**
 * How many results files are written at the same time, per process and per account. An account's only file is never cut
 * off to make room.
 */
export const filesAtOnce: PlaceLimits = { all: 24, each: 3, margin: 2 }

/**
 * How many calls can wait for batches at the same time, per process and per account, and how long each call can wait. A
 * wait that ends early returns the batch as it is, so an account without one always gets a place.
 */
export const waitsAtOnce: PlaceLimits = { all: 200, each: 4, margin: 1 }
export const maxWaitSeconds = 30

/** How long a results file download may take. */
export const fileMs = 600_000

/** The number of lanes in a batch. Any number of processes can work on a batch's lanes at the same time. */
export const lanes = 4

/**
 * How long a batch is kept after it ends, or if it is never started: long enough to run a list again every month and
 * compare.
 */
export const keepSeconds = 35 * 86_400

/** How long an `Idempotency-Key` is remembered, and how many such keys an account can use in that time. */
export const idempotencySeconds = 86_400
export const maxIdempotencyKeys = 1_000

/**
 * How long names and ratings that may not be cached are stored before they are fetched. Until they are fetched, these
 * details are considered in transit to the caller.
 */
const deliverySeconds = 86_400

/** How long names and ratings are stored with the results, in seconds: see `LISTING_CACHE_SECONDS`. */
export const detailsSeconds = (): number => env().LISTING_CACHE_SECONDS || deliverySeconds

/**
 * How many lines are stored at once: few if their lookups may call Google, so that few calls are repeated after a
 * crash.
 */
export const linesAtOnce = (details: DetailLevel): number => (details === 'none' ? chunkLines : 100)

/** How many lines of a slice are looked up at the same time. */
export const sideBySide = (details: DetailLevel): number => (details === 'none' ? 50 : 20)
