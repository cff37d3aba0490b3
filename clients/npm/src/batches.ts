import type { Batch, BatchLines, Batches as BatchList, BatchOptions, BatchPart, RemovedBatch } from './answers.js'
import { type CallOptions, call, type Server } from './call.js'
import { sleep } from './retry.js'

/** A line of a batch: a link, identifier or name, or an object with one of them and any fields to get back with its result. */
export type BatchInput = string | (({ url: string } | { cid: string } | BatchName) & { [more: string]: unknown })

interface BatchName {
  name: string
  address?: string
  country?: string
}

/** The settings of a batch: everything that is sent to make it, except its lines. */
export type BatchSettings = Omit<BatchOptions, 'data' | 'format' | 'lines' | 'start'>

export interface MakeOptions extends CallOptions, BatchSettings {
  /** Makes only one batch within 24 hours, however often it is sent. Default: a new key, so that retries make one batch. */
  idempotencyKey?: string
}

/** A line with its result. */
export type BatchLine = BatchLines['results'][number]

export interface LinesOptions extends CallOptions {
  /** The number of the last line that was fetched, or `next` of a page. Default: starts at the first line. */
  after?: number | string
  /** Only lines with this status; `to_check`: all that were not found. */
  status?: BatchLine['status'] | 'to_check'
  /** Only lines with this problem, e.g. `listing_not_found`. */
  code?: NonNullable<BatchLine['problem']>['code']
  /** Only lines with this text in what was sent, or in the name, address, CID or place id that was found. */
  q?: string
}

/** The most bytes of lines in a part: less than the 4 MiB that one request may have, to leave room for what JSON adds. */
const maxPartBytes = 3_500_000
const maxPartLines = 100_000
const pollMs = 1_000

/** Batches of up to 1,000,000 lines in the background. They need an API key. */
export class Batches {
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  /** Makes a batch of these lines and starts it. */
  async run(lines: Iterable<BatchInput>, options: MakeOptions = {}): Promise<Batch> {
    const { id } = await this.make(options)
    let part = 0
    for (const lot of partsOf(lines)) await this.putPart(id, ++part, lot, options)
    return this.start(id, options)
  }

  /** Makes a batch without lines. */
  make({ signal, idempotencyKey = newIdempotencyKey(), ...settings }: MakeOptions = {}): Promise<Batch> {
    const headers = { 'idempotency-key': idempotencyKey }
    // Without `start`, an object with a name alone would be a line.
    const body = { ...settings, start: 'later' }
    return call(this.#server, { method: 'POST', path: '/batches', body, headers }, { signal })
  }

  /** Sends a part of the lines. Parts are numbered from 1; a part that is sent again replaces the earlier one. */
  putPart(id: string, part: number, lines: readonly BatchInput[], options?: CallOptions): Promise<BatchPart> {
    return call(this.#server, { method: 'PUT', path: `/batches/${id}/parts/${part}`, body: { lines } }, options)
  }

  /** Starts a batch once all its parts have been sent. */
  start(id: string, options?: CallOptions): Promise<Batch> {
    return this.#change(id, 'start', options)
  }

  /** Pauses a batch until it is resumed. */
  pause(id: string, options?: CallOptions): Promise<Batch> {
    return this.#change(id, 'pause', options)
  }

  /** Resumes a batch, which then runs with this API key. */
  resume(id: string, options?: CallOptions): Promise<Batch> {
    return this.#change(id, 'resume', options)
  }

  /** Ends a batch; its results stay. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.#change(id, 'cancel', options)
  }

  /** Names a batch, or takes its name away with null. */
  rename(id: string, name: string | null, options?: CallOptions): Promise<Batch> {
    return call(this.#server, { method: 'PATCH', path: `/batches/${id}`, body: { name } }, options)
  }

  /** Returns the state and progress of a batch. */
  get(id: string, options?: CallOptions): Promise<Batch> {
    return call(this.#server, { method: 'GET', path: `/batches/${id}` }, options)
  }

  /** Returns all of the account's batches, newest first. */
  async list(options?: CallOptions): Promise<Batch[]> {
    const all: Batch[] = []
    for (let after = ''; ; ) {
      const path = `/batches${after && `?after=${after}`}`
      const { batches, next } = await call<BatchList>(this.#server, { method: 'GET', path }, options)
      all.push(...batches)
      if (next === null) return all
      after = next
    }
  }

  /** Cancels and deletes a batch with its results. */
  remove(id: string, options?: CallOptions): Promise<RemovedBatch> {
    return call(this.#server, { method: 'DELETE', path: `/batches/${id}` }, options)
  }

  /** Returns up to 1,000 lines with their results, in order, up to the first line that has none yet. */
  page(id: string, { signal, ...lines }: LinesOptions = {}): Promise<BatchLines> {
    // JSON omits what is undefined.
    const query = new URLSearchParams(JSON.parse(JSON.stringify({ after: 0, ...lines })))
    return call(this.#server, { method: 'GET', path: `/batches/${id}/results?${query}` }, { signal })
  }

  /**
   * Yields all lines with their results, in order, and waits for more while the batch runs. The server may delete names and
   * ratings once the lines after them are requested, because some may not be stored.
   */
  async *results(id: string, options: LinesOptions = {}): AsyncGenerator<BatchLine, void, undefined> {
    for (let after = String(options.after ?? 0); ; ) {
      const { results, next } = await this.page(id, { ...options, after })
      yield* results
      if (next === null) return
      if (next === after) await sleep(pollMs, options.signal)
      after = next
    }
  }

  #change(id: string, change: string, options?: CallOptions): Promise<Batch> {
    return call(this.#server, { method: 'POST', path: `/batches/${id}/${change}` }, options)
  }
}

/** Returns a unique key. `crypto.randomUUID()` would need a secure context in browsers, and Node 20. */
export function newIdempotencyKey(): string {
  const digits = () => Math.random().toString(36).slice(2)
  return `${Date.now().toString(36)}-${digits()}${digits()}`
}

/** Splits lines into parts that each fit into one request. */
export function* partsOf(lines: Iterable<BatchInput>): Generator<BatchInput[], void, undefined> {
  const encoder = new TextEncoder()
  let lot: BatchInput[] = []
  let bytes = 0
  for (const line of lines) {
    const size = encoder.encode(JSON.stringify(line)).length + 1
    if (lot.length === maxPartLines || (lot.length > 0 && bytes + size > maxPartBytes)) {
      yield lot
      lot = []
      bytes = 0
    }
    lot.push(line)
    bytes += size
  }
  if (lot.length > 0) yield lot
}
