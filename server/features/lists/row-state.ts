/**
 * What became of a row of a list. `not_found`: the source says that no such listing exists. `failed`: the lookup failed,
 * and may succeed later. `unreadable`: the row itself is invalid and would fail again. `not_sent`: the row was not looked
 * up, see `notSentReasons`. `waiting`: not looked up yet.
 */
export const rowStates = ['found', 'not_found', 'failed', 'unreadable', 'not_sent', 'waiting'] as const

export type RowState = (typeof rowStates)[number]

/**
 * Why a row is not looked up. `title`, `heading`: it is above the data. `blank`: all its cells are empty. `no_link`: it
 * has neither a link nor a name that may be searched for. `not_chosen`: the person did not choose to look up rows of its
 * kind. `ended`: the batch ended before.
 */
export const notSentReasons = ['title', 'heading', 'blank', 'no_link', 'not_chosen', 'ended'] as const

export type NotSentReason = (typeof notSentReasons)[number]

/** How the name in a list compares with the name of the listing that was found. */
export const nameMatches = ['same', 'similar', 'different'] as const

export type NameMatch = (typeof nameMatches)[number]

/** The facts about a row that determine where it is counted. */
export interface RowFacts {
  state: RowState
  /** Null unless the state is `not_sent`. */
  reason: NotSentReason | null
  /** Null if the list or the listing has no name, or they can't be compared. */
  name_match: NameMatch | null
}

/** The buckets of lines that were looked up, or could not be, and that a person should look at. */
export const bucketsToCheck = ['name_differs', 'not_found', 'failed', 'unreadable', 'not_sent'] as const

/** The buckets of lines. */
export const lineBuckets = ['found', ...bucketsToCheck, 'waiting'] as const

/** Where rows are counted. Every row is in exactly one bucket. `name_differs`: found, but under a different name. */
export const rowBuckets = ['heading', 'blank', ...lineBuckets] as const

export type RowBucket = (typeof rowBuckets)[number]

/** Returns the bucket in which a row is counted. */
export function bucketOf({ state, reason, name_match }: RowFacts): RowBucket {
  if (reason === 'title' || reason === 'heading') return 'heading'
  if (reason === 'blank') return 'blank'
  return state === 'found' && name_match === 'different' ? 'name_differs' : state
}

/** Whether a bucket is among those to check. */
export const isToCheck = (bucket: RowBucket): boolean => (bucketsToCheck as readonly string[]).includes(bucket)

/** The number of rows in each bucket. */
export type RowCounts = Readonly<Record<RowBucket, number>>

export const noRows: RowCounts = {
  heading: 0,
  blank: 0,
  found: 0,
  name_differs: 0,
  not_found: 0,
  failed: 0,
  unreadable: 0,
  not_sent: 0,
  waiting: 0,
}

/** Counts rows by bucket. */
export function countRows(rows: Iterable<RowFacts>): RowCounts {
  const counts = { ...noRows }
  for (const row of rows) counts[bucketOf(row)] += 1
  return counts
}

/**
 * The sums of a list: `rows` = `headings` + `blank` + `lines`, and `lines` = `found` + `to_check` + `waiting`, where
 * `to_check` is the sum of `bucketsToCheck`.
 */
export interface ListSums extends Readonly<Record<(typeof lineBuckets)[number], number>> {
  rows: number
  headings: number
  blank: number
  lines: number
  to_check: number
}

/** Adds up the rows of a list. Every page, file, and response shows these sums. */
export function sumsOf({ heading: headings, blank, ...lines }: RowCounts): ListSums {
  const to_check = bucketsToCheck.reduce((sum, bucket) => sum + lines[bucket], 0)
  const all = lines.found + to_check + lines.waiting
  return { rows: headings + blank + all, headings, blank, lines: all, to_check, ...lines }
}
