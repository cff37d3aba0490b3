import { openApiYaml } from '@/server/entrances/rest/openapi-served'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

/** The OpenAPI document, at the address where tools look first. */
export const GET = async () => new Response(await openApiYaml(), { headers: { 'content-type': 'application/yaml' } })
