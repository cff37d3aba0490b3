import type { Client } from '@/server/access/client'
import { fileTypes } from '@/server/batches/write-results'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { toResponse } from '@/server/rest/call'
import { answerFile } from '@/server/trpc/batches/results'
import { browserContext, isCrossSite } from './handle-trpc'

/** `batch_4fQ0zL2mXb7K9aRt.csv` */
const fileForm = new RegExp(`^/files/(batch_\\w+)\\.(${Object.keys(fileTypes).join('|')})$`)

/**
 * Answers `GET /api/files/<batch>.csv` and `.jsonl` with the results of a batch, for the signed-in account that owns it, as a
 * file download that starts before all of it is written. `status`, `code` and `q` in the query filter its lines.
 * @throws PinrefError `cross_site`, `route_not_found`, `method_not_allowed`, `not_signed_in`, `batch_not_found`; a TRPCError
 *   for one of these.
 */
export async function answerBatchFile(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) throw new PinrefError('cross_site', 'Download this file from the batch page.')
  const { pathname, searchParams } = new URL(request.url)
  const [, id, format] = fileForm.exec(pathname.replace(/^\/api/, '')) ?? []
  if (id === undefined || format === undefined) throw new PinrefError('route_not_found', 'This file does not exist.')
  if (request.method !== 'GET')
    throw new PinrefError('method_not_allowed', 'Use GET to download files.', { allow: 'GET' })
  const context = browserContext(request, client, record)
  const filter = Object.fromEntries([...searchParams].filter(([name]) => ['status', 'code', 'q'].includes(name)))
  return toResponse(await answerFile(context, { ...filter, id, format }))
}
