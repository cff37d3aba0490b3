import { version } from '@/package.json'
import { buildName } from '@/server/env'
import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'

const json = 'application/json'

/**
 * The documents that are read with GET, by their path below `/api`. The descriptions of the API need many modules that no call
 * needs, so these are loaded when a description is requested.
 */
export const documents: Readonly<Record<string, () => Response | Promise<Response>>> = {
  '/health': health,
  '/health/ready': readiness,
  '/openapi.json': async () => {
    const { openApiJson } = await import('@/server/rest/openapi')
    return sent(await openApiJson(), json)
  },
  '/openapi.yaml': async () => {
    const { openApiYaml } = await import('@/server/rest/openapi')
    return sent(await openApiYaml(), 'application/yaml')
  },
  '/postman.json': async () => {
    const { postmanJson } = await import('@/server/rest/postman')
    return sent(await postmanJson(), json)
  },
}

/** Answers that the process is running, its version of Pinref and which build of that it is. Asks neither the store nor the source. */
function health(): Response {
  return sent(JSON.stringify({ status: 'ok', version, build: buildName }), json)
}

/**
 * Answers whether calls can be served: 200 if the store answers, otherwise 503. Anybody may ask, so the answer does not show what
 * the server has done or spent.
 */
async function readiness(): Promise<Response> {
  const isReady = await store()
    .then(({ redis }) => redis.ping())
    .then(
      () => true,
      () => false,
    )
  const state = isReady ? 'ok' : 'unavailable'
  return sent(JSON.stringify({ status: state, store: state, source: sourceKind() }), json, isReady ? 200 : 503)
}

const sent = (text: string, type: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': type } })
