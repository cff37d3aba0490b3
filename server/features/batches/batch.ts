import type { Audit, AuditCounts, FindingCounts } from '@/server/features/lists/audit'
import { type ListLayout, type ListOptions, noLayout, noOptions } from '@/server/features/lists/list-layout'
import type { RowSettings } from '@/server/features/lists/row-request'
import { type ListSums, type RowCounts, rowBuckets, sumsOf } from '@/server/features/lists/row-state'
import type { MonthUse } from '@/server/metering/access/admission'
import { type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'

/**
 * `receiving`: accepts lines. `queued`: about to run. `running`. `waiting`: resumes automatically, see `batchReasons`. `paused`:
 * waits until it is resumed. All other states are final.
 */
export const batchStates = [
  'receiving',
  'queued',
  'running',
  'waiting',
  'paused',
  'finished',
  'cancelled',
  'failed',
] as const

export type BatchState = (typeof batchStates)[number]

/**
 * Why a batch waits: the account's or the key's monthly quota or the key's daily quota is used up, too many of the day's
 * lookups failed, or a limit set by Google or the operator is reached. Why a batch was paused automatically: its key or account is no longer
 * allowed to make calls. Why a batch failed: `defect`.
 */
export const batchReasons = [
  'quota',
  'key_quota',
  'key_daily_quota',
  'failures',
  'upstream',
  'key',
  'suspended',
  'defect',
] as const

export type BatchReason = (typeof batchReasons)[number]

/** The changes that callers can make to a batch, and the states in which each is possible. */
export const changes = {
  start: { from: ['receiving'], to: 'queued' },
  pause: { from: ['queued', 'running', 'waiting'], to: 'paused' },
  resume: { from: ['paused', 'waiting'], to: 'queued' },
  cancel: { from: ['receiving', 'queued', 'running', 'waiting', 'paused'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState }>

export type BatchChange = keyof typeof changes

/** Whether a batch can never leave this state. */
export const isFinal = (state: BatchState): boolean =>
  state === 'finished' || state === 'cancelled' || state === 'failed'

/**
 * Whether a batch may change on its own at any moment. In the other states, the batch has ended or waits for something
 * slower.
 */
export const isUnderWay = (state: BatchState): boolean => state === 'queued' || state === 'running'

/** The kinds of rows that can be chosen on the dashboard: what a row says by itself, or has to be asked for. */
export const rowKinds = ['listing', 'short_link', 'name'] as const

export type RowKind = (typeof rowKinds)[number]

/** How a batch's rows are looked up. */
export interface BatchSettings extends LookupOptions, RowSettings {
  /**
   * Whether the batch was created with a test key. The results then come from the sample data, and nothing is counted.
   */
  isTest: boolean
  /** The kinds of rows to look up. Rows that identify a listing themselves otherwise have what they say, for free. */
  lookups: readonly RowKind[]
}

/** The maximum length of a batch name, in characters. */
export const longestName = 100

/** Invisible characters, some of which reverse the text after them. Joiners are allowed: scripts and emoji need them. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu

/** Returns a name without surrounding spaces and hidden characters, in the form that is checked and stored. */
export const tidyName = (text: string): string => text.replace(hidden, '').trim()

/** Returns the error in a batch name from `tidyName`; null if the name is valid. */
export function nameFault(name: string): string | null {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return `Send a name of 1 to ${longestName} characters.`
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) return 'A name must be one line without control characters.'
  return [...name].length > longestName ? `A name can have at most ${longestName} characters.` : null
}

/** Returns the name for a batch whose lines come from a file; null if the file name has no usable characters. */
export function nameOfFile(file: string): string | null {
  const name = tidyName(file.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' '))
  const short = [...name].slice(0, longestName).join('').trim()
  return nameFault(short) === null ? short : null
}

/** Returns a batch name without the extension of the file that the batch is named after. */
export const withoutEnding = (name: string): string => name.replace(/\.(?:csv|tsv|txt|xlsx?|jsonl?)$/i, '')

/**
 * The maximum length of a file name, in bytes. This leaves room for an extension and a number within the 255 bytes that
 * most systems allow.
 */
const longestFileName = 200

/**
 * Returns the file name for a batch's results: the batch name without its source file's extension and without
 * characters that operating systems reject in file names, or the batch id.
 */
export function resultsFileName({ id, name }: { id: string; name: string | null }, ending: string): string {
  const safe = withoutEnding(name ?? '').replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, '-')
  const bytes = new TextEncoder().encode(safe).subarray(0, longestFileName)
  const short = new TextDecoder().decode(bytes).replace(/\ufffd+$/, '')
  return `${short.replaceAll(/^[.\s]+|[.\s]+$/g, '') || id}.${ending}`
}

/** A batch as it is stored. Times are epoch milliseconds, or 0 if the event has not happened yet. */
export interface Batch extends BatchSettings, ListLayout {
  id: string
  /** A label for people; empty if there is none. */
  name: string
  /** The label of the client that its calls are counted for; empty for its key's. */
  client: string
  state: BatchState
  /** Why the batch waits, was paused, or failed; null if its owner paused it, or in other states. */
  reason: BatchReason | null
  /** When the wait ends; 0 if unknown. */
  until: number
  /** The id of the API key that the batch counts against; empty for none. */
  key: string
  /** The id of the person or of the API key (`key_…`) that created it; empty if unknown. */
  maker: string
  /** The URL for its events, in addition to the account's endpoints; empty for none. */
  callback: string
  /** The secret that signs its callbacks to that URL, sealed; empty for none. */
  callbackSecret: string
  /** The columns of the batch's CSV; empty for other formats. */
  columns: string[]
  /** How to read its CSV, as requested. */
  options: ListOptions
  /** Whether it has rows, so that its layout is known. */
  hasLayout: boolean
  created: number
  started: number
  ended: number
  /** Incremented whenever the batch is started, resumed, or woken. Steps queued for an earlier run are outdated. */
  run: number
  /** Whether the search for duplicate lines is done; see `prepareBatch`. */
  isPrepared: boolean
  /** All rows: headings, blank rows, and lines. */
  rows: number
  /** How many rows are in each bucket. Once the batch has ended, rows without a result were not sent. */
  counts: RowCounts
  /** Rows that repeat an earlier one. */
  duplicates: number
  /** The batch that this one repeats, and when it ended; null if there is none. */
  previous: { batch: string; ended: number } | null
  /** Null until the batch has finished. */
  audit: Audit | null
  /** Rows with a result. */
  done: number
  /** When the batch last started to run, and how many rows had been done by then. */
  since: number
  sinceDone: number
}

/** Parses a batch from the fields of its record; null if there is none. */
export function readBatch(id: string, fields: Readonly<Record<string, string>>): Batch | null {
  if (!fields.state) return null
  const text = (name: string) => fields[name] ?? ''
  const number = (name: string) => Number(fields[name] || 0)
  const state = fields.state as BatchState
  const rows = number('rows')
  const options: ListOptions = JSON.parse(text('options') || 'null') ?? noOptions
  return {
    id,
    name: text('name'),
    client: text('client'),
    operation: text('operation') as Batch['operation'],
    fallback: (text('fallback') || 'none') as Batch['fallback'],
    lookups: JSON.parse(text('lookups') || 'null') ?? rowKinds,
    ...readLookupOptions(fields),
    isTest: text('test') === '1',
    options,
    hasLayout: text('layout') !== '',
    ...(text('layout') === '' ? requestedLayout(options) : (JSON.parse(text('layout')) as ListLayout)),
    state,
    reason: (text('reason') || null) as BatchReason | null,
    until: number('until'),
    key: text('key'),
    maker: text('maker'),
    callback: text('callback'),
    callbackSecret: text('secret'),
    columns: JSON.parse(text('columns') || '[]'),
    created: number('created'),
    started: number('started'),
    ended: number('ended'),
    run: number('run'),
    isPrepared: text('prepared') === '1',
    rows,
    counts: readCounts(rows, number, isFinal(state)),
    duplicates: number('duplicates'),
    previous: JSON.parse(text('previous') || 'null'),
    audit: JSON.parse(text('audit') || 'null'),
    done: number('done'),
    since: number('since'),
    sinceDone: number('sinceDone'),
  }
}

/** Returns the layout as far as it was requested. */
function requestedLayout(options: ListOptions): ListLayout {
  const requested = Object.entries(options).filter(([, value]) => value !== null)
  return { ...noLayout, ...Object.fromEntries(requested) }
}

/** Reads the rows in each bucket. @param stored returns a field of the batch's record as a number. */
function readCounts(rows: number, stored: (name: string) => number, isOver: boolean): RowCounts {
  const entries = rowBuckets.map((bucket) => [bucket, stored(bucket)] as const)
  const counts = Object.fromEntries(entries) as Record<(typeof rowBuckets)[number], number>
  const left = rows - entries.reduce((sum, [, count]) => sum + count, 0)
  counts[isOver ? 'not_sent' : 'waiting'] += left
  return counts
}

/** Returns a batch's sums, as every response shows them. */
export function batchSums({ counts, duplicates, audit, previous }: Counted): BatchSums {
  const { rows, headings, blank, lines, ...buckets } = sumsOf(counts)
  return {
    row_counts: { total: rows, headings, blank },
    line_counts: Object.assign(buckets, { total: lines, duplicates }),
    audit: audit && wireAudit(audit, previous),
  }
}

type Counted = Pick<Batch, 'counts' | 'duplicates' | 'audit' | 'previous'>

const wireAudit = ({ counts, closuresKnown, changes }: Audit, previous: Batch['previous']): WireAudit => ({
  ...counts,
  closures_known: closuresKnown,
  previous: previous &&
    changes && {
      batch_id: previous.batch,
      ended_at: new Date(previous.ended).toISOString(),
      appeared: changes.appeared,
      resolved: changes.resolved,
    },
})

export interface BatchSums {
  row_counts: { total: number; headings: number; blank: number }
  line_counts: Omit<ListSums, 'rows' | 'headings' | 'blank' | 'lines'> & { total: number; duplicates: number }
  /** Null until the batch has finished. */
  audit: WireAudit | null
}

interface WireAudit extends AuditCounts {
  closures_known: number
  /** How the findings changed since the batch that this one repeats; null if there is none. */
  previous: { batch_id: string; ended_at: string; appeared: FindingCounts; resolved: FindingCounts } | null
}

/**
 * Returns the seconds until all lines are done, at the batch's pace since it last started to run; null if the pace is
 * unknown.
 */
export function secondsLeft({ state, rows, done, since, sinceDone }: Batch, nowMs: number): number | null {
  if (state !== 'running' || done <= sinceDone) return null
  return Math.ceil(((rows - done) * (nowMs - since)) / (done - sinceDone) / 1000)
}

type Reported = Pick<Batch, 'id' | 'name' | 'run' | 'state' | 'reason' | 'until'> & Counted

/** Returns the event to send about a batch; null if there is nothing to report. */
export function batchEvent({ id, name, run, state, reason, until, ...counts }: Reported) {
  if (state !== 'finished' && state !== 'failed' && state !== 'waiting') return null
  return {
    // A batch waits at most once per run, so the id is unique.
    id: `msg_${id}_${state}_${run}`,
    type: `batch.${state}`,
    batch: id,
    data: {
      batch: { id, name: name || null, state, reason, ...batchSums(counts) },
      ...(until > 0 && { resumes_at: new Date(until).toISOString() }),
    },
  } as const
}

/** Receives the progress of batches. */
export interface BatchWatch {
  /** Receives an account's usage of the monthly limits of its plan and of the batch's API key. Never fails. */
  used(accountId: string, months: readonly MonthUse[]): void
  /**
   * Receives a batch that may have finished, failed, or begun to wait, as its state shows; possibly more than once.
   * @throws any error, after which the report is repeated.
   */
  changed(accountId: string, batch: Batch): Promise<void>
}
