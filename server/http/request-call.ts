import type { Client } from '@/server/access/client'
import type { CallRecord } from '@/server/observability/call-record'
import type { Answer, Call } from '@/server/rest/call'
import { pairs } from '@/server/rest/header-list'
import { readBody } from '@/server/rest/read-body'

/** A call as a fetch-style host hands it over. */
export function requestCall(request: Request, path: string, client: Client, record: CallRecord): Call {
  return {
    method: request.method,
    path,
    client,
    record,
    get signal() {
      return request.signal
    },
    header: (name) => request.headers.get(name),
    readBody: () => readBody(request),
  }
}

/** An answer as a fetch-style host sends it. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === '' ? null : body, { status, headers: pairs(headers) })
}
