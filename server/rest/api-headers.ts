import type { CallRecord } from '@/server/observability/call-record'
import { apiSecurityHeaders } from '@/server/security-headers'
import type { HeaderList } from './header-list'

let constant: HeaderList | undefined

/**
 * The headers of every answer under `/api`: those that never change, the call's id, and where its time went
 * (`Server-Timing`, milliseconds).
 * @see https://www.w3.org/TR/server-timing/
 */
export function apiHeaders({ requestId, storeMs, upstreamMs, durationMs }: CallRecord): HeaderList {
  constant ??= ['x-api-version', '1', 'cache-control', 'no-store', ...Object.entries(apiSecurityHeaders()).flat()]
  const store = storeMs === null ? '' : `store;dur=${storeMs.toFixed(2)}, `
  const upstream = upstreamMs === null ? '' : `upstream;dur=${upstreamMs.toFixed(2)}, `
  const timing = `${store}${upstream}total;dur=${durationMs.toFixed(2)}`
  return [...constant, 'x-request-id', requestId, 'server-timing', timing]
}
