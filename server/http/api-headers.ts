import type { CallRecord } from '@/server/observability/call-record'
import type { HeaderList } from '@/server/rest/header-list'
import { apiSecurityHeaders } from './security-headers'

let made: HeaderList | undefined

/** What every answer under `/api` carries, whatever it says; made once. */
function sameForAll(): HeaderList {
  made ??= ['x-api-version', '1', 'cache-control', 'no-store', ...Object.entries(apiSecurityHeaders()).flat()]
  return made
}

/**
 * The headers of every answer under `/api`: those that are the same for all, the call's id, and where its time went
 * (`Server-Timing`, milliseconds).
 * @see https://www.w3.org/TR/server-timing/
 */
export function apiHeaders({ requestId, storeMs, upstreamMs, durationMs }: CallRecord): HeaderList {
  const store = storeMs === null ? '' : `store;dur=${storeMs.toFixed(2)}, `
  const upstream = upstreamMs === null ? '' : `upstream;dur=${upstreamMs.toFixed(2)}, `
  const timing = `${store}${upstream}total;dur=${durationMs.toFixed(2)}`
  return [...sameForAll(), 'x-request-id', requestId, 'server-timing', timing]
}
