import { health, readiness } from './health'

/**
 * The documents that are read with GET, by their path below `/api`. The descriptions of the API need many modules that no call
 * needs, so these are loaded when a description is requested.
 */
export const documents: Readonly<Record<string, () => Response | Promise<Response>>> = {
  '/health': health,
  '/health/ready': readiness,
  '/openapi.json': async () => {
    const { openApiJson } = await import('@/server/rest/openapi')
    return sent(await openApiJson(), 'application/json')
  },
  '/openapi.yaml': async () => {
    const { openApiYaml } = await import('@/server/rest/openapi')
    return sent(await openApiYaml(), 'application/yaml')
  },
  '/postman.json': async () => {
    const { postmanJson } = await import('@/server/rest/postman')
    return sent(await postmanJson(), 'application/json')
  },
}

const sent = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } })
