import { version } from '@/package.json'
import { type Forms, formFor, formsOf } from '@/server/runtime/compression'
import { sourceKind } from '@/server/sources/source'
import { store } from '@/server/store/store'

const json = 'application/json'

/**
 * The documents that are read with GET, by their path below `/api`. The descriptions of the API need many modules that no call
 * needs, so these are loaded when a description is requested.
 */
export const documents: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  '/health': health,
  '/health/ready': readiness,
  '/openapi.json': description(json, async () => (await import('@/server/rest/openapi')).openApiJson()),
  '/openapi.yaml': description('application/yaml', async () => (await import('@/server/rest/openapi')).openApiYaml()),
  '/postman.json': description(json, async () => (await import('@/server/rest/postman')).postmanJson()),
}

/** How long a description may be used without asking again, in seconds. It changes only with the server. */
const maxAgeSeconds = 300

/** Returns what answers with a description of the API, which is made and compressed once. */
function description(type: string, make: () => Promise<string>) {
  let made: Promise<Forms> | undefined
  return async ({ headers: asked }: Request): Promise<Response> => {
    made ??= make().then((text) => formsOf(Buffer.from(text)))
    const { coding, etag, body } = formFor(await made, asked.get('accept-encoding'))
    const headers = {
      ...{ 'content-type': type, 'cache-control': `public, max-age=${maxAgeSeconds}`, etag, vary: 'Accept-Encoding' },
      ...(coding && { 'content-encoding': coding }),
    }
    if (asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(body), { headers })
  }
}

/** Answers that the process is running, and its version of Pinref. Asks neither the store nor the source. */
function health(): Response {
  return sent(JSON.stringify({ status: 'ok', version }), json)
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
