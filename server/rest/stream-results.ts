import type { Row } from '@/server/batches/row'
import { type FileFormat, fileFormatOf, fileHeaders, writeResults } from '@/server/batches/write-results'
import type { Context } from '@/server/trpc/context'
import type { Answer, Call } from './call'

/** Returns the format of the file that a call asks for: by `format` in its query, otherwise by `Accept`; null: a page of JSON. */
export const resultsFormat = (call: Call): FileFormat | null =>
  fileFormatOf(new URLSearchParams(call.query).get('format') ?? '', call.header('accept'))

/**
 * Answers with all available results of a batch, as a file that is written while it is read.
 * @param context of the call, whose procedure has already run and so has checked that the caller may read this batch.
 */
export async function streamResults(
  call: Call,
  format: FileFormat,
  { metering: { admission } }: Context,
): Promise<Answer> {
  if (!admission) throw new Error('results were asked for by a call that was never admitted')
  const { path, query } = call
  const [, , id = ''] = path.split('/')
  const asked = new URLSearchParams(query)
  // The procedure has already checked the status.
  const status = asked.get('status') as Row['status'] | null
  const wanted = { format, after: Number(asked.get('after') ?? 0), status }
  const body = await writeResults(admission.caller, id, wanted, call.signal())
  return { status: 200, headers: fileHeaders(id, format), body }
}
