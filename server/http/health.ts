import { env } from '@/server/env'
import { version } from '@/server/runtime/version'
import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'
import { readSpending } from '@/server/upstream/spending'

const headers = { 'content-type': 'application/json' }

/** Whether the process runs, and which version of Pinref. Asks neither the store nor the source. */
export function health(): Response {
  return new Response(JSON.stringify({ status: 'ok', version }), { headers })
}

/** Whether calls can be served: 200 when the store answers, else 503. With the Places source, also what today has cost. */
export async function readiness(): Promise<Response> {
  const asksGoogle = sourceKind() === 'places'
  const answer = await store()
    .then(({ redis }) => Promise.all([redis.ping(), asksGoogle ? readSpending() : null]))
    .catch(() => null)
  const state = answer ? 'ok' : 'unavailable'
  const spending = answer?.[1]
  const upstream = spending && { ...spending, daily_cap: env().UPSTREAM_DAILY_CAP ?? null }
  const body = { status: state, store: state, source: sourceKind(), ...(upstream && { upstream }) }
  return new Response(JSON.stringify(body), { status: answer ? 200 : 503, headers })
}
