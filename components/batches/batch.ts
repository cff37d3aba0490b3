import { formatNumber } from '@/components/format/number'
import { detailWords } from '@/components/listings/detail-levels'
import { nextUtcMidnightMs, untilWords } from '@/components/problems/until'
import type { Outputs } from '@/components/trpc/client'

/** A batch as the API returns it. */
export type Batch = Outputs['batches']['get']

export const batchAddress = (id: string): string => `/batches/${id}`

export const auditAddress = (id: string): string => `${batchAddress(id)}/audit`

/** Whether a batch has ended. */
export const isOver = ({ state }: Batch): boolean => state === 'finished' || state === 'cancelled' || state === 'failed'

/** Returns how much of an account's storage its batches use. @param storage as `usage.current` returns it. */
export const storageWords = ({ line_count, max_lines, byte_count, max_bytes }: Storage): string =>
  `${formatNumber(line_count)} of ${formatNumber(max_lines)} lines and ${mebibytes(byte_count)} of ${mebibytes(max_bytes)} MiB stored`

type Storage = Record<'line_count' | 'max_lines' | 'byte_count' | 'max_bytes', number>

const mebibytes = (bytes: number): string => formatNumber(Math.ceil((10 * bytes) / 1024 / 1024) / 10)

/** The state of a batch, as a label. */
export const stateWords: Readonly<Record<Batch['state'], string>> = {
  receiving: 'Not started',
  queued: 'Starting',
  running: 'Looking up',
  waiting: 'Waiting',
  paused: 'Paused',
  finished: 'All lines looked up',
  cancelled: 'Canceled',
  failed: 'Stopped by an error',
}

/** The state of a batch as a shorter label, for the batch list. */
export const shortStateWords: typeof stateWords = { ...stateWords, finished: 'Finished', failed: 'Stopped' }

/**
 * Returns why a batch is not running, and what to do; null if it is running or has finished.
 * @param nowMs epoch milliseconds.
 */
export function waitReason({ state, reason, resumes_at }: Batch, nowMs: number): string | null {
  const untilMs = resumes_at === null ? (resets[reason ?? '']?.(nowMs) ?? null) : Date.parse(resumes_at)
  const until = untilMs === null ? 'automatically' : `automatically ${untilWords(untilMs, nowMs)}`
  switch (state) {
    case 'receiving':
      return 'This batch hasn’t started. Its lines may still be uploading. If the upload was interrupted, delete the batch and create a new one.'
    case 'waiting':
      return waitingWords[reason ?? '']?.(until) ?? `Resumes ${until}.`
    case 'paused':
      if (reason === 'key')
        return 'The batch’s API key no longer works. Resume here to count calls against your account.'
      if (reason === 'suspended') return 'This account is suspended. Your account page shows who to contact.'
      return 'No lines are looked up until you resume. Lines already in progress will finish.'
    case 'cancelled':
      return 'Results so far are kept. Lines that weren’t looked up cost nothing.'
    case 'failed':
      return 'Something went wrong on our side. Results so far are kept, and the other lines cost nothing.'
    default:
      return null
  }
}

/** When a limit resets, for batches without `resumes_at` (the worker retries them). */
const resets: Readonly<Record<string, (nowMs: number) => number>> = {
  quota: nextUtcMonthMs,
  key_quota: nextUtcMonthMs,
  key_daily_quota: nextUtcMidnightMs,
  failures: nextUtcMidnightMs,
}

/** Returns the start of the next month in UTC, in epoch milliseconds. */
function nextUtcMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
}

const waitingWords: Readonly<Record<string, (until: string) => string>> = {
  quota: (until) => `You’re out of lookups for this month. Resumes ${until}, or right away with a larger plan.`,
  key_quota: (until) => `Its API key is out of lookups for this month. Resumes ${until}.`,
  key_daily_quota: (until) => `Its API key is out of lookups for today. Resumes ${until}.`,
  failures: (until) => `Too many lookups failed today. Resumes ${until}.`,
  upstream: (until) => `Google’s limits have been reached. Resumes ${until}.`,
}

const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Returns when a batch was created: "Nov 22, 2026, 1:05 PM". */
export const createdWords = ({ created_at }: Pick<Batch, 'created_at'>): string => moment.format(Date.parse(created_at))

/** Returns how to refer to a batch in a sentence: its name in quotation marks, or the time it was created. */
export const batchWords = ({ name, created_at }: Pick<Batch, 'name' | 'created_at'>): string =>
  name === null ? `the batch from ${createdWords({ created_at })}` : `“${name}”`

/** Returns the title of a batch: its name and status, as in "Berlin.xlsx: 21 found, 24 to check". */
export const titleParts = (batch: Titled): readonly [name: string, happened: string] => [
  batch.name ?? 'Batch',
  happenedWords(batch),
]

interface Titled extends Pick<Batch, 'name' | 'state'> {
  line_counts: Pick<Batch['line_counts'], 'total' | 'found' | 'to_check' | 'waiting'>
}

function happenedWords({ state, line_counts: { total, found, to_check, waiting } }: Titled): string {
  const progress = `${formatNumber(total - waiting)} of ${formatNumber(total)}`
  switch (state) {
    case 'receiving':
      return 'not started'
    case 'finished':
      return `${formatNumber(found)} found${found < total ? `, ${formatNumber(to_check)} to check` : ''}`
    case 'queued':
    case 'running':
      return `${progress} looked up`
    default:
      return `${standstills[state]} after ${progress}`
  }
}

const standstills = { waiting: 'waiting', paused: 'paused', cancelled: 'canceled', failed: 'stopped' } as const

/** Describes what a batch looks up: "With ratings · API key". */
export const kindWords = ({ details, key_id, test }: Batch): string =>
  `${detailWords[details]}${key_id === null ? '' : test ? ' · test key' : ' · API key'}`

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** Returns the day a batch was created: "Nov 22, 2026". */
export const createdDayWords = ({ created_at }: Pick<Batch, 'created_at'>): string => day.format(Date.parse(created_at))

/** The sort order of the batch list. */
export interface BatchSort {
  by: 'name' | 'created_at' | 'total' | 'found' | 'to_check'
  direction: 'ascending' | 'descending'
}

/** Returns the sort order after a click on a column: names start with A, everything else with the newest or most. */
export function nextSort(sort: BatchSort, by: BatchSort['by']): BatchSort {
  if (sort.by !== by) return { by, direction: by === 'name' ? 'ascending' : 'descending' }
  return { by, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Sorts batches. Ties keep their order; batches without a name come last. */
export function sortBatches(batches: readonly Batch[], { by, direction }: BatchSort): Batch[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...batches].sort((a, b) => {
    if (by === 'created_at') return sign * (Date.parse(a.created_at) - Date.parse(b.created_at))
    if (by !== 'name') return sign * (a.line_counts[by] - b.line_counts[by])
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null)
    return sign * a.name.localeCompare(b.name, 'en', { numeric: true })
  })
}
