import type {
  Batch,
  BatchChanges,
  BatchOptions,
  BatchPart,
  BatchRepeat,
  BatchRows,
  CreatedBatch,
  DeletedBatch,
} from './answers.js'
import { type CallOptions, queryOf } from './call.js'
import { type Once, Resource } from './resource.js'

/**
 * A batch's line: a link, identifier, or name, or an object with one of them and any fields to return with its result.
 */
export type BatchInput = string | (BatchFields & { [more: string]: unknown })

/** The name of a line with a link is compared with the listing's title, and searched for with `fallback: 'name'`. */
type BatchFields = ({ url: string; name?: string } | { cid: string; name?: string } | { name: string }) & {
  address?: string
  country?: string
}

/** A CSV as text, of up to 4 MiB. The batch's options say which of its columns hold what; omitted ones are guessed. */
export interface BatchCsv {
  csv: string
}

/** A batch's settings: the request that creates it, without the lines. */
export type BatchSettings = Omit<BatchOptions, 'data' | 'format' | 'lines' | 'lookups' | 'start'>

export interface CreateBatchOptions extends Once, BatchSettings {}

/** The settings that a repeat changes. Default: those of the batch. */
export interface RepeatOptions extends Once, Omit<BatchRepeat, 'id'> {}

/** A row with its result. */
export type BatchRow = BatchRows['results'][number]

/** Only batches that match all of these. */
export interface BatchFilters {
  state?: Batch['state']
  /** Only batches created after this time: ISO 8601 with an offset or `Z`, such as a batch's `created_at`. */
  created_after?: string
  /** Only batches whose name contains this text, ignoring case. */
  q?: string
  /** Only batches with this client. */
  client?: string
}

export interface RowsOptions extends CallOptions {
  /** The number of the last row you have, or a page's `next`. Default: starts at the first row. */
  after?: number | string
  /** Only the lines that are counted under this name in the batch's `line_counts`. */
  state?: Exclude<keyof Batch['line_counts'], 'total' | 'duplicates'>
  /** Only the lines that are counted under this name in the batch's `audit`; `any`: all lines with a finding. */
  finding?: 'any' | Exclude<keyof NonNullable<Batch['audit']>, 'closures_known' | 'previous'>
  /** Only lines with this problem, e.g. `listing_not_found`. */
  code?: NonNullable<BatchRow['problem']>['code']
  /** Only lines with this text in the input, or in the name, address, CID, or place id of the result. */
  q?: string
}

export interface PageOptions extends RowsOptions {
  /** The maximum number of rows, up to 1,000. Default: 1,000. */
  limit?: number
}

export interface CsvOptions extends RowsOptions {
  /** `spreadsheet` protects CIDs and formulas in Excel. Default: plain CSV, with your cells unchanged. */
  format?: 'spreadsheet'
}

/** The maximum bytes of lines in a part: less than the 4 MiB limit of a request, to leave room for JSON syntax. */
const maxPartBytes = 3_500_000
const maxPartLines = 100_000

/** Batches of up to 1,000,000 lines in the background. Needs an API key. */
export class Batches extends Resource<Batch, BatchChanges, DeletedBatch, BatchFilters> {
  /** Creates a batch with these lines and starts it. */
  async run(lines: Iterable<BatchInput> | BatchCsv, options?: CreateBatchOptions): Promise<CreatedBatch> {
    const { id, callback_secret } = await this.create(options)
    let part = 0
    for (const lot of 'csv' in lines ? [lines] : partsOf(lines)) await this.updatePart(id, ++part, lot, options)
    return Object.assign(await this.start(id, options), { callback_secret })
  }

  /** Creates a batch without lines. */
  create(options?: CreateBatchOptions): Promise<CreatedBatch> {
    return this.createOnce(options)
  }

  /**
   * Sends a part of the lines. Parts are numbered from 1; resending a part replaces it. Each part of a CSV begins with its
   * headings and the rows above them.
   */
  updatePart(
    id: string,
    part: number,
    lines: readonly BatchInput[] | BatchCsv,
    options?: CallOptions,
  ): Promise<BatchPart> {
    return this.ask('PUT', `/${id}/parts/${part}`, options, 'csv' in lines ? lines.csv : { lines })
  }

  /** Starts a batch after its last part. */
  start(id: string, options?: CallOptions): Promise<Batch> {
    return this.act(id, 'start', options)
  }

  /** Pauses a batch until it is resumed. */
  pause(id: string, options?: CallOptions): Promise<Batch> {
    return this.act(id, 'pause', options)
  }

  /** Resumes a batch, which then runs with this API key. */
  resume(id: string, options?: CallOptions): Promise<Batch> {
    return this.act(id, 'resume', options)
  }

  /** Ends a batch and keeps its results. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.act(id, 'cancel', options)
  }

  /**
   * Looks up a finished batch's rows again, in a new batch. Once it has finished, its `audit.previous` says what has
   * changed.
   */
  repeat(id: string, options?: RepeatOptions): Promise<CreatedBatch> {
    return this.createOnce(options, `/${id}/repeat`)
  }

  /** Returns up to 1,000 rows with their results, in order, up to the first one that has no result yet. */
  getResults(id: string, options?: PageOptions): Promise<BatchRows> {
    return this.#results(id, options)
  }

  /**
   * Yields all rows with their results, in order, and waits for more while the batch runs. The server may delete names and
   * ratings once you request the rows after them, because Google's terms limit how long they may be stored.
   */
  listResults(id: string, { after = 0, ...options }: RowsOptions = {}): AsyncGenerator<BatchRow, void, undefined> {
    return this.each(`/${id}/results`, { ...options, after: String(after) })
  }

  /**
   * Returns all rows so far as a CSV: your columns, then the results. Read the `Response` with `text()`, or save its `body`,
   * which is a stream. If it stops early, continue with the number of the last row as `after`.
   */
  getResultsCsv(id: string, options?: CsvOptions): Promise<Response> {
    return this.#results(id, options, '.csv')
  }

  /** Returns all rows so far as JSON Lines: one `BatchRow` per line. Otherwise like `getResultsCsv`. */
  getResultsJsonl(id: string, options?: RowsOptions): Promise<Response> {
    return this.#results(id, options, '.jsonl')
  }

  #results<Body>(id: string, { signal, ...rows }: PageOptions & CsvOptions = {}, file = ''): Promise<Body> {
    return this.ask('GET', `/${id}/results${file}?${queryOf(rows)}`, { signal, isFile: file !== '' })
  }
}

/** Splits lines into parts that each fit into one request. @param most lines per part. */
export function* partsOf<Line>(lines: Iterable<Line>, most: number = maxPartLines): Generator<Line[], void, undefined> {
  const encoder = new TextEncoder()
  let lot: Line[] = []
  let bytes = 0
  for (const line of lines) {
    const size = encoder.encode(JSON.stringify(line)).length + 1
    if (lot.length === most || (lot.length > 0 && bytes + size > maxPartBytes)) {
      yield lot
      lot = []
      bytes = 0
    }
    lot.push(line)
    bytes += size
  }
  if (lot.length > 0) yield lot
}
