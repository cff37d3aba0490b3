import { findBatch } from '@/server/batches/find-batch'
import { readResults } from '@/server/batches/read-results'
import { csvHead, csvLines, jsonLines } from '@/server/batches/results-file'
import type { Context } from '@/server/trpc/context'
import type { Answer, Call } from './call'

/** How the results of a batch are written. */
export type ResultsFormat = 'json' | 'jsonl' | 'csv'

/** The format that a call asks for: by `format` in its address, else by `Accept`. */
export function resultsFormat(call: Call): ResultsFormat {
  const asked = new URLSearchParams(call.query).get('format') ?? ''
  if (asked === 'jsonl' || asked === 'csv') return asked
  if (asked !== '') return 'json'
  const accept = call.header('accept') ?? ''
  if (/\btext\/csv\b/i.test(accept)) return 'csv'
  return /\bapplication\/(?:x-ndjson|jsonl)\b/i.test(accept) ? 'jsonl' : 'json'
}

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' }

/**
 * All results of a batch that are there, as a file that is written while it is read, page by page.
 * @param context of the call, whose procedure has answered: it may read this batch.
 */
export async function streamResults(
  { path, query }: Call,
  format: 'jsonl' | 'csv',
  { metering: { admission } }: Context,
): Promise<Answer> {
  if (!admission) throw new Error('results were asked for by a call that was never admitted')
  const { caller } = admission
  const [, , id = ''] = path.split('/')
  const after = Number(new URLSearchParams(query).get('after') ?? 0)
  const { columns } = await findBatch(caller, id)
  async function* write(): AsyncGenerator<string> {
    if (format === 'csv' && after === 0) yield csvHead(columns)
    for (let at = after; ; ) {
      const page = await readResults(caller, id, at, false)
      if (page.rows.length > 0) yield format === 'csv' ? csvLines(page.rows, columns) : jsonLines(page.rows)
      if (page.isLast || page.rows.length === 0) return
      at = page.after
    }
  }
  const headers = ['content-type', types[format], 'content-disposition', `attachment; filename="${id}.${format}"`]
  return { status: 200, headers, body: write() }
}
