import type { DetailLevel } from '@/server/listings/resolve'

/**
 * `receiving`: takes lines. `queued`: is about to run. `running`. `waiting`: goes on by itself, see `waitReasons`. `paused`: goes on when
 * it is told to. The rest are final.
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
 * Why a batch waits: the month's quota or that of its key is used up, too many of the day's lookups failed, or Google's limits or the
 * operator's are reached. Why it is paused, where nobody asked for it: its key or its account may not call any more. `defect`: why it
 * has failed.
 */
export const batchReasons = ['quota', 'key_quota', 'failures', 'upstream', 'key', 'suspended', 'defect'] as const

export type BatchReason = (typeof batchReasons)[number]

/** What a person or a program can tell a batch to do, and in which states. */
export const changes = {
  start: { from: ['receiving'], to: 'queued' },
  pause: { from: ['queued', 'running', 'waiting'], to: 'paused' },
  resume: { from: ['paused', 'waiting'], to: 'queued' },
  cancel: { from: ['receiving', 'queued', 'running', 'waiting', 'paused'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState }>

export type BatchChange = keyof typeof changes

/** States in which a batch stays as it is. */
export const isFinal = (state: BatchState): boolean =>
  state === 'finished' || state === 'cancelled' || state === 'failed'

/** What a batch may look up: `auto` reads each line as a link or an identifier, else as a name to search for. */
export const batchOperations = ['auto', 'resolve', 'search', 'convert'] as const

type BatchOperation = (typeof batchOperations)[number]

/** How the lines of a batch are read and looked up. */
export interface BatchSettings {
  operation: BatchOperation
  details: DetailLevel
  /** Whether it is answered from the sample and counts nothing: it was made with a test key. */
  isTest: boolean
  /** For CSV, the names of the columns with the link, identifier or name, with an address and with a country; empty: none. */
  column: string
  addressColumn: string
  countryColumn: string
}

/** A batch as it is stored. Times are epoch milliseconds, 0 where it has not come to that. */
export interface Batch extends BatchSettings {
  id: string
  state: BatchState
  /** Why it waits, is paused or has failed; null where there is no other reason than its owner. */
  reason: BatchReason | null
  /** Until when it waits, where that is known; else 0. */
  until: number
  /** The id of the key that it counts against; empty for none. */
  key: string
  /** The columns of its CSV; none for other formats. */
  columns: string[]
  created: number
  started: number
  ended: number
  /** Goes up by one whenever it starts to run anew, so that what was queued before is known to be out of date. */
  run: number
  /** Whether its chunks are in order and lines that are the same are known. */
  isPrepared: boolean
  lines: number
  /** Lines that are the same as one before. */
  duplicates: number
  /** Lines that are answered: the sum of the three that follow. */
  done: number
  found: number
  failed: number
  unreadable: number
  /** When it began to run the last time, and how many lines were done then. */
  since: number
  sinceDone: number
}

/** A batch from the fields of its record; null where there is none. */
export function readBatch(id: string, fields: Readonly<Record<string, string>>): Batch | null {
  if (!fields.state) return null
  const text = (name: string) => fields[name] ?? ''
  const number = (name: string) => Number(fields[name] || 0)
  return {
    id,
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

/** Seconds until all lines are answered at the pace since it last began to run; null where that cannot be told. */
export function secondsLeft({ state, lines, done, since, sinceDone }: Batch, nowMs: number): number | null {
  if (state !== 'running' || done <= sinceDone) return null
  return Math.ceil(((lines - done) * (nowMs - since)) / (done - sinceDone) / 1000)
}
