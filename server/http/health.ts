import { version } from '@/server/runtime/version'
import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'

const headers = { 'content-type': 'application/json' }

/** Whether the process runs, and which version of Pinref. Asks neither the store nor the source. */
export function health(): Response {
  return new Response(JSON.stringify({ status: 'ok', version }), { headers })
}

/**
 * Whether calls can be served, which is whether the store answers: 200, or 503. Anybody may ask, so it says nothing of what the
 * server has done or spent.
 */
export async function readiness(): Promise<Response> {
  const isReady = await store()
    .then(({ redis }) => redis.ping())
    .then(
      () => true,
      () => false,
    )
  const state = isReady ? 'ok' : 'unavailable'
  const body = { status: state, store: state, source: sourceKind() }
  return new Response(JSON.stringify(body), { status: isReady ? 200 : 503, headers })
}
