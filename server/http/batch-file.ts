import type { Client } from '@/server/access/client'
import { lineStatuses, type Row } from '@/server/batches/row'
import { fileHeaders, fileTypes, writeResults } from '@/server/batches/write-results'
import { PinrefError } from '@/server/errors'
import type { CallRecord } from '@/server/observability/call-record'
import { appRouter } from '@/server/trpc/router'
import { browserContext } from './handle-trpc'
import { isCrossSite } from './same-site'
import { toResponse } from './to-response'

/** `batch_4fQ0zL2mXb7K9aRt.csv` */
const fileForm = new RegExp(`^/files/(batch_\\w+)\\.(${Object.keys(fileTypes).join('|')})$`)

/**
 * Answers `GET /api/files/<batch>.csv` and `.jsonl` with the results of a batch, for the signed-in account that made it, as a
 * file that the browser saves while it is written. With `status` in the query, the file has only lines of that status.
 * @throws PinrefError `cross_site`, `route_not_found`, `method_not_allowed`, `not_signed_in`, `batch_not_found`; a TRPCError
 *   for one of these.
 */
export async function answerBatchFile(request: Request, client: Client, record: CallRecord): Promise<Response> {
  if (isCrossSite(request)) throw new PinrefError('cross_site', 'Open this file from the page of the batch.')
  const { pathname, searchParams } = new URL(request.url)
  const [, id, format] = fileForm.exec(pathname.replace(/^\/api/, '')) ?? []
  if (id === undefined || format === undefined) throw new PinrefError('route_not_found', 'There is no such file.')
  if (request.method !== 'GET') throw new PinrefError('method_not_allowed', 'Read files with GET.', { allow: 'GET' })
  const context = browserContext(request, client, record)
  // This checks that the batch exists and belongs to the caller, and holds the caller to the burst limit like every call.
  await appRouter.createCaller(context).batches.get({ id })
  const wanted = {
    format: format as keyof typeof fileTypes,
    after: 0,
    status: lineStatuses.find((status) => status === searchParams.get('status')) ?? (null as Row['status'] | null),
  }
  const accountId = (await context.account())?.accountId ?? ''
  const body = await writeResults(accountId, id, wanted, request.signal)
  return toResponse({ status: 200, headers: fileHeaders(id, wanted.format), body })
}
