/** How often the listings of a watchlist are checked. */
export const periods = ['weekly', 'monthly'] as const

export type Period = (typeof periods)[number]

const dayMs = 86_400_000

/** The length of a period, in milliseconds. A month is 30 days. */
export const periodMs: Record<Period, number> = { weekly: 7 * dayMs, monthly: 30 * dayMs }

/** How often the listings of a watchlist are also checked for closure. */
export const closureIntervals = ['off', ...periods] as const

export type ClosureInterval = (typeof closureIntervals)[number]

/** Why closure checks are on hold while other checks continue: the reasons of `waitReasons` that they can have. */
export const closureWaitReasons = ['quota', 'upstream'] as const

export type ClosureWaitReason = (typeof closureWaitReasons)[number]

/** How often changes are emailed. */
export const digests = ['off', 'daily', 'weekly'] as const

export type Digest = (typeof digests)[number]

/**
 * Why an active watchlist runs no checks at the moment: the monthly quota is used up, the plan allows fewer listings
 * than are watched, the account is suspended, or a limit set by Google or the operator is reached.
 */
export const waitReasons = ['quota', 'plan', 'suspended', 'upstream'] as const

export type WaitReason = (typeof waitReasons)[number]

/**
 * `unchecked`: not checked yet, or the source does not have it. `listed`: the source has it under the watched
 * identifiers. `moved`: it now has other identifiers. `gone`: the first check did not find it, or two later ones at
 * least a day apart did not. `unreadable`: the text contains no identifier, so it is not checked.
 */
export const listingStates = ['unchecked', 'listed', 'moved', 'gone', 'unreadable'] as const

export type ListingState = (typeof listingStates)[number]

/** The counts of listings in a watchlist: those in each state, and those that are closed, in any state. */
export const listingCounts = [...listingStates, 'closed_permanently', 'closed_temporarily'] as const

export type ListingCount = (typeof listingCounts)[number]

/**
 * Further counts, for an audit: of the listings in state `listed` that have a finding, and of those that are not gone and
 * whose business status is known.
 */
export const auditCounts = ['listed_unfine', 'status_known'] as const

export type AuditCount = (typeof auditCounts)[number]

/**
 * Listings are stored in this many buckets, by a hash of their ids. Each bucket's listings are checked at its time in
 * the period.
 */
export const bucketCount = 1_024

/** The states of a batch's lines that have no listing. */
export const statesWithoutListing = ['not_found', 'failed', 'unreadable', 'not_sent'] as const

/** A batch whose listings are added, and how many of its lines have no listing. */
interface LinesWithoutListing extends Record<(typeof statesWithoutListing)[number], number> {
  batch: string
}

/** The columns, or fields of objects, with what the customer calls each listing; empty for none. */
export interface LabelColumns {
  name: string
  reference: string
}

/** A watchlist as stored. Times are epoch milliseconds; 0 means never. */
export interface Watchlist {
  id: string
  name: string
  /** The label of the client that its calls are counted for; empty for none. */
  client: string
  period: Period
  closures: ClosureInterval
  digest: Digest
  isPaused: boolean
  /** Why checks are on hold, and until when; null and 0 if they are not. */
  reason: WaitReason | null
  until: number
  /** Why closure checks are on hold, and until when; null and 0 if they are not. */
  closuresReason: ClosureWaitReason | null
  closuresUntil: number
  /** Whether a test key created it, in which case it watches the sample data. */
  isTest: boolean
  /** The id of the person or of the API key (`key_…`) that created it; empty if unknown. */
  maker: string
  created: number
  /** See `bucketOf`. */
  salt: string
  counts: Record<ListingCount, number>
  audit: Record<AuditCount, number>
  /**
   * The batch whose listings are being added, the row reached, the number of rows, and the columns; null if none.
   */
  adding: { batch: string; line: number; lines: number; columns: LabelColumns } | null
  /** Remains after the listings are added; null if none came from a batch. */
  withoutListing: LinesWithoutListing | null
  /** Whether adding stopped because the plan allows no more listings. */
  isFull: boolean
  /** When a listing was last checked, and when the owner last requested a check of all listings. */
  checked: number
  forced: number
  /** How many listings could not be checked when they were due, since when, and the error code; null if all could. */
  failing: { listings: number; since: number; code: string } | null
  /** The last event posted to callbacks, and the last of the events being posted; empty for none. */
  posted: string
  posting: string
  /** The last event emailed, the last in a digest being emailed (empty for none), and when the next digest is due. */
  mailed: string
  mailing: string
  digestDue: number
  /** The last event; empty if there has been none. */
  lastEvent: string
}

/** Parses a watchlist from the fields of its record; null if there is none. */
export function readWatchlist(id: string, fields: Readonly<Record<string, string>>): Watchlist | null {
  if (!fields.created) return null
  const text = (name: string) => fields[name] ?? ''
  const number = (name: string) => Number(fields[name] || 0)
  const failing = number('failing')
  return {
    id,
    name: text('name'),
    client: text('client'),
    period: text('period') as Period,
    // A record from before this setting has none.
    closures: (text('closures') || 'off') as ClosureInterval,
    digest: text('digest') as Digest,
    isPaused: text('paused') === '1',
    reason: (text('reason') || null) as WaitReason | null,
    until: number('until'),
    closuresReason: (text('closuresReason') || null) as ClosureWaitReason | null,
    closuresUntil: number('closuresUntil'),
    isTest: text('test') === '1',
    maker: text('maker'),
    created: number('created'),
    salt: text('salt'),
    counts: Object.fromEntries(listingCounts.map((name) => [name, number(name)])) as Watchlist['counts'],
    audit: Object.fromEntries(auditCounts.map((name) => [name, number(name)])) as Watchlist['audit'],
    adding: text('batch') === '' ? null : addingOf(text, number),
    withoutListing: withoutListingOf(text),
    isFull: text('full') === '1',
    checked: number('checked'),
    forced: number('forced'),
    failing: failing > 0 ? { listings: failing, since: number('failingSince'), code: text('failingCode') } : null,
    posted: text('posted'),
    posting: text('posting'),
    mailed: text('mailed'),
    mailing: text('mailing'),
    digestDue: number('digestDue'),
    lastEvent: text('lastEvent'),
  }
}

const addingOf = (text: (name: string) => string, number: (name: string) => number) => ({
  batch: text('batch'),
  line: number('line'),
  lines: number('lines'),
  columns: { name: text('nameColumn'), reference: text('referenceColumn') },
})

function withoutListingOf(text: (name: string) => string): LinesWithoutListing | null {
  const stored = text('withoutListing')
  if (stored !== '') return JSON.parse(stored)
  return text('batch') === '' ? null : { batch: text('batch'), not_found: 0, failed: 0, unreadable: 0, not_sent: 0 }
}

/** Whether an active watchlist runs checks at the moment. */
export const isRunning = ({ reason, until }: { reason: WaitReason | null; until: number }, nowMs: number): boolean =>
  reason === null || until <= nowMs

/** Whether a business status means closed, for good or for now. */
export const isClosed = (status: string | null): status is 'closed_permanently' | 'closed_temporarily' =>
  status === 'closed_permanently' || status === 'closed_temporarily'

/** Whether a watchlist's listings may be checked for closure at the moment. */
export const checksClosures = (
  { closures, closuresReason, closuresUntil }: Pick<Watchlist, 'closures' | 'closuresReason' | 'closuresUntil'>,
  nowMs: number,
): boolean => closures !== 'off' && isRunning({ reason: closuresReason, until: closuresUntil }, nowMs)

/** Returns how many listings a watchlist has. */
export const sizeOf = ({ counts }: Pick<Watchlist, 'counts'>): number =>
  listingStates.reduce((sum, state) => sum + counts[state], 0)

/**
 * Returns when a listing is next checked: at its bucket's time in the period, at least half a period after its last
 * check. This spreads a watchlist's checks evenly, no matter what was checked in between.
 */
export function nextCheckMs(
  { created, period }: Pick<Watchlist, 'created' | 'period'>,
  bucket: number,
  checkedMs: number,
): number {
  const lengthMs = periodMs[period]
  const first = created + Math.floor((bucket * lengthMs) / bucketCount)
  const earliest = checkedMs + lengthMs / 2
  return first + Math.ceil((earliest - first) / lengthMs) * lengthMs
}

/**
 * Later than any check may be scheduled. A later time is from before the clock was set back or the period shortened.
 */
export const latestCheckMs = ({ period }: Pick<Watchlist, 'period'>, nowMs: number): number =>
  nowMs + 1.5 * periodMs[period] + dayMs

/** Returns when the next digest is due: at the next 7:00 UTC, on Monday if weekly. */
export function nextDigestMs(digest: Exclude<Digest, 'off'>, nowMs: number): number {
  const today = Math.floor(nowMs / dayMs) * dayMs + 7 * 3_600_000
  const next = today > nowMs ? today : today + dayMs
  if (digest === 'daily') return next
  const daysToMonday = (8 - new Date(next).getUTCDay()) % 7
  return next + daysToMonday * dayMs
}
