import type { Row } from '@/server/batches/row'
import { type FileFormat, fileHeaders, writeResults } from '@/server/batches/write-results'
import type { Context } from '@/server/trpc/context'
import type { Answer, Call } from './call'

/** The format in which the results of a batch are written. */
type ResultsFormat = 'json' | FileFormat

/** Returns the format that a call asks for: by `format` in its query, otherwise by `Accept`. */
export function resultsFormat(call: Call): ResultsFormat {
  const asked = new URLSearchParams(call.query).get('format') ?? ''
  if (asked === 'jsonl' || asked === 'csv') return asked
  if (asked !== '') return 'json'
  const accept = call.header('accept') ?? ''
  if (/\btext\/csv\b/i.test(accept)) return 'csv'
  return /\bapplication\/(?:x-ndjson|jsonl)\b/i.test(accept) ? 'jsonl' : 'json'
}

/**
 * Answers with all available results of a batch, as a file that is written while it is read.
 * @param context of the call, whose procedure has already run and so has checked that the caller may read this batch.
 */
export async function streamResults(
  { path, query }: Call,
  format: FileFormat,
  { metering: { admission } }: Context,
): Promise<Answer> {
  if (!admission) throw new Error('results were asked for by a call that was never admitted')
  const [, , id = ''] = path.split('/')
  const asked = new URLSearchParams(query)
  // The procedure has already checked the status.
  const status = asked.get('status') as Row['status'] | null
  const wanted = { format, after: Number(asked.get('after') ?? 0), status }
  const body = await writeResults(admission.caller, id, wanted)
  return { status: 200, headers: fileHeaders(id, format), body }
}
