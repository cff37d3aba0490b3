import type { MonthUse } from '@/server/access/admission'
import type { DetailLevel } from '@/server/listings/resolve'

/**
 * `receiving`: takes lines. `queued`: is about to run. `running`. `waiting`: goes on automatically, see `batchReasons`. `paused`:
 * goes on when it is resumed. The rest are final.
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
 * Why a batch waits: the monthly quota of the account or of the key is used up, too many of the day's lookups failed, or a limit
 * of Google or of the operator is reached. Why it is paused although nobody asked for that: its key or its account may not call
 * any more. `defect`: why it has failed.
 */
export const batchReasons = ['quota', 'key_quota', 'failures', 'upstream', 'key', 'suspended', 'defect'] as const

export type BatchReason = (typeof batchReasons)[number]

/** The changes that a person or a program can make to a batch, and the states in which each is possible. */
export const changes = {
  start: { from: ['receiving'], to: 'queued' },
  pause: { from: ['queued', 'running', 'waiting'], to: 'paused' },
  resume: { from: ['paused', 'waiting'], to: 'queued' },
  cancel: { from: ['receiving', 'queued', 'running', 'waiting', 'paused'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState }>

export type BatchChange = keyof typeof changes

/** Whether a batch never leaves this state. */
export const isFinal = (state: BatchState): boolean =>
  state === 'finished' || state === 'cancelled' || state === 'failed'

/** Whether a batch changes by itself at any moment. In the other states it ends, or waits for something that takes longer. */
export const isUnderWay = (state: BatchState): boolean => state === 'queued' || state === 'running'

/** What a batch looks up: `auto` reads each line as a link or an identifier, otherwise as a name to search for. */
export const batchOperations = ['auto', 'resolve', 'search', 'convert'] as const

type BatchOperation = (typeof batchOperations)[number]

/** How the lines of a batch are read and looked up. */
export interface BatchSettings {
  operation: BatchOperation
  details: DetailLevel
  /** Whether it was made with a test key: it is then answered from the sample and counts nothing. */
  isTest: boolean
  /** For CSV: the columns with the link, identifier or name, with an address, and with a country; empty: none. */
  column: string
  addressColumn: string
  countryColumn: string
}

/** The longest name of a batch, in characters. */
export const longestName = 100

/** Characters that nobody sees, some of which turn the text after them around. Joiners stay: scripts and emoji need them. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu

/** Returns a name without spaces around it and without hidden characters, as it is checked and stored. */
export const tidyName = (text: string): string => text.replace(hidden, '').trim()

/** Returns what is wrong with a tidy name of a batch; null if nothing is. */
export function nameFault(name: string): string | null {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return `Send a name of 1 to ${longestName} characters.`
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) return 'A name is one line and cannot contain control characters.'
  return [...name].length > longestName ? `A name can have at most ${longestName} characters.` : null
}

/** Returns the name of a batch whose lines come from a file; null if the name of the file has no usable characters. */
export function nameOfFile(file: string): string | null {
  const name = tidyName(file.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' '))
  const short = [...name].slice(0, longestName).join('').trim()
  return nameFault(short) === null ? short : null
}

/** Returns the name of a batch without the ending of the file that it is named after. */
export const withoutEnding = (name: string): string => name.replace(/\.(?:csv|tsv|txt|xlsx?|jsonl?)$/i, '')

/** File names end after so many bytes, so that an ending and a number still fit into the 255 of most systems. */
const longestFileName = 200

/**
 * Returns the name of a file with the results of a batch: its name without the ending of the file that it came from and without
 * characters that a system refuses in file names, or its id.
 */
export function resultsFileName({ id, name }: { id: string; name: string | null }, ending: string): string {
  const safe = withoutEnding(name ?? '').replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, '-')
  const bytes = new TextEncoder().encode(safe).subarray(0, longestFileName)
  const short = new TextDecoder().decode(bytes).replace(/\ufffd+$/, '')
  return `${short.replaceAll(/^[.\s]+|[.\s]+$/g, '') || id}.${ending}`
}

/** A batch as it is stored. Times are epoch milliseconds, 0 if it has not come to that. */
export interface Batch extends BatchSettings {
  id: string
  /** For people to recognize it; empty for none. */
  name: string
  state: BatchState
  /** Why it waits, is paused or has failed; null if its owner did that, or if it does none of these. */
  reason: BatchReason | null
  /** Until when it waits, if that is known; otherwise 0. */
  until: number
  /** The id of the API key that it counts against; empty for none. */
  key: string
  /** The URL that it is reported to, besides the endpoints of the account; empty for none. */
  callback: string
  /** The columns of its CSV; empty for other formats. */
  columns: string[]
  created: number
  started: number
  ended: number
  /** Goes up by one whenever it is started, resumed or woken. Steps queued for an earlier run are out of date. */
  run: number
  /** Whether the search for duplicate lines is done; see `prepareBatch`. */
  isPrepared: boolean
  lines: number
  /** Lines that are the same as an earlier one. */
  duplicates: number
  /** Lines that are answered: the sum of the next three. */
  done: number
  found: number
  failed: number
  unreadable: number
  /** When it last began to run, and how many lines were done then. */
  since: number
  sinceDone: number
}

/** Reads a batch from the fields of its record; null if there is none. */
export function readBatch(id: string, fields: Readonly<Record<string, string>>): Batch | null {
  if (!fields.state) return null
  const text = (name: string) => fields[name] ?? ''
  const number = (name: string) => Number(fields[name] || 0)
  return {
    id,
    name: text('name'),
    operation: text('operation') as BatchOperation,
    details: text('details') as DetailLevel,
    isTest: text('test') === '1',
    column: text('column'),
    addressColumn: text('addressColumn'),
    countryColumn: text('countryColumn'),
    state: fields.state as BatchState,
    reason: (text('reason') || null) as BatchReason | null,
    until: number('until'),
    key: text('key'),
    callback: text('callback'),
    columns: JSON.parse(text('columns') || '[]'),
    created: number('created'),
    started: number('started'),
    ended: number('ended'),
    run: number('run'),
    isPrepared: text('prepared') === '1',
    lines: number('lines'),
    duplicates: number('duplicates'),
    done: number('done'),
    found: number('found'),
    failed: number('failed'),
    unreadable: number('unreadable'),
    since: number('since'),
    sinceDone: number('sinceDone'),
  }
}

/** Returns the seconds until all lines are answered, at the pace since the batch last began to run; null without a pace. */
export function secondsLeft({ state, lines, done, since, sinceDone }: Batch, nowMs: number): number | null {
  if (state !== 'running' || done <= sinceDone) return null
  return Math.ceil(((lines - done) * (nowMs - since)) / (done - sinceDone) / 1000)
}

type Reported = Pick<
  Batch,
  'id' | 'name' | 'run' | 'state' | 'reason' | 'until' | 'lines' | 'found' | 'failed' | 'unreadable'
>

/** Returns the event about a batch for the account's endpoint; null if there is nothing to report. */
export function batchEvent({ id, name, run, state, reason, until, ...counts }: Reported) {
  const { lines, found, failed, unreadable } = counts
  if (state !== 'finished' && state !== 'failed' && state !== 'waiting') return null
  return {
    // A batch waits at most once in a run, so the id names one event.
    id: `msg_${id}_${state}_${run}`,
    type: `batch.${state}`,
    data: {
      batch: { id, name: name || null, state, reason, lines, found, failed, unreadable },
      ...(until > 0 && { until: new Date(until).toISOString() }),
    },
  } as const
}

/** What the work on batches reports its progress to. */
export interface BatchWatch {
  /** Receives how much of the month's limits an account has used: those of the plan and of the batch's API key. Never fails. */
  used(accountId: string, months: readonly MonthUse[]): void
  /**
   * Receives a batch that may have finished, failed or begun to wait, as its state says; possibly more than once.
   * @throws whatever is in the way; the report then comes again.
   */
  changed(accountId: string, batch: Batch): Promise<void>
}
