import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { documents } from '@/server/entrances/http/documents'
import { otherRoutes, rootRoutes } from '@/server/entrances/http/handle-api'
import { metricsPath } from '@/server/entrances/http/metrics'
import { newServer } from '@/server/entrances/mcp/handle-mcp'
import { tools } from '@/server/entrances/mcp/tools'
import { openApiDocument } from '@/server/entrances/rest/openapi'
import { appRouter } from '@/server/entrances/trpc/router'
import { createAuth } from '@/server/features/sign-in/auth'
import type { Job } from '@/server/platform/queue/job-queue'
import { readEnv } from '@/server/platform/settings/env'
import { mcpMessage, mcpMethods, mcpRevisions } from '../mcp-messages'

/** Returns the names of all entry points in the code, as they appear in the rows of `documents.ts`. */
export async function entrancesInCode(): Promise<string[]> {
  const found = [
    ...(await operations()),
    ...Object.keys(otherRoutes).map((path) => `/api${path}`),
    ...Object.keys(rootRoutes),
    ...Object.keys(documents).map((path) => `/api${path}`),
    ...Object.keys(appRouter._def.procedures),
    ...Object.keys(tools).map((name) => `MCP ${name}`),
    ...(await supportedMethods()).map((method) => `MCP ${method}`),
    ...authPaths().map((path) => `/api/auth${path}`),
    `GET ${metricsPath}`,
    ...routeFiles(),
    ...Object.keys(jobKinds).map((kind) => `job ${kind}`),
    ...commands(),
  ]
  return [...new Set(found)]
}

/** Returns the operations in the OpenAPI document: `POST /api/resolve`. */
async function operations(): Promise<string[]> {
  const { paths = {} } = await openApiDocument()
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => `${method.toUpperCase()} /api${path}`),
  )
}

/** Returns the open sign-in paths below `/api/auth`. */
function authPaths(): string[] {
  const { api, options } = createAuth(readEnv({ AUTH_SECRET: 'a secret of at least 32 characters' }))
  const paths = Object.values(api).flatMap((endpoint) => ('path' in endpoint && endpoint.path ? [endpoint.path] : []))
  const closed: readonly string[] = options.disabledPaths
  return [...new Set(paths)].filter((path) => !closed.includes(path))
}

/** Returns the runtime's commands, from the scripts of `package.json` that run them. */
function commands(): string[] {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.values(scripts).flatMap(
    (line) => /dist\/pinref-server\.js (?!start\b)(\S+)/.exec(line)?.[1] ?? [],
  )
  return names.map((name) => `pinref-server ${name}`)
}

/** Returns the files in `app/` that respond without a page. */
const routeFiles = (): string[] =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:route|manifest|robots|sitemap)\.ts$/.test(file))
    .map((file) => join('app', file))

/** The type enforces completeness. */
const jobKinds: Record<Job['kind'], true> = { batch: true, callback: true, sweep: true, watch: true }

/** Returns the MCP methods that the library supports for Pinref's tools, in either protocol revision. */
async function supportedMethods(): Promise<string[]> {
  const handler = createMcpHandler(() => newServer(null, { run: async () => ({ content: [] }) }))
  const supported: string[] = []
  for (const method of mcpMethods) {
    for (const revision of mcpRevisions) {
      const { headers, message } = mcpMessage(method, revision)
      const request = new Request('http://localhost/api/mcp', {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
      })
      const { body, status } = await handler.fetch(request)
      // A subscription would never end.
      const first = await body?.getReader().read()
      const isUnknown = status >= 400 || Buffer.from(first?.value ?? []).includes('-32601')
      if (!isUnknown && !supported.includes(method)) supported.push(method)
    }
  }
  return supported
}
