import { version } from '@/server/runtime/version'
import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'

const headers = { 'content-type': 'application/json' }

/** Answers that the process is running, and its version of Pinref. Asks neither the store nor the source. */
export function health(): Response {
  return new Response(JSON.stringify({ status: 'ok', version }), { headers })
}

/**
 * Answers whether calls can be served: 200 if the store answers, otherwise 503. Anybody may ask, so the answer does not show what
 * the server has done or spent.
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
