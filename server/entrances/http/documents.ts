import { version } from '@/package.json'
import { type Forms, formFor, formsOf } from '@/server/platform/runtime/compression'
import { buildName } from '@/server/platform/settings/env'
import { readServiceStatus } from '@/server/platform/store/service-status'
import { stateOf } from '@/server/platform/store/state-names'
import { probeStore, storePolicy, storeWarnings } from '@/server/platform/store/store-state'

const json = 'application/json'

/**
 * The documents served with GET, by their path below `/api`. API descriptions need many modules that calls don't need,
 * which are loaded only when a description is requested.
 */
export const documents: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  '/health': health,
  '/health/ready': readiness,
  '/status': status,
  '/openapi.json': description(json, async () =>
    (await import('@/server/entrances/rest/openapi-served')).openApiJson(),
  ),
  '/openapi.yaml': description('application/yaml', async () =>
    (await import('@/server/entrances/rest/openapi-served')).openApiYaml(),
  ),
  '/postman.json': description(json, async () => (await import('@/server/entrances/rest/postman')).postmanJson()),
}

/** How long a description may be cached, in seconds. A description changes only with the server. */
const maxAgeSeconds = 300

/** Returns a handler that responds with a description of the API, which is built and compressed once. */
function description(type: string, make: () => Promise<string>) {
  let forms: Promise<Forms> | undefined
  return async ({ headers: requestHeaders }: Request): Promise<Response> => {
    forms ??= make().then((text) => formsOf(Buffer.from(text)))
    const { coding, etag, body } = formFor(await forms, requestHeaders.get('accept-encoding'))
    const headers = {
      'content-type': type,
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      etag,
      vary: 'Accept-Encoding',
      ...(coding && { 'content-encoding': coding }),
    }
    if (requestHeaders.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(body), { headers })
  }
}

/** Reports that the process is running, with its Pinref version and build. Doesn't call the store or the source. */
function health(): Response {
  return sent(JSON.stringify({ status: 'ok', version, build: buildName }), json)
}

/**
 * Returns whether calls can be served: 200 if the store accepts a write, otherwise 503 with the cause. If only a part of
 * a cluster accepts one, the status is `partial`, with 200 because most accounts are served. Warns about a store that
 * can lose data. Anyone may call this, so the response does not reveal what the server has done or spent.
 */
async function readiness(): Promise<Response> {
  const { sourceKind } = await import('@/server/places/sources/source')
  const probe = await probeStore()
  const warnings = probe.fault ? [] : storeWarnings(await storePolicy())
  const cause = probe.fault ?? probe.failedNodes[0]?.fault
  const status = probe.fault ? 'unavailable' : stateOf(probe)
  const body = {
    status,
    store: status,
    ...(cause && { cause }),
    ...(warnings.length > 0 && { warnings }),
    source: sourceKind(),
  }
  return sent(JSON.stringify(body), json, probe.fault ? 503 : 200)
}

/** Returns what the `/status` page shows, at most a second old: the state of each part, and the last changes. */
async function status(): Promise<Response> {
  const { parts, changes } = await readServiceStatus()
  const body = {
    parts: parts.map(({ part, state, timeMs }) => ({ part, state, since: timeMs === null ? null : isoTime(timeMs) })),
    changes: changes?.map(({ part, state, timeMs }) => ({ time: isoTime(timeMs), part, state })) ?? null,
  }
  return sent(JSON.stringify(body), json)
}

const isoTime = (timeMs: number) => new Date(timeMs).toISOString()

const sent = (text: string, type: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': type } })
