import { formatNumber } from '@/components/format/number'
import { detailWords } from '@/components/listing/detail-levels'
import { nextUtcMidnightMs, untilWords } from '@/components/problem/until'
import type { Outputs } from '@/components/trpc/client'

/** A batch as the API returns it. */
export type Batch = Outputs['batches']['get']

/** Returns the path of a batch's page. */
export const batchAddress = (id: string): string => `/batches/${id}`

/** Whether a batch has ended and no longer changes. */
export const isOver = ({ state }: Batch): boolean => state === 'finished' || state === 'cancelled' || state === 'failed'

/** Says what the batches of an account take of its storage. @param storage as `usage.current` returns it. */
export const storageWords = ({ lines, max_lines, bytes, max_bytes }: Storage): string =>
  `${formatNumber(lines)} of ${formatNumber(max_lines)} lines and ${mebibytes(bytes)} of ${mebibytes(max_bytes)} MiB stored`

type Storage = Record<'lines' | 'max_lines' | 'bytes' | 'max_bytes', number>

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

/** The same in the list of batches, which has little room. */
export const shortStateWords: typeof stateWords = { ...stateWords, finished: 'Finished', failed: 'Stopped' }

/**
 * Says why a batch does not go on, and what to do; null if it is going on or has finished.
 * @param nowMs epoch milliseconds.
 */
export function standstillWords({ state, reason, waits_until }: Batch, nowMs: number): string | null {
  const untilMs = waits_until === null ? (resets[reason ?? '']?.(nowMs) ?? null) : Date.parse(waits_until)
  const until = untilMs === null ? 'by itself' : `by itself ${untilWords(untilMs, nowMs)}`
  switch (state) {
    case 'receiving':
      return 'It hasn’t been started; its lines may still be on their way. If sending them broke off, delete it and make a new one.'
    case 'waiting':
      return waitingWords[reason ?? '']?.(until) ?? `It continues ${until}.`
    case 'paused':
      if (reason === 'key')
        return 'The API key that it counted against no longer works. Resume it here, and it counts against your account.'
      if (reason === 'suspended') return 'This account is suspended; the account page says who to contact.'
      return 'Nothing is looked up until you resume it. Lines that were under way are finished.'
    case 'cancelled':
      return 'Its results are kept. Lines that weren’t looked up have cost nothing.'
    case 'failed':
      return 'Something went wrong on our side. Its results are kept, and the other lines have cost nothing.'
    default:
      return null
  }
}

/** When a limit resets, for a batch that does not say: the worker tries it again and again. */
const resets: Readonly<Record<string, (nowMs: number) => number>> = {
  quota: nextUtcMonthMs,
  key_quota: nextUtcMonthMs,
  failures: nextUtcMidnightMs,
}

/** Returns the first moment of the next month in UTC, in epoch milliseconds. */
function nextUtcMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
}

const waitingWords: Readonly<Record<string, (until: string) => string>> = {
  quota: (until) => `You’re out of lookups for this month. It continues ${until}, or at once with a larger plan.`,
  key_quota: (until) => `Its API key is out of lookups for this month. It continues ${until}.`,
  failures: (until) => `Too many lookups failed today. It continues ${until}.`,
  upstream: (until) => `Google’s limits are reached. It continues ${until}.`,
}

const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Says when a batch was made: "Nov 22, 2026, 1:05 PM". */
export const madeWords = ({ created }: Pick<Batch, 'created'>): string => moment.format(Date.parse(created))

/** Returns what a batch is called in a sentence: its name in quotation marks, or the time when it was made. */
export const batchWords = ({ name, created }: Pick<Batch, 'name' | 'created'>): string =>
  name === null ? `the batch of ${madeWords({ created })}` : `“${name}”`

/** Returns the title of a batch: its name, and what has happened to it, as in "Berlin.xlsx: 21 found, 24 to check". */
export const titleParts = (batch: Titled): readonly [name: string, happened: string] => [
  batch.name ?? 'Batch',
  happenedWords(batch),
]

interface Titled extends Pick<Batch, 'name' | 'state'> {
  lines: Pick<Batch['lines'], 'total' | 'done' | 'found' | 'failed' | 'unreadable'>
}

function happenedWords({ state, lines: { total, done, found, failed, unreadable } }: Titled): string {
  const progress = `${formatNumber(done)} of ${formatNumber(total)}`
  switch (state) {
    case 'receiving':
      return 'not started'
    case 'finished':
      return `${formatNumber(found)} found${found < total ? `, ${formatNumber(failed + unreadable)} to check` : ''}`
    case 'queued':
    case 'running':
      return `${progress} looked up`
    default:
      return `${standstills[state]} after ${progress}`
  }
}

const standstills = { waiting: 'waiting', paused: 'paused', cancelled: 'canceled', failed: 'stopped' } as const

/** Says what a batch looks up: "With ratings, for an API key". */
export const kindWords = ({ details, key, test }: Batch): string =>
  `${detailWords[details]}${key === null ? '' : test ? ', with a test key' : ', with an API key'}`

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** Says on which day a batch was made: "Nov 22, 2026". */
export const madeDayWords = ({ created }: Pick<Batch, 'created'>): string => day.format(Date.parse(created))

/** How the list of batches is sorted. */
export interface BatchSort {
  by: 'name' | 'created' | 'total' | 'found' | 'failed' | 'unreadable'
  direction: 'ascending' | 'descending'
}

/** Returns the sorting after a click on a column: names begin with A, everything else with the newest or most. */
export function nextSort(sort: BatchSort, by: BatchSort['by']): BatchSort {
  if (sort.by !== by) return { by, direction: by === 'name' ? 'ascending' : 'descending' }
  return { by, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Returns batches in an order. Those that are equal in it stay as they are; those without a name come after all names. */
export function sortBatches(batches: readonly Batch[], { by, direction }: BatchSort): Batch[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...batches].sort((a, b) => {
    if (by === 'created') return sign * (Date.parse(a.created) - Date.parse(b.created))
    if (by !== 'name') return sign * (a.lines[by] - b.lines[by])
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null)
    return sign * a.name.localeCompare(b.name, 'en', { numeric: true })
  })
}
