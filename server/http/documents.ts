import { health, readiness } from './health'

/**
 * What is read with GET, by its path below `/api`. What describes the API is made of much that no call needs: it is loaded when it is
 * asked for.
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
