import type { Batch, BatchLines, Batches as BatchList, BatchOptions, BatchPart, RemovedBatch } from './answers.js'
import { type CallOptions, call, type Server } from './call.js'
import { sleep } from './retry.js'

/**
 * A batch's line: a link, identifier or name, or an object with one of them and any fields to return with its result.
 */
export type BatchInput = string | (({ url: string } | { cid: string } | BatchName) & { [more: string]: unknown })

interface BatchName {
  name: string
  address?: string
  country?: string
}

/** A batch's settings: the request that creates it, without the lines. */
export type BatchSettings = Omit<BatchOptions, 'data' | 'format' | 'lines' | 'start'>

export interface MakeOptions extends CallOptions, BatchSettings {
  /** Requests with the same key create only one batch within 24 hours. Default: a new key, so that retries create one batch. */
  idempotencyKey?: string
}

/** A line with its result. */
export type BatchLine = BatchLines['results'][number]

export interface LinesOptions extends CallOptions {
  /** The number of the last line you have, or a page's `next`. Default: starts at the first line. */
  after?: number | string
  /** Only lines with this status; `to_check`: all lines that were not found. */
  status?: BatchLine['status'] | 'to_check'
  /** Only lines with this problem, e.g. `listing_not_found`. */
  code?: NonNullable<BatchLine['problem']>['code']
  /** Only lines with this text in the input, or in the name, address, CID or place id of the result. */
  q?: string
}

/** The maximum bytes of lines in a part: less than the 4 MiB limit of a request, to leave room for JSON syntax. */
const maxPartBytes = 3_500_000
const maxPartLines = 100_000
const pollMs = 1_000

/** Batches of up to 1,000,000 lines in the background. Needs an API key. */
export class Batches {
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  /** Creates a batch with these lines and starts it. */
  async run(lines: Iterable<BatchInput>, options: MakeOptions = {}): Promise<Batch> {
    const { id } = await this.make(options)
    let part = 0
    for (const lot of partsOf(lines)) await this.putPart(id, ++part, lot, options)
    return this.start(id, options)
  }

  /** Creates a batch without lines. */
  make({ signal, idempotencyKey = newIdempotencyKey(), ...settings }: MakeOptions = {}): Promise<Batch> {
    const headers = { 'idempotency-key': idempotencyKey }
    // Without `start`, an object with only a name would be read as a line.
    const body = { ...settings, start: 'later' }
    return call(this.#server, { method: 'POST', path: '/batches', body, headers }, { signal })
  }

  /** Sends a part of the lines. Parts are numbered from 1; resending a part replaces it. */
  putPart(id: string, part: number, lines: readonly BatchInput[], options?: CallOptions): Promise<BatchPart> {
    return call(this.#server, { method: 'PUT', path: `/batches/${id}/parts/${part}`, body: { lines } }, options)
  }

  /** Starts a batch after its last part. */
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

  /** Ends a batch, and keeps its results. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.#change(id, 'cancel', options)
  }

  /** Renames a batch, or removes its name with null. */
  rename(id: string, name: string | null, options?: CallOptions): Promise<Batch> {
    return call(this.#server, { method: 'PATCH', path: `/batches/${id}`, body: { name } }, options)
  }

  /** Returns a batch's status. */
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

  /** Returns up to 1,000 lines with their results, in order, up to the first one that has no result yet. */
  page(id: string, { signal, ...lines }: LinesOptions = {}): Promise<BatchLines> {
    // JSON omits undefined values.
    const query = new URLSearchParams(JSON.parse(JSON.stringify({ after: 0, ...lines })))
    return call(this.#server, { method: 'GET', path: `/batches/${id}/results?${query}` }, { signal })
  }

  /**
   * Yields all lines with their results, in order, and waits for more while the batch runs. The server may delete names and
   * ratings once you request the lines after them, because Google's terms limit how long they may be stored.
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
