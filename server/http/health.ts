import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'

const headers = { 'content-type': 'application/json' }

/** Whether the process runs. Touches nothing. */
export function health(): Response {
  return new Response(JSON.stringify({ status: 'ok' }), { headers })
}

/** Whether calls can be served: 200 when the store answers, else 503. */
export async function readiness(): Promise<Response> {
  const answers = await store()
    .then(({ redis }) => redis.ping())
    .then(
      () => true,
      () => false,
    )
  const state = answers ? 'ok' : 'unavailable'
  const body = { status: state, store: state, source: sourceKind() }
  return new Response(JSON.stringify(body), { status: answers ? 200 : 503, headers })
}
